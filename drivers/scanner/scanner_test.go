package scanner

import (
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

	"pgregory.net/rapid"
)

// reading is a scanner that runs, and what it has read.
type reading struct {
	dev   *Dev
	far   net.Conn
	ended chan error
	codes []string
}

// run starts a scanner whose module is the far end of a pipe. Inside a bubble only.
func run(t *testing.T, ctx context.Context, o Opts) *reading {
	t.Helper()
	near, far := net.Pipe()
	d, err := New(near, o)
	if err != nil {
		t.Fatal(err)
	}
	r := &reading{dev: d, far: far, ended: make(chan error, 1)}
	go func() {
		r.ended <- d.Run(ctx, func(code string) {
			r.codes = append(r.codes, code)
		})
	}()
	synctest.Wait()
	return r
}

// shows has the module send text, and returns the codes read since the last time.
func (r *reading) shows(t *testing.T, text string) string {
	t.Helper()
	if _, err := io.WriteString(r.far, text); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	codes := strings.Join(r.codes, "|")
	r.codes = nil
	return codes
}

func (r *reading) halt(t *testing.T) {
	t.Helper()
	if err := r.dev.Halt(); err != nil {
		t.Error(err)
	}
	if err := <-r.ended; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestALineIsACode(t *testing.T) {
	for _, tt := range []struct {
		sent, want string
		refused    int
	}{
		{"4601234567890\r", "4601234567890", 0},
		{"4601234567890\n", "4601234567890", 0},
		{"4601234567890\r\n", "4601234567890", 0},
		{"a\rb\nc\r\nd\n\re\n", "a|b|c|d|e", 0},
		{"\r\n\r\n\n", "", 0},
		{"HARE-3\r\n", "HARE-3", 0},
		{"hare-3\r\n", "hare-3", 0},
		{"мышь красная\n", "мышь красная", 0},
		{"half", "", 0},
		{"\x02abc\x03\n", "", 1},
		{"ab\x00c\nd\n", "d", 1},
		{"\xff\xfe\nd\n", "d", 1},
		{"a\x7fb\nd\n", "d", 1},
		{"a\u0085b\nd\n", "d", 1},
		{"a\tb\nd\n", "d", 1},
		{strings.Repeat("x", 16) + "\n", strings.Repeat("x", 16), 0},
		{strings.Repeat("x", 17) + "\nd\n", "d", 1},
		{strings.Repeat("x", 10_000) + "\r\nd\n", "d", 1},
		{" a \n", " a ", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := DefaultOpts()
			o.Longest = 16
			if strings.Contains(tt.want, "мышь") {
				o.Longest = 64
			}
			r := run(t, t.Context(), o)
			if got := r.shows(t, tt.sent); got != tt.want || r.dev.Refused() != tt.refused {
				t.Errorf("%.40q is read as %q and %d refused, want %q and %d", tt.sent, got, r.dev.Refused(), tt.want, tt.refused)
			}
			r.halt(t)
		})
	}
}

func TestAnyTerminatorsKeepTheCodesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		codes := rapid.SliceOfN(rapid.StringMatching(`[A-Z0-9а-я -]{1,20}`), 1, 8).Draw(t, "codes")
		sent := ""
		for _, c := range codes {
			sent += c + rapid.SampledFrom([]string{"\r", "\n", "\r\n"}).Draw(t, "end")
		}
		l := line{longest: 64}
		var got []string
		for _, b := range []byte(sent) {
			if code, ended := l.add(b); ended {
				got = append(got, code)
			}
		}
		if !slices.Equal(got, codes) {
			t.Fatalf("%q is read as %q", sent, got)
		}
	})
}

func TestACardThatLiesThereCountsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run(t, t.Context(), DefaultOpts())
		defer r.halt(t)
		var got []string
		for _, tt := range []struct {
			after time.Duration
			code  string
		}{
			{0, "A"},
			{300 * time.Millisecond, "A"},
			{1400 * time.Millisecond, "A"},
			{1499 * time.Millisecond, "A"},
			{1500 * time.Millisecond, "A"}, // was away: laid down again
			{300 * time.Millisecond, "B"},
			{0, "A"}, // another came between
		} {
			time.Sleep(tt.after)
			got = append(got, r.shows(t, tt.code+"\r\n"))
		}
		want := []string{"A", "", "", "", "A", "B", "A"}
		if !slices.Equal(got, want) {
			t.Errorf("read %q, want %q", got, want)
		}
	})
}

func TestHalfACodeIsNeverTakenForACode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run(t, t.Context(), DefaultOpts())
		defer r.halt(t)
		got := r.shows(t, "46012")
		time.Sleep(501 * time.Millisecond)
		got += r.shows(t, "HARE-3\r\n")
		if got != "HARE-3" || r.dev.Refused() != 1 {
			t.Errorf("read %q, %d refused", got, r.dev.Refused())
		}
		r.shows(t, "46")
		time.Sleep(500 * time.Millisecond)
		if got := r.shows(t, "01\n"); got != "4601" || r.dev.Refused() != 1 {
			t.Errorf("a slow line: read %q, %d refused", got, r.dev.Refused())
		}
	})
}

func TestALostLineEndsTheRunWithTheHalfCodeForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := errors.New("unplugged")
		p := &flaky{pieces: []string{"46012"}, err: lost}
		d, err := New(p, DefaultOpts())
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		each := func(code string) { codes = append(codes, code) }
		if err := d.Run(t.Context(), each); !errors.Is(err, lost) || err.Error() != "scanner: read: unplugged" {
			t.Errorf("Run: %v", err)
		}
		p.pieces = []string{"HARE-3\n"}
		if err := d.Run(t.Context(), each); !errors.Is(err, lost) {
			t.Errorf("Run: %v", err)
		}
		if !slices.Equal(codes, []string{"HARE-3"}) {
			t.Errorf("read %q", codes)
		}
	})
}

// flaky is a line that gives its pieces, then an error.
type flaky struct {
	pieces []string
	err    error
	wake   error
}

func (f *flaky) Read(b []byte) (int, error) {
	if len(f.pieces) == 0 {
		return 0, f.err
	}
	n := copy(b, f.pieces[0])
	f.pieces = f.pieces[1:]
	return n, nil
}

func (f *flaky) SetReadDeadline(time.Time) error { return f.wake }
func (f *flaky) String() string                  { return "flaky" }

func TestTheEndOfTheContextEndsARead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r := run(t, ctx, DefaultOpts())
		cancel()
		if err := <-r.ended; err != nil {
			t.Errorf("Run: %v", err)
		}
		again, stop := context.WithCancel(t.Context())
		var codes []string
		go func() { r.ended <- r.dev.Run(again, func(code string) { codes = append(codes, code) }) }()
		synctest.Wait()
		r.shows(t, "A\n")
		stop()
		if err := <-r.ended; err != nil || !slices.Equal(codes, []string{"A"}) {
			t.Errorf("the second Run: %v, read %q", err, codes)
		}
	})
}

func TestAHaltedScannerDoesNotRunAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run(t, t.Context(), DefaultOpts())
		r.halt(t)
		r.halted(t)
	})
}

func (r *reading) halted(t *testing.T) {
	t.Helper()
	if err := r.dev.Run(t.Context(), nil); err != nil {
		t.Errorf("Run after Halt: %v", err)
	}
	if err := r.dev.Halt(); err != nil {
		t.Errorf("a second Halt: %v", err)
	}
}

func TestALineThatTakesNoDeadlineIsSaid(t *testing.T) {
	d, err := New(&flaky{wake: os.ErrNoDeadline}, DefaultOpts())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Run(t.Context(), nil); !errors.Is(err, os.ErrNoDeadline) {
		t.Errorf("Run: %v", err)
	}
	if err := d.Halt(); !errors.Is(err, os.ErrNoDeadline) {
		t.Errorf("Halt: %v", err)
	}
	if got := fmt.Sprint(d); got != "scanner{flaky}" {
		t.Error(got)
	}
}

func TestOptionsThatCantWorkAreRefused(t *testing.T) {
	for _, change := range []func(*Opts){
		func(o *Opts) { o.Longest = 0 },
		func(o *Opts) { o.Gap = 0 },
		func(o *Opts) { o.Repeat = -1 },
	} {
		o := DefaultOpts()
		change(&o)
		if d, err := New(&flaky{}, o); d != nil || err == nil {
			t.Errorf("New(%+v): %v, %v", o, d, err)
		}
	}
}

func TestEachRefusedLineIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, times := DefaultOpts(), 0
		o.Refused = func() { times++ }
		r := run(t, t.Context(), o)
		defer r.halt(t)
		r.shows(t, "A\nB\x00\nC\n\n46")
		time.Sleep(501 * time.Millisecond)
		if r.shows(t, "D\n"); times != 2 || r.dev.Refused() != 2 {
			t.Errorf("reported %d times, %d refused", times, r.dev.Refused())
		}
	})
}
