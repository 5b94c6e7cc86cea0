package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"

	"tabletop/cmd/internal/adviser"
	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/templates"
	"tabletop/cmd/internal/voice"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/screen"
	"tabletop/companion/store"
	"tabletop/companion/words"
)

// environment holds the inputs and outputs of the process: streams, environment variables, hardware
// and sockets. Tests replace them.
type environment struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	step     func(string)            // hook of the loop; see [loop.Config]
	watched  func(*screen.Moment)    // if set, called with each moment that a part has handled
	access   func(node string) error // replaces [wiring.Access] if set
	host     func() wiring.Host
	tree     fs.FS          // root folder of the machine; nil for the real one
	random   io.Reader      // source of random numbers; nil for the system's
	version  string         // version of the package; "" if the program isn't from one
	machine  string         // root folder of the machine for the files of updates
	sockets  []net.Listener // sockets from systemd for the command-line tools
	portal   []net.Listener // sockets from systemd at port 80
	voice    string         // path of the socket of companion-voice.service; "" for a box without it
}

func process() environment {
	portal, tools := systemdSockets()
	return environment{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv, host: wiring.Linux, sockets: tools, portal: portal,
		version: version, machine: "/", voice: voice.Socket,
	}
}

// run parses the command line, reads the config, and runs the daemon until the table stops it,
// a signal arrives, or a fatal error occurs.
func run(ctx context.Context, args []string, s environment) error {
	w := words.Companion(words.FromEnv(s.env))
	o, err := parseFlags(args, w, s.env, s.out)
	if err != nil || o.help {
		return err
	}
	if o.failed {
		return showFailure(o, w, s)
	}
	c, err := readConfig(o, w)
	if err != nil {
		return err
	}
	d := newDaemon(s, w, c)
	if d.simulated = d.simulates(o.panel); !d.simulated {
		d.host = s.host()
	}
	return d.open(ctx, o)
}

// newDaemon returns a daemon that hasn't begun.
func newDaemon(s environment, w *words.Catalogue, c config.Config) *daemon {
	return &daemon{environment: s, words: w, config: c, receipts: make(chan companion.Print, receipts), updates: updatesOf(s)}
}

// open shows the first picture, opens the state folder and starts the parts.
func (d *daemon) open(ctx context.Context, o options) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer d.ungreet()
	defer stop()
	if !d.simulated && store.Locked(o.state) == nil { // otherwise another daemon may be drawing
		d.greeted = d.greet(ctx)
	}
	if !d.awaitUpdater(ctx) {
		return nil
	}
	if err := d.openGameFiles(o); err != nil {
		return err
	}
	defer d.programs.Close()
	disk, closeDisk, err := openDisk(o.state, d.games, d.words)
	if err != nil {
		return err
	}
	err = d.start(ctx, o, disk)
	if closed := closeDisk(); err == nil {
		err = closed
	}
	return err
}

// simulates reports whether the panel is simulated. At a terminal, the mode auto ignores buses that
// the user may not open, because laptops have other kinds of buses.
func (d *daemon) simulates(panel string) bool {
	there, ours := wiring.Present("/dev")
	there = there || wiring.Pi("/sys/firmware")
	d.denied = there && !ours
	return panel == "sim" || panel == "auto" && (!there || d.denied && terminal(d.in))
}

// start creates the parts, from the disk to the panel, connects them, and runs them until the
// daemon ends.
func (d *daemon) start(ctx context.Context, o options, disk loop.Log) error {
	sheets, wrong := templates.Read(filepath.Join(o.state, "templates"), "/etc/companion/templates")
	model, err := companion.New(companion.Config{Games: d.games, OwnDice: d.config.Dice.Own, Printer: d.config.Printer.Port != "", Templates: sheets, EitherChip: !d.simulated && d.config.Panel.Chip == config.Any, Club: d.config.Club.Broker != "", Version: d.version})
	if err != nil {
		return err
	}
	artist, err := screen.For(d.games)
	if err != nil {
		return err
	}
	ctx, d.quit = context.WithCancel(ctx)
	defer d.quit()
	d.log = d.logger(o)
	attached, err := d.attach(ctx)
	if err != nil {
		return err
	}
	d.phones = d.connectPhones(ctx, o, disk)
	d.examiner = newExaminer(o.state, disk)
	sticks := d.newSticks(ctx, o, disk)
	d.speaker = newSpeaker(d.config.Voice, d.voice, func(e voice.Event) { d.onVoice(ctx, e) })
	thinker := adviser.New(
		func(a companion.Analysis) { d.loop.Tell(ctx, a) },
		func(err error) { d.log.Error("adviser", "err", err) })
	d.loop = loop.New(loop.Config{
		Model: model, Log: disk, Draw: artist.Draw, Random: cmp.Or(d.random, rand.Reader), Logger: d.log, Step: d.step,
		Panels: attached.panels, Lamps: attached.lamps,
		Perform: effects{d, thinker, sticks}.perform, Trial: d.beginTrial(),
	})
	attached.parts = append(attached.parts, d.phones.parts()...)
	attached.parts = append(attached.parts, d.files()...)
	attached.parts = append(attached.parts, sticks.parts()...)
	attached.parts = append(attached.parts, d.speaker.parts()...)
	attached.parts = append(attached.parts, part{key: "trouble.panic", run: d.speak})
	attached.parts = append(attached.parts, d.joinClub(disk, artist)...)
	attached.parts = append(attached.parts, part{key: "trouble.panic", run: thinker.Run}, part{key: "trouble.panic", run: d.watchVoltage}, d.watchUpdates())
	d.announce(o)
	attached.parts = append(attached.parts, d.skipped(wrong)...)
	err = d.serve(ctx, attached, disk)
	if d.loop.Now().Updating && !d.simulated {
		d.keepLit(attached.panels)
	}
	return err
}

// attach opens the panel, real or simulated, and the serial devices.
func (d *daemon) attach(ctx context.Context) (attached devices, err error) {
	if d.simulated {
		attached, err = d.simulate(ctx)
	} else {
		attached = d.panel()
	}
	attached.parts = append(attached.parts, d.serials()...)
	return attached, err
}

// skipped logs the templates with errors, and returns a part that shows the errors once on the
// panel.
func (d *daemon) skipped(wrong []templates.Error) []part {
	if len(wrong) == 0 {
		return nil
	}
	where := make([]string, len(wrong))
	for i, err := range wrong {
		d.log.Warn("template ignored", "err", err)
		where[i] = err.Where()
	}
	trouble := companion.Trouble{Key: "trouble.template", Arg: strings.Join(where, ", ")}
	return []part{{key: trouble.Key, run: func(ctx context.Context) error {
		d.loop.Tell(ctx, trouble)
		return nil
	}}}
}

// announce logs the kind of panel if the panel is simulated.
func (d *daemon) announce(o options) {
	switch {
	case d.simulated && o.panel == "auto" && d.denied:
		d.log.Info(d.words.Word("cli.denied"))
	case d.simulated && o.panel == "auto":
		d.log.Info(d.words.Word("cli.simulated"))
	}
	if d.simulated && !terminal(d.in) {
		d.log.Info(d.words.Word("cli.noscreen"))
	}
	if d.ignoresKeyboard() {
		d.log.Info(d.words.Word("cli.nokeyboard", d.config.Scanner.Port))
	}
}
