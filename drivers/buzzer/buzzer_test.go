package buzzer

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
)

var errLine = errors.New("line is gone")

// line writes down when it rises and falls, and refuses the calls it is told to.
type line struct {
	gpio.PinOut
	start  time.Time
	edges  []time.Duration // since start; the line rises first
	level  gpio.Level
	calls  int
	refuse func(call int) bool // nil: none
}

func newLine() *line { return &line{PinOut: gpio.INVALID, start: time.Now()} }

func (l *line) String() string { return "GPIO26" }

func (l *line) Out(level gpio.Level) error {
	l.calls++
	if l.refuse != nil && l.refuse(l.calls) {
		return errLine
	}
	if level != l.level {
		l.level = level
		l.edges = append(l.edges, time.Since(l.start))
	}
	return nil
}

// ms turns milliseconds into durations.
func ms(n ...int) (d []time.Duration) {
	for _, n := range n {
		d = append(d, time.Duration(n)*time.Millisecond)
	}
	return d
}

func device(t *testing.T, l *line, o Opts) *Dev {
	t.Helper()
	d, err := New(l, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestEachSignalSoundsAsItsTableSays(t *testing.T) {
	for _, c := range []struct {
		name   string
		signal Signal
		edges  []time.Duration
	}{
		{"turn change", TurnChange, ms(0, 40)},
		{"time", Time, ms(0, 80, 200, 280)},
		{"alarm", Alarm, ms(0, 200, 300, 500, 600, 1000)},
		{"none", nil, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLine()
			d := device(t, l, DefaultOpts)
			must(t, d.Play(c.signal))
			time.Sleep(time.Minute)
			must(t, d.Halt())
			if !slices.Equal(l.edges, c.edges) || l.level != gpio.Low {
				t.Errorf("%s: edges %v, then %s, want %v, Low", c.name, l.edges, l.level, c.edges)
			}
		})
	}
}

func TestPlayDoesntWaitAndASignalIsNotCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		d := device(t, l, DefaultOpts)
		must(t, d.Play(Alarm))
		synctest.Wait()
		for range 10 { // more than wait
			must(t, d.Play(TurnChange))
		}
		if waited := time.Since(l.start); waited != 0 {
			t.Errorf("Play took %v", waited)
		}
		time.Sleep(time.Minute)
		must(t, d.Halt())
		want := ms(0, 200, 300, 500, 600, 1000, 1250, 1290, 1540, 1580, 1830, 1870)
		if !slices.Equal(l.edges, want) {
			t.Errorf("edges %v, want %v", l.edges, want)
		}
	})
}

func TestHaltSilencesAtOnceAndForGood(t *testing.T) {
	for _, at := range ms(0, 1, 150, 250, 999, 1100) {
		synctest.Test(t, func(t *testing.T) {
			l := newLine()
			d := device(t, l, DefaultOpts)
			must(t, d.Play(Alarm))
			must(t, d.Play(Alarm))
			time.Sleep(at)
			synctest.Wait()
			must(t, d.Halt())
			if took := time.Since(l.start); took != at || l.level != gpio.Low {
				t.Errorf("halted at %v after %v, the line is %s", at, took, l.level)
			}
			n := len(l.edges)
			must(t, d.Play(Alarm))
			time.Sleep(time.Minute)
			must(t, d.Halt())
			if len(l.edges) != n {
				t.Errorf("it sounds after Halt: edges %v", l.edges)
			}
		})
	}
}

func TestABuzzerThatSoundsOnALowLevelIsSilentOnAHighOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		d := device(t, l, Opts{ActiveLow: true})
		if l.level != gpio.High {
			t.Error("it sounds from the start")
		}
		time.Sleep(time.Second)
		must(t, d.Play(TurnChange))
		time.Sleep(time.Second)
		must(t, d.Halt())
		if want := ms(0, 1000, 1040); !slices.Equal(l.edges, want) || l.level != gpio.High {
			t.Errorf("edges %v, then %s, want %v, High", l.edges, l.level, want)
		}
	})
}

func TestALineThatRefusesIsToldOnceAndNeverLeftSounding(t *testing.T) {
	// Calls: 1 is New's, 2 to 6 are Alarm's, 7 its end.
	for call := 2; call <= 7; call++ {
		synctest.Test(t, func(t *testing.T) {
			l := newLine()
			l.refuse = func(n int) bool { return n == call }
			d := device(t, l, DefaultOpts)
			must(t, d.Play(Alarm))
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if l.level != gpio.Low {
				t.Errorf("call %d refused: it still sounds", call)
			}
			if err := d.Play(TurnChange); !errors.Is(err, errLine) {
				t.Errorf("call %d refused: got %v", call, err)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if l.level != gpio.Low || l.edges[len(l.edges)-1] != 2040*time.Millisecond {
				t.Errorf("call %d refused: edges %v, want the last at 2.04s", call, l.edges)
			}
			must(t, d.Play(nil)) // told once
			must(t, d.Halt())
		})
	}
}

func TestALineThatStaysDeadIsTriedUntilHaltAndReportedThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		l.refuse = func(n int) bool { return n >= 3 }
		d := device(t, l, DefaultOpts)
		must(t, d.Play(TurnChange))
		time.Sleep(time.Second) // 3 at 40 ms, then every 100 ms
		synctest.Wait()
		if l.calls != 12 {
			t.Errorf("%d calls, want 1, 1 and 10", l.calls)
		}
		if err := d.Halt(); !errors.Is(err, errLine) {
			t.Errorf("got %v", err)
		}
		l.refuse = nil
		must(t, d.Halt())
		if l.level != gpio.Low {
			t.Error("it sounds after Halt")
		}
	})
}

func TestALineThatCantBeSilencedIsRefused(t *testing.T) {
	l := newLine()
	l.refuse = func(int) bool { return true }
	_, err := New(l, DefaultOpts)
	if want := "buzzer: drive GPIO26 Low: line is gone"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestItNamesItsLine(t *testing.T) {
	d := device(t, newLine(), DefaultOpts)
	defer d.Halt()
	if got := d.String(); got != "buzzer{GPIO26}" {
		t.Errorf("got %s", got)
	}
}
