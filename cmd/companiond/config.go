package main

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
)

// readConfig reads the file of -config, or companion.toml in the state folder if that file exists.
// Flags override the file.
func readConfig(o options, w *words.Catalogue) (config.Config, error) {
	path := o.config
	if path == "" {
		path = config.File(o.state)
	}
	c, err := config.Read(path, w)
	switch {
	case o.config == "" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)):
	case errors.As(err, new(*fs.PathError)):
		return c, fmt.Errorf("companiond: %w", err)
	case err != nil:
		return c, err
	}
	if o.listen != "" {
		c.HTTP.Listen = o.listen
	}
	return c, nil
}
