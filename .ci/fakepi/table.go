package fakepi

import (
	"encoding/json"
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

// Key is a push button, given as the GPIO line that it pulls to ground.
type Key int

// The four keys of the default wiring, by their GPIO lines.
const (
	Back Key = 5
	Up   Key = 6
	Down Key = 13
	OK   Key = 19
)

// Renamed is the GPIO line of the key "ok" in the config file otherKey. Different kernels have
// different names for this line.
const Renamed Key = 4

// otherKey is the file name of the config in which the key "ok" is on the GPIO line Renamed.
const otherKey = "otherkey.toml"

// Keys maps the name of each of the four keys to the key.
var Keys = map[string]Key{"back": Back, "up": Up, "down": Down, "ok": OK}

// Timing of a simulated finger and of the key's contact. The finger releases the key when
// something changes on a bus.
const (
	hold    = 200 * time.Millisecond // maximum time of holding a key; below the key repeat time
	linger  = 20 * time.Millisecond  // time for which a key stays held after a change on a bus
	pause   = 100 * time.Millisecond // time between two presses
	bounces = 5                      // maximum number of bounces per edge
	bounce  = 900 * time.Microsecond // maximum duration of a level during bounce
)

// Press presses a key for a short time and releases it. Both edges bounce at random.
func (m *Machine) Press(r *rand.Rand, key Key) {
	m.t.Helper()
	m.Do(fmt.Sprintf("pull %d %s seen %v %v %s %v", key, edge(r, "low", "high"), hold, linger, edge(r, "high", "low"), pause))
}

// PressUntil presses a key until done returns true. It fails the test after 200 presses.
func (m *Machine) PressUntil(r *rand.Rand, key Key, done func() bool) {
	m.t.Helper()
	for range 200 {
		if done() {
			return
		}
		m.Press(r, key)
		m.Settle()
	}
	m.t.Fatalf("after 200 presses the panel shows\n%s%s%s", m.Panel(), m.Lamps(), m.Console())
}

// IntoAMatch presses ok until a match has begun.
func (m *Machine) IntoAMatch(r *rand.Rand) {
	m.t.Helper()
	m.PressUntil(r, OK, func() bool { return m.Match().Seq > 0 })
}

// edge returns a bouncing change of level, as words for the command pull.
func edge(r *rand.Rand, to, from string) string {
	var b strings.Builder
	for range r.IntN(bounces + 1) {
		fmt.Fprintf(&b, "%s %v %s %v ", to, randomBounce(r), from, randomBounce(r))
	}
	return b.String() + to
}

func randomBounce(r *rand.Rand) time.Duration { return time.Duration(r.Int64N(int64(bounce))) }

// Settle waits until the buses have been idle for 60 ms, so that the result of a press is
// drawn. It fails the test if they are still busy after 5 s.
func (m *Machine) Settle() {
	m.t.Helper()
	m.Do("settle 60ms 5s")
}

// Panel returns the visible picture of the display: 32 lines of 128 characters.
func (m *Machine) Panel() string {
	m.t.Helper()
	return m.Do("panel")
}

// Lamps returns the visible picture of the matrix: 8 lines of "#" and ".".
func (m *Machine) Lamps() string {
	m.t.Helper()
	return m.Do("lamps")
}

// Get requests a page of the daemon. It fails the test unless the status is want.
func (m *Machine) Get(path string, want int) string {
	m.t.Helper()
	text, end, err := m.Tell("get " + path)
	if err != nil || end != strconv.Itoa(want) {
		m.t.Fatalf("get %s: %s %v, want %d\n%s", path, end, err, want, text)
	}
	return text
}

// Meant returns the pictures that the daemon intends to show, in the format of Panel and Lamps.
// A lamp of any colour is "#".
func (m *Machine) Meant() (panel, lamps string) {
	m.t.Helper()
	lines := strings.SplitAfter(m.Get("/api/panel.txt", 200), "\n")
	if len(lines) < panelRows+1+lampRows {
		m.t.Fatalf("panel.txt has %d lines", len(lines))
	}
	return strings.Join(lines[:panelRows], ""), strings.Map(mono, strings.Join(lines[panelRows+1:][:lampRows], ""))
}

// panelRows and lampRows are the numbers of lines in the pictures that Panel and Lamps return.
const panelRows, lampRows = 32, 8

// mono converts the letter of a lit lamp of any colour to "#". It returns "." and newlines
// unchanged.
func mono(lamp rune) rune {
	if lamp == '.' || lamp == '\n' {
		return lamp
	}
	return '#'
}

// Agrees waits until display and matrix show the intended pictures, and returns them. It
// doesn't accept an empty display, or the notice that the daemon is reading its database. It
// fails the test after two minutes: the daemon's longest pause between two attempts to recover a
// device is 30 s, and a busy host takes several times as long as an idle one.
func (m *Machine) Agrees() (panel, lamps string) {
	m.t.Helper()
	const most = 2 * time.Minute
	for end := time.Now().Add(most); ; m.Settle() {
		panel, lamps = m.Panel(), m.Lamps()
		wantPanel, wantLamps := m.Meant()
		switch {
		case panel == wantPanel && lamps == wantLamps && strings.Trim(panel, " \n") != "" && !m.starting(panel, lamps):
			return panel, lamps
		case time.Now().After(end):
			m.t.Fatalf("after %v the panel shows\n%s%swant\n%s%s", most, panel, lamps, wantPanel, wantLamps)
		}
	}
}

// starting reports whether the display shows the notice that the daemon is reading its
// database. On a busy machine the notice stays longer than Settle waits.
func (m *Machine) starting(panel, lamps string) bool {
	m.t.Helper()
	seen := galleryFormat(panel, lamps)
	return seen == golden(m.t, "ru", "starting") || seen == golden(m.t, "en", "starting")
}

// golden returns a picture of the gallery, the file of expected pictures of the daemon's own
// tests. The picture is text: the brightness, the display, the lamps.
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

// picture returns the current pictures of display and matrix in the format of the gallery.
func (m *Machine) picture() string {
	m.t.Helper()
	return galleryFormat(m.Panel(), m.Lamps())
}

// galleryFormat converts pictures of display and matrix to the format of the gallery: without
// spaces at the ends of lines and without empty lines at the end.
func galleryFormat(panel, lamps string) string {
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

// Launch starts the daemon with the flags of its unit. how is the machine's command: "start",
// or "careless" for a daemon whose syncs do nothing.
func (m *Machine) Launch(how string) {
	m.t.Helper()
	flags, err := unitFlags()
	if err != nil {
		m.t.Fatal(err)
	}
	m.Do(how + " " + flags)
}

// Record returns the record of the match on the panel, one fact per item. It returns nil if
// there is no match.
func (m *Machine) Record() []string {
	m.t.Helper()
	return slices.Collect(strings.Lines(m.ofMatch("/api/record")))
}

// Match holds the fields of the daemon's answer to /api/match that the tests use.
type Match struct {
	Seq, Turn int
	Over      bool
	Legal     []string
	Text      string // the whole answer in JSON
}

// Match returns the match on the panel, or the zero Match if there is none.
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

// ofMatch requests a page of the daemon about the current match. It returns "" if there is no
// match.
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
