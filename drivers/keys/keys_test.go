package keys

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
)

func TestOptsThatCannotWorkAreRefused(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(*Opts)
		want  string
	}{
		{"nobody hears", func(o *Opts) { o.Edge = nil }, "no Edge"},
		{"no keys", func(o *Opts) { o.Keys = nil }, "neither a key nor an encoder"},
		{"too many lines", func(o *Opts) { o.Keys = make([]Key, 65) }, "65 lines: want at most 64"},
		{"a key twice", func(o *Opts) { o.Keys[3].Name = "up" }, "key up twice"},
		{"a line twice", func(o *Opts) { o.Keys[3].Line = "GPIO5" }, "line GPIO5 twice"},
		{"a line of the encoder twice", func(o *Opts) { o.Encoder = DefaultEncoder("GPIO5", "GPIO7") }, "line GPIO5 twice"},
		{"half an encoder", func(o *Opts) { o.Encoder = DefaultEncoder("GPIO7", "") }, "a line without a name"},
		{"a key without a name", func(o *Opts) { o.Keys[0].Name = "" }, "a key without a name"},
		{"debounce", func(o *Opts) { o.Debounce = 999 * time.Microsecond }, "debounce 999µs: want at least 1ms"},
		{"release", func(o *Opts) { o.Release = 3 * time.Millisecond }, "release 3ms: want at least the debounce of 4ms"},
		{"longest", func(o *Opts) { o.Longest = o.Release }, "longest press 25ms: want more than the release of 25ms"},
		{"pull-down", func(o *Opts) { o.Pull = gpio.PullDown }, "a pull-down would hold every active-low key"},
		{"pull-up", func(o *Opts) { o.ActiveLow = false }, "a pull-up would hold every active-high key"},
		{"no direction", func(o *Opts) { o.Encoder = Encoder{A: "GPIO7", B: "GPIO8", Detent: 4} }, "a key for each direction"},
		{"detent", func(o *Opts) {
			o.Encoder = DefaultEncoder("GPIO7", "GPIO8")
			o.Encoder.Detent = 3
		}, "3 quarter steps per detent"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := DefaultOpts()
			o.Edge = func(string, bool) {}
			if _, err := New(o, nil); err != nil {
				t.Fatalf("unspoilt: %v", err)
			}
			tt.spoil(&o)
			_, err := New(o, nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want … %s …", err, tt.want)
			}
		})
	}
}

func TestStringNamesKeysAndLines(t *testing.T) {
	o := DefaultOpts()
	o.Edge = func(string, bool) {}
	o.Encoder = DefaultEncoder("GPIO7", "GPIO8")
	d, err := New(o, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "keys{back=GPIO5 up=GPIO6 down=GPIO13 ok=GPIO19 up/down=GPIO7/GPIO8}"
	if d.String() != want {
		t.Errorf("got %s, want %s", d, want)
	}
}

// ok is DefaultOpts with the key ok alone.
func ok() Opts {
	o := DefaultOpts()
	o.Keys = o.Keys[3:]
	return o
}

// pressed is one press of 100 ms after 10 ms, on line 0.
func onePress() []instant {
	const ms = time.Millisecond
	return []instant{{levels: 1}, {at: 10 * ms}, {at: 110 * ms, levels: 1}}
}

func TestAnActiveHighKeyIsPressedByAHighLevel(t *testing.T) {
	o := ok()
	o.ActiveLow, o.Pull = false, gpio.PullDown
	plan := onePress()
	for i := range plan {
		plan[i].levels ^= 1
	}
	const ms = time.Millisecond
	compare(t, play(t, o, &wire{plan: plan}, time.Second), []wanted{{14 * ms, 15 * ms, "ok down"}, {135 * ms, 136 * ms, "ok up"}})
}

func TestTheEncoderDoesNotLetGoOfAKeyThatIsHeld(t *testing.T) {
	const ms = time.Millisecond
	o := named([]string{"down", "A", "B"})
	plan := []instant{{levels: 0b111}, {at: 10 * ms, levels: 0b110}}
	for i, quarter := range []uint64{1, 2, 3, 0} {
		plan = append(plan, instant{at: time.Duration(50+5*i) * ms, levels: circle[quarter] << 1})
	}
	plan = append(plan, instant{at: 100 * ms, levels: 0b111})
	compare(t, play(t, o, &wire{plan: plan}, time.Second), []wanted{{14 * ms, 15 * ms, "down down"}, {125 * ms, 126 * ms, "down up"}})
}

func TestStuckNamesTheKeysThatAreClosedAndNotHeard(t *testing.T) {
	o := DefaultOpts()
	o.Longest = time.Second
	plan := []instant{
		{levels: 0b1110}, // back is held from the start
		{at: 100 * time.Millisecond, levels: 0b1010},
		{at: 3 * time.Second, levels: 0b1011},
		{at: 4 * time.Second, levels: 0b1111},
	}
	var d *Dev
	seen := map[time.Duration]string{}
	synctest.Test(t, func(t *testing.T) {
		w := &wire{plan: plan, start: time.Now()}
		d = listening(t, o, w, func(string, ...any) {})
		done := make(chan error)
		go func() { done <- d.Run(t.Context()) }()
		for _, at := range []time.Duration{50 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second, 3500 * time.Millisecond, 5 * time.Second} {
			time.Sleep(at - w.now())
			seen[at] = strings.Join(d.Stuck(), " ")
		}
		if err := d.Halt(); err != nil {
			t.Error(err)
		}
		<-done
	})
	for at, want := range map[time.Duration]string{
		50 * time.Millisecond:   "back",
		500 * time.Millisecond:  "back",
		2 * time.Second:         "back down",
		3500 * time.Millisecond: "down",
		5 * time.Second:         "",
	} {
		if seen[at] != want {
			t.Errorf("after %v: %q, want %q", at, seen[at], want)
		}
	}
}

func TestHaltEndsRunAndReleasesWhatIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		w := &wire{plan: onePress()[:2], start: time.Now()}
		d := listening(t, ok(), w, func(format string, args ...any) { told = append(told, args[1].(string)) })
		done := make(chan error, 1)
		go func() { done <- d.Run(t.Context()) }()
		time.Sleep(time.Second)
		if err := d.Run(t.Context()); !errors.Is(err, ErrRunning) {
			t.Errorf("a second Run: %v, want %v", err, ErrRunning)
		}
		before := time.Now()
		if err := d.Halt(); err != nil {
			t.Errorf("Halt: %v", err)
		}
		if took := time.Since(before); took > Idle || w.open != 0 {
			t.Errorf("Halt took %v and left %d requests open, want %v at most and none", took, w.open, Idle)
		}
		if err := <-done; err != nil || !slices.Equal(told, []string{"down", "up"}) {
			t.Errorf("Run: %v, told %v; want nil, down up", err, told)
		}
		if err := d.Halt(); err != nil {
			t.Errorf("Halt of keys that don't run: %v", err)
		}
	})
}

func TestAPanicInEdgeGivesTheLinesBackAndRunGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		o, w := ok(), &wire{plan: onePress(), start: time.Now()}
		o.Edge = func(key string, down bool) {
			if told = append(told, key); down {
				panic("nobody home")
			}
		}
		d, err := New(o, w.request)
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			_ = d.Run(t.Context())
		}()
		if w.open != 0 || !slices.Equal(told, []string{"ok", "ok"}) {
			t.Errorf("%d requests open, told %v; want 0, a press and its release", w.open, told)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := d.Run(ctx); err != nil {
			t.Errorf("Run again: %v", err)
		}
	})
}
