//go:build browser

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// beginsWith begins a match of a draft, without the page of the set-up.
func (p *visitor) beginsWith(draft string) {
	p.t.Helper()
	p.tells(fmt.Sprintf(`(async () => {
		const ask = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ draft: %s, begin: true }) };
		let answer = { status: 429 }; // a phone may not begin matches as fast as it likes
		while (answer.status === 429) answer = await fetch("/api/setup", ask);
		if (!answer.ok) throw new Error(await answer.text());
	})()`, draft))
}

// plays sets a match up and begins it, all by the page.
func (p *visitor) plays(e *evening, draft string) {
	p.t.Helper()
	p.goTo("table")
	p.beginsWith(draft)
	p.click("#play")
	e.until("the first turn", func(m *screen.Moment) bool { return !m.Ready && m.Match.Seq() > 0 })
	p.wait("!document.getElementById('play')")
	p.notes(0)
}

// thumb is a position: a set-up, and the decisions that lead there.
type thumb struct {
	name, draft string
	decisions   []string
}

// reaches plays to a position.
func (p *visitor) reaches(e *evening, at thumb) {
	p.t.Helper()
	p.plays(e, at.draft)
	for _, says := range at.decisions {
		e.decide(says)
	}
}

// thumbs are positions in which people decide, with as much on the page as there is.
var thumbs = []thumb{
	{"mice", `{ game: "mice", names: ["Аня", "Боря", "Вера", "Галя"], first: 1, luck: "table" }`, []string{"roll", "dice red green"}},
	{"score", `{ game: "score", names: ["Аня", "Боря", "Вера", "Галя"], first: 1 }`, []string{"score 1 14"}},
	{"fox", `{ game: "fox", names: ["Аня", "Боря"], first: 1 }`, nil},
	{"maze", `{ game: "maze", names: ["Аня", "Боря"], first: 1 }`, nil},
	{"mazaitsy", `{ game: "mazaitsy", names: ["Аня", "Боря"], first: 1, options: { field: "on", deal: "device" } }`, nil},
}

// unseen lists what the turn needs and is out of sight: the bar, the prompt, decisions
// that don't have a list of their own to scroll, undo.
const unseen = `(() => {
	scrollTo(0, 0);
	const nav = document.getElementById("nav").getBoundingClientRect().top;
	const out = [];
	for (const at of document.querySelectorAll("#bar, .prompt, #dock, #steps button")) {
		const r = at.getBoundingClientRect();
		if (!r.height || r.top < 0 || r.bottom > nav + 1 || r.left < 0 || r.right > innerWidth) out.push(at.id || at.className || at.textContent);
	}
	const bar = document.getElementById("bar").getBoundingClientRect(), dock = document.getElementById("dock").getBoundingClientRect();
	if (dock.top < bar.bottom) out.push("the dock lies over the bar");
	if (dock.height < 40) out.push("nothing to decide");
	if (document.documentElement.scrollWidth > innerWidth) out.push("wider than the screen");
	if (!document.getElementById("device").hidden) out.push("the panel");
	return out.join(", ");
})()`

// sight keeps a picture of what is in sight where SHOTS says.
func (p *visitor) sight(name string) {
	p.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	p.must(err)
	write(p.t, filepath.Join(dir, p.t.Name()+"-"+name+".png"), string(shot))
}

func TestPageOfAPhoneHasAllThatTheTurnNeedsInSight(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	for _, thumb := range thumbs {
		p.reaches(e, thumb)
		p.wait("document.querySelector('#deeds button') && !document.querySelector('.waiting')")
		p.upToDate()
		if got := p.tells(unseen); got != "" {
			t.Errorf("%s: out of sight: %s", thumb.name, got)
		}
		for _, l := range []look{small, {width: 390, height: 844, dark: true}, {width: 1024, height: 768}, {width: 1440, height: 900, dark: true}} {
			p.dress(l)
			p.sight(fmt.Sprintf("%s-%d", thumb.name, l.width))
		}
		p.dress(small)
		e.home()
	}
}

func TestPageTakesPointsByAKeypad(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, thumbs[1].draft)
	for _, key := range []string{"±", "1", "7", "⌫", "4"} {
		p.click(fmt.Sprintf("#deeds [data-pad='%s']", key))
	}
	p.click("#deeds .pad .ok")
	e.until("the points", func(m *screen.Moment) bool { return m.Match.State().Standing().Scores[0] == -14 })
	p.wait("document.querySelector('.race .points').textContent === '-14'")
	p.click("#undo")
	e.until("the undo", func(m *screen.Moment) bool { return m.Match.State().Standing().Scores[0] == 0 })
}

func TestPageSaysWhoIsAway(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, thumbs[1].draft)
	p.click(`[data-focus="away 2 true"]`)
	p.reads("Боря: " + e.text("page:away.gone"))
	e.decide("score 1 3")
	e.until("the turn of the third", func(m *screen.Moment) bool { return m.Match.State().Turn() == 3 })
}

func TestPageShowsThePanelForATapOnAPhone(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.goTo("table")
	p.wait("document.getElementById('device').hidden")
	p.click("#fold")
	p.wait("!document.getElementById('device').hidden")
	p.dress(tablet)
	p.click("#fold")
	p.wait("document.getElementById('device').hidden")
}
