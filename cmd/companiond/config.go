package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/BurntSushi/toml"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
)

// config is the file companion.toml. Every key may be left out.
type config struct {
	HTTP struct {
		Listen string   `toml:"listen"` // host:port; loopback unless changed
		Names  []string `toml:"names"`  // names of this machine besides its own and localhost
	} `toml:"http"`
	Dice struct {
		Own string `toml:"own"` // the table's own dice: "colour=red,blue;fate=+,0,-"
	} `toml:"dice"`
}

// configKeys are all keys of the file, for naming the nearest to a wrong one.
var configKeys = []string{"http", "http.listen", "http.names", "dice", "dice.own"}

// readConfig reads the file that -config names, or companion.toml in the state
// folder if there is one. Its error names file, line or key.
func readConfig(o options, w *words.Catalogue) (config, error) {
	var c config
	c.HTTP.Listen = "127.0.0.1:8090"
	path := o.config
	if path == "" {
		path = filepath.Join(o.state, "companion.toml")
	}
	text, err := os.ReadFile(path)
	if o.config == "" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)) {
		return c.with(o), nil
	}
	if err != nil {
		return c, fmt.Errorf("companiond: %w", err)
	}
	meta, err := toml.Decode(string(text), &c)
	if err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if wrong := meta.Undecoded(); len(wrong) > 0 {
		key := wrong[0].String()
		return c, usageError(w.Word("cli.badkey", path, key, games.Nearest(key, configKeys)))
	}
	if _, err := dice.ParseDice(c.Dice.Own); err != nil {
		return c, usageError(w.Word("cli.baddice", path, err.Error()))
	}
	return c.with(o), nil
}

// with lets the command line have the last word.
func (c config) with(o options) config {
	if o.listen != "" {
		c.HTTP.Listen = o.listen
	}
	return c
}
