//go:build browser

package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/games"
)

// slow3G is what a phone at the edge of what it hears has of the network.
var slow3G = network.Conditions{Latency: 400, DownloadThroughput: 50_000, UploadThroughput: 50_000}

// listener notes every banner, and every line under a board, when it came.
const listener = `(() => {
	window.heard = [];
	const banner = document.getElementById("moment");
	new MutationObserver(() => { if (!banner.hidden && banner.innerText) heard.push(banner.innerText.replace(/\s+/g, " ").trim()); }).observe(banner, { childList: true });
	return "";
})()`

func TestPageTwoPhonesOneSlowOneAsleep(t *testing.T) {
	for _, kind := range []string{"frozen", "hidden"} {
		t.Run(kind, func(t *testing.T) { twoPhones(t, kind) })
	}
}

// twoPhones plays 30 decisions and more, most of them with a moment, before three phones.
func twoPhones(t *testing.T, kind string) {
	e, ctx := box(t), browser(t)
	awake, slow, asleep := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Play)
	phones := map[string]*visitor{"awake": awake, "slow": slow, "asleep": asleep}
	slow.network(&slow3G)
	slow.do(chromedp.Reload())
	awake.plays(e, motions[7].draft)
	rng := rand.New(rand.NewPCG(3, 9))
	e.upTo(awake, rng, motions[7].draft, sets)
	for _, p := range phones {
		p.goTo("table")
		p.upToDate()
		p.tells(listener)
	}
	asleep.sleeps(kind)
	awake.goesOn(rng, 30)
	slow.ends(awake) // what is under way comes
	asleep.wakes(kind)
	for name, p := range phones {
		p.ends(awake)
		if got := p.once(t, name, awake.may); name == "asleep" && got > 0 {
			t.Errorf("the phone that slept was told %d moments that it missed: %s", got, p.tells("heard.join(' | ')"))
		} else {
			t.Logf("%s, %s: %d of %d moments were told", kind, name, got, len(awake.may))
		}
	}
	for name, p := range phones { // and from now on it hears again, if not each moment on a slow network
		p.tells("(heard.length = 0, '')")
		for try := 0; p.tells("heard.length") == "0"; try++ {
			if try == 30 {
				t.Fatalf("%s is told nothing any more", name)
			}
			awake.goesOn(rng, few)
			p.ends(awake)
		}
		p.once(t, name, awake.may)
	}
}

const few = 3 // decisions, every one of which makes something happen

// goesOn decides so many times.
func (p *visitor) goesOn(rng *rand.Rand, times int) {
	p.t.Helper()
	for range times {
		p.does(p.e.upTo(p, rng, motions[7].draft, func(state, after games.State) bool {
			return state.Turn() > 0 && (len(games.Moments(after)) > 0 || times > few && rng.IntN(8) == 0)
		}))
		p.shows(p.e.d.loop.Now().Match.Seq())
	}
}

// notes keeps the lines that a banner may show for the facts after since.
func (p *visitor) notes(since int) {
	m := p.e.d.loop.Now()
	for _, told := range m.Match.Moments(since) {
		text, note := m.Words(m.Lang, m.Match.Rules().Name()).Moment(told.Moment, m.Match.Names())
		var names []string
		for _, seat := range told.Seats {
			names = append(names, m.Match.Name(seat))
		}
		p.may = append(p.may, strings.Join(strings.Fields(text+" "+strings.Join(names, ", ")+" "+note), " "))
	}
}

// once fails for banners that tell more than there was, and returns how many there were.
func (p *visitor) once(t *testing.T, name string, told []string) int {
	t.Helper()
	var heard []string
	p.must(json.Unmarshal([]byte(p.tells("JSON.stringify(heard)")), &heard))
	left := map[string]int{}
	for _, text := range told {
		left[text]++
	}
	for _, text := range heard {
		if left[text]--; left[text] < 0 {
			t.Errorf("%s is told once too often: %s", name, text)
		}
	}
	return len(heard)
}

// shownTable is all of the table that is the same for whoever looks: what there is to read, and
// every square.
const shownTable = `["bar", "ask", "strip", "field", "dock", "standing", "lines", "log"].map((id) => document.getElementById(id)).map((at) => {
	const copy = at.cloneNode(true);
	copy.querySelectorAll("#why").forEach((told) => told.remove());
	return copy.textContent + [...copy.querySelectorAll(".cell")].map((cell) => cell.className + cell.ariaLabel).join("|");
}).join("\n")`

// ends waits until the page shows what that of another phone does.
func (p *visitor) ends(as *visitor) {
	p.t.Helper()
	as.upToDate()
	p.wait(shownTable + " === " + quote(as.tells(shownTable)))
}

// sleeps lets nobody look at a phone; frozen it doesn't even run.
func (p *visitor) sleeps(kind string) {
	p.t.Helper()
	if kind == "frozen" {
		p.freezes(page.SetWebLifecycleStateStateFrozen)
		return
	}
	p.tells(`(Object.defineProperty(document, "hidden", { configurable: true, get: () => true }), document.dispatchEvent(new Event("visibilitychange")))`)
}

func (p *visitor) wakes(kind string) {
	p.t.Helper()
	if kind == "frozen" {
		p.freezes(page.SetWebLifecycleStateStateActive)
		// Chromium runs the page again, but leaves it hidden.
		p.tells(`(Object.defineProperty(document, "hidden", { configurable: true, get: () => false }), document.dispatchEvent(new Event("visibilitychange")))`)
		return
	}
	p.tells(`(delete document.hidden, document.dispatchEvent(new Event("visibilitychange")))`)
}

func (p *visitor) freezes(state page.SetWebLifecycleStateState) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state})
	p.must(err)
}
