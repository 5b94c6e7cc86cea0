//go:build browser

package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tabletop/companion/door"
)

// focus is the data-focus, id or name of the element that has the focus.
const focus = `(document.activeElement.dataset.focus || document.activeElement.id || document.activeElement.tagName)`

// presses presses a key. It returns the element that has the focus afterwards, as in focus.
func (p *visitor) presses(key string, with ...chromedp.KeyOption) string {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key, with...))
	return p.tells(focus)
}

func TestPageWalksOverABoardByTheArrowKeys(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	options := p.tells(`fetch("/api/problems?game=maze").then((r) => r.json()).then(({ problems }) => JSON.stringify(problems.find((one) => one.number === 1).options))`)
	p.plays(e, `{ game: "maze", names: ["Аня", "Боря"], first: 1, options: `+options+` }`)
	p.lies(0)
	p.click("#lies")
	p.wait("document.querySelector('#field [role=grid] [data-cell]') && document.querySelector('#deeds button, #deeds summary')")
	if got := p.tells(`[...document.querySelectorAll("#field [role=grid] [tabindex='0']")].length`); got != "1" {
		t.Errorf("the board is %s stops of the tab key", got)
	}
	if got, want := p.tells(`(({ ariaRowCount, ariaColCount }) => ariaRowCount + "×" + ariaColCount)(document.querySelector("#field [role=grid]"))`), "6×10"; got != want {
		t.Errorf("the board has %s squares, want %s", got, want)
	}
	// By the board of the book: 15 is in line c, the fourth; a1 and a2 are no squares.
	p.tells(`document.querySelector("[data-focus='cell 15']").focus()`)
	for _, step := range []struct{ key, want string }{
		{kb.ArrowRight, "cell 21"},
		{kb.ArrowDown, "cell 22"},
		{kb.ArrowLeft, "cell 16"},
		{kb.ArrowUp, "cell 15"},
		{kb.Home, "cell 1"},
		{kb.ArrowLeft, "cell 1"},
		{kb.End, "cell 47"},
		{kb.ArrowRight, "cell 47"},
	} {
		if got := p.presses(step.key); got != step.want {
			t.Errorf("%q leads to %s, want %s", step.key, got, step.want)
		}
	}
	p.presses(kb.Tab)
	if got := p.tells("Boolean(document.activeElement.closest('[role=grid]'))"); got != "false" {
		t.Error("the tab key stays on the board")
	}
	if got := p.presses(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)); got != "cell 47" {
		t.Errorf("the tab key comes back to %s", got)
	}
	first := p.tells("document.querySelector('#field [data-cell]').dataset.cell")
	p.tells("document.querySelector('#field [data-cell]').focus()")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait("document.querySelector('#field [aria-pressed=true]')")
	if got := p.tells(focus); got != "cell "+first {
		t.Errorf("once a square is chosen the focus is on %s", got)
	}
}

// Whatever an event draws anew, the focus stays on the same control, or comes to rest on one.
func TestPageKeepsTheFocusWhereItWas(t *testing.T) {
	e, ctx := box(t), browser(t)
	e.quiet()
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "score", names: ["Аня", "Боря", "Вера", "Галя", "Даша", "Ева", "Жора", "Зоя"], first: 1, options: {} }`)
	p.does("score 1 3")
	p.wait("document.getElementById('undo') && document.querySelector('#places form')")
	p.tells(unfold)
	for i, on := range []string{"number score 2", "undo", "fold rule", "away 2 true", "place 1"} {
		p.upToDate()
		at := fmt.Sprintf(`((at) => (at.tagName === "DETAILS" ? at.firstChild : at))(document.querySelector("[data-focus='%s']"))`, on)
		p.wait(at)
		p.tells(at + ".focus()")
		before := e.d.loop.Now().Match.Seq()
		p.does(fmt.Sprint("score ", i+3, " 1"))
		p.shows(before + 1)
		if got := p.tells(`(({ tagName, dataset, parentElement }) => (tagName === "SUMMARY" ? parentElement.dataset.focus : dataset.focus))(document.activeElement)`); got != on {
			t.Errorf("the focus was on %s and is on %s", on, got)
		}
	}
	p.upToDate()
	p.tells(`document.querySelector("[data-focus='number score 2']").focus()`)
	p.does("score 2 1") // that decision is gone
	p.wait("!document.querySelector(\"[data-focus='number score 2']\")")
	if got := p.tells("document.activeElement === document.body"); got != "false" {
		t.Error("the focus is lost with what it was on")
	}
}

// tappable notes the elements that listen to clicks and taps.
const tappable = `(() => {
	window.tappable = new Set();
	const add = EventTarget.prototype.addEventListener;
	EventTarget.prototype.addEventListener = function (kind, ...rest) {
		if (["click", "pointerdown", "mousedown", "touchstart"].includes(kind) && this instanceof Element) tappable.add(this);
		return add.call(this, kind, ...rest);
	};
})()`

// unreached lists the elements that people can tap and no key reaches. An element that is hidden from
// readers has another control beside it.
const unreached = `[...tappable].filter((at) => at.isConnected && at.checkVisibility() && !at.closest("[aria-hidden=true]")
	&& !at.matches("button, a[href], input, select, textarea, summary, label, form")).map((at) => at.tagName + "." + at.className).join()`

// unmarked returns the focused element if neither it nor the two elements around it have an outline.
const unmarked = `((at) => {
	for (let part = at, i = 0; part && i < 3; part = part.parentElement, i++) {
		for (const drawn of [null, "::after"]) {
			const { outlineStyle, outlineWidth } = getComputedStyle(part, drawn);
			if (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) return "";
		}
	}
	return at.matches("[type=date], [type=time]") ? "" : at.outerHTML.slice(0, 120); // the browser marks the part of a date
})(document.activeElement)`

func TestPageIsReachedByKeysWhereverItCanBeTapped(t *testing.T) {
	e, ctx := remembering(t), browser(t)
	e.quiet()
	p := e.joined(ctx, tablet, door.Play)
	_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: tappable})
	p.must(err)
	p.do(chromedp.Reload())
	p.wait("document.getElementById('nav').children.length")
	p.plays(e, `{ game: "score", names: ["Аня", "Боря"], first: 1, options: {} }`)
	p.does("score 1 3")
	for _, part := range []string{"table", "dice", "setup/mice", "evenings", "players", "rules/fox", "out"} {
		p.shown(part)
		p.comesToRest()
		if got := p.tells(unreached); got != "" {
			t.Errorf("%s: no key reaches %s", part, got)
		}
		p.tells("document.getElementById('skip').focus()")
		seen := map[string]bool{}
		for range 60 {
			p.do(chromedp.KeyEvent(kb.Tab))
			if got := p.tells("document.activeElement === document.body ? '' : " + unmarked); got != "" && !seen[got] {
				seen[got] = true
				t.Errorf("%s: the focus isn't seen on %s", part, got)
			}
			if p.tells("Boolean(document.activeElement.closest('footer'))") == "true" {
				break
			}
		}
	}
}
