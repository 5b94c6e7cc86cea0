//go:build browser

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/chromedp"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/qr/qrtest"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

var stands = flag.Duration("tv", 20*time.Second, "how long the big screen's memory is watched")

// television is what most of them are.
var television = look{width: 1920, height: 1080}

// bigScreen is one that was let in to look.
func (e *evening) bigScreen(ctx context.Context, l look, base, query string) *visitor {
	e.t.Helper()
	p := e.visit(ctx, l, base, "/J/"+e.invite(door.Look))
	p.wait("document.getElementById('nav').children.length && location.pathname === '/'")
	e.home()
	p.do(chromedp.Navigate(base + "/tv" + query))
	p.wait("document.getElementById('idle') && !document.getElementById('idle').hidden")
	return p
}

// match waits until the big screen shows the match.
func (p *visitor) match() {
	p.t.Helper()
	p.wait("!document.getElementById('match').hidden && document.querySelector('#head h1')")
}

func TestPageBigScreenJoinsByTheSixDigitsAndIsLeftAtGoodNight(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.phone(ctx, television, "/tv")
	p.enter("000000")
	p.says("page:join.wrong")
	p.picture("outside")
	e.home()
	e.choose("home.more", "door.item")
	e.press("down")
	p.enter(e.until("six digits", func(m *screen.Moment) bool { return len(m.View.Big) == 6 }).View.Big)
	p.wait("!document.getElementById('idle').hidden && document.getElementById('door').hidden")
	p.reads(strings.TrimPrefix(e.url(address), "http://"))
	p.wait("document.querySelector('.invitation img').naturalWidth > 0")
	p.picture("idle")
	p.scan("http://" + strings.ToUpper(strings.TrimPrefix(e.url(address), "http://")) + "/")
	e.home()
	e.choose("home.more", "night.item", "ask.yes")
	p.wait("!document.getElementById('door').hidden && document.getElementById('code') && document.getElementById('idle').hidden")
}

// scan fails if the QR code on the screen, as the browser draws it, isn't read as that text: bright, and
// dimmed as after a quarter of an hour.
func (p *visitor) scan(text string) {
	p.t.Helper()
	var photos []qrtest.Photo
	for _, dim := range []string{"true", "false"} {
		p.tells("document.documentElement.classList.toggle('dim', " + dim + ")")
		p.still()
		shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		p.must(err)
		img, err := png.Decode(bytes.NewReader(shot))
		p.must(err)
		photos = append(photos, qrtest.Photo{Name: "dim: " + dim, Image: img, Text: text})
	}
	qrtest.Check(p.t, photos)
}

func TestPageBigScreenIsReadFromAfar(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	e, ctx := box(t), browser(t)
	e.quiet()
	all := map[string]*visitor{}
	for _, query := range []string{"?lang=ru", "?lang=en&theme=light"} {
		p := e.bigScreen(ctx, television, e.url(address), query)
		p.judge(axe, "idle"+query)
		p.picture("idle-" + query[6:8])
		all[query[6:8]] = p
	}
	e.miceAgain()
	for _, says := range []string{"roll", "dice red green", "lure red green"} {
		e.decide(says)
	}
	for lang, p := range all {
		p.match()
		for _, l := range []look{television, {width: 1024, height: 768}, {width: 768, height: 1024}} {
			p.dress(l)
			name := fmt.Sprintf("mice-%s-%dx%d", lang, l.width, l.height)
			p.picture(name)
			p.afar(l)
			p.judge(axe, name)
		}
	}
}

// afar fails for text that is too small for that screen, and for what doesn't fit on it.
func (p *visitor) afar(l look) {
	p.t.Helper()
	var faults []string
	p.must(json.Unmarshal([]byte(p.tells(fmt.Sprintf(`JSON.stringify([...document.querySelectorAll("#match *")].filter((e) => {
		const box = e.getBoundingClientRect(), size = parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM?.().a ?? 1);
		const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
		return text && box.width > 2 && (size < %d / 50 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1);
	}).map((e) => e.className + ": " + e.textContent + " " + getComputedStyle(e).fontSize))`, min(l.width, l.height)))), &faults))
	for _, fault := range faults {
		p.t.Errorf("%d×%d: %s", l.width, l.height, fault)
	}
	if got := p.tells("(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.getElementById('race'))"); got != "0" {
		p.t.Errorf("%d×%d: %s px of the race are cut off", l.width, l.height, got)
	}
	if p.tells("document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight") != "true" {
		p.t.Errorf("%d×%d: the big screen scrolls", l.width, l.height)
	}
}

func TestPageBigScreenShowsTheFieldAndTheScores(t *testing.T) {
	e, ctx := box(t), browser(t)
	e.quiet()
	p := e.bigScreen(ctx, television, e.url(address), "")
	q := e.joined(ctx, small, door.Play)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, game := range []string{"maze", "mazaitsy", "fox", "score"} {
		q.begins(game)
		e.until("the match", func(m *screen.Moment) bool { return !m.Match.IsZero() && m.Match.Rules().Name() == game })
		for range 20 {
			if m := e.d.loop.Now(); !m.Match.State().Standing().Over {
				e.decideAny(m, rng)
			}
		}
		p.match()
		p.wait("document.getElementById('race').innerText.includes('Аня') && document.getElementById('moment').hidden")
		p.still() // bars move
		p.afar(television)
		p.picture(game)
		if m := e.d.loop.Now(); m.Match.Rules().Name() != game {
			t.Errorf("%s has given way to %s", game, m.Match.Rules().Name())
		}
		if got := p.tells("[...document.querySelectorAll('button, a, input, select')].filter((e) => e.offsetParent).length"); got != "0" {
			t.Errorf("%s: there are %s things to press", game, got)
		}
		if squares := p.tells("document.querySelectorAll('#board .board:not(.row) .cell').length"); (game == "maze" || game == "mazaitsy") == (squares == "0") {
			t.Errorf("%s: the board has %s squares", game, squares)
		}
		if numbers := p.tells(`[...document.querySelectorAll("#board .cell > .at, #board .cell > .tag")].filter((e) => /^\d+$/.test(e.dataset.at)).length`); game == "maze" && numbers != "48" {
			t.Errorf("%s squares of the maze are named by their numbers alone, want 48", numbers)
		}
	}
}

// inMatch runs a script with the match on the panel if a field of it holds.
func (p *visitor) inMatch(field, script string) {
	p.t.Helper()
	p.tells(fmt.Sprintf(`(async () => {
		const post = (path, body) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
		const now = await (await fetch("/api/match")).json();
		if (now.%s) await %s;
	})()`, field, script))
}

// begins closes the finished match on the panel, if there is one, and begins a match of that game.
func (p *visitor) begins(game string) {
	p.t.Helper()
	options := ""
	if game == "mazaitsy" {
		options = `field: "on", deal: "device"`
	}
	p.inMatch("over", `post("/api/end", { match: now.match, after: now.seq, again: false })`)
	p.beginsWith(fmt.Sprintf(`{ game: %q, names: ["Аня", "Боря"], first: 1, options: { %s } }`, game, options))
	p.inMatch("ready", `post("/api/begin", { match: now.match, after: now.seq })`)
}

func TestPageBigScreenShowsAMomentOnceAndLarge(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.bigScreen(ctx, television, e.url(address), "")
	e.miceAgain()
	for _, says := range []string{"roll", "dice red green", "lure red green"} {
		e.decide(says)
	}
	p.match()
	const moment = "document.getElementById('moment')"
	p.wait(moment + ".hidden")
	p.tells(`(window.shown = [], new MutationObserver(() => { const m = ` + moment + `; if (!m.hidden && m.innerText) window.shown.push(m.innerText); }).observe(` + moment + `, { childList: true }), "")`)
	e.decide("stop")
	p.wait("window.shown.length && window.shown[0].includes(" + quote(e.text("@1")) + ")")
	p.picture("moment")
	p.wait(moment + ".hidden")
	p.tells("document.dispatchEvent(new Event('visibilitychange'))") // as if it had slept
	e.decide("roll")
	e.decide("dice red green")
	p.wait("document.querySelectorAll('#board .row:not(.tumbling) .cell').length === 2") // what comes later is there
	if got := p.tells("window.shown.length"); got != "1" {
		t.Errorf("a moment was shown %s times", got)
	}
}

func TestPageBigScreenLetsDiceTumbleBeforeTheyLie(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.bigScreen(ctx, television, e.url(address), "")
	q := e.joined(ctx, small, door.Play)
	q.plays(e, `{ game: "mice", names: ["Аня", "Боря"], first: 1 }`)
	p.match()
	p.tells(`(window.seen = [], new MutationObserver(() => {
		const row = document.querySelector("#board .row");
		if (row) window.seen.push(row.className.includes("tumbling") ? "tumbles" : "lies");
	}).observe(document.getElementById("board"), { childList: true }), "")`)
	e.decide("roll")
	p.wait("document.querySelectorAll('#board .row:not(.tumbling) .cell').length === 2")
	if got := p.tells("window.seen.join()"); got != "tumbles,lies" {
		t.Errorf("the dice: %s", got)
	}
}

func TestPageBigScreenStandsStillWhereMotionIsNotWanted(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.bigScreen(ctx, television, e.url(address), "")
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	p.must(err)
	e.miceAgain()
	p.match()
	if got := p.tells("getComputedStyle(document.querySelector('.fill')).transitionProperty + getComputedStyle(document.getElementById('moment')).animationName"); got != "nonenone" {
		t.Errorf("it moves by %s", got)
	}
}

func TestPageBigScreenComesBack(t *testing.T) {
	e, ctx := box(t), browser(t)
	air := e.ether()
	p := e.bigScreen(ctx, television, air.url, "")
	e.miceAgain()
	p.match()
	air.fail(true)
	p.wait("document.documentElement.classList.contains('lost')")
	e.decide("roll")
	e.decide("dice red green")
	air.tried(t, 2)
	air.fail(false)
	p.wait("!document.documentElement.classList.contains('lost')")
	p.wait("document.querySelectorAll('#board .row .cell').length === 2")
	if got := p.tells("document.getElementById('status').textContent"); got != "" {
		t.Errorf("it still says %q", got)
	}
}

// Play goes on as fast as the page answers, hundreds of times as fast as people play, or for
// longer than a minute with a decision every third frame, twenty a second.
func TestPageBigScreenGrowsNeitherInNodesNorInMemory(t *testing.T) {
	e, ctx := box(t), browser(t)
	e.quiet()
	p := e.bigScreen(ctx, television, e.url(address), "")
	end, frames := time.Now().Add(*stands), 0
	if *stands > time.Minute {
		frames = 3
	}
	rng := rand.New(rand.NewPCG(3, 4))
	q := e.joined(ctx, small, door.Play)
	q.do(chromedp.Navigate("about:blank")) // one page is enough for this machine
	q.do(chromedp.Navigate(e.url(address) + "/icon.svg"))
	before := e.settled(p, q, rng, frames)
	for n := 0; n == 0 || time.Now().Before(end); n++ {
		e.playOn(p, q, rng, 120, frames)
		if n%20 == 0 {
			t.Logf("%+v", p.holds())
		}
	}
	after := e.settled(p, q, rng, frames)
	t.Logf("before %+v, after %+v", before, after)
	if after.nodes > before.nodes+300 || after.listeners > before.listeners+10 || after.bytes > before.bytes+2<<20 {
		t.Errorf("it holds %+v, and held %+v", after, before)
	}
}

// settled is the least that a page holds at six points of play, each once it is still: what
// moves holds twice as many nodes, and one position hundreds more than another.
func (e *evening) settled(p, q *visitor, rng *rand.Rand, frames int) held {
	least := held{math.MaxInt, math.MaxInt, math.MaxInt}
	for range 6 {
		e.playOn(p, q, rng, 60, frames)
		p.wait("document.getElementById('moment').hidden")
		p.still()
		h := p.holds()
		least = held{min(least.nodes, h.nodes), min(least.listeners, h.listeners), min(least.bytes, h.bytes)}
	}
	return least
}

// playOn decides so many times, whatever comes, in a match of mice that begins anew
// whenever it ends. Between two decisions the big screen is painted so many times, or at
// least answers.
func (e *evening) playOn(p, q *visitor, rng *rand.Rand, times, frames int) {
	e.t.Helper()
	for range times {
		p.tells("''")
		p.frames(frames)
		m := e.d.loop.Now()
		switch {
		case m.Match.IsZero() || m.Match.State().Standing().Over:
			q.begins("mice")
			e.until("the match", func(m *screen.Moment) bool { return !m.Match.IsZero() && !m.Match.State().Standing().Over })
		default:
			e.decideAny(m, rng)
		}
	}
}

// decideAny decides whatever may be decided.
func (e *evening) decideAny(m *screen.Moment, rng *rand.Rand) {
	e.t.Helper()
	legal := m.Match.State().Legal()
	c := legal[rng.IntN(len(legal))]
	says := companion.Decide{Point: m.Point, Says: string(c.At(rng.IntN(c.Len())))}
	if _, err := e.d.loop.Do(e.t.Context(), companion.Sender{Role: door.Play}, says); err != nil { // a refusal is as good
		e.t.Fatal(err)
	}
}

func TestPageBigScreenHasRoomForEightAndTheirClock(t *testing.T) {
	e, ctx := box(t), browser(t)
	e.quiet()
	p := e.bigScreen(ctx, television, e.url(address), "")
	q := e.joined(ctx, small, door.Play)
	q.plays(e, `{ game: "score", names: ["Александра", "Боря", "Вера", "Галя", "Дмитрий", "Екатерина", "Жанна", "Зоя"], first: 1, clock: "10+5" }`)
	for i, points := range []int{14, -3, 120, 0, 7, 7, 33, 5} {
		e.decide(fmt.Sprintf("score %d %d", i+1, points))
	}
	p.match()
	p.wait("document.getElementById('clock').textContent.includes(':') && document.getElementById('race').innerText.includes('120')")
	for _, l := range []look{television, {width: 1024, height: 768}, {width: 768, height: 1024}} {
		p.dress(l)
		p.still() // bars move
		p.afar(l)
		p.picture(fmt.Sprintf("eight-%dx%d", l.width, l.height))
	}
}

func TestPageBigScreenShowsDiceThatAreThrown(t *testing.T) {
	e, ctx := box(t), browser(t)
	q := e.joined(ctx, small, door.Play)
	q.wait("document.querySelector('#dice .felt')")
	q.click(".felt button")
	e.lies("2d6")
	p := e.bigScreen(ctx, television, e.url(address), "")
	if got := p.tells("document.getElementById('toss').hidden"); got != "true" {
		t.Error("a throw of before is shown")
	}
	p.tells(`(window.shown = 0, new MutationObserver((all) => all.forEach((change) => {
		if (change.oldValue !== null && !document.getElementById("toss").hidden) window.shown++;
	})).observe(document.getElementById("toss"), { attributeFilter: ["hidden"], attributeOldValue: true }), "")`)
	q.goTo("dice")
	q.click(".felt button")
	p.wait("document.querySelector('#toss.rolling .die')")
	e.lies("2d6")
	p.wait("!document.querySelector('#toss.rolling') && document.querySelectorAll('#toss .die').length === 2 && /^\\d+$/.test(document.querySelector('#toss strong').textContent)")
	p.picture("toss")
	p.wait("document.getElementById('toss').hidden")
	if got := p.tells("shown"); got != "1" {
		t.Errorf("%s throws are shown, want the one that came later", got)
	}
}

// held is what a page holds once all rubbish is gone.
type held struct{ nodes, listeners, bytes int }

func (p *visitor) holds() held {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waittest.Patience)
	defer cancel()
	_, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{})
	p.must(err)
	counters, err := chromedp.Call(ctx, memory.GetDOMCounters, cdp.Empty{})
	p.must(err)
	bytes, err := strconv.Atoi(p.tells("performance.memory.usedJSHeapSize"))
	p.must(err)
	return held{int(counters.Nodes), int(counters.JsEventListeners), bytes}
}

// listen lets a page hear what its phone would say.
const listen = `(window.spoken = [], Object.assign(speechSynthesis, {
	getVoices: () => [], cancel: () => {}, speak: (s) => { if (s.text) spoken.push(s.lang + " " + s.text); setTimeout(() => s.onend && s.onend(), 1); },
}), "")`

func TestPageIsReadAloudOnThePhoneThatWantsItAndOnNoOther(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, q := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Play)
	p.tells(listen)
	q.tells(listen)
	e.miceAgain()
	p.says("@1")
	if got := p.tells("spoken.length"); got != "0" {
		t.Errorf("a phone that nobody asked says %s things", got)
	}
	p.click("#voice")
	p.wait("spoken.includes(" + quote("ru-RU "+e.text("page:voice.on")) + ")")
	p.wait("document.getElementById('voice').getAttribute('aria-checked') === 'true'")
	e.decide("roll")
	e.decide("dice red green")
	p.wait("spoken.length > 1")
	for _, says := range []string{"lure red green", "stop"} {
		e.decide(says)
	}
	p.wait("spoken.some((s) => s.includes(" + quote(e.text("@2")) + "))")
	p.tells("(spoken.length = 0, '')")
	p.click("#scores")
	score := e.d.loop.Now().Match.State().Standing().Scores[0]
	p.wait("spoken.some((s) => s.includes(" + quote(e.text(fmt.Sprintf("page:voice.score %d @1", score))) + "))")
	p.click("#language")
	p.wait("document.documentElement.lang === 'en'")
	p.click("#scores")
	p.wait("spoken.some((s) => s.startsWith(" + quote("en-GB "+e.text("@1")) + "))")
	p.picture("aloud")
	p.click("#voice")
	p.tells("(spoken.length = 0, '')")
	e.decide("roll")
	p.upToDate()
	q.upToDate()
	if got := p.tells("spoken.length") + q.tells("spoken.length"); got != "00" {
		t.Errorf("silent phones say %s and %s", p.tells("spoken.join()"), q.tells("spoken.join()"))
	}
}

func TestPageLetsNoVoiceOfAnotherHostSpeak(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.tells(listen)
	p.tells(`(speechSynthesis.getVoices = () => [{ lang: "ru-RU", localService: false, default: true }], "")`)
	p.click("#voice")
	p.says("page:voice.none")
	if got := p.tells("spoken.length + document.getElementById('voice').getAttribute('aria-checked')"); got != "0false" {
		t.Errorf("said and switched: %s", got)
	}
}
