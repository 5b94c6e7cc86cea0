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
)

// Fields that are laid out, with as many cards and pieces as there are.
const (
	fieldDraft = `{ game: "mazaitsy", names: ["Аня", "Боря", "Вера"], first: 1, options: { field: "on", deal: "device" } }`
	mazeDraft  = `{ game: "maze", names: ["Аня", "Боря"], first: 1 }`
)

// posts sends what the page sends, and waits until the page tells what came of it.
func (p *visitor) posts(e *evening, path, body string) {
	p.t.Helper()
	seq := e.d.loop.Now().Match.Seq()
	got := p.tells(fmt.Sprintf(`fetch("/api/match").then((r) => r.json()).then((m) => fetch(%q, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ match: m.match, after: m.seq, ...%s }) })).then((r) => r.text())`, path, body))
	if strings.Contains(got, "error") {
		p.t.Fatalf("%s %s: %s", path, body, got)
	}
	m := e.until("what was sent", func(m *screen.Moment) bool { return m.Match.Seq() > seq })
	p.wait(fmt.Sprintf("document.querySelector('#log li')?.value === %d", m.Match.Seq()))
}

// lies waits until the page tells so many things of those that are laid.
func (p *visitor) lies(n int) {
	p.t.Helper()
	p.wait("document.getElementById('laid')?.textContent.startsWith(" + quote(p.e.before(fmt.Sprint("page:lay.told ", n), "{1}")) + ")")
}

const pressed = `[...document.querySelectorAll(".lay [data-cell][aria-pressed=true]")].map((cell) => cell.dataset.cell).join(" ")`

func TestPageLaysTheFieldOut(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, guest := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Look)
	p.plays(e, fieldDraft)
	p.wait("document.querySelectorAll('.lay .cell svg.art').length === 36")
	p.lies(0)
	p.click("[data-cell=c3]")
	p.lies(1)
	p.click("[data-focus='row 0']")
	p.lies(7)
	p.click("[data-focus='row 0']")
	p.click("[data-cell=f6]")
	p.click(".tasks button")
	p.lies(3)
	p.do(chromedp.Reload())
	p.lies(3)
	if got, want := p.tells(pressed), "c3 f6"; got != want {
		t.Errorf("loaded anew, %q lie, want %q", got, want)
	}
	p.tells("document.querySelector('[data-cell=c3]').focus()")
	p.do(chromedp.KeyEvent("\r"))
	p.lies(2)

	guest.lies(0)
	guest.click("[data-cell=a1]")
	guest.lies(1)
	guest.click("[data-focus='lay.all']")
	guest.wait("!document.getElementById('lies').classList.contains('second')")
	guest.click("[data-focus='lay.none']")
	guest.lies(0)

	p.posts(e, "/api/rule", `{ says: "score 1 5", why: "так решили" }`)
	p.lies(2)
	p.click("#lies")
	p.wait("!document.querySelector('.lay') && document.querySelector('#deeds [data-says], #deeds .choices button')")
	p.click("[data-focus=lay]")
	p.lies(2)
	p.click("#lies")
}

// What was laid once lies: the lay-out doesn't come back with the position.
func TestPageLaysNothingOutOnceSomebodyHasMoved(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	for _, tt := range []struct{ draft, ruling string }{{fieldDraft, "score 1 5"}, {mazeDraft, "swap 3 13"}} {
		p.plays(e, tt.draft)
		p.lies(0)
		seq := e.d.loop.Now().Match.Seq()
		p.posts(e, "/api/decide", fmt.Sprintf("{ says: %q }", e.d.loop.Now().Match.State().Legal()[0].Says))
		p.wait("!document.querySelector('.lay')")
		p.posts(e, "/api/undo", fmt.Sprintf("{ to: %d }", seq))
		p.wait("document.querySelector('#deeds button') && !document.querySelector('.lay')")
		p.posts(e, "/api/undo", fmt.Sprintf("{ to: %d }", seq+1))
		p.wait("document.querySelector('#deeds button') && !document.querySelector('.lay')")
		p.posts(e, "/api/rule", fmt.Sprintf(`{ says: %q, why: "так решили" }`, tt.ruling))
		p.wait("document.querySelector('#deeds button') && !document.querySelector('.lay')")
		e.home()
	}
}

func TestPageShowsALayOutAtItsBest(t *testing.T) {
	e, ctx := box(t), browser(t)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	p := e.joined(ctx, small, door.Play)
	for name, draft := range map[string]string{"field": fieldDraft, "maze": mazeDraft} {
		p.plays(e, draft)
		p.lies(0)
		p.tells(`document.querySelectorAll(".lay [data-cell]").forEach((cell, i) => (i * 7) % 3 || cell.click())`)
		p.tells(`document.querySelector(".tasks button").click()`)
		for _, l := range []look{small, {width: 360, height: 640, dark: true}, {width: 390, height: 844}, {width: 1024, height: 768}, {width: 1440, height: 900, dark: true}} {
			p.dress(l)
			for _, lang := range []string{"en", "ru"} {
				p.click("#language")
				p.wait(fmt.Sprintf("document.documentElement.lang === %q && document.querySelector('.lay')", lang))
				at := fmt.Sprintf("%s-%s-%d-%v", name, lang, l.width, l.dark)
				p.sight(at)
				p.picture(at + "-whole")
				if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
					t.Errorf("%s: wider than its screen", at)
				}
			}
		}
		for _, l := range []look{{width: 360, height: 2400}, {width: 1024, height: 2400, dark: true}} { // nothing hides anything
			p.dress(l)
			p.judge(axe, fmt.Sprintf("%s-%d-%v", name, l.width, l.dark))
		}
		p.dress(small)
		e.home()
	}
}

func TestPagePaintsAFieldThatLies(t *testing.T) {
	e, ctx := box(t), browser(t)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "mazaitsy", names: ["Аня", "Боря", "Вера"], first: 1, options: { field: "on", deal: "table" } }`)
	seq := e.d.loop.Now().Match.Seq()
	p.click("[data-brush='card water hare']")
	p.wait("document.querySelectorAll('#field .board [data-cell]').length === 36")
	p.tells(`["c3", "d3", "a1"].forEach((name) => document.querySelector("[data-cell=" + name + "]").click())`)
	p.wait("document.querySelectorAll('.painted').length === 3")
	for _, l := range []look{small, {width: 360, height: 640, dark: true}, tablet} {
		p.dress(l)
		at := fmt.Sprintf("paint-%d-%v", l.width, l.dark)
		p.sight(at)
		p.picture(at + "-whole")
		p.judge(axe, at)
	}
	p.dress(small)
	p.click("[data-focus=enter]")
	e.until("two cards", func(m *screen.Moment) bool { return m.Match.Seq() == seq+2 })
	p.wait("document.querySelectorAll('.painted').length === 1 && !document.querySelector('.lay')")
}

// Where people have laid the cards, only the hares are laid that the box has drawn.
func TestPageLaysHaresOnCardsThatLie(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "mazaitsy", names: ["Аня", "Боря"], first: 1, options: { field: "on", deal: "device", mazai: "real" } }`)
	for now := e.d.loop.Now().Match; now.State().Turn() == 0; now = e.d.loop.Now().Match {
		e.decide(string(now.State().Legal()[0].Says))
	}
	p.lies(0)
	if got := p.tells(`[...document.querySelectorAll(".lay .cell")].every((cell) => Boolean(cell.dataset.cell) === Boolean(cell.querySelector(".tag")))`); got != "true" {
		t.Error("other squares are to be laid than those with hares")
	}
	p.sight("hares")
	p.click("[data-focus='lay.all']")
	p.wait("!document.querySelector('.lay [aria-pressed=false]')")
}
