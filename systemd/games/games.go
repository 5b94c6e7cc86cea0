// Package games are the games in files that come with the companion. They are read from
// here by the daemon, and by whoever wants to see how a game is written.
package games

import (
	"embed"
	"strings"
)

//go:embed *.star
var files embed.FS

// All returns the programs of all games by their names.
func All() map[string]string {
	all := map[string]string{}
	entries, _ := files.ReadDir(".") // the root of what is embedded is there
	for _, e := range entries {
		text, _ := files.ReadFile(e.Name())
		all[strings.TrimSuffix(e.Name(), ".star")] = string(text)
	}
	return all
}
