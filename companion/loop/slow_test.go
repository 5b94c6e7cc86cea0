package loop

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/clock"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

// sight is what there was to see, and when.
type sight struct {
	after time.Duration // since the write began
	view  panel.View
	seq   int
	clock clock.Seat // of seat 1
}

const ran = 300 * time.Millisecond // the clock, before the write begins

// onASlowCard is a table with a clock whose seat 1 has decided to lure a mouse, and stays
// on turn: the card takes so long over it. It returns what a phone saw that waits for each
// moment, and a panel, until a second after that.
func onASlowCard(t *testing.T, delay time.Duration) (phone []sight, oled []time.Duration) {
	t.Helper()
	r := newRig(t, nil)
	r.press(t, panel.OK)
	draft := companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1, Luck: "table", Clock: "5+0"}
	for _, c := range []func() companion.Command{
		func() companion.Command { return companion.SetUp{Draft: draft, Begin: true} },
		func() companion.Command { return companion.Begin{Point: r.Now().Point} },
		func() companion.Command { return companion.Decide{Point: r.Now().Point, Says: "roll"} },
		func() companion.Command { return companion.Decide{Point: r.Now().Point, Says: "dice red green"} },
	} {
		if a, err := r.Do(t.Context(), companiontest.Phone, c()); err != nil || a.Refusal.Text != "" {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	waittest.Pass(ran)
	r.disk.delay = delay
	began := time.Now()
	r.panel.set(func(s *surface) { s.seen = func() { oled = append(oled, time.Since(began)) } })
	m := r.Now()
	go func() {
		_, _ = r.Do(t.Context(), companiontest.Phone, companion.Decide{Point: m.Point, Says: "lure red green"})
	}()
	end := waittest.After(delay + 1500*time.Millisecond)
	for over := false; !over; {
		select {
		case <-m.Next:
			m = r.Now()
			phone = append(phone, sight{time.Since(began), m.View, m.Match.Seq(), m.SeatClocks()[0]})
		case <-end:
			over = true
		}
	}
	r.panel.set(func(s *surface) { s.seen = nil })
	r.end(t)
	return phone, oled
}

func TestOnASlowCardTheClockIsSeenToRunEverySecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		phone, oled := onASlowCard(t, 5*time.Second)
		for second := time.Second; second <= 6*time.Second; second += time.Second {
			at := second - ran
			i := slices.IndexFunc(phone, func(s sight) bool { return s.after == at })
			if i < 0 || !slices.Contains(oled, at) {
				t.Fatalf("nothing is seen after %v: a phone at %+v, the panel at %v", at, phone, oled)
			}
			s := phone[i]
			if want := 5*time.Minute - second; s.clock.Left != want.Milliseconds() || !s.clock.Running {
				t.Errorf("after %v the clock is at %+v, want %v left", at, s.clock, want)
			}
			if want := time.Date(1, 1, 1, 0, 5, 0, 0, time.UTC).Add(-second).Format("4:05"); !strings.Contains(s.view.Aside, want) {
				t.Errorf("after %v the panel shows %q, want %q", at, s.view.Aside, want)
			}
		}
	})
}

func TestThatTheCardIsSlowIsSeenFromTwoSecondsOnUntilItHasWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		phone, _ := onASlowCard(t, 5*time.Second)
		seq := phone[0].seq
		for _, s := range phone {
			slow := s.after >= 2*time.Second && s.after < 5*time.Second
			if s.view.Slow != slow || (s.view.Notice == words.Companion(words.Russian).Word("notice.slow")) != slow {
				t.Errorf("after %v it is said: %v, %q", s.after, s.view.Slow, s.view.Notice)
			}
			if kept := s.after >= 5*time.Second; kept != (s.seq > seq) {
				t.Errorf("after %v the match is at %d", s.after, s.seq)
			}
		}
		if !slices.ContainsFunc(phone, func(s sight) bool { return s.after == 2*time.Second && s.view.Slow }) {
			t.Errorf("nothing is said after two seconds: %+v", phone)
		}
		if quick, _ := onASlowCard(t, time.Second); slices.ContainsFunc(quick, func(s sight) bool { return s.view.Slow }) {
			t.Error("a card that takes a second is called slow")
		}
	})
}

func TestTheLoopTurnsHoweverLongTheCardTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.intoMatch(t)
		r.disk.delay = 10 * time.Minute
		r.Post(t.Context(), companion.Keys, companion.Press{Key: panel.OK})
		synctest.Wait()
		for range 20 {
			time.Sleep(10 * time.Second)
			began := time.Now()
			r.Tell(t.Context(), nil) // as the watchdog is fed
			r.Tell(t.Context(), nil)
			if took := time.Since(began); took > 0 {
				t.Fatalf("the loop was away for %v", took)
			}
		}
		if got := r.Now().View.Light; got != panel.Dim {
			t.Errorf("light %d after three minutes, want dim", got)
		}
		r.stop()
		<-r.ended
	})
}
