// Package games embeds the game files shipped with the companion. The daemon loads them from
// here; they also serve as examples for authors of games.
package games

import (
	"embed"
	"strings"
)

//go:embed *.star
var files embed.FS

// All maps the name of each game to the source text of its program.
func All() map[string]string {
	all := map[string]string{}
	entries, _ := files.ReadDir(".") // the error is always nil, as the embedded root exists
	for _, e := range entries {
		text, _ := files.ReadFile(e.Name())
		all[strings.TrimSuffix(e.Name(), ".star")] = string(text)
	}
	return all
}
