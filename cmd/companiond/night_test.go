package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/companiontest"
)

var update = flag.Bool("update", false, "rewrite the scripts and answers of the nights")

// nights are whole games by keys alone, chance answered by the table, so that
// they are the same every time. Each is written down once, as the lines that a
// person would type, by walking the menus here.
var nights = map[string]func(*recorder){
	"mice": func(r *recorder) {
		r.setUp("Лови мышей!", "Кубики")
		r.wander(r.over)
	},
	"mazaitsy": func(r *recorder) {
		r.Choose("Игры", "Мазайцы", "Игроков", "3", "Первым", "Игрок 1", "Мазая прячет", "Сама стопка", "Начать")
		r.Press("ok")
		r.Choose("Играть")
		r.wander(r.over)
	},
	"score": func(r *recorder) {
		r.Choose("Счёт", "Игроков", "3", "Раунды", "Число")
		r.number(2) // up from 1
		r.Choose("Начать")
		r.Press("ok")
		r.Choose("Играть")
		for _, points := range []int{12, -5, 30, 0, 8, 7, 25, 25, 1} {
			r.Press("ok")
			r.number(points)
		}
	},
}

// recorder walks the menus and writes down the keys.
type recorder struct {
	*companiontest.Table
	t    *testing.T
	keys []string
	x    uint64
}

// Press presses and writes down.
func (r *recorder) Press(names ...string) {
	r.keys = append(r.keys, names...)
	r.Table.Press(names...)
}

// Choose moves to an item that begins with each text, and takes it.
func (r *recorder) Choose(texts ...string) {
	r.t.Helper()
	for _, text := range texts {
		for range 60 {
			if strings.HasPrefix(r.Cursor(), text) {
				break
			}
			r.Press("down")
		}
		if !strings.HasPrefix(r.Cursor(), text) {
			r.t.Fatalf("no item %q on\n%s", text, r.Screen())
		}
		r.Press("ok")
	}
}

// setUp leads from the first start into a match of the default table, seat 1
// first, the items of switched pressed once.
func (r *recorder) setUp(game string, switched ...string) {
	r.Choose("Игры", game, "Первым", "Игрок 1")
	r.Choose(switched...)
	r.Choose("Начать")
	r.Press("ok")
	r.Choose("Играть")
}

// number enters a number, tens first.
func (r *recorder) number(n int) {
	for _, step := range []int{10, 1} {
		for range n / step {
			r.Press("up")
		}
		for range -n / step {
			r.Press("down")
		}
		r.Press("ok")
		n %= step
	}
}

// over reports whether the match has ended.
func (r *recorder) over() bool { return r.Model.Match().State().Standing().Over }

// wander takes items at random until done, but never lets the device answer.
func (r *recorder) wander(done func() bool) {
	for i := 0; !done(); i++ {
		r.x = r.x*6364136223846793005 + 1442695040888963407
		for range (r.x >> 60) % 4 {
			r.Press("down")
		}
		for n := 0; n < 30 && (r.Cursor() == "" || strings.HasPrefix(r.Cursor(), "Бросит прибор")); n++ {
			r.Press("up")
		}
		r.Press("ok")
		if i > 3000 {
			r.t.Fatalf("no end on\n%s", r.Screen())
		}
	}
}

// script is a night as lines of standard input.
func script(t *testing.T, name string, walk func(*recorder)) string {
	file := filepath.Join("testdata", "nights", name+".in")
	if *update {
		r := &recorder{Table: companiontest.New(t, catalogue.Games()...), t: t, x: 7}
		r.Press("ok") // Русский
		walk(r)
		var b strings.Builder
		for _, k := range r.keys {
			line := "press " + k
			if k == "hold" {
				line = "hold back"
			}
			b.WriteString(line + "\n")
		}
		write(t, file, b.String()+"screen\nlamps\n")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
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
	s := environment{in: strings.NewReader(lines + "quit\n"), out: &out, err: &log, env: func(string) string { return "" }}
	if err := run(t.Context(), []string{"-panel", "sim", "-state", state, "-listen", "127.0.0.1:0"}, s); err != nil {
		t.Fatalf("the daemon ended with %v\n%s", err, log.String())
	}
	return out.String()
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

func TestWholeNightsArePlayedByKeysToTheFinalScore(t *testing.T) {
	for name, walk := range nights {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			got := daemonOn(t, state, script(t, name, walk))
			file := filepath.Join("testdata", "nights", name+".out")
			if *update {
				write(t, file, got)
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the answers differ from %s; the last screen is\n%s", file, tail(got))
			}
			if !finished(t, state) {
				t.Error("the match is not at its final score")
			}
			if again := daemonOn(t, state, "screen\nlamps\n"); !strings.HasSuffix(got, again) {
				t.Errorf("started again, the panel shows\n%s\nbefore it showed\n%s", again, tail(got))
			}
		})
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
	disk, closed, err := openDisk(state, nil)
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
