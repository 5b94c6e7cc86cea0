package tablepanel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion/people"
)

// table is a panel that runs, its microcontroller, and what passed between them.
type table struct {
	dev   *Dev
	far   net.Conn
	heard chan string // lines that the microcontroller heard
	told  []Report
	ended chan error
}

// lay starts a panel at one end of a pipe. Inside a bubble only.
func lay(t *testing.T, ctx context.Context) *table {
	t.Helper()
	near, far := net.Pipe()
	d, err := New(near, DefaultOpts())
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{dev: d, far: far, heard: make(chan string, 100), ended: make(chan error, 1)}
	go func() {
		for lines := bufio.NewScanner(far); lines.Scan(); {
			tb.heard <- lines.Text()
		}
	}()
	tb.run(ctx)
	return tb
}

func (tb *table) run(ctx context.Context) {
	go func() { tb.ended <- tb.dev.Run(ctx, func(r Report) { tb.told = append(tb.told, r) }) }()
	synctest.Wait()
}

// says has the microcontroller say a line.
func (tb *table) says(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(tb.far, line); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}

// hears returns what the microcontroller has heard since the last time.
func (tb *table) hears() string {
	synctest.Wait()
	var lines []string
	for len(tb.heard) > 0 {
		lines = append(lines, <-tb.heard)
	}
	return strings.Join(lines, ", ")
}

// leave halts the panel and takes its line away.
func (tb *table) leave(t *testing.T) {
	t.Helper()
	if err := tb.dev.Halt(); err != nil {
		t.Errorf("Halt: %v", err)
	}
	if err := <-tb.ended; err != nil {
		t.Errorf("Run: %v", err)
	}
	_ = tb.far.Close()
}

func TestASessionGoesAsThePackageCommentTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := lay(t, t.Context())
		turn := func(seat int) func() error { return func() error { return tb.dev.Turn(seat) } }
		lamp := func(seat int, l Lamp) func() error { return func() error { return tb.dev.Lamp(seat, l) } }
		second := func() error { time.Sleep(time.Second); return nil }
		for i, step := range []struct {
			do    func() error // the companion does
			says  string       // the panel says
			heard string       // the panel hears
		}{
			{nil, "", "?"},
			{second, "", "?"},
			{nil, "HELLO rim 1.2\n", "X, T 0"},
			{turn(2), "", "T 2"},
			{lamp(2, Blink), "", "L 2 blink"},
			{nil, "K 2 down\n", ""},
			{nil, "K 2 up\n", ""},
			{lamp(2, On), "", "L 2 on"},
			{func() error { return tb.dev.Motor("roll") }, "", "M roll"},
			{nil, "M roll done\n", ""},
			{nil, "D 1 red\n", ""},
			{nil, "D 2 white\r\n", ""},
			{lamp(2, Off), "", "L 2 off"},
			{turn(3), "", "T 3"},
			{lamp(3, On), "", "L 3 on"},
			{second, "", ""},
			{nil, "K 3 d%wn\n", ""},
			{nil, "HELLO rim 1.2\n", "X, T 3, L 3 on"},
			{tb.dev.Halt, "", "X"},
		} {
			if step.do != nil {
				if err := step.do(); err != nil {
					t.Fatalf("step %d: %v", i, err)
				}
			}
			if step.says != "" {
				tb.says(t, step.says)
			}
			if got := tb.hears(); got != step.heard {
				t.Fatalf("step %d: the panel heard %q, want %q", i, got, step.heard)
			}
		}
		tb.leave(t)
		want := []Report{
			Hello{"rim", "1.2"},
			Key{2, true},
			Key{2, false},
			Motor{"roll", true},
			Die{1, "red"},
			Die{2, "white"},
			Hello{"rim", "1.2"},
		}
		if !slices.Equal(tb.told, want) || tb.dev.Junk() != 1 {
			t.Errorf("the companion was told %v and %d lines of junk, want %v and 1", tb.told, tb.dev.Junk(), want)
		}
	})
}

func TestJunkOnTheLineIsCountedAndHurtsNobody(t *testing.T) {
	long := strings.Repeat("D 1 red ", 1000)
	for _, tt := range []struct {
		sent string
		told int
		junk int
	}{
		{"\n\r\n\n", 0, 0},
		{"D 1 red", 0, 0},
		{"\x00\xffD 1 red\nD 1 red\n", 1, 1},
		{"D 1 red\x00\nD 1 red\n", 1, 1},
		{long + "\nD 1 red\n", 1, 1},
		{long + "\r\nD 1 red\r\n", 1, 1},
		{"D 1 \rred\nD 1 red\r\r\n", 0, 2},
		{"D 1 red\rD 1 red\n", 0, 1},
		{strings.Repeat("\xff\n", 1000) + "K 1 up\n", 1, 1000},
	} {
		synctest.Test(t, func(t *testing.T) {
			tb := lay(t, t.Context())
			tb.says(t, tt.sent)
			if len(tb.told) != tt.told || tb.dev.Junk() != tt.junk {
				t.Errorf("%.40q: told %v, %d of junk, want %d and %d", tt.sent, tb.told, tb.dev.Junk(), tt.told, tt.junk)
			}
			tb.leave(t)
		})
	}
}

func TestAPanelThatComesBackIsAskedAnewAndToldAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("unplugged")
		p := &unsteady{wrote: gone, read: []any{gone}}
		d, err := New(p, DefaultOpts())
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Turn(4); !errors.Is(err, gone) || err.Error() != `tablepanel: send "T 4": unplugged` {
			t.Errorf("Turn: %v", err)
		}
		if err := d.Lamp(99, Blink); !errors.Is(err, gone) {
			t.Errorf("Lamp: %v", err)
		}
		if err := d.Run(t.Context(), nil); !errors.Is(err, gone) || err.Error() != "tablepanel: receive: unplugged" {
			t.Errorf("Run: %v", err)
		}
		p.wrote, p.text = nil, ""
		p.read = []any{"K 1 do", gone}
		if err := d.Run(t.Context(), nil); !errors.Is(err, gone) {
			t.Errorf("Run: %v", err)
		}
		told := 0
		p.read = []any{"wn\nHEL", os.ErrDeadlineExceeded, "LO rim 2\n", gone}
		if err := d.Run(t.Context(), func(Report) { told++ }); !errors.Is(err, gone) {
			t.Errorf("Run: %v", err)
		}
		if want := "?\n?\nX\nT 4\nL 99 blink\n"; p.text != want || told != 1 || d.Junk() != 1 {
			t.Errorf("said %q, told %d, junk %d, want %q, 1, 1", p.text, told, d.Junk(), want)
		}
	})
}

// unsteady is a line that gives texts and errors in turn.
type unsteady struct {
	read     []any
	wrote    error
	deadline error
	text     string
}

func (u *unsteady) Read(b []byte) (int, error) {
	next := u.read[0]
	u.read = u.read[1:]
	if err, ok := next.(error); ok {
		return 0, err
	}
	return copy(b, next.(string)), nil
}

func (u *unsteady) Write(b []byte) (int, error) {
	if u.wrote != nil {
		return 0, u.wrote
	}
	u.text += string(b)
	return len(b), nil
}

func (u *unsteady) SetReadDeadline(time.Time) error { return u.deadline }
func (u *unsteady) String() string                  { return "unsteady" }

func TestTheEndOfTheContextEndsARunNotThePanel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for range 2 {
			ctx, cancel := context.WithCancel(t.Context())
			tb := lay(t, ctx)
			cancel()
			if err := <-tb.ended; err != nil {
				t.Errorf("Run: %v", err)
			}
			if got := tb.hears(); got != "?" {
				t.Errorf("the panel heard %q", got)
			}
			tb.run(t.Context())
			tb.says(t, "HELLO rim 1\n")
			if got := tb.hears(); got != "?, X, T 0" {
				t.Errorf("the panel heard %q", got)
			}
			tb.leave(t)
		}
	})
}

func TestAfterHaltNothingIsSaid(t *testing.T) {
	p := &unsteady{}
	d, err := New(p, DefaultOpts())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := d.Halt(); err != nil {
			t.Error(err)
		}
	}
	for _, err := range []error{d.Turn(1), d.Lamp(1, On), d.State(1, Active), d.Colour(1, Red), d.Motor("roll")} {
		if !errors.Is(err, ErrHalted) {
			t.Errorf("after Halt: %v", err)
		}
	}
	if err := d.Run(t.Context(), nil); err != nil || p.text != "X\n" {
		t.Errorf("Run after Halt: %v; said %q", err, p.text)
	}
}

func TestWhatThePanelCantShowIsRefused(t *testing.T) {
	p := &unsteady{deadline: os.ErrNoDeadline, wrote: io.ErrClosedPipe}
	d, err := New(p, DefaultOpts())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		d.Turn(-1), d.Turn(100), d.Lamp(0, On), d.Lamp(100, On), d.Lamp(1, 3),
		d.State(0, Active), d.State(100, Active), d.State(1, Gone+1),
		d.Colour(0, Red), d.Colour(100, Red), d.Colour(1, Indigo+1),
		d.Motor(""), d.Motor("roll\nX"), d.Motor("roll 2"), d.Motor("ролл"), d.Motor("12345678901234567"),
	} {
		if err == nil || errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "tablepanel: ") {
			t.Errorf("refused with %v", err)
		}
	}
	if err := d.Run(t.Context(), nil); !errors.Is(err, os.ErrNoDeadline) {
		t.Errorf("Run: %v", err)
	}
	if err := d.Halt(); !errors.Is(err, os.ErrNoDeadline) || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Halt: %v", err)
	}
	if d, err := New(p, Opts{}); d != nil || err == nil {
		t.Errorf("New without patience: %v, %v", d, err)
	}
	if got := fmt.Sprint(d); got != "tablepanel{unsteady}" {
		t.Error(got)
	}
}

func TestColoursAreThoseOfPlayers(t *testing.T) {
	if n := len(people.Colours); n != int(Indigo) {
		t.Fatalf("%d colours of players, want %d", n, Indigo)
	}
	for i, c := range people.Colours {
		if got := Colour(i + 1).String(); got != c.Key {
			t.Errorf("colour %d is %s, and that of players is %s", i+1, got, c.Key)
		}
	}
}
