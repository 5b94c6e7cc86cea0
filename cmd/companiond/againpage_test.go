//go:build browser

package main

import (
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

func TestPagePlaysAgainByOneTapAndDisplacesNothingUnasked(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "mice", names: ["Аня", "Боря"], first: 1 }`)
	p.plays(e, `{ game: "score", names: ["Вера", "Галя", "Дима"], first: 1 }`)
	p.goTo("setup")
	p.wait("document.querySelectorAll('[data-again]').length === 2")
	if got := p.tells("document.querySelector('[data-again]').dataset.again"); got != "score" {
		t.Errorf("first there is %s, and the scoreboard was played last", got)
	}
	if got := p.tells("document.querySelector('[data-again]').getBoundingClientRect().bottom < innerHeight - 50"); got != "true" {
		t.Error("the game that was played last is out of sight")
	}
	p.sight("again")
	runs := e.d.loop.Now().Point.Match
	p.click("[data-again='mice']")
	p.wait("document.querySelector('.sure')")
	p.sight("displace")
	p.click(".sure button:not(.danger)")
	p.wait("!document.querySelector('.sure')")
	if e.d.loop.Now().Point.Match != runs {
		t.Fatal("a match that runs is displaced, and nobody said yes")
	}
	p.click("[data-again='mice']")
	p.click(".sure .danger")
	e.until("the mice", func(m *screen.Moment) bool {
		return m.Match.Rules().Name() == "mice" && len(m.Match.Names()) == 2 && m.Match.Name(2) == "Боря" && m.Point.Match != runs
	})
	p.wait("location.hash === '#table'")
	p.goTo("setup")
	p.wait("document.querySelector('[data-again]')?.dataset.again === 'mice'")
	p.click("[data-again='score']")
	p.click(".sure .danger")
	e.until("the scoreboard", func(m *screen.Moment) bool { return !m.Match.IsZero() && m.Match.Rules().Name() == "score" })
}

func TestPageKeepsADraftWhenItIsLoadedAnewAndSeatsByATap(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "score", names: ["Вера", "Галя"], first: 1 }`)
	e.home()
	p.goTo("setup/mice")
	p.click("[data-known='Галя']")
	p.wait("document.querySelector('.names input').value === 'Галя'")
	p.tells(`(() => { const second = document.querySelectorAll(".names input")[1]; second.value = "Ефим"; second.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	p.sight("draft")
	p.do(chromedp.Reload())
	p.wait("document.querySelectorAll('.names input').length === 2 && document.querySelectorAll('.names input')[1].value === 'Ефим'")
	if got := p.tells("document.querySelector('.names input').value"); got != "Галя" {
		t.Errorf("seat 1 has %s, want Галя", got)
	}
	p.click("#begin")
	p.click(".sure .danger")
	e.until("the match", func(m *screen.Moment) bool { return !m.Match.IsZero() && m.Match.Name(2) == "Ефим" })
	p.wait("location.hash === '#table'")
	p.goTo("setup/mice")
	p.wait("document.querySelector('.names input')?.value === 'Галя'") // as last time, and no more as it was kept
}

func TestPageTellsOpenMatchesOfTheSamePeopleApart(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	for _, points := range []string{"5", "14", "1"} { // the last stays on the panel
		p.plays(e, `{ game: "score", names: ["Аня", "Боря"], first: 1 }`)
		e.decide("score 1 " + points)
		e.home()
	}
	p.goTo("setup")
	p.wait("document.querySelectorAll('[data-open]').length === 2")
	p.sight("open")
	for _, want := range []string{"14 : 0", "5 : 0"} {
		if got := p.tells(`[...document.querySelectorAll("[data-open] .since")].filter((e) => /^(сегодня|вчера) \d\d:\d\d · .*` + want + `$/.test(e.textContent)).length`); got != "1" {
			t.Errorf("%s matches stand at %s: %s", got, want, p.tells(`[...document.querySelectorAll("[data-open]")].map((e) => e.textContent).join("; ")`))
		}
	}
}
