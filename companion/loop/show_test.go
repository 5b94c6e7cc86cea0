package loop

import (
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mice"
)

// over reports whether a later moment than m has come.
func over(m *screen.Moment) bool {
	select {
	case <-m.Next:
		return true
	default:
		return false
	}
}

func TestAMomentIsPublishedOnceItIsAnother(t *testing.T) {
	l := newStepped(t)
	sent := func(c companion.Command) companion.Sent { return companion.Sent{From: companion.Keys, Command: c} }
	for _, tt := range []struct {
		name string
		what any
		news bool
	}{
		{"nothing", nil, false},
		{"a key that is let go", sent(companion.Edge{Key: panel.Up}), false},
		{"a clock that is unsure", companion.ClockState{}, true},
		{"the same", companion.ClockState{}, false},
		{"a game in a file", companion.Files{Games: []games.Rules{mice.Rules{}}}, true},
		{"a file that is wrong", companion.Files{Wrong: []companion.BrokenFile{{File: "x", Why: map[words.Lang]string{"ru": "x"}}}}, true},
		{"the seal of the next match", companion.Random{Secret: [32]byte{3}}, true},
		{"a setting", sent(companion.Choose{Key: "cups", Value: `["3d6"]`}), true},
		{"a draft", sent(companion.SetUp{Draft: companion.Draft{Game: "mice", Names: []string{"В", "Г"}}}), true},
		{"a throw", sent(companion.Roll{Cup: "d6"}), true},
		{"a page", sent(companion.Press{Key: panel.Back, Hold: true}), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := l.Now()
			l.happens(t, tt.what)
			now := l.Now()
			if now.Moment != l.model.Moment() {
				t.Error("what is published isn't what the model says")
			}
			if got := now != before; got != tt.news || over(before) != tt.news || over(now) {
				t.Errorf("another is published: %v, want %v; who waited for it knows: %v", got, tt.news, over(before))
			}
			if now.Frame != l.cfg.Draw(now.View) {
				t.Error("its picture is another's")
			}
		})
	}
}

func TestAClockIsReadAsItStandsAlsoInTheDark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		draft := companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1, Luck: "table", Clock: "60+0"}
		for _, c := range []func() companion.Command{
			func() companion.Command { return companion.Press{Key: panel.OK} }, // the language
			func() companion.Command { return companion.SetUp{Draft: draft, Begin: true} },
			func() companion.Command { return companion.Begin{Point: r.Now().Point} },
		} {
			if a, err := r.Do(t.Context(), companiontest.Phone, c()); err != nil || a.Refusal.Text != "" {
				t.Fatalf("%+v, %v", a, err)
			}
		}
		const long = 25 * time.Minute // the panel is dark, and nothing is published any more
		before := r.Now().SeatClocks()[0]
		time.Sleep(long)
		now := r.Now()
		if now.View.Light != panel.Off || !before.Running {
			t.Fatalf("light %d, clock %+v", now.View.Light, before)
		}
		if got := now.SeatClocks()[0]; got.MS-before.MS != long.Milliseconds() || before.Left-got.Left != long.Milliseconds() {
			t.Errorf("after %v the clock is at %+v, was at %+v", long, got, before)
		}
		r.end(t)
	})
}

func TestAPictureIsDrawnOnlyWhenTheViewIsAnother(t *testing.T) {
	l := newStepped(t)
	drawn, draw := 0, l.cfg.Draw
	l.cfg.Draw = func(v panel.View) screen.Frame {
		drawn++
		return draw(v)
	}
	before := l.Now()
	if l.happens(t, companion.Random{Secret: [32]byte{3}}); l.Now() == before || drawn > 0 {
		t.Errorf("for the seal of the next match %d pictures are drawn", drawn)
	}
	if l.happens(t, companion.Sent{From: companion.Keys, Command: companion.Press{Key: panel.Back, Hold: true}}); drawn != 1 {
		t.Errorf("for a page %d pictures are drawn", drawn)
	}
}
