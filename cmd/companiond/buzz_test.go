package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/drivers/buzzer"
	"tabletop/games"
)

func TestTurnsAlarmsAndTheSandTimerSound(t *testing.T) {
	names := map[string]buzzer.Signal{
		"turn": buzzer.TurnChange, "alarm": buzzer.Alarm, "time": buzzer.Time, "": nil,
		"gain": buzzer.Gain, "loss": buzzer.Loss, "fanfare": buzzer.Fanfare,
	}
	for _, test := range []struct {
		was, is cues
		want    string
	}{
		{cues{}, cues{}, ""},
		{cues{}, cues{turn: 1}, ""}, // a match begins
		{cues{turn: 1}, cues{turn: 1}, ""},
		{cues{turn: 1}, cues{turn: 2}, "turn"},
		{cues{turn: 2}, cues{}, ""}, // it is over, or put aside
		{cues{turn: 1}, cues{turn: 2, alarm: "mazai"}, "alarm"},
		{cues{turn: 2, alarm: "mazai"}, cues{turn: 2, alarm: "mazai"}, ""},
		{cues{turn: 2, alarm: "mazai"}, cues{turn: 1, alarm: "mazai"}, "turn"},
		{cues{turn: 2, alarm: "mazai"}, cues{turn: 2}, ""},
		{cues{alarm: "mazai"}, cues{alarm: "flood"}, "alarm"},
		{cues{turn: 1}, cues{turn: 1, bell: true}, "time"},
		{cues{turn: 1, bell: true}, cues{turn: 1, bell: true}, ""},
		{cues{turn: 1, bell: true}, cues{turn: 2, bell: true}, "turn"},
		{cues{turn: 1, alarm: "mazai"}, cues{turn: 1, alarm: "mazai", bell: true}, "time"},
		{cues{turn: 1, alarm: "mazai", bell: true}, cues{turn: 1, alarm: "mazai"}, ""},
		{cues{turn: 1}, cues{turn: 2, seq: 7, kind: games.Catch}, "gain"},
		{cues{turn: 1}, cues{turn: 2, seq: 7, kind: games.Bust}, "loss"},
		{cues{turn: 1}, cues{seq: 7, kind: games.Win}, "fanfare"},
		{cues{turn: 1}, cues{turn: 2, seq: 7, kind: games.First}, "turn"}, // it has no signal of its own
		{cues{turn: 1, seq: 7, kind: games.Catch}, cues{turn: 1, seq: 7, kind: games.Catch}, ""},
		{cues{turn: 1, seq: 7, kind: games.Catch}, cues{turn: 1}, ""}, // it has been shown
		{cues{turn: 1, seq: 7, kind: games.Catch}, cues{turn: 1, seq: 9, kind: games.Catch}, "gain"},
		{cues{turn: 1}, cues{turn: 2, alarm: "mazai", seq: 7, kind: games.Bust, mute: true}, ""},
		{cues{turn: 1}, cues{turn: 1, bell: true, seq: 7, kind: games.Bust}, "time"},
	} {
		if got, want := fmt.Sprint(sound(test.was, test.is)), fmt.Sprint(names[test.want]); got != want {
			t.Errorf("from %+v to %+v sounds %s, want %s", test.was, test.is, got, want)
		}
	}
}

const (
	twoAtMice = `{"kind":"started","game":"mice","seats":["А","Б"],"luck":"table"}` + "\n"
	twoAtBoat = `{"kind":"started","game":"mazaitsy","seats":["А","Б"],"options":{"mazai":"real"}}` + "\n"
)

func decided(says ...string) (lines string) {
	for _, s := range says {
		lines += fmt.Sprintf(`{"kind":"decided","says":%q}`, s) + "\n"
	}
	return lines
}

func parsed(t *testing.T, record string) match.Match {
	t.Helper()
	mt, err := match.Read(strings.NewReader(record), "record", catalogue.Games())
	if err != nil {
		t.Fatal(err)
	}
	return mt
}

func TestWhatCallsIsTheMatchNotThePicture(t *testing.T) {
	dark := panel.View{Kind: panel.KindDark}
	rolling := panel.View{Lamps: panel.Lamps{Rolling: 3}}
	bell := panel.View{Lamps: panel.Lamps{Alarm: panel.GlyphBell, Seat: 1, Seats: 2}}
	var mazai string
	for range 11 {
		mazai += decided("done", "place")
	}
	mazai += decided("mazai yes")
	for _, test := range []struct {
		name   string
		was    cues
		record string // "" for no match
		view   panel.View
		want   cues
	}{
		{"nothing is played", cues{turn: 2, alarm: "x"}, "", panel.View{}, cues{}},
		{"a match begins", cues{}, twoAtMice, panel.View{}, cues{turn: 1}},
		{"the panel sleeps", cues{turn: 2}, twoAtMice, dark, cues{turn: 1}},
		{"dice roll on it", cues{turn: 2}, twoAtMice, rolling, cues{turn: 1}},
		{"the table rolls", cues{turn: 1}, twoAtMice + decided("roll"), panel.View{}, cues{turn: 1}},
		{"the turn passes on", cues{turn: 1}, twoAtMice + decided("roll", "dice red red", "lure red", "stop"), panel.View{}, cues{turn: 2}},
		{"the match was left", cues{turn: 1}, twoAtMice + decided("roll") + `{"kind":"ended"}`, panel.View{}, cues{}},
		{"a cup is rolled beside it", cues{turn: 2, alarm: "mazai"}, `{"kind":"started","game":"dice","seats":["А"]}`, panel.View{}, cues{turn: 2, alarm: "mazai"}},
		{"the sand timer rings", cues{turn: 1}, twoAtMice, bell, cues{turn: 1, bell: true}},
		{"Мазай comes by night", cues{turn: 1}, twoAtBoat + mazai, dark, cues{turn: 2, alarm: "mazai"}},
	} {
		m := &screen.Moment{Moment: companiontest.Whole(companion.Moment{View: test.view})}
		if test.record != "" {
			m.Match = parsed(t, test.record)
		}
		if got := test.was.after(m); got != test.want {
			t.Errorf("%s: %+v calls, want %+v", test.name, got, test.want)
		}
	}
}

func TestWhatHasHappenedCallsOnceAMatch(t *testing.T) {
	hunt := twoAtMice + decided("roll", "dice red red", "lure red", "stop")
	mt := parsed(t, hunt)
	told := mt.Moments(mt.Seq() - 1)
	if len(told) == 0 {
		t.Fatal("a catch is no moment")
	}
	shown, over := &screen.Moment{Moment: companion.Moment{Match: mt, Happened: &companion.Happened{All: told}}}, &screen.Moment{Moment: companion.Moment{Match: mt, Happened: &companion.Happened{}}}
	was, heard := cues{}, ""
	for _, m := range []*screen.Moment{over, shown, shown, over, shown, over} { // of one match, and of the next
		is := was.after(m)
		if s := sound(was, is); s != nil {
			heard += fmt.Sprint(s)
		}
		was = is
	}
	if want := fmt.Sprint(buzzer.Gain) + fmt.Sprint(buzzer.Gain); heard != want {
		t.Errorf("two catches sound %s, want %s", heard, want)
	}
	if is := was.after(&screen.Moment{Moment: companion.Moment{Match: mt, Happened: &companion.Happened{All: told}, Mute: true}}); sound(was, is) != nil {
		t.Error("a table that wants no sounds hears one")
	}
}

// pin is a line that remembers what was asked of it, and can be cut off.
type pin struct {
	gpiotest.Pin
	mu    sync.Mutex
	asked []gpio.Level
	gone  error
}

func (p *pin) Out(l gpio.Level) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, l)
	return p.gone
}

func (p *pin) lose(err error) {
	p.mu.Lock()
	p.gone = err
	p.mu.Unlock()
}

// sounds waits until the line was high and low again so many times.
func (p *pin) sounds(t *testing.T, n int) {
	t.Helper()
	waittest.Until(t, fmt.Sprintf("sound %d of the buzzer", n), func() (any, bool) {
		highs, now := p.highs()
		return fmt.Sprintf("%d sounds, the line is %v", highs, now), highs >= n && now == gpio.Low
	})
	if highs, _ := p.highs(); highs > n {
		t.Fatalf("the buzzer sounded %d times, want %d", highs, n)
	}
}

// highs is how often the line was high, and what it is now.
func (p *pin) highs() (n int, now gpio.Level) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, now = range p.asked {
		if now == gpio.High {
			n++
		}
	}
	return n, now
}

func TestTheBuzzerSoundsWhenATurnPassesOnOrMoreHappens(t *testing.T) {
	t.Parallel()
	b, line := newBench(), &pin{}
	host := func() wiring.Host {
		h := b.host()
		h.Pin = func(string) (gpio.PinIO, error) { return line, nil }
		return h
	}
	e := gather(t, "[buzzer]\nline = \"GPIO26\"\n", host)
	e.press("ok") // Русский
	e.press("ok") // the frame is whole
	e.choose("score:title", "setup.start")
	e.watched() // who begins makes no sound
	for _, c := range []struct {
		says   string
		sounds int // so far
	}{
		{"score 1 3", 1}, // the turn passes on
		{"score 2 4", 3}, // the round is over
		{"score 1 5", 4},
	} {
		e.decide(c.says)
		line.sounds(t, c.sounds)
	}
	line.lose(errors.New("input/output error"))
	e.decide("score 2 1")
	line.sounds(t, 5)
	e.decide("score 1 1") // that the line refused is told with the next signal
	e.says("trouble.buzzer")
	line.lose(nil)
	turns := 0
	waittest.Until(t, "the buzzer to come back by itself, after a pause", func() (any, bool) {
		e.decide([]string{"score 2 1", "score 1 1"}[turns%2])
		turns++
		n, _ := line.highs()
		return fmt.Sprint(n, e.log), n > 5
	})
}

func TestABuzzerIsOffUntilItHasALine(t *testing.T) {
	d := &daemon{config: config.Default()}
	for _, p := range d.wire().parts {
		if p.key == "trouble.buzzer" || p.key == "trouble.tags" {
			t.Errorf("%s runs by default, on %q", p.key, p.wire)
		}
	}
	if parts := d.serials(); len(parts) != 0 {
		t.Errorf("%v run by default", parts)
	}
}
