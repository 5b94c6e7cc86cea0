//go:build firmware && linux

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tabletop/drivers/tablepanel/paneltest"
	"tabletop/games"
)

// tones are the colours of players, red, green and blue, in the order of package people; see light.c of the
// firmware.
var tones = [...][3]int{
	{}, {64, 4, 2}, {2, 12, 64}, {4, 64, 6}, {60, 34, 0}, {42, 4, 50}, {0, 48, 44}, {64, 16, 0}, {32, 32, 32}, {52, 16, 28}, {28, 9, 1}, {34, 60, 2}, {14, 8, 64},
}

// Eighths of a player's colour by which a light shows the state of the seat.
const active, onDeck, patient = 8, 6, 1

// light is the light of a seat with so many eighths of its player's colour.
func (p *party) light(seat, eighths int) string {
	tone := tones[p.d.loop.Now().View.Lamps.Colours[seat-1]]
	return fmt.Sprintf("%02x%02x%02x", tone[0]*eighths/8, tone[1]*eighths/8, tone[2]*eighths/8)
}

// is reports whether the light of any seat but one is that of so many eighths.
func (p *party) is(lights paneltest.Lights, eighths, but int) bool {
	for seat := 1; seat <= len(p.d.loop.Now().Match.Names()); seat++ {
		if seat != but && lights[seat-1] == p.light(seat, eighths) {
			return true
		}
	}
	return false
}

// party is a whole daemon at a table panel that runs the firmware's own image.
type party struct {
	*evening
	panel *paneltest.Panel
	late  paneltest.Late // from each press to the next seat's light
}

// atPanel starts a daemon at a panel. Moments are off: a key would only end them.
func atPanel(t *testing.T, panel *paneltest.Panel, link string) *party {
	t.Helper()
	p := &party{evening: gatherAt(t, "127.0.0.1:0", "[table]\nport = \""+link+"\"\n", nil), panel: panel}
	p.press("ok") // Русский
	p.quiet()
	return p
}

// met waits until the daemon has met the panel: what is pressed before that is for nobody.
// Only a panel that was met is told which seats wait.
func (p *party) met() {
	p.t.Helper()
	p.panel.Until("the light of a seat that waits", func(s *paneltest.Seen) bool {
		return p.is(s.Lights, patient, 0) || p.is(s.Lights, onDeck, 0)
	})
}

// lit waits until the light of the seat in turn is on, and of no other seat.
func (p *party) lit(seat int) {
	p.t.Helper()
	p.panel.Until("the light of the seat in turn", func(s *paneltest.Seen) bool {
		return s.Lights[seat-1] == p.light(seat, active) && !p.is(s.Lights, active, seat)
	})
}

// key presses a seat's key and waits until the match has grown by it.
func (p *party) key(seat int) {
	p.t.Helper()
	before := p.d.loop.Now().Match.Seq()
	began, tapped := time.Now(), p.panel.Seen().Tapped+1
	p.panel.Do("taps %d 1", seat)
	p.seq(before + 1)
	if next := p.turn(); next != 0 && next != seat {
		p.late = append(p.late, p.panel.Since(began, "the next seat's light", func(l paneltest.Lights) bool { return l[next-1] == p.light(next, active) }))
		p.lit(next)
	}
	p.panel.Until("the key to rest", func(s *paneltest.Seen) bool { return s.Tapped == tapped })
	p.rest()
}

// turn is the seat in turn, 0 for none.
func (p *party) turn() int {
	st := p.d.loop.Now().Match.State()
	if st.Standing().Over || st.Turn() == games.Chance {
		return 0
	}
	return int(st.Turn())
}

// act has the seat in turn take what the cursor is on, or catch where it may.
func (p *party) act() {
	p.t.Helper()
	if p.shows("mice:say.stop") {
		p.moveTo("mice:say.stop")
	}
	p.key(p.turn())
}

func (p *party) over() bool { return p.d.loop.Now().Match.State().Standing().Over }

func TestAWholeGameIsPlayedByTheKeysOfTheFirmware(t *testing.T) {
	link := filepath.Join(t.TempDir(), "by-id")
	p := atPanel(t, paneltest.Start(t, link), link)
	p.choose("mice:title")
	p.set("setup.first", "@1")
	p.choose("setup.start")
	p.met()
	p.lit(1)
	for presses := 1; !p.over(); presses++ {
		if presses == 20 {
			p.pressUnplugged()
			continue
		}
		p.act()
		if presses > 500 {
			t.Fatalf("no end in sight: %s", p.facts())
		}
	}
	p.untilShows(fmt.Sprintf("mice:why.points %d", slices.Max(p.d.loop.Now().Match.State().Standing().Scores)))
	p.logged("device is away", 1)
	p.logged("device is back", 1)
	if s := p.panel.Measure(); s.Pulses != 0 || s.Overruns != 0 || s.Resets != 0 {
		t.Errorf("measured %+v", s)
	}
}

func TestTheNextSeatsLightOfTheFirmwareComesSoonAfterAPress(t *testing.T) {
	link := filepath.Join(t.TempDir(), "by-id")
	panel := paneltest.Start(t, link)
	paneltest.Soon(t, func() paneltest.Late {
		p := atPanel(t, panel, link) // the second daemon meets a panel that has long been there
		defer p.end()
		p.choose("home.other", "table:shape.rounds")
		p.set("setup.seats", "8")
		p.choose("setup.start")
		p.met()
		for p.lit(1); !p.over(); {
			p.act()
		}
		return p.late
	})
}

// pressUnplugged has the seat in turn press while the cable is out. It counts when the
// cable is in again, and once.
func (p *party) pressUnplugged() {
	p.t.Helper()
	before, seat := p.d.loop.Now().Match.Seq(), p.turn()
	p.panel.Do("unplug")
	p.says("trouble.table device.off")
	p.panel.Tap("taps", 1, seat)
	p.panel.Pass(100 * time.Millisecond)
	if seq := p.d.loop.Now().Match.Seq(); seq != before {
		p.t.Fatalf("the match has grown by %d facts while the panel was unplugged", seq-before)
	}
	p.panel.Do("plug")
	p.seq(before + 1)
	p.rest()
	if next := p.turn(); next != 0 {
		p.lit(next)
	}
	p.logged("device is back", 1)
}
