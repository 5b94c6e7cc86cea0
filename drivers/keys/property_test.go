package keys

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The limits within which exactly the right events are promised.
const (
	maxBounce = 20 * time.Millisecond        // of a contact that closes or opens
	minHeld   = 8 * time.Millisecond         // of a press, between its bounces
	minOpen   = 27 * time.Millisecond        // between two presses, after the bounce
	maxSpark  = 990 * time.Microsecond       // of a level that nobody caused
	maxLag    = 300 * time.Microsecond       // from an edge to the sampler
	margin    = Step + 2*maxLag              // of the sampler
	tick      = 10 * time.Microsecond        // how finely time is drawn
	sparking  = 3 * time.Millisecond         // most between two sparks of a burst
	aWhile    = 400 * time.Millisecond       // most that a key is held or left
	shaken    = maxBounce + tick             // a bounce, and the edge that ends it
	ends      = shaken + aWhile + 2*maxSpark // at least before everything is told
)

// script is a random life of one contact: the times at which its level changes,
// open at first, and what must come of it.
type script struct {
	key   string
	turns []time.Duration
	want  []wanted
}

func span(from, to time.Duration) *rapid.Generator[time.Duration] {
	return rapid.Custom(func(t *rapid.T) time.Duration {
		return tick * time.Duration(rapid.IntRange(int(from/tick), int(to/tick)).Draw(t, "ticks"))
	})
}

// bounce adds changes of level from at on, an odd number: the contact is on the
// other side afterwards. It returns when the last was.
func (s *script) bounce(t *rapid.T, at time.Duration) time.Duration {
	offsets := rapid.SliceOfNDistinct(span(tick, maxBounce), 0, 20, rapid.ID).Draw(t, "bounce")
	if len(offsets)%2 == 1 {
		offsets = offsets[1:]
	}
	slices.Sort(offsets)
	s.turns = append(s.turns, at)
	for _, o := range offsets {
		s.turns = append(s.turns, at+o)
	}
	return s.turns[len(s.turns)-1]
}

// sparks adds bursts of short closings, and returns when all is over.
func (s *script) sparks(t *rapid.T, at time.Duration) time.Duration {
	for range rapid.IntRange(0, 12).Draw(t, "sparks") {
		at += span(tick, sparking).Draw(t, "apart")
		s.turns = append(s.turns, at)
		at += span(tick, maxSpark).Draw(t, "spark")
		s.turns = append(s.turns, at)
	}
	return at
}

// press adds a press that begins at a time, and returns when its contact rests. An
// event may be a Step too early when more edges come than are listened to.
func (s *script) press(t *rapid.T, at time.Duration, o Opts) time.Duration {
	closed := s.bounce(t, at)
	s.want = append(s.want, wanted{at + o.Debounce - Step, closed + o.Debounce + margin, s.key + " down"})
	opening := closed + span(minHeld, aWhile).Draw(t, "held")
	opened := s.bounce(t, opening)
	s.want = append(s.want, wanted{opening + o.Release - Step, opened + o.Release + margin, s.key + " up"})
	return opened
}

func aScript(key string, o Opts) *rapid.Generator[script] {
	return rapid.Custom(func(t *rapid.T) script {
		s := script{key: key}
		at := span(tick, aWhile).Draw(t, "first")
		for range rapid.IntRange(0, 4).Draw(t, "presses") {
			at = s.sparks(t, at) + tick
			at = s.press(t, at, o) + span(minOpen, aWhile).Draw(t, "left")
		}
		s.sparks(t, at)
		return s
	})
}

// wiring makes one plan of the scripts of all keys.
func wiring(scripts []script, lost func() bool) ([]instant, time.Duration) {
	changes := map[time.Duration]uint64{}
	for i, s := range scripts {
		for _, at := range s.turns {
			changes[at] ^= 1 << i
		}
	}
	levels := uint64(1)<<len(scripts) - 1
	plan := []instant{{levels: levels}}
	var end time.Duration
	for _, at := range sortedTimes(changes) {
		levels ^= changes[at]
		plan = append(plan, instant{at: at, levels: levels, lost: lost()})
		end = at
	}
	return plan, end + ends
}

func sortedTimes(changes map[time.Duration]uint64) []time.Duration {
	var times []time.Duration
	for at := range changes {
		times = append(times, at)
	}
	slices.Sort(times)
	return times
}

// of picks the events of one key.
func of(key string, told []event) []event {
	var mine []event
	for _, e := range told {
		if strings.HasPrefix(e.what, key+" ") {
			mine = append(mine, e)
		}
	}
	return mine
}

// misfit says how events differ from what was wanted, or is "".
func misfit(got []event, want []wanted) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d events %v, want %v", len(got), got, want)
	}
	for i, e := range got {
		if w := want[i]; e.what != w.what || e.at < w.from || e.at > w.to {
			return fmt.Sprintf("%v %s, want %s between %v and %v", e.at, e.what, w.what, w.from, w.to)
		}
	}
	return ""
}

func TestEveryPressGivesOneDownAndOneUpHoweverTheContactsBounceAndSpark(t *testing.T) {
	o := DefaultOpts()
	rapid.Check(t, func(rt *rapid.T) {
		var scripts []script
		for _, k := range o.Keys {
			scripts = append(scripts, aScript(k.Name, o).Draw(rt, k.Name))
		}
		plan, end := wiring(scripts, func() bool { return false })
		told := play(t, o, &wire{plan: plan, lag: span(0, maxLag).Draw(rt, "lag")}, end)
		for _, s := range scripts {
			if wrong := misfit(of(s.key, told), s.want); wrong != "" {
				rt.Fatal(wrong)
			}
		}
	})
}

// Whatever edges are lost, a press and a pause that outlast Idle are found.
func TestLostEdgesLoseNoPress(t *testing.T) {
	o := DefaultOpts()
	slow := rapid.Custom(func(t *rapid.T) script {
		s := script{key: "ok"}
		at := span(tick, aWhile).Draw(t, "first")
		for range rapid.IntRange(1, 4).Draw(t, "presses") {
			closed := s.bounce(t, at)
			s.want = append(s.want, wanted{at, closed + Idle + o.Debounce + margin, "ok down"})
			opening := closed + Idle + span(minHeld, aWhile).Draw(t, "held")
			opened := s.bounce(t, opening)
			s.want = append(s.want, wanted{opening, opened + Idle + o.Release + margin, "ok up"})
			at = opened + Idle + span(minOpen, aWhile).Draw(t, "left")
		}
		return s
	})
	rapid.Check(t, func(rt *rapid.T) {
		s := slow.Draw(rt, "ok")
		lost := func() bool { return rapid.IntRange(0, 2).Draw(rt, "lost") == 0 }
		plan, end := wiring([]script{s}, lost)
		o := o
		o.Keys = []Key{{Name: "ok", Line: "GPIO19"}}
		told := play(t, o, &wire{plan: plan, lag: span(0, maxLag).Draw(rt, "lag")}, end+Idle)
		if wrong := misfit(told, s.want); wrong != "" {
			rt.Fatal(wrong)
		}
	})
}

// circle is the encoder's turn clockwise, as levels of B and A.
var circle = [4]uint64{0b11, 0b10, 0b00, 0b01}

// Between two quarters a contact bounces for at most 2 ms; a quarter takes 3 ms or
// more.
func TestEveryDetentGivesOneTapHoweverTheContactsBounce(t *testing.T) {
	o := named([]string{"A", "B"})
	rapid.Check(t, func(rt *rapid.T) {
		plan := []instant{{levels: circle[0]}}
		var want []wanted
		at, quarter := time.Duration(0), 0
		for _, clockwise := range rapid.SliceOfN(rapid.Bool(), 0, 8).Draw(rt, "detents") {
			way, key := 1, "down"
			if !clockwise {
				way, key = -1, "up"
			}
			for range 4 {
				at += span(3*time.Millisecond, 9*time.Millisecond).Draw(rt, "quarter")
				was := circle[quarter]
				quarter = (quarter + way + 4) % 4
				plan = append(plan, shaking(rt, at, was, circle[quarter])...)
			}
			for _, level := range []string{" down", " up"} {
				want = append(want, wanted{at, at + 2*time.Millisecond + margin, key + level})
			}
		}
		told := play(t, o, &wire{plan: plan, lag: span(0, maxLag).Draw(rt, "lag")}, at+aWhile)
		if wrong := misfit(told, want); wrong != "" {
			rt.Fatal(wrong)
		}
	})
}

// shaking goes from one quarter to the next and up to four times there and back.
func shaking(t *rapid.T, at time.Duration, was, is uint64) []instant {
	offsets := rapid.SliceOfNDistinct(span(tick, 2*time.Millisecond), 0, 8, rapid.ID).Draw(t, "bounce")
	offsets = offsets[len(offsets)%2:]
	slices.Sort(offsets)
	shaken := []instant{{at: at, levels: is}}
	for i, o := range offsets {
		shaken = append(shaken, instant{at: at + o, levels: [2]uint64{was, is}[i%2]})
	}
	return shaken
}
