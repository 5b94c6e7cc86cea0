package keys

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// broken are lines on which one call fails.
type broken struct {
	Lines
	call string
	err  error
}

func (b broken) Read() (uint64, error) {
	if b.call == "Read" {
		return 0, b.err
	}
	return b.Lines.Read()
}

func (b broken) WaitForEdge(timeout time.Duration) (int, error) {
	if b.call == "WaitForEdge" {
		return none, b.err
	}
	return b.Lines.WaitForEdge(timeout)
}

func (b broken) Close() error { return errors.Join(b.Lines.Close(), b.err) }

func TestWhicheverCallFailsItIsSaidOnceAndTheKeysComeBack(t *testing.T) {
	for _, call := range []string{"request", "Read", "WaitForEdge"} {
		t.Run(call, func(t *testing.T) {
			nak := errors.New("remote I/O error")
			var told []string
			var requests []time.Duration
			synctest.Test(t, func(t *testing.T) {
				w := &wire{plan: []instant{{levels: 1}}, start: time.Now()}
				o := ok()
				o.Edge = func(key string, down bool) { told = append(told, key) }
				o.Fault = func(err error) { told = append(told, fmt.Sprint(err)) }
				d, err := New(o, func() (Lines, error) {
					requests = append(requests, w.now())
					if len(requests) == 4 {
						return w.request()
					}
					if call == "request" {
						return nil, nak
					}
					lines, err := w.request()
					return broken{lines, call, nak}, err
				})
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
				defer stop()
				if err := d.Run(ctx); err != nil || w.open != 0 {
					t.Errorf("Run: %v with %d requests open, want nil and none", err, w.open)
				}
			})
			const ms = time.Millisecond
			if want := []time.Duration{0, 100 * ms, 300 * ms, 700 * ms}; !slices.Equal(requests, want) {
				t.Errorf("requests at %v, want %v", requests, want)
			}
			if len(told) != 2 || !strings.Contains(told[0], nak.Error()) || told[1] != "<nil>" {
				t.Errorf("told %q, want the error once, then nil", told)
			}
		})
	}
}

// A loose connector: the chip is there for half a second, again and again.
func TestAChipThatComesAndGoesIsSaidOnce(t *testing.T) {
	const ms = time.Millisecond
	var plan []instant
	for at := time.Duration(0); at < 20*time.Second; at += 600 * ms {
		plan = append(plan, instant{at: at, levels: 1}, instant{at: at + 500*ms, gone: true})
	}
	plan = append(plan, instant{at: 20 * time.Second, levels: 1})
	told := play(t, ok(), &wire{plan: plan}, 30*time.Second)
	compare(t, told, []wanted{
		{500 * ms, 500 * ms, "fault"},
		{21 * time.Second, 21*time.Second + lastPause + Idle, "back"},
	})
}

func TestPausesGrowUpToTheLast(t *testing.T) {
	o := outage{fault: func(error) {}}
	for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 50, 50} {
		if got := o.begin(errGone); got != want*firstPause {
			t.Errorf("pause %d: %v, want %v", i, got, want*firstPause)
		}
	}
	o.end()
	if got := o.begin(errGone); got != firstPause {
		t.Errorf("after the end: %v, want %v", got, firstPause)
	}
}

// counted counts the calls.
type counted struct {
	Lines
	reads int
}

func (c *counted) Read() (uint64, error) {
	c.reads++
	return c.Lines.Read()
}

// A line without a pull-up picks up 25 kHz; ok is pressed meanwhile.
func TestALineThatNeverRestsCostsLittleAndDelaysNoOtherKey(t *testing.T) {
	const ms = time.Millisecond
	o := ok()
	o.Keys = append(o.Keys, Key{Name: "extra", Line: "GPIO26"})
	plan := []instant{{levels: 0b11}}
	for at := 20 * time.Microsecond; at < 300*ms; at += 20 * time.Microsecond {
		levels := uint64(at/(20*time.Microsecond)%2) << 1
		if at < 100*ms || at >= 200*ms {
			levels |= 1
		}
		plan = append(plan, instant{at: at, levels: levels})
	}
	var lines *counted
	var told []event
	synctest.Test(t, func(t *testing.T) {
		w := &wire{plan: plan, start: time.Now()}
		o.Edge = func(key string, down bool) { told = append(told, event{w.now(), fmt.Sprint(key, " ", down)}) }
		d, err := New(o, func() (Lines, error) {
			l, err := w.request()
			lines = &counted{Lines: l}
			return lines, err
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 300*ms)
		defer stop()
		if err := d.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	compare(t, told, []wanted{{104 * ms, 106 * ms, "ok true"}, {225 * ms, 227 * ms, "ok false"}})
	if most := 301 * (maxEdges + 1); lines.reads > most {
		t.Errorf("%d readings in 300 ms, want %d at most", lines.reads, most)
	}
}

func TestKeysAtRestAreReadFiveTimesASecond(t *testing.T) {
	var lines *counted
	synctest.Test(t, func(t *testing.T) {
		w := &wire{plan: []instant{{levels: 1}, {at: time.Second}}, start: time.Now()}
		o := ok()
		o.Edge = func(string, bool) {}
		d, err := New(o, func() (Lines, error) {
			l, err := w.request()
			lines = &counted{Lines: l}
			return lines, err
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 11*time.Second)
		defer stop()
		if err := d.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	if least, most := 50, 65; lines.reads < least || lines.reads > most {
		t.Errorf("%d readings in 11 s with one press held, want %d to %d", lines.reads, least, most)
	}
}
