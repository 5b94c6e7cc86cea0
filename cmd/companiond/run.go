package main

import (
	"context"
	"crypto/rand"
	"io"
	"os"
	"path/filepath"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// surroundings are what the process gives the daemon, so that tests can give others.
type surroundings struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	step     func(string) // see loop.Config
}

func process() surroundings {
	return surroundings{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv}
}

// run reads the command line and the config and runs the daemon until the table,
// a signal or a failure that nothing can go on from ends it.
func run(ctx context.Context, args []string, s surroundings) error {
	w := words.Own(words.FromEnv(s.env))
	o, err := parseFlags(args, w, s.env, s.out)
	if err != nil || o.help {
		return err
	}
	if o.panel == "pi" {
		return usageError(w.Word("cli.nopi"))
	}
	c, err := readConfig(o, w)
	if err != nil {
		return err
	}
	disk, closeDisk, err := openDisk(o.state, w)
	if err != nil {
		return err
	}
	err = start(ctx, o, c, disk, w, s)
	if closed := closeDisk(); err == nil {
		err = closed
	}
	return err
}

// start wires the parts, from the disk to the panel.
func start(ctx context.Context, o options, c config, disk loop.Log, w *words.Catalogue, s surroundings) error {
	games := catalogue.Games()
	model, err := companion.New(companion.Config{Games: games, OwnDice: c.Dice.Own})
	if err != nil {
		return err
	}
	artist, err := screen.For(games)
	if err != nil {
		return err
	}
	ctx, quit := context.WithCancel(ctx)
	defer quit()
	d := &daemon{surroundings: s, words: w, quit: quit}
	d.log = d.logger(o)
	panel, err := d.simulate(ctx)
	if err != nil {
		return err
	}
	d.loop = loop.New(loop.Config{
		Model: model, Log: disk, Draw: artist.Draw, Random: rand.Reader, Logger: d.log, Step: s.step,
		Panels: []loop.Surface{panel.Panel()}, Lamps: []loop.Surface{panel.Lamps()},
	})
	d.announce(o)
	return d.serve(ctx, c, panel)
}

// announce says on the log what is simulated.
func (d *daemon) announce(o options) {
	if o.panel == "auto" && !hardware() {
		d.log.Info(d.words.Word("cli.simulated"))
	}
	if !terminal(d.in) {
		d.log.Info(d.words.Word("cli.noscreen"))
	}
}

// hardware reports whether this machine has an I²C bus or GPIO lines.
func hardware() bool {
	for _, pattern := range []string{"/dev/i2c-*", "/dev/gpiochip*"} {
		if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}
