package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/config"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/match"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/companion/store/plugtest"
	"tabletop/companion/words"
	"tabletop/games"
	program "tabletop/games/script"
)

// plugged is the whole daemon at a scoreboard evening, whose plug is pulled at a
// step of a change's way: before the disk takes it, after, before it is drawn,
// after. Each answered line is acknowledged.
func plugged(p *plugtest.Plug, dir string, disk func(loop.Log) loop.Log) {
	lines, err := os.ReadFile(filepath.Join("testdata", "nights", "score.in"))
	if err != nil {
		panic(err)
	}
	in := bytes.ReplaceAll(lines, []byte("screen\nlamps\n"), nil)
	s := environment{
		in: strings.NewReader(string(in) + "quit\n"), out: answers{p}, err: io.Discard,
		env: func(string) string { return "" }, step: p.Step,
	}
	w := words.Companion(words.English)
	kept, closed, err := openDisk(dir, catalogue.Games(), w)
	if err != nil {
		panic(err)
	}
	defer closed()
	d, o := newDaemon(s, w, config.Config{}), options{panel: "sim", state: dir}
	d.simulated = true
	d.config.HTTP.Listen = "127.0.0.1:0"
	d.games = catalogue.Games() // no shelf: what it tells comes at no step of the night
	if err := d.start(context.Background(), o, disk(kept)); err != nil {
		panic(err)
	}
}

// answers acknowledges what the daemon answers.
type answers struct{ plug *plugtest.Plug }

func (a answers) Write(p []byte) (int, error) {
	a.plug.Acknowledge(strings.TrimSpace(string(p)))
	return len(p), nil
}

func honest(disk loop.Log) loop.Log { return disk }

func honestNight(p *plugtest.Plug, dir string) { plugged(p, dir, honest) }

// boastful says that a transaction is kept and keeps it only with the next.
type boastful struct {
	loop.Log
	last companion.Keep
}

func (b *boastful) Keep(ctx context.Context, k companion.Keep) error {
	owed := b.last
	b.last = k
	if owed.Ticket == 0 {
		return nil
	}
	return b.Log.Keep(ctx, owed)
}

func boastfulNight(p *plugtest.Plug, dir string) {
	plugged(p, dir, func(disk loop.Log) loop.Log { return &boastful{Log: disk} })
}

// says are the decisions of a whole night, for comparing what is left of one.
func says(t *testing.T, m match.Match) (list []string) {
	t.Helper()
	for f := range m.Facts() {
		list = append(list, string(f.Kind)+" "+f.Says)
	}
	return list
}

// left is the match that a killed daemon left on disk, zero for none.
func left(t *testing.T, dir string) (match.Match, companion.Evening) {
	t.Helper()
	known := catalogue.Games()
	known.Read = func(name, source string) (games.Rules, error) { // the daemon leaves that to a child
		return program.Compile(strings.TrimPrefix(name, games.InFile), source)
	}
	disk, closed, err := openDisk(dir, known, words.Companion(words.English))
	if err != nil {
		t.Fatal(err)
	}
	defer closed()
	e, err := disk.Load(t.Context())
	if err != nil || e.Rescue.Aside != "" {
		t.Fatalf("the database did not open: %v, set aside %q", err, e.Rescue.Aside)
	}
	if len(e.Open) == 0 {
		return match.Match{}, e
	}
	loaded, err := disk.Match(context.Background(), e.Open[0].ID)
	m := loaded.Match
	if err != nil {
		t.Fatal(err)
	}
	return m, e
}

// lacks says what is wrong with what a cut left: something acknowledged is gone,
// or more is there than one transaction beyond it.
func lacks(t *testing.T, cut plugtest.Cut, whole []string) string {
	m, _ := left(t, cut.Dir)
	have := []string{}
	if !m.IsZero() {
		have = says(t, m)
	}
	seq := 0
	for _, a := range cut.Acknowledged {
		if n, ok := strings.CutPrefix(a, "ok "); ok {
			seq, _ = strconv.Atoi(n)
		}
	}
	switch {
	case len(have) < seq:
		return "acknowledged up to seq " + strconv.Itoa(seq) + ", on disk " + strconv.Itoa(len(have))
	case len(have) > seq+1: // a scoreboard has one fact a transaction
		return "acknowledged up to seq " + strconv.Itoa(seq) + ", on disk already " + strconv.Itoa(len(have))
	case !slices.Equal(have, whole[:len(have)]):
		return "what is on disk is no beginning of the night"
	}
	return ""
}

// wholeNight is what the night comes to when nobody pulls the plug.
func wholeNight(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	daemonOn(t, dir, script(t, "score"))
	m, _ := left(t, dir)
	return says(t, m)
}

// The steps are drawn: see package plugtest for the flags that draw more of them, or all.
func TestThePlugPulledAtAnyStepLosesNothingThatWasAnswered(t *testing.T) {
	t.Parallel()
	const usual, panels = 8, 2 // steps, and those after which the panel is looked at
	cuts := plugtest.SomeSteps(t, usual, honestNight)
	whole, points := wholeNight(t), 0
	for cut := range cuts {
		if wrong := lacks(t, cut, whole); wrong != "" {
			t.Errorf("%v: %s", cut, wrong)
		}
		if points%(usual/panels) == 0 {
			sameOnThePanel(t, cut)
		}
		points++
	}
	t.Logf("pulled at %d points", points)
}

// sameOnThePanel starts the daemon on what a cut left: it must show what that folds to.
func sameOnThePanel(t *testing.T, cut plugtest.Cut) {
	t.Helper()
	m, evening := left(t, cut.Dir)
	model, err := companion.New(companion.Config{Games: catalogue.Games()})
	if err != nil {
		t.Fatal(err)
	}
	model, effects := model.Update(companion.Event{What: companion.Started{Evening: evening}})
	for _, e := range effects {
		if l, ok := e.(companion.Load); ok {
			model, _ = model.Update(companion.Event{What: companion.Loaded{ID: l.ID, Match: m}})
		}
	}
	artist, err := screen.For(catalogue.Games())
	if err != nil {
		t.Fatal(err)
	}
	want := artist.Draw(model.View()).OLED
	text := daemonOn(t, cut.Dir, "screen\n")
	got, err := pixel.Parse(strings.Join(strings.SplitAfter(text, "\n")[:32], ""))
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%v: after the cut the panel shows\n%s\nwant\n%s", cut, got.String(), want.String())
	}
}

// Each 11th step is died at until one shows it: nothing is drawn here.
func TestADaemonThatShowsBeforeItKeepsIsFoundOut(t *testing.T) {
	t.Parallel()
	cuts := plugtest.AtSteps(t, 11, boastfulNight)
	whole := wholeNight(t)
	for cut := range cuts {
		if lacks(t, cut, whole) != "" {
			return
		}
	}
	t.Error("a daemon that answers before the disk has taken anything passed")
}
