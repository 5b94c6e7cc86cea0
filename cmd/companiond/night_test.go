package main

import (
	"bytes"
	"context"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/waittest"
)

var (
	renew  = flag.Bool("update", false, "rewrite the scripts and answers of the nights")
	chosen = flag.String("nights", "four", "which nights are played: names with commas between, or all")
)

// chosenNights are the names of the nights that flags choose.
func chosenNights() []string {
	if *chosen == "all" || *renew {
		return slices.Sorted(maps.Keys(nights))
	}
	return strings.Split(*chosen, ",")
}

// script is a night as lines of standard input.
func script(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "nights", name+".in"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rewrite writes the script of a night anew.
func rewrite(t *testing.T, name string) {
	t.Helper()
	r := newRecorder(t)
	nights[name].walk(r)
	write(t, filepath.Join("testdata", "nights", name+".in"), r.script())
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// daemonOn runs the daemon on a state folder with lines on standard input, until
// it has answered "quit", and returns its answers.
func daemonOn(t *testing.T, state, lines string) string {
	t.Helper()
	var out, log lockedBuffer
	s := environment{in: strings.NewReader(lines + "quit\n"), out: &out, err: &log, env: func(string) string { return "" }, random: new(countedBytes)}
	if err := run(t.Context(), []string{"-panel", "sim", "-state", state, "-listen", "127.0.0.1:0"}, s); err != nil {
		t.Fatalf("the daemon ended with %v\n%s", err, log.String())
	}
	return out.String()
}

// countedBytes are the random bytes of companiontest: 31 zeros and how often they were asked.
type countedBytes byte

func (c *countedBytes) Read(p []byte) (int, error) {
	clear(p)
	*c++
	p[len(p)-1] = byte(*c)
	return len(p), nil
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// waits waits until a text was written.
func (l *lockedBuffer) waits(t testing.TB, text string) {
	t.Helper()
	waittest.Until(t, strconv.Quote(text)+" in the log", func() (any, bool) {
		log := l.String()
		return log, strings.Contains(log, text)
	})
}

func TestWholeNightsArePlayedByKeysToTheFinalScore(t *testing.T) {
	names := chosenNights()
	for _, name := range names { // before any test that runs beside this one reads them
		if nights[name].walk == nil {
			t.Fatalf("no night is called %q", name)
		}
		if *renew {
			rewrite(t, name)
		}
	}
	t.Parallel()
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			playsToTheFinalScore(t, name)
		})
	}
}

// playsToTheFinalScore plays a night, and compares its answers with those on file.
func playsToTheFinalScore(t *testing.T, name string) {
	state := t.TempDir()
	got := daemonOn(t, state, script(t, name))
	file := filepath.Join("testdata", "nights", name+".out")
	if *renew {
		write(t, file, got)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the answers differ from %s; the last screen is\n%s", file, tail(got))
	}
	if finished(t, state) == nights[name].open {
		t.Error("the match is not at its final score")
	}
	if again := daemonOn(t, state, "screen\nlamps\n"); !strings.HasSuffix(got, again) {
		t.Errorf("started again, the panel shows\n%s\nbefore it showed\n%s", again, tail(got))
	}
}

// tail is the last screen of the answers.
func tail(answers string) string {
	lines := strings.SplitAfter(answers, "\n")
	return strings.Join(lines[max(0, len(lines)-45):], "")
}

// finished reports whether the match in a state folder is over.
func finished(t *testing.T, state string) bool {
	t.Helper()
	disk, closed, err := openDisk(state, catalogue.Games(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closed()
	e, err := disk.Load(context.Background())
	if err != nil || len(e.Open) != 1 {
		t.Fatalf("%d open matches, %v", len(e.Open), err)
	}
	loaded, err := disk.Match(context.Background(), e.Open[0].ID)
	m := loaded.Match
	if err != nil {
		t.Fatal(err)
	}
	return m.State().Standing().Over
}
