//go:build browser

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/games"
)

// lies waits until the dice lie on the panel, and returns what they came to in words.
func (e *evening) lies(cup string) string {
	e.t.Helper()
	m := e.until(cup+" lies", func(m *screen.Moment) bool {
		return m.View.Lamps.Rolling == 0 && !m.DiceMatch.Match.IsZero() &&
			strings.HasPrefix(m.Words(m.Lang, "dice").Say(m.DiceMatch.Match.State().View(games.Nobody).Prompt, nil), cup+" = ")
	})
	return m.Words(m.Lang, "dice").Say(m.DiceMatch.Match.State().View(games.Nobody).Prompt, nil)
}

func TestPageThrowsDiceThatAllPhonesSee(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, q := e.joined(ctx, small, door.Play), e.joined(ctx, tablet, door.Look)
	e.home()
	for _, visitor := range []*visitor{p, q} {
		visitor.wait("document.querySelector('#dice .felt')") // the first that a guest finds
	}
	if got := q.tells("document.querySelectorAll('.felt button, #cups button, #notation').length"); got != "0" {
		t.Errorf("who may look can throw: %s", got)
	}
	p.picture("dice-before")
	p.click(".felt button")
	p.wait("document.querySelector('.rolling') && document.querySelector('.total').textContent === '…'")
	text := e.lies("2d6")
	for _, visitor := range []*visitor{p, q} {
		visitor.reads(": " + text)
		visitor.wait("!document.querySelector('.rolling') && document.querySelectorAll('.tray .die').length === 2")
	}
	p.says("dice:explain.first 2 d6")
	p.wait("document.querySelectorAll('.curve path.above')[0].getAttribute('d').length > 10")
	p.says("page:toss.chance 7 58,3")
	p.picture("dice-thrown")

	p.tells(`document.getElementById("notation").value = "4К6k3", document.getElementById("notation").dispatchEvent(new Event("input")), ""`)
	p.reads("4d6k3: " + e.text("dice:explain.first 4 d6") + ", " + e.text("dice:explain.best 3"))
	p.says("page:toss.mean 12,24")
	p.tells(`(document.querySelector("#odds input").value = 18, document.querySelector("#odds input").dispatchEvent(new Event("input")), "")`)
	p.says("page:toss.chance 18 1,62")
	p.tells(`document.getElementById("notation").value = "4d", document.getElementById("notation").dispatchEvent(new Event("input")), ""`)
	p.says("dice:rule.dice.end")
	p.tells(`document.getElementById("notation").value = "4d6k3", document.getElementById("notation").dispatchEvent(new Event("input")), ""`)
	p.click("#dice form button")
	text = e.lies("4d6k3")
	q.reads(": " + text)
	q.wait("document.querySelectorAll('.tray .die').length === 4 && document.querySelectorAll('.tray .aside').length === 1")
	p.picture("dice-kept")
	if got := q.tells("document.querySelectorAll('#past li').length"); got != "2" {
		t.Errorf("%s throws are told, want 2", got)
	}
}

// Whoever asks for the dice while they are being loaded sees them all the same.
func TestPageShowsDiceThatAreAskedForTwice(t *testing.T) {
	e, ctx := box(t), browser(t)
	for range 8 {
		p := e.joined(ctx, small, door.Play)
		p.goTo("dice")
		p.wait("document.querySelector('#dice .felt')")
		p.do(chromedp.Navigate("about:blank"))
	}
}

func TestPageThrowsBesideAMatch(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, q := e.joined(ctx, small, door.Play), e.joined(ctx, tablet, door.Play)
	p.wait("document.querySelector('#dice .felt')")
	e.home()
	e.miceAgain()
	p.wait("document.querySelector('#table')") // nobody has chosen a view
	before := e.d.loop.Now().Match
	p.goTo("dice")
	p.wait("document.querySelector('#dice .felt')")
	p.click(".felt button")
	text := e.lies("2d6")
	p.reads(text)
	if m := e.until("the throw on the panel", func(m *screen.Moment) bool { return m.View.Title == text }); m.Match != before {
		t.Error("the match on the panel is another")
	}
	q.wait("document.querySelector('#table #deeds button')")
	e.until("the match in sight", func(m *screen.Moment) bool { return m.View.Title != text })
	q.click("#deeds [data-says=roll]")
	e.until("a decision", func(m *screen.Moment) bool { return m.Match.Seq() > before.Seq() })
}

func TestPageOfDiceHasNoBarriers(t *testing.T) {
	e, ctx := box(t), browser(t)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	p := e.joined(ctx, small, door.Play)
	e.home()
	p.wait("document.querySelector('#dice .felt')")
	for _, cup := range []string{"2d6", "4d6k3", "d20+d12+2d8-1", "40d6", "3coin", "1000d6", "ceil({4d6+3d8}k2/3)"} {
		p.tells(fmt.Sprintf(`fetch("/api/roll", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"cup":%q}'}).then((r) => r.status)`, cup))
		e.until(cup, func(m *screen.Moment) bool { return m.View.Lamps.Rolling == 0 && m.View.Moment == "" })
		p.wait("document.querySelectorAll('.tray .die').length > 0 && !document.querySelector('.rolling')")
		for _, l := range []look{small, {width: 360, height: 640, dark: true}, tablet} {
			p.dress(l)
			name := fmt.Sprintf("dice-%s-%dx%d-%v", cup, l.width, l.height, l.dark)
			p.judge(axe, name)
			p.picture(name)
			if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
				t.Errorf("%s: the page is wider than its screen", name)
			}
		}
	}
}
