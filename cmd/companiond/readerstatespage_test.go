//go:build browser

package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// reading is a walk through every kind of state of the page, of one box.
type reading struct {
	e            *evening
	ctx          context.Context
	p, looks, tv *visitor // who plays, who looks, and the big screen
}

// unfinishedMatches is the region of matches that were left, of which each state adds some.
const unfinishedMatches = "Недоигранное"

// outside is who isn't let in.
func (r *reading) outside() {
	p := r.e.phone(r.ctx, small, "/")
	p.wait("document.getElementById('code')")
	p.reader("join", "")
	p.enter("000000")
	p.says("page:join.wrong")
	p.reader("join-refused", "")
	p.click("#language")
	p.wait("document.documentElement.lang === 'en' && document.getElementById('code')")
	p.reader("join", "")
}

// shown shows a part of the page with all that is folded away.
func (p *visitor) shown(part string) {
	p.t.Helper()
	p.goTo(part)
	p.wait("document.querySelector('#view h1, #view .sheet') && !document.querySelector('.skeleton')")
	p.comesToRest()
	p.tells(unfold)
}

// enters lets everybody in before a match is on the panel.
func (r *reading) enters() {
	r.p, r.looks = r.e.joined(r.ctx, small, door.Play), r.e.joined(r.ctx, small, door.Look)
	r.tv = r.e.bigScreen(r.ctx, television, r.e.url(address), "")
	r.tv.reader("tv-idle", "")
	air := r.e.ether()
	p := r.e.visit(r.ctx, small, air.url, "/J/"+r.e.invite(door.Play))
	p.says("page:nav.table")
	air.fail(true)
	p.wait("document.documentElement.classList.contains('lost')")
	p.reader("lost", "status")
	p.do(chromedp.Navigate("about:blank"))
	r.e.home()
}

// parts are the parts beside the table.
func (r *reading) parts() {
	p := r.p
	p.goTo("table")
	p.says("page:table.none")
	p.reader("home", "")
	for _, part := range []struct{ name, at string }{
		{"dice", "dice"},
		{"setup", "setup"},
		{"setup-mice", "setup/mice"},
		{"evenings", "evenings"},
		{"players", "players"},
		{"year", "year/2026"},
		{"game", "game/mice"},
		{"pair", "pair/Аня/Боря"},
		{"rules", "rules/fox"},
		{"data", "out"},
		{"sheet-blank", "print/blank"},
		{"sheet-fairness", "print/fairness"},
	} {
		p.shown(part.at)
		p.reader(part.name, "main")
	}
	for _, part := range []string{"times", "book/maze"} { // they depend on the day
		p.shown(part)
		p.comesToRest()
		for _, fault := range p.hears().faults("ru") {
			p.t.Errorf("%s: %s", part, fault)
		}
	}
	p.goTo("setup/score")
	p.wait("document.getElementById('begin')")
	p.tells(`(() => { const name = document.querySelector(".names input"); name.value = "!"; name.dispatchEvent(new Event("input")); })()`)
	p.click("#begin")
	p.says("page:setup.badname !")
	p.reader("setup-refused", "status")
	p.goTo("evenings")
	p.click(".matches a")
	p.wait("document.querySelector('.course .lines .line') && document.querySelector('#match .bars, #match .prompt')")
	p.reader("match", "main")
	p.goTo("print/" + p.tells("location.hash.slice(7)"))
	p.wait("document.querySelector('#view .sheet')")
	p.reader("sheet-filled", "main")
	p.speaks("en")
	for _, part := range []struct{ name, at string }{{"setup-mice", "setup/mice"}, {"evenings", "evenings"}, {"data", "out"}} {
		p.shown(part.at)
		p.reader(part.name, "main")
	}
	p.speaks("ru")
}

// games are the states of matches.
func (r *reading) games() {
	r.mice()
	r.fox()
	r.field()
	r.maze()
	r.counted()
}

func (r *reading) mice() {
	e, p := r.e, r.p
	p.goTo("table")
	p.beginsWith(`{ game: "mice", names: ["Аня", "Боря", "Вера", "Галя"], first: 1, luck: "table", options: {} }`)
	p.wait("document.getElementById('play')")
	p.reader("mice-ready", "main")
	p.click("#play")
	p.wait("document.querySelector('#deeds [data-says=roll]')")
	p.tells(unfold)
	p.reader("mice-turn", "main")
	for _, says := range []string{"roll", "dice red green", "lure red green"} {
		e.decide(says)
	}
	p.says("mice:past.lure red green")
	p.reader("mice-more", "main")
	r.tv.match()
	r.tv.wait("document.querySelectorAll('#strip li').length === 2")
	r.tv.reader("tv-match", "")
	p.goTo("setup/mice")
	p.click("#begin")
	p.wait("document.querySelector('.start .sure')")
	p.reader("question-displace", "form")
	p.goTo("table")
	p.click("[data-topic]")
	p.wait("document.querySelector('dialog .topic')")
	p.reader("topic", "dialog")
	p.click("dialog > .choices button")
	p.click("#fold")
	p.wait("!document.getElementById('device').hidden && document.getElementById('veil').hidden")
	p.reader("panel", "region")
	p.click("#fold")
	p.speaks("en")
	p.reader("mice-more", "main")
	p.speaks("ru")
	p.click("#undo")
	e.until("the question", func(m *screen.Moment) bool { return m.Private })
	p.says("page:ask.sent")
	p.reader("question-box", "status")
	p.click("#fold")
	p.wait("!document.getElementById('veil').hidden && !document.getElementById('device').hidden")
	p.reader("panel-veiled", "region")
	p.click("#fold")
	e.choose("ask.yes")
	p.wait("document.getElementById('redo')")
	p.reader("mice-undone", "main")
	p.goTo("print/live")
	p.wait("document.querySelector('#view .sheet')")
	p.reader("sheet-live", "main")
	p.goTo("table")
}

// fox has a hand that one seat sees, a refusal, a moment.
func (r *reading) fox() {
	e, p := r.e, r.p
	p.plays(e, `{ game: "fox", names: ["Аня", "Боря"], first: 1, options: { mode: "cards" } }`)
	p.leadBy(1, 3)
	p.reader("fox-follows", "main", unfinishedMatches)
	e.home()
	p.plays(e, `{ game: "fox", names: ["Аня", "Боря"], first: 1, options: { mode: "tricks" } }`)
	for range 13 {
		p.does("trick 1")
	}
	p.wait("!document.getElementById('moment').hidden && document.getElementById('moment').className === 'round'")
	p.reader("moment", "paragraph")
	if got := p.tells("document.getElementById('moment').innerText.trim() !== '' && !document.getElementById('moment').closest('[aria-hidden], [role]')"); got != "true" {
		p.t.Error("a moment isn't read where it stands")
	}
	p.tapsAway()
}

// tapsAway ends the moments in sight.
func (p *visitor) tapsAway() {
	p.t.Helper()
	p.wait(`document.getElementById("moment").hidden || (document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })), document.body.click(), false)`)
}

// leadBy makes so many decisions that are drawn by a seed.
func (p *visitor) leadBy(seed uint64, decisions int) {
	p.t.Helper()
	rng := rand.New(rand.NewPCG(seed, seed))
	p.e.lead(scene{decisions: []string{fmt.Sprint("*", decisions)}}, rng)
	p.upToDate()
}

func (r *reading) field() {
	e, p := r.e, r.p
	p.plays(e, `{ game: "mazaitsy", names: ["Аня", "Боря"], first: 1, options: { field: "on", deal: "table" } }`)
	p.leadBy(1, 3)
	p.wait("document.querySelector('.palette button')")
	p.reader("field-painted", "main", unfinishedMatches)
	p.leadBy(2, 90)
	p.reader("field-turn", "main", unfinishedMatches)
}

// maze is a problem of the book, whose board is always the same.
func (r *reading) maze() {
	e, p := r.e, r.p
	options := p.tells(`fetch("/api/problems?game=maze").then((r) => r.json()).then(({ problems }) => JSON.stringify(problems.find((one) => one.number === 1).options))`)
	p.plays(e, `{ game: "maze", names: ["Аня", "Боря"], first: 1, options: `+options+` }`)
	p.lies(0)
	p.reader("maze-laid", "main", unfinishedMatches)
	p.click("#lies")
	p.wait("document.querySelector('#field [role=grid]') && document.querySelector('#deeds button')")
	p.reader("maze-turn", "main", unfinishedMatches)
	p.click("#field [data-cell]")
	p.wait("document.querySelector('#field [aria-pressed=true]')")
	p.reader("maze-chosen", "main", unfinishedMatches)
	p.click("#field [aria-pressed=true]")
	p.speaks("en")
	p.reader("maze-turn", "grid")
	p.speaks("ru")
}

// counted are the games that people play with their own things: points, rounds, a result.
func (r *reading) counted() {
	e, p := r.e, r.p
	p.plays(e, `{ game: "score", names: ["Аня", "Боря"], first: 1, options: { rounds: "1" } }`)
	p.reader("score-turn", "main", unfinishedMatches)
	p.does("score 1 -7")
	e.decide("score 2 3")
	p.says("page:turn.over")
	p.tapsAway()
	p.reader("result", "main", unfinishedMatches)
	p.plays(e, `{ game: "table", names: ["Аня", "Боря", "Вера"], first: 1, options: { points: "round", rounds: "5" } }`)
	p.upToDate()
	p.tells(unfold)
	p.reader("table-turn", "main", unfinishedMatches)
	r.looks.goTo("table")
	r.looks.says("page:looking")
	r.looks.reader("looking", "main", unfinishedMatches)
}
