package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
)

// readConfig reads the file that -config names, or companion.toml in the state
// folder if there is one. The command line has the last word.
func readConfig(o options, w *words.Catalogue) (config.Config, error) {
	path := o.config
	if path == "" {
		path = filepath.Join(o.state, "companion.toml")
	}
	c, err := config.Read(path, w)
	switch {
	case o.config == "" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)):
	case errors.As(err, new(*fs.PathError)):
		return c, fmt.Errorf("companiond: %w", err)
	case err != nil:
		return c, err
	}
	if _, err := dice.ParseDice(c.Dice.Own); err != nil {
		return c, usageError(w.Word("cli.baddice", path, ruleOf(err, w)))
	}
	if o.listen != "" {
		c.HTTP.Listen = o.listen
	}
	return c, nil
}

// ruleOf says which rule the table's own dice break.
func ruleOf(err error, own *words.Catalogue) string {
	w, broken := words.For(own.Lang(), own, dice.Rules{})
	if illegal := (games.Illegal{}); broken == nil && errors.As(err, &illegal) {
		return w.Say(illegal.Rule, nil)
	}
	return err.Error()
}
