//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"tabletop/companion/door"
)

// twelveNames are as long as names may be, and some begin alike.
var twelveNames = []string{
	"Александра Вольн", "Александра Вольт", "Аполлинария", "Боря", "Вера", "Владислава Серге",
	"Екатерина", "Константин", "Максимилиан", "Максимилиана", "Христофор Колумб", "Ярослав",
}

// twelveScreens are the screens on which a game of twelve must be read.
var twelveScreens = []look{small, {width: 1280, height: 720}, {width: 1180, height: 820, dark: true}, {width: 1920, height: 1080}}

// ofTwelve begins a game of twelve.
func (p *visitor) ofTwelve(e *evening, options string) {
	p.t.Helper()
	names, _ := json.Marshal(twelveNames) // strings: it can't fail
	p.plays(e, fmt.Sprintf(`{ game: "table", names: %s, first: 1, clock: "10+5", options: %s }`, names, options))
}

func TestPageTwelvePlayOnThePhoneAndOnTheBigScreen(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	e, ctx := box(t), browser(t)
	e.quiet()
	p := e.bigScreen(ctx, television, e.url(address), "")
	q := e.joined(ctx, small, door.Play)
	for _, tt := range []struct {
		name, options string
		decisions     []string
	}{
		{"turns", `{ rounds: "5" }`, nil},
		{"ready", `{ order: "together", points: "round" }`, []string{"ready 3", "ready 11"}},
		{"count", `{ points: "round", round: "closed" }`, []string{"close", "score 1 5", "score 12 -999"}},
		{"won", `{ teams: "2" }`, nil},
	} {
		q.ofTwelve(e, tt.options)
		if tt.decisions == nil {
			for i := range twelveNames {
				e.decide(fmt.Sprintf("add %d %d", i+1, 37*i-74))
			}
		}
		for _, says := range tt.decisions {
			e.decide(says)
		}
		if tt.name == "won" {
			e.decide("finish")
		}
		p.match()
		p.wait("document.getElementById('race').innerText.includes('Христофор') && document.getElementById('moment').hidden")
		for _, l := range twelveScreens {
			p.dress(l)
			p.still() // bars move
			name := fmt.Sprintf("twelve-%s-%dx%d", tt.name, l.width, l.height)
			if l.width > l.height {
				p.picture(name + "-tv")
				p.afar(l)
				p.judge(axe, name+"-tv")
			}
			q.dress(l)
			q.upToDate()
			if got := q.tells(unseen); l == small && got != "" {
				t.Errorf("%s: out of sight: %s", name, got)
			}
			q.picture(name)
			q.judge(axe, name)
			if got := q.tells("document.documentElement.scrollWidth <= innerWidth"); got != "true" {
				t.Errorf("%s is wider than its screen", name)
			}
		}
		if tt.name == "turns" {
			q.dress(small)
			q.click("#deeds [data-focus=add]")
			q.wait("document.querySelectorAll('#deeds .tabs button').length === 12")
			q.picture("twelve-points")
			if got := q.tells(unseen); got != "" {
				t.Errorf("points: out of sight: %s", got)
			}
			q.sight("twelve-points")
			q.judge(axe, "twelve-points")
		}
		if tt.name == "won" {
			q.around(axe)
		}
		q.dress(small)
		e.home()
	}
}

// around looks at the other parts of the page after a match of twelve.
func (p *visitor) around(axe []byte) {
	p.t.Helper()
	for _, part := range []string{"print/live", "setup/table", "evenings", "players"} {
		p.goTo(part)
		p.wait("document.querySelector('#view h1') && !document.querySelector('.waiting')")
		if part == "print/live" {
			p.prints("twelve")
		}
		for _, l := range twelveScreens[:3] {
			p.dress(l)
			name := fmt.Sprintf("twelve-%s-%d", strings.ReplaceAll(part, "/", "-"), l.width)
			p.picture(name)
			p.judge(axe, name)
			if got := p.tells("document.documentElement.scrollWidth <= innerWidth"); got != "true" {
				p.t.Errorf("%s is wider than its screen", name)
			}
			if part == "setup/table" {
				p.canStart(name)
			}
		}
	}
}

// canStart fails unless the start of a game lies in sight, over nothing else, wherever the page is scrolled.
func (p *visitor) canStart(name string) {
	p.t.Helper()
	if got := p.tells("document.querySelectorAll('.names input').length"); got != "12" {
		p.t.Errorf("%s: there are %s seats", name, got)
	}
	for _, scrolled := range []float64{0, 0.5, 1} {
		p.tells(fmt.Sprintf("scrollTo(0, %g * document.documentElement.scrollHeight)", scrolled))
		p.frames(2)
		if got := p.tells(`(() => {
			const at = document.getElementById("begin"), r = at.getBoundingClientRect();
			return r.top >= 0 && r.bottom <= innerHeight && document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2) === at;
		})()`); got != "true" {
			p.t.Errorf("%s: scrolled by %g, the start is out of sight", name, scrolled)
		}
	}
	p.tells("scrollTo(0, 0)")
}
