//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/clock"
	"tabletop/companion/door"
	"tabletop/companion/match"
	"tabletop/companion/screen"
)

// everyClock has a clock of each kind.
var everyClock = []string{"up", "1+5", "1d5", "1b5", "1 2x9", "0 3x30", "move 30"}

func TestPageClocksRunAsThoseOfThePanel(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.visit(ctx, small, e.sources(), "/J/"+e.invite(door.Look))
	type asked struct {
		Seat clock.Seat
		More int64
	}
	var seats []asked
	var want []string
	for _, text := range everyClock {
		record := fmt.Sprintf(`{"kind":"started","game":"mice","seats":["Аня","Боря"],"clock":%q}`, text)
		mt, err := match.Read(strings.NewReader(record), text, catalogue.Games())
		if err != nil {
			t.Fatal(err)
		}
		first := clock.Of(mt, clock.Run{})
		seat := first.Seats(true, 0).At(0)[0]
		for ran := time.Duration(0); ran < 2*time.Minute; ran += 250 * time.Millisecond {
			c := clock.Of(mt, first.Add(ran))
			seats, want = append(seats, asked{seat, ran.Milliseconds()}), append(want, c.Face(c.OnTurn(), true))
		}
	}
	body, err := json.Marshal(seats)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(p.tells(`import("/sources/words.js").then(({ seatClock }) => `+string(body)+`.map(({ Seat, More }) => seatClock(Seat, More)).join())`), ",")
	for i, face := range want {
		if got[i] != face {
			t.Errorf("after %d ms the page shows %s, the panel %s: %+v", seats[i].More, got[i], face, seats[i].Seat)
		}
	}
}

func TestPageSetsUpEveryKindOfClockAndShowsIt(t *testing.T) {
	e, ctx := box(t), browser(t)
	e.quiet()
	p, tv := e.joined(ctx, small, door.Play), e.bigScreen(ctx, television, e.url(address), "")
	for _, c := range []struct{ kind, clock, face string }{ // each begins with the numbers of the one before, and a second more
		{"move", "move 11", `^0:(1[01]|0\d)$`},
		{"delay", "15d12", `^\+0:(1[0-2]|0\d)$`},
		{"returned", "15b13", `^(15:00|14:5\d)$`},
		{"byoyomi", "15 5x14", `^(15:00|14:5\d)$`},
		{"down", "15+15", `^15:(1[0-5]|0\d)$`},
	} {
		p.goTo("setup/mice")
		p.wait("document.querySelector('#clock')")
		p.tells(fmt.Sprintf(`(() => { const at = document.getElementById("clock"); at.value = %q; at.dispatchEvent(new Event("change")); })()`, c.kind))
		p.tells(`[...document.querySelectorAll("#clock ~ span .stepper, .stepper")].at(-1).lastChild.click()`)
		if c.kind == "byoyomi" {
			p.picture("clock")
		}
		p.starts()
		p.click("#play")
		m := e.until("the first turn", func(m *screen.Moment) bool { return !m.Ready && m.Match.Seq() > 0 })
		if got := m.Match.Clock().String(); got != c.clock {
			t.Errorf("%s is %q, want %q", c.kind, got, c.clock)
		}
		p.wait(fmt.Sprintf("/%s/.test(document.querySelector('b.clock')?.textContent)", c.face))
		tv.wait(fmt.Sprintf("/%s/.test(document.getElementById('clock')?.textContent)", c.face))
		e.home()
	}
}
