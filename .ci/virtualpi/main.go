package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "virtualpi:", err)
		os.Exit(1)
	}
}

// step is a named part of an evening.
type step struct {
	name string
	do   func(*Evening) error
}

// steps lists the steps of an evening in order. Each continues where the previous one ended.
var steps = []step{
	{"it boots, and the first picture is the gallery's", (*Evening).boots},
	{"I²C that comes after the daemon is found without a restart", (*Evening).lateBus},
	{"a phone joins the box's own Wi-Fi by the codes on the panel", (*Evening).ownNetwork},
	{"keys are lines by their number, whatever their name in the kernel", (*Evening).lineNames},
	{"scanner, table panel and printer come, go and come back", (*Evening).comeAndGo},
	{"a printer of the USB printer class prints, refuses, goes and comes back", (*Evening).onUSBPrinter},
	{"a scanner that is a keyboard is the daemon's alone, and no other keyboard is", (*Evening).keyboard},
	{"a stick is adopted, pulled out in the middle of a backup, and a new box restores from it", (*Evening).onStick},
	{"a sentence comes from the sound card, and a cut ends it at once", (*Evening).speaks},
	{"after a reboot in mid-game it is the same turn", (*Evening).reboot},
	{"an upgrade in mid-match goes unnoticed", (*Evening).upgrade},
}

// game lists the steps of an evening on a QEMU with our patch.
var game = []step{
	{"it boots, and the first picture is the gallery's", (*Evening).boots},
	{"a whole game is played by its keys, and the matrix shows the seat", (*Evening).game},
}

// cut lists the steps of an evening on a card that keeps its changes when the plug is pulled.
var cut = []step{
	{"it boots, and the first picture is the gallery's", (*Evening).boots},
	{"an update in mid-match goes on after each of three pulls of the plug", (*Evening).pulledUpdate},
}

// run plays the evening and prints the result of each step.
func run() error {
	parts := Parts{}
	flag.StringVar(&parts.QEMU, "qemu", "", "the folder of QEMU")
	flag.StringVar(&parts.Kernel, "kernel", "", "the folder of the kernel and its device tree")
	flag.StringVar(&parts.Card, "card", "", "the image of the card, which is not written to")
	flag.StringVar(&parts.Edges, "edges", "", "a QEMU with lines.patch: a whole game is played by the keys, and nothing else")
	flag.BoolVar(&parts.Written, "pulls", false, "pull the plug during an update, and nothing else; the card has a signed package for it")
	only := flag.String("only", "", "a part of the names of the steps to run, after the boot")
	gallery := flag.String("gallery", "../../companion/testdata/gallery-ru.txt", "the pictures")
	keep := flag.String("keep", "", "a folder for console and trace, kept")
	flag.Parse()
	pictures, err := os.ReadFile(*gallery)
	if err != nil {
		return err
	}
	dir, err := folder(*keep)
	if err != nil {
		return err
	}
	if *keep == "" {
		defer os.RemoveAll(dir)
	}
	chosen := steps
	switch {
	case parts.Edges != "":
		chosen = game
	case parts.Written:
		chosen = cut
	}
	chosen = named(chosen, *only)
	err = evening(parts, dir, Gallery(pictures), chosen)
	if errors.Is(err, errHung) {
		note("once more, from the beginning")
		err = evening(parts, dir, Gallery(pictures), chosen)
	}
	return err
}

// named returns the steps whose name contains a text, after the first step, which boots.
func named(all []step, text string) []step {
	chosen := all[:1:1]
	for _, s := range all[1:] {
		if strings.Contains(s.name, text) {
			chosen = append(chosen, s)
		}
	}
	return chosen
}

// evening boots a new machine and runs the chosen steps on it.
func evening(parts Parts, dir string, pictures Gallery, chosen []step) error {
	m, err := Boot(parts, dir)
	if err != nil {
		return err
	}
	e := &Evening{Machine: m, gallery: pictures, boot: func() (*Machine, error) { return Boot(parts, dir) }}
	defer func() { e.Kill() }()
	return e.play(chosen)
}

func folder(keep string) (string, error) {
	if keep == "" {
		return os.MkdirTemp("", "virtualpi")
	}
	dir, err := filepath.Abs(keep)
	return dir, first(err, os.MkdirAll(dir, 0o755))
}

// play runs the steps until one fails.
func (e *Evening) play(steps []step) error {
	for _, s := range steps {
		began := time.Now()
		err := s.do(e)
		if err == nil {
			err = e.Wire.Sound()
		}
		took := time.Since(began).Round(time.Second)
		if err != nil {
			fmt.Printf("FAIL %s (%v)\n%v\nThe console's end:\n%s\nThe daemon's log:\n%s\n", s.name, took, err, tail(e.Console(), 15), e.log())
			if errors.Is(err, errHung) {
				return fmt.Errorf("failed: %s: %w", s.name, errHung)
			}
			return fmt.Errorf("failed: %s", s.name)
		}
		fmt.Printf("ok   %s (%v)\n", s.name, took)
	}
	return nil
}
