package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tabletop/cmd/internal/doctor"
	"tabletop/companion"
	"tabletop/companion/store"
	"tabletop/companion/words"
)

// checkup holds the parsed command line of "companion doctor".
type checkup struct {
	json, try     bool
	config, state string
	record        string // folder of the recording; "" for no recording
	person        bool   // a person is at the terminal
}

func examine(set *flag.FlagSet) action {
	o := checkup{person: terminal(os.Stdin) && terminal(os.Stdout)}
	file, folder := doctor.DefaultPaths(os.Getenv)
	set.BoolVar(&o.json, "json", false, "one JSON object, for programs")
	set.BoolVar(&o.try, "try", o.person, "try display, lamps and keys; not with -json unless it is given")
	set.StringVar(&o.config, "config", file, "config `file`")
	set.StringVar(&o.state, "state", folder, "state `folder`")
	set.StringVar(&o.record, "record", "", "try them, and write what passes on the buses into a `folder`")
	return func(c *call, _ []string) error {
		if !given(set, "config") && given(set, "state") {
			o.config = filepath.Join(o.state, "companion.toml")
		}
		o.try = o.record != "" || o.try && (given(set, "try") || !o.json)
		return c.examine(o)
	}
}

// given reports whether a flag was on the command line.
func given(set *flag.FlagSet, name string) (yes bool) {
	set.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}

// examine checks this machine and, if requested, tries its panel. It returns an error if any
// finding is bad.
func (c *call) examine(o checkup) error {
	t := c.talk(o)
	s, err := doctor.This(words.Companion(c.lang), o.config, o.state)
	if err != nil {
		return err
	}
	s.Pace, s.Chip = paceOf, chipOf
	s.DeviceAccess = func() ([]doctor.DeviceAccess, error) { return daemon(liveSocket).devices(c.ctx) }
	looked := s.Look()
	for _, f := range looked {
		t.found(f)
	}
	if o.try {
		if err := try(c.ctx, s, o.record, t, looked); err != nil {
			return err
		}
	} else if s.Triable() && !o.json {
		fmt.Fprintln(c.out, s.Words.Word("doctor.try.hint"))
	}
	return c.conclude(s, o.json, t.findings)
}

// try tries the panel. If record is set, it records the traffic on the buses.
func try(ctx context.Context, s *doctor.System, record string, t *talk, looked []doctor.Finding) error {
	if record == "" {
		s.Try(ctx, t.hands(ctx), looked)
		return nil
	}
	r, err := doctor.NewRecorder(record, time.Now)
	if err != nil {
		return err
	}
	s.Host = r.Host(s.Host)
	s.Try(ctx, t.hands(ctx), looked)
	return r.Close()
}

// conclude prints the findings as JSON, or the verdict as text. It returns an error if the
// verdict is bad.
func (c *call) conclude(s *doctor.System, asJSON bool, findings []doctor.Finding) (err error) {
	verdict, well := doctor.Verdict(findings, s.Words), doctor.Well(findings)
	switch {
	case asJSON:
		err = doctor.WriteJSON(c.out, findings)
	case well:
		_, err = fmt.Fprintln(c.out, verdict)
	}
	if err == nil && !well {
		err = errors.New(verdict)
	}
	return err
}

// paceOf returns the durations of writes, as stored by the daemon in a state folder.
func paceOf(folder string) (doctor.Pace, error) {
	p, err := store.PaceOf(folder)
	return doctor.Pace(p), err
}

// chipOf returns the name of the display chip stored in a state folder.
func chipOf(folder string) (string, error) { return store.SettingOf(folder, companion.ChipKey) }
