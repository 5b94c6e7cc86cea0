//go:build browser

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// winnable is a game that can be won, and which the adviser is quick to solve.
const winnable = `{ game: "maze", names: ["Аня", "Боря"], first: 1, options: { setup: "small", starts: "1", grade: "easy" } }`

// asksAdviser asks it by the page, once the page has done what it was asked before: until
// then a tap means the same one twice.
func (p *visitor) asksAdviser(topic string) {
	p.t.Helper()
	p.wait("!document.querySelector('.waiting')")
	p.click(fmt.Sprintf("[data-focus='advice %s']", topic))
}

func TestPageAsksTheAdviserAsThePanelDoes(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, guest := e.joined(ctx, small, door.Play), e.joined(ctx, tablet, door.Look)
	p.plays(e, winnable)
	p.lies(0)
	p.click("#lies")
	p.wait("document.querySelector('#advice details:not([open])')")
	p.click("#advice summary")
	if got := p.tells("[...document.querySelectorAll('#advice button')].map((b) => b.textContent).join()"); got != strings.Join([]string{e.text("page:advice.possible"), e.text("page:advice.move"), e.text("page:advice.moves")}, ",") {
		t.Errorf("it can be asked %s", got)
	}
	if got := guest.tells("document.querySelectorAll('#advice button, #advised').length"); got != "0" {
		t.Errorf("who only looks is offered %s parts of the adviser", got)
	}
	p.asksAdviser("possible")
	p.wait("document.querySelector('#advised')?.innerText.startsWith(" + quote(e.before("advice.won 5", "5")) + ")")
	p.asksAdviser("move")
	p.wait("document.querySelectorAll('#field .cell.hinted').length === 2")
	e.until("the hint", func(m *screen.Moment) bool { return m.Match.HintCount() == 1 })
	p.asksAdviser("moves")
	p.wait("document.querySelectorAll('#advised li').length === 3")
	guest.wait("document.querySelector('#advised li') && !document.querySelector('#advice button')")
	if got, want := p.tells("document.querySelector('#advised').getAttribute('aria-live')"), "polite"; got != want {
		t.Errorf("the answer is %s, want %s", got, want)
	}
	p.shownWell("hint", "document.querySelectorAll('#advised li').length === 3")
	line := e.d.loop.Now().Counsel.Advice.Line
	e.decide(string(line[0]))
	p.wait("document.querySelector('#advised') && !document.querySelector('#advised').innerText && !document.querySelector('.hinted')")
	p.asksAdviser("move")
	p.wait("document.querySelectorAll('#field .cell.hinted').length === 2")
	if got, want := p.tells("[...document.querySelectorAll('.hinted')].map((cell) => cell.querySelector('.at').dataset.at).sort().join()"), sorted(string(line[1])); got != want {
		t.Errorf("marked are %s, want %s", got, want)
	}
}

// sorted are the squares of a move as text sorts them.
func sorted(move string) string {
	from, to, _ := strings.Cut(strings.Trim(move, "×◯"), "-")
	if to < from {
		from, to = to, from
	}
	return from + "," + to
}

// shownWell looks at the page on some screens in both languages, once what is to be seen is
// there.
func (p *visitor) shownWell(name, there string) {
	p.t.Helper()
	axe, err := os.ReadFile(os.Getenv("AXE"))
	p.must(err)
	for _, l := range []look{small, {width: 390, height: 844, dark: true}, tablet, {width: 1440, height: 900}} {
		p.dress(l)
		for _, lang := range []string{"en", "ru"} {
			p.click("#language")
			p.wait(fmt.Sprintf("document.documentElement.lang === %q && %s", lang, there))
			at := fmt.Sprintf("%s-%s-%d", name, lang, l.width)
			p.picture(at)
			p.judge(axe, at)
			if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
				p.t.Errorf("%s: wider than its screen", at)
			}
		}
	}
	p.dress(small)
}

func TestPageSaysThatTheAdviserThinksAndThatNobodyNeedsToWait(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, strings.Replace(strings.Replace(winnable, "easy", "master", 1), "small", "standard", 1))
	p.lies(0)
	p.click("#lies")
	p.click("#advice summary")
	p.asksAdviser("move")
	p.wait("document.querySelector('#advised')?.innerText.startsWith(" + quote(e.text("advice.thinking")) + ")")
	p.sight("thinks")
	e.decide(string(e.d.loop.Now().Match.State().Legal()[0].Says))
	p.wait("document.querySelector('#advised') && !document.querySelector('#advised').innerText")
}

func TestPageTellsWhereTheWinWasAndGoesBackThere(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, winnable)
	p.lies(0)
	p.click("#lies")
	p.click("#advice summary")
	p.asksAdviser("move")
	p.wait("document.querySelectorAll('#field .cell.hinted').length === 2")
	before := e.d.loop.Now().Match.LineSeq()
	p.posts(e, "/api/rule", `{ says: "stop", why: "поздно" }`)
	p.says("page:hints 1")
	p.asksAdviser("where")
	p.says("advice.there")
	p.wait("document.querySelectorAll('#advised li').length > 3")
	p.shownWell("where", "document.querySelector('#wonhere')")
	p.click("#wonhere")
	e.until("the position that could be won", func(m *screen.Moment) bool { return m.Match.LineSeq() == before && !m.Match.State().Standing().Over })
	p.wait("document.querySelector('[data-focus=\"advice move\"]')")
	id := p.tells("fetch('/api/match').then((r) => r.json()).then((m) => m.match)")
	p.goTo("match/" + id)
	p.says("page:hints 1")
}

func TestPageOfAGameWithoutAnAdviserHasNone(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, thumbs[0].draft)
	p.wait("document.querySelector('#deeds button')")
	if got := p.tells("document.querySelectorAll('#advice *').length"); got != "0" {
		t.Errorf("there are %s elements of it", got)
	}
}
