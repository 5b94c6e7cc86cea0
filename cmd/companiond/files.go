package main

import (
	"context"
	"path/filepath"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
	"tabletop/cmd/internal/gamefiles"
	"tabletop/companion"
	included "tabletop/systemd/games"
)

// gamesFolder is where the table's own games in files lie, in the state folder; those of
// whoever looks after the box lie in systemGames.
const (
	gamesFolder = "games"
	systemGames = "/etc/companion/games"
)

// player returns what plays games in files: a process of this same program.
var player = evaluator.Here

// shelve makes the shelf of games in files. Nothing is read yet, and no process started.
func (d *daemon) shelve(o options) (err error) {
	if d.programs, err = player(); err != nil {
		return err
	}
	d.programs.Log = func(said string) {
		if d.log != nil { // while a damaged database is read there is none yet
			d.log.Warn("a game in a file", "err", said)
		}
	}
	d.shelf = gamefiles.New(evaluator.Player{Evaluator: d.programs}, included.All(), filepath.Join(o.state, gamesFolder), systemGames)
	d.games = d.shelf.With(catalogue.Games())
	return nil
}

// files looks after the shelf, if there is one, and tells the table what lies there.
func (d *daemon) files() []part {
	if d.shelf == nil {
		return nil
	}
	return []part{{key: "trouble.panic", run: func(ctx context.Context) error {
		stop := context.AfterFunc(ctx, d.programs.Close) // who ends waits for no file
		defer stop()
		return d.shelf.Run(ctx, func(f companion.Files) { d.loop.Tell(ctx, f) })
	}}}
}
