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

// gamesFolder is the name of the folder for the table's games in files, inside the state folder.
// systemGames is the folder for the administrator's games in files.
const (
	gamesFolder = "games"
	systemGames = "/etc/companion/games"
)

// player returns the evaluator of games in files, which runs this same program as a child process.
// Tests replace this variable.
var player = evaluator.Here

// openGameFiles creates the catalogue of games in files. It reads no file and starts no
// process.
func (d *daemon) openGameFiles(o options) (err error) {
	if d.programs, err = player(); err != nil {
		return err
	}
	d.programs.Log = func(text string) {
		if d.log != nil { // there is no log yet while a damaged database is read
			d.log.Warn("game in a file", "err", text)
		}
	}
	d.gameFiles = gamefiles.New(evaluator.Player{Evaluator: d.programs}, included.All(), filepath.Join(o.state, gamesFolder), systemGames)
	d.games = d.gameFiles.With(catalogue.Games())
	return nil
}

// files returns the part that watches the games in files and sends changes to the table.
func (d *daemon) files() []part {
	if d.gameFiles == nil {
		return nil
	}
	return []part{{key: "trouble.panic", run: func(ctx context.Context) error {
		stop := context.AfterFunc(ctx, d.programs.Close) // unblocks a check in progress
		defer stop()
		return d.gameFiles.Run(ctx, func(f companion.Files) { d.loop.Tell(ctx, f) })
	}}}
}
