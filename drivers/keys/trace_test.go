package keys

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// trace is a file of testdata; its README says how they are written.
type trace struct {
	opts Opts
	wire *wire
	end  time.Duration
	want []wanted
}

type wanted struct {
	from, to time.Duration
	what     string
}

func TestEveryTraceGivesExactlyItsEvents(t *testing.T) {
	files, err := filepath.Glob("testdata/*.trace")
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".trace"), func(t *testing.T) {
			tr := readTrace(t, file)
			compare(t, play(t, tr.opts, tr.wire, tr.end), tr.want)
		})
	}
}

func compare(t *testing.T, got []event, want []wanted) {
	t.Helper()
	for i, e := range got {
		switch {
		case i >= len(want):
			t.Errorf("%v %s, want nothing more", e.at, e.what)
		case e.what != want[i].what || e.at < want[i].from || e.at > want[i].to:
			t.Errorf("%v %s, want %s between %v and %v", e.at, e.what, want[i].what, want[i].from, want[i].to)
		}
	}
	for _, w := range want[min(len(got), len(want)):] {
		t.Errorf("nothing, want %s between %v and %v", w.what, w.from, w.to)
	}
}

func readTrace(t *testing.T, file string) trace {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tr := trace{wire: &wire{}}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := tr.add(strings.Fields(line)); err != nil {
			t.Fatalf("%s:%d: %v", file, i+1, err)
		}
	}
	if tr.end == 0 || tr.opts.Keys == nil {
		t.Fatalf("%s: no end, or no keys", file)
	}
	return tr
}

func (tr *trace) add(words []string) error {
	switch words[0] {
	case "wire":
		tr.opts = named(words[1:])
		return nil
	case "want":
		return tr.addWant(words[1:])
	}
	at, err := micros(words[0])
	if err != nil {
		return err
	}
	switch strings.Join(words[1:], " ") {
	case "end":
		tr.end = at
		return nil
	case "gone":
		tr.wire.plan = append(tr.wire.plan, instant{at: at, gone: true})
		return nil
	}
	return tr.addLevels(at, words[1:])
}

func (tr *trace) addLevels(at time.Duration, words []string) error {
	if len(words[0]) != len(tr.opts.Lines()) {
		return fmt.Errorf("%d levels for %d lines", len(words[0]), len(tr.opts.Lines()))
	}
	digits := []byte(words[0])
	slices.Reverse(digits)
	levels, err := strconv.ParseUint(string(digits), 2, 64)
	if err != nil {
		return err
	}
	lost := len(words) > 1 && words[1] == "lost"
	tr.wire.plan = append(tr.wire.plan, instant{at: at, levels: levels, lost: lost})
	return nil
}

func (tr *trace) addWant(words []string) error {
	from, err := micros(words[0])
	if err != nil {
		return err
	}
	to, err := micros(words[1])
	tr.want = append(tr.want, wanted{from, to, strings.Join(words[2:], " ")})
	return err
}

func micros(word string) (time.Duration, error) {
	n, err := strconv.Atoi(word)
	return time.Duration(n) * time.Microsecond, err
}

// named is DefaultOpts with other keys; A and B are an encoder's lines.
func named(names []string) Opts {
	o := DefaultOpts()
	o.Keys = nil
	for i, name := range names {
		switch name {
		case "A":
			o.Encoder = DefaultEncoder("A", "B")
		case "B":
		default:
			o.Keys = append(o.Keys, Key{Name: name, Line: fmt.Sprintf("GPIO%d", i)})
		}
	}
	return o
}
