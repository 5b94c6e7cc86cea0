//go:build browser

package main

import (
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
)

// A phone keeps its screen on and shakes at a turn only if somebody has chosen that on it.
func TestPageKeepsAwakeAndShakesWhereSomebodyWantsIt(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, q := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Play)
	const counting = `(() => { window.shakes = 0; navigator.vibrate = () => { window.shakes++; return true; }; return ""; })()`
	p.tells(counting)
	p.plays(e, `{ game: "mice", names: ["Аня", "Боря"], first: 1, luck: "table" }`)
	p.wait("!document.querySelector('video')")
	p.click("#awake")
	p.wait("document.querySelector('video').currentTime > 0 && !document.querySelector('video').paused")
	p.tells("document.querySelector('#buzz summary').click()")
	p.wait("[...document.querySelectorAll('#buzz button')].some((b) => b.textContent === 'Боря')")
	p.picture("switches")
	p.tells("[...document.querySelectorAll('#buzz button')].find((b) => b.textContent === 'Боря').click()")
	p.wait("window.shakes === 1") // as a trial
	for _, says := range []string{"roll", "dice red green", "lure red green", "stop"} {
		e.decide(says)
	}
	p.wait("window.shakes === 2")
	for _, says := range []string{"roll", "dice red green", "lure red green", "stop"} {
		e.decide(says)
	}
	p.says("@1")
	p.do(chromedp.Reload())
	p.wait("document.querySelector('#buzz summary') && document.querySelector('#buzz summary').textContent.includes('Боря')")
	p.wait("document.getElementById('awake').getAttribute('aria-checked') === 'true' && document.querySelector('video')")
	p.click("#awake")
	p.wait("document.querySelector('video').paused")
	q.wait("document.getElementById('awake').getAttribute('aria-checked') === 'false' && !document.querySelector('video')")
}
