// Package games embeds the game files shipped with the companion. The daemon loads them from
// here; they also serve as examples for authors of games. The program contains them compressed,
// for they are a few hundred kilobytes.
package games

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"maps"
	"sync"
)

//go:generate go run ./pack

//go:embed games.json.gz
var packed []byte

// All maps the name of each game to the source text of its program.
func All() map[string]string { return maps.Clone(unpacked()) }

// unpacked returns the files of the folder. A test compares them, so the archive is never damaged.
var unpacked = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	if z, err := gzip.NewReader(bytes.NewReader(packed)); err == nil {
		_ = json.NewDecoder(z).Decode(&all)
	}
	return all
})
