package fakepi

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Key is a push button: the GPIO line that it pulls to ground.
type Key int

// The four keys of the default wiring.
const (
	Back Key = 5
	Up   Key = 6
	Down Key = 13
	OK   Key = 19
)

// Renamed is the line of ok in another config: kernels have several names for it.
const Renamed Key = 4

// otherKey is that config.
const otherKey = "otherkey.toml"

// Keys are the four by their names.
var Keys = map[string]Key{"back": Back, "up": Up, "down": Down, "ok": OK}

// How a finger and a contact behave. A finger lets go when it sees what it did.
const (
	hold    = 200 * time.Millisecond // at most; less than what repeats a key
	linger  = 20 * time.Millisecond  // after something was seen
	pause   = 100 * time.Millisecond // before the next press
	bounces = 5                      // at most, each way
	bounce  = 900 * time.Microsecond // at most, each level
)

// Press presses a key for a short time. Both edges bounce, as r has it.
func (m *Machine) Press(r *rand.Rand, key Key) {
	m.t.Helper()
	line := fmt.Sprintf("pull %d %s seen %v %v %s %v", key, edge(r, "low", "high"), hold, linger, edge(r, "high", "low"), pause)
	_, end, err := m.Tell(line)
	late, wrong := time.ParseDuration(end)
	if err := errors.Join(err, wrong); err != nil {
		m.t.Fatalf("%s: %v", line, err)
	}
	m.Late = max(m.Late, late)
}

// PressUntil presses a key until something is as it should be.
func (m *Machine) PressUntil(r *rand.Rand, key Key, done func() bool) {
	m.t.Helper()
	for range 200 {
		if done() {
			return
		}
		m.Press(r, key)
		m.Settle()
	}
	m.t.Fatalf("after 200 presses one sees\n%s%s%s", m.Panel(), m.Lamps(), m.Console())
}

// IntoAMatch presses ok until there is one.
func (m *Machine) IntoAMatch(r *rand.Rand) {
	m.t.Helper()
	m.PressUntil(r, OK, func() bool { return m.Match().Seq > 0 })
}

// edge is a change of level that bounces.
func edge(r *rand.Rand, to, from string) string {
	var b strings.Builder
	for range r.IntN(bounces + 1) {
		fmt.Fprintf(&b, "%s %v %s %v ", to, brief(r), from, brief(r))
	}
	return b.String() + to
}

func brief(r *rand.Rand) time.Duration { return time.Duration(r.Int64N(int64(bounce))) }

// Settle waits until nothing has gone over a bus for a while: what a press brought
// about is drawn.
func (m *Machine) Settle() {
	m.t.Helper()
	m.Do("settle 60ms 5s")
}

// Panel is what a person sees on the display: 32 lines of 128 characters.
func (m *Machine) Panel() string {
	m.t.Helper()
	return m.Do("panel")
}

// Lamps is what a person sees on the matrix: 8 lines of "#" and ".".
func (m *Machine) Lamps() string {
	m.t.Helper()
	return m.Do("lamps")
}

// Get asks the daemon's page. Anything but the status wanted fails the test.
func (m *Machine) Get(path string, want int) string {
	m.t.Helper()
	text, end, err := m.Tell("get " + path)
	if err != nil || end != strconv.Itoa(want) {
		m.t.Fatalf("get %s: %s %v, want %d\n%s", path, end, err, want, text)
	}
	return text
}

// Meant is what the daemon means to be seen, as Panel and Lamps would have it: a
// lamp of any colour is lit.
func (m *Machine) Meant() (panel, lamps string) {
	m.t.Helper()
	lines := strings.SplitAfter(m.Get("/api/panel.txt", 200), "\n")
	if len(lines) < panelRows+1+lampRows {
		m.t.Fatalf("panel.txt has %d lines", len(lines))
	}
	return strings.Join(lines[:panelRows], ""), strings.Map(mono, strings.Join(lines[panelRows+1:][:lampRows], ""))
}

// Lines of text that the display and the matrix are.
const panelRows, lampRows = 32, 8

// mono makes a lamp of any colour "#".
func mono(lamp rune) rune {
	if lamp == '.' || lamp == '\n' {
		return lamp
	}
	return '#'
}

// Agrees waits until display and matrix show what the daemon means, something at all and
// not that it still reads what it has kept, and fails the test if they don't within the
// time that it may take a part to come back: the daemon's longest pause between two tries
// is 30 s.
func (m *Machine) Agrees() (panel, lamps string) {
	m.t.Helper()
	const most = 35 * time.Second
	for end := time.Now().Add(most); ; m.Settle() {
		panel, lamps = m.Panel(), m.Lamps()
		wantPanel, wantLamps := m.Meant()
		switch {
		case panel == wantPanel && lamps == wantLamps && strings.Trim(panel, " \n") != "" && !m.starting(panel, lamps):
			return panel, lamps
		case time.Now().After(end):
			m.t.Fatalf("after %v one sees\n%s%swhat is meant is\n%s%s", most, panel, lamps, wantPanel, wantLamps)
		}
	}
}

// starting reports whether the display asks for patience, as it does until the database is
// read: on a busy machine that takes longer than a display stands still in between.
func (m *Machine) starting(panel, lamps string) bool {
	m.t.Helper()
	seen := inGallery(panel, lamps)
	return seen == golden(m.t, "ru", "starting") || seen == golden(m.t, "en", "starting")
}

// golden is a picture of the gallery that the daemon's own tests draw: whether it
// is bright, the display, the lamps.
func golden(t testing.TB, lang, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "companion", "testdata", "gallery-"+lang+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut("\n"+string(text), "\n= "+name+"\n")
	if !ok {
		t.Fatalf("the gallery has no picture %q", name)
	}
	picture, _, _ := strings.Cut(rest, "\n\n= ")
	return picture + "\n"
}

// picture is what display and matrix show now, as the gallery has it.
func (m *Machine) picture() string {
	m.t.Helper()
	return inGallery(m.Panel(), m.Lamps())
}

// inGallery is what display and matrix show, as the gallery has it: without the blanks at
// the ends of lines and the lines without anything at the end.
func inGallery(panel, lamps string) string {
	var b strings.Builder
	for line := range strings.Lines(panel) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return "bright\n" + strings.TrimRight(b.String(), "\n") + "\n" + lamps
}

// Start starts the daemon and waits until it has drawn its first screen.
func (m *Machine) Start() {
	m.t.Helper()
	m.Launch("start")
	m.Agrees()
}

// Launch starts the daemon as its unit does, by a command of the machine's: "start",
// or "careless" for one whose syncs do nothing.
func (m *Machine) Launch(how string) {
	m.t.Helper()
	flags, err := unitFlags()
	if err != nil {
		m.t.Fatal(err)
	}
	m.Do(how + " " + flags)
}

// Record is the record of the match on the panel, a fact an item; none before
// there is one.
func (m *Machine) Record() []string {
	m.t.Helper()
	return slices.Collect(strings.Lines(m.ofMatch("/api/record")))
}

// Match is what the page tells of the match on the panel.
type Match struct {
	Seq, Turn int
	Over      bool
	Legal     []string
	Text      string // all of it, as JSON
}

// Match is the match on the panel, zero before there is one.
func (m *Machine) Match() (now Match) {
	m.t.Helper()
	if now.Text = m.ofMatch("/api/match"); now.Text == "" {
		return now
	}
	if err := json.Unmarshal([]byte(now.Text), &now); err != nil {
		m.t.Fatal(err)
	}
	return now
}

// ofMatch gets a page of the match, which is empty before there is one.
func (m *Machine) ofMatch(path string) string {
	m.t.Helper()
	text, end, err := m.Tell("get " + path)
	switch {
	case err == nil && end == "404":
		return ""
	case err != nil || end != "200":
		m.t.Fatalf("get %s: %s %v\n%s", path, end, err, text)
	}
	return text
}
