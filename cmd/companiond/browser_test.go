//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

func TestPageLetsInByCodeOrTokenAndEndsAtGoodNight(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.phone(ctx, small, "/")
	p.enter("000000")
	p.says("page:join.wrong")

	token := e.invite(door.Play)
	q := e.phone(ctx, tablet, "/J/"+token)
	q.says("page:nav.table")
	e.press("ok") // somebody came
	late := e.phone(ctx, small, "/J/"+token)
	late.says("page:join.expired")

	e.home()
	e.choose("home.more", "door.item")
	e.press("down")
	code := e.until("six digits", func(m *screen.Moment) bool { return len(m.View.Big) == 6 }).View.Big
	q.wait("!document.getElementById('veil').hidden")
	p.enter(code)
	p.wait("document.getElementById('nav').children.length")

	guest := e.joined(ctx, small, door.Look)
	guest.wait("document.getElementById('device').classList.contains('looking')")
	if got := guest.tells(`fetch("/api/press", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"key":"ok"}'}).then((r) => r.status)`); got != "403" {
		t.Errorf("a guest who looks presses a key: %s", got)
	}
	e.home()
	e.choose("home.more", "night.item", "ask.yes")
	for _, visitor := range []*visitor{p, q, guest} {
		visitor.wait("document.getElementById('code')")
	}
}

// enter types the six digits of the panel.
func (p *visitor) enter(code string) {
	p.t.Helper()
	p.wait("document.getElementById('code')")
	p.tells(fmt.Sprintf("document.getElementById('code').value = %q", code))
	p.click("form.entry button")
}

func TestPagePlaysAWholeGameByTwoPhonesAndTheKeysAtOnce(t *testing.T) {
	e, ctx := box(t), browser(t)
	anya, borya := e.joined(ctx, small, door.Play), e.joined(ctx, tablet, door.Play)
	anya.setUp("mice")
	e.begin()
	for turn := 0; !e.over(); turn++ {
		if turn > 400 {
			t.Fatal("the game finds no end")
		}
		before := e.d.loop.Now().Match.Seq()
		switch turn % 3 {
		case 0:
			anya.decides(e, turn)
		case 1:
			borya.decides(e, turn)
		default:
			for e.d.loop.Now().Match.Seq() == before {
				e.press("ok")
			}
		}
	}
	won := e.d.loop.Now().Match.State().Standing().Won
	for _, p := range []*visitor{anya, borya} {
		p.says("page:turn.over")
		for _, seat := range won {
			p.reads(e.d.loop.Now().Match.Name(seat))
		}
	}
	anya.picture("over")
	borya.picture("over")
}

// setUp begins a game as it is offered; the device answers for chance.
func (p *visitor) setUp(game string, chosen ...string) {
	p.t.Helper()
	p.goTo("setup/" + game)
	p.wait("document.getElementById('begin')")
	for _, script := range chosen {
		p.tells(script)
	}
	p.starts()
	p.wait("location.hash === '#table'")
}

// starts begins the match that is set up, in the place of one that runs.
func (p *visitor) starts() {
	p.t.Helper()
	p.click("#begin")
	p.wait("location.hash === '#table' || document.querySelector('.start .sure')")
	if p.tells("location.hash") != "#table" {
		p.click(".start .sure .danger")
	}
}

// begin takes the match from under its seal.
func (e *evening) begin() {
	e.t.Helper()
	e.until("the match", func(m *screen.Moment) bool { return m.Match.Seq() > 0 })
	e.choose("setup.start")
	e.until("the first turn", func(m *screen.Moment) bool { return !m.Ready })
}

func (e *evening) over() bool { return e.d.loop.Now().Match.State().Standing().Over }

// decides makes a decision that the page offers: by a button, or on every other turn
// by cells of the board, now one and now another. A page may be late, as people see
// it; then it is told so, and decides again.
func (p *visitor) decides(e *evening, turn int) {
	p.t.Helper()
	const patient = 10 // looks before it decides again
	before, looks := e.d.loop.Now().Match.Seq(), 0
	waittest.Until(p.t, "the page to move the match on", func() (any, bool) {
		if looks%patient == 0 {
			p.tells(fmt.Sprintf("(%s)(%d, %d)", deciding, turn, looks/patient))
		}
		looks++
		return p.tells(grown), e.d.loop.Now().Match.Seq() > before
	})
}

const deciding = `(turn, again) => {
	const all = (selector) => [...document.querySelectorAll(selector)];
	const some = (list) => list.length > 0 && (list[(turn * 7 + again) % list.length].click(), true);
	if (document.querySelector("main .waiting")) return;
	const device = document.querySelector("#deeds [data-focus=device]");
	if (device) return device.click();
	if (turn % 2 && again < 6 && some(all("#field [data-cell]"))) return;
	some(all("#deeds button[data-says]")) || some(all("#deeds .choices button:not([data-says])"));
}`

func TestPageTellsWhoWasLateWhatHappened(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	e.home()
	e.miceAgain()
	p.wait("document.querySelector('#deeds [data-says=roll]')")
	seq := e.d.loop.Now().Match.Seq()
	p.tells(`document.querySelector("#deeds [data-says=roll]").dataset.stale = "yes"`)
	p.blind()
	e.decide("roll")
	e.until("a roll", func(m *screen.Moment) bool { return m.Match.Seq() > seq })
	after := e.d.loop.Now().Match.Seq()
	p.click("[data-stale]")
	p.says("page:stale 1")
	if got := e.d.loop.Now().Match.Seq(); got != after {
		t.Errorf("a stale decision moved the match from %d to %d", after, got)
	}
}

func TestPageShowsWhatHasHappenedForAWhile(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	e.home()
	e.miceAgain()
	for _, says := range []string{"roll", "dice red green", "lure red green"} {
		e.decide(says)
	}
	banner := "document.getElementById('moment')"
	p.says("mice:past.lure red green") // it hears of what happens
	p.wait(banner + ".hidden")
	p.tells(`(window.shown = "", new MutationObserver(() => { const m = document.getElementById("moment"); if (!m.hidden) window.shown = m.innerText; }).observe(` + banner + `, { attributes: true, childList: true }), "")`)
	e.decide("stop")
	p.wait("window.shown.includes(" + quote(e.text("@1")) + ")")
	p.wait(banner + ".hidden")
}

// A tap was meant for the banner, wherever it falls; the next one decides.
func TestPageDecidesNothingByATapThatEndsAMoment(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "fox", names: ["Аня", "Боря"], first: 1, options: { mode: "tricks" } }`)
	for range 13 {
		p.does("trick 1")
	}
	const shown, choice = "document.getElementById('moment')", "document.querySelector('#deeds [data-says^=trick]')"
	p.wait("!" + shown + ".hidden && " + shown + ".className === 'round' && " + choice) // it waits for a tap
	seq := e.d.loop.Now().Match.Seq()
	for p.tells(shown+".hidden") == "false" {
		p.tapOn(choice)
	}
	p.wait("!document.querySelector('.waiting')") // for the answer to a decision
	if got := e.d.loop.Now().Match; got.Seq() != seq {
		t.Fatalf("a tap that ends a moment decides %s", got.Since(seq))
	}
	p.tapOn(choice)
	e.until("a decision by the next tap", func(m *screen.Moment) bool { return m.Match.Seq() > seq })
}

// tapOn taps where an element is, whatever lies over it.
func (p *visitor) tapOn(element string) {
	p.t.Helper()
	var at struct{ X, Y float64 }
	p.must(json.Unmarshal([]byte(p.tells(`(() => {
		const tapped = `+element+`;
		tapped.scrollIntoView({ block: "end" });
		const { x, y, width, height } = tapped.getBoundingClientRect();
		return JSON.stringify({ X: x + width / 2, Y: y + height / 2 });
	})()`)), &at))
	_, err := chromedp.Run(p.ctx, chromedp.MouseClickXY(at.X, at.Y))
	p.must(err)
}

func TestPageCatchesUpAfterASleep(t *testing.T) {
	e, ctx := box(t), browser(t)
	air := e.ether()
	p := e.visit(ctx, small, air.url, "/J/"+e.invite(door.Play))
	p.says("page:nav.table")
	e.home()
	e.miceAgain()
	p.says("mice:ask.roll")
	air.fail(true)
	p.wait("document.documentElement.classList.contains('lost')")
	e.decide("roll")
	e.decide("dice red green")
	air.fail(false)
	p.wait("!document.documentElement.classList.contains('lost')")
	p.says("page:caught 2")
	if got, want := p.tells("fetch('/api/match').then((r) => r.json()).then((m) => m.seq)"), fmt.Sprint(e.d.loop.Now().Match.Seq()); got != want {
		t.Errorf("the phone knows fact %s, the box %s", got, want)
	}
}

func TestPagePlaysAWholeFieldGame(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, tablet, door.Play)
	p.tells(`fetch("/api/setup", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ begin: false,
		draft: { game: "mazaitsy", names: ["Аня", "Боря"], first: 1, options: { field: "on", deal: "device" } } }) }).then((r) => r.status)`)
	p.setUp("mazaitsy")
	e.begin()
	if got := e.d.loop.Now().Match.Setup().Options["field"]; got != "on" {
		t.Fatalf("field=%q", got)
	}
	for turn := 0; !e.over(); turn++ {
		if turn > 1500 {
			t.Fatal("the game finds no end")
		}
		if turn == 40 {
			p.picture("field")
		}
		p.decides(e, turn)
	}
	p.says("page:turn.over")
	p.picture("over")
}

func TestPageBringsABackupToAnotherBox(t *testing.T) {
	ctx := browser(t)
	old := box(t)
	p := old.joined(ctx, small, door.Play)
	old.home()
	old.quiet()
	old.miceAgain()
	rng := rand.New(rand.NewPCG(1, 2))
	for !old.over() {
		legal := old.d.loop.Now().Match.State().Legal()
		c := legal[rng.IntN(len(legal))]
		old.decide(string(c.At(rng.IntN(c.Len()))))
	}
	old.choose("result.end")
	old.press("ok")
	backup := p.tells("fetch('/api/backup').then((r) => r.text())")
	p.goTo("evenings")
	p.says("mice:title")
	p.picture("evenings")
	file := filepath.Join(t.TempDir(), "companion-backup.jsonl")
	write(t, file, backup)

	fresh := box(t)
	q := fresh.joined(ctx, tablet, door.Play)
	q.goTo("out")
	q.wait("document.querySelector('input[type=file]')")
	q.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	q.tells("document.querySelector('input[type=file]').form.requestSubmit()")
	fresh.until("the question", func(m *screen.Moment) bool { return m.Private })
	fresh.choose("ask.yes")
	fresh.says("done.restore")
	q.goTo("evenings")
	q.says("mice:title")
	q.goTo("players")
	q.says("setup.player 1")
	q.picture("players")
	q.goTo("evenings")
	q.click(".matches a")
	q.wait("document.querySelector('input[type=range]')")
	q.reads(fresh.before("page:luck.most 1", "1"))
	q.picture("match")
}

func TestPageIsWorkedByTheKeyboardAlone(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	e.home()
	e.miceAgain()
	p.wait("document.querySelector('#deeds [data-says]')")
	seq := e.d.loop.Now().Match.Seq()
	p.tabTo("element.closest('#deeds') && element.dataset.says")
	p.do(chromedp.KeyEvent("\r"))
	e.until("the decision", func(m *screen.Moment) bool { return m.Match.Seq() > seq })
	p.wait("document.getElementById('undo')")
	p.tabTo("element.id === 'undo'")
	p.do(chromedp.KeyEvent("\r"))
	e.until("the undo", func(m *screen.Moment) bool { return m.Match.Seq() > seq+1 })
	p.tabTo("element.matches('#nav a[href=\"#evenings\"]')")
	p.do(chromedp.KeyEvent("\r"))
	p.wait("document.querySelector('#evenings a[href=\"#players\"]')")
	p.tabTo("element.matches('#evenings a[href=\"#players\"]')")
	p.do(chromedp.KeyEvent("\r"))
	p.wait("location.hash === '#players'")
}

// tabTo presses the tab key until the element in focus is the one that is meant.
func (p *visitor) tabTo(meant string) {
	p.t.Helper()
	for range 120 {
		p.do(chromedp.KeyEvent("\t"))
		if p.tells("((element) => Boolean(element && ("+meant+")))(document.activeElement)") == "true" {
			return
		}
	}
	p.must(fmt.Errorf("the tab key doesn't lead to %s", meant))
}

func TestPageSpeaksBothLanguagesAndHasNoBarriers(t *testing.T) {
	e, ctx := box(t), browser(t)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	outside := e.phone(ctx, small, "/")
	outside.wait("document.getElementById('code')")
	outside.judge(axe, "outside")
	p := e.joined(ctx, small, door.Play)
	e.home()
	e.miceAgain()
	e.decide("roll")
	e.decide("dice red green")
	for _, l := range []look{small, {width: 360, height: 640, dark: true}, tablet, {width: 1024, height: 768}} {
		p.dress(l)
		for _, lang := range []string{"en", "ru"} {
			p.click("#language")
			p.wait(fmt.Sprintf("document.documentElement.lang === %q", lang))
			for _, part := range []string{"table", "setup", "setup/mazaitsy", "evenings", "players", "out", "print/blank"} {
				p.goTo(part)
				p.wait("document.querySelector('#view h1') && !document.querySelector('.waiting')")
				name := fmt.Sprintf("%s-%s-%dx%d-%v", strings.ReplaceAll(part, "/", "-"), lang, l.width, l.height, l.dark)
				p.judge(axe, name)
				p.picture(name)
			}
		}
	}
	if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
		t.Error("the page is wider than its screen")
	}
}

// judge fails for what axe finds against WCAG 2.2 AA.
func (p *visitor) judge(axe []byte, where string) {
	p.t.Helper()
	p.tells("typeof axe === 'undefined' ? (0, eval)(" + quote(string(axe)) + ") && '' : ''")
	text := p.tells(`axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
		.then((r) => JSON.stringify(r.violations.map((v) => [v.id, v.help, ...v.nodes.slice(0, 3).map((n) => n.html)])))`)
	var violations [][]string
	p.must(json.Unmarshal([]byte(text), &violations))
	for _, v := range violations {
		p.t.Errorf("%s: %s", where, strings.Join(v, " · "))
	}
}
