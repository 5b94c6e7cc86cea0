//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/games"
)

// motions are what moves on the page: how each comes about, and what moves then.
var motions = []struct {
	name, draft string
	brings      func(before, after games.State) bool
	moves       string // as the motionRecorder calls it
	legs        int    // of the longest, at least
}{
	{"dice", `{ game: "mice", names: ["Аня", "Боря"], first: 1 }`, asks, "tumbling", 1},
	{"mouse home", `{ game: "mice", names: ["Аня", "Боря"], first: 1, luck: "table" }`, happens(games.Catch), "ghost strip", 1},
	{"mouse away", `{ game: "mice", names: ["Аня", "Боря"], first: 1, luck: "table" }`, flees, "ghost strip", 3},
	{"score", `{ game: "score", names: ["Аня", "Боря"], first: 1 }`, scores, "race i", 1},
	{"card", `{ game: "fox", names: ["Аня", "Боря"], first: 1, options: { mode: "cards" } }`, deals, "field div", 1},
	{"trick", `{ game: "fox", names: ["Аня", "Боря"], first: 1, options: { mode: "cards" } }`, happens(games.Trick), "ghost field", 1},
	{"piece", `{ game: "maze", names: ["Аня", "Боря"], first: 1 }`, sets, "field svg", 1},
	{"boat", `{ game: "mazaitsy", names: ["Аня", "Боря"], first: 1, options: { field: "on", deal: "device" } }`, drifts, "field svg", 2},
}

// asks is that a seat has asked for dice, for which the box answers.
func asks(before, after games.State) bool {
	return before.Turn() > games.Chance && after.Turn() == games.Chance
}

// happens is that a moment of that kind comes of a decision.
func happens(kind games.Kind) func(before, after games.State) bool {
	return func(_, after games.State) bool { return of(games.Moments(after), kind) != nil }
}

func of(all []games.Moment, kind games.Kind) *games.Moment {
	i := slices.IndexFunc(all, func(m games.Moment) bool { return m.Kind == kind })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// flees is that mice run away which lay lured.
func flees(before, after games.State) bool {
	return of(games.Moments(after), games.Bust) != nil && before.View(games.Nobody).Strip[0].Mark&games.MarkLast != 0
}

// scores is that somebody's points change.
func scores(before, after games.State) bool {
	return !slices.Equal(before.Standing().Scores, after.Standing().Scores)
}

// deals is that a seat lays another card into the row.
func deals(before, after games.State) bool {
	return before.Turn() > 0 && len(after.View(games.Nobody).Cells) > len(before.View(games.Nobody).Cells)
}

// drifts is that a boat goes to a square whose current carries it on.
func drifts(before, after games.State) bool {
	seat, was, is := before.Turn(), before.View(games.Nobody), after.View(games.Nobody)
	at, to := afloat(was, seat), afloat(is, seat)
	if seat <= 0 || at < 0 || to < 0 || at == to || of(games.Moments(after), games.Carry) == nil {
		return false
	}
	between := 0
	for i, cell := range is.Cells {
		if i != at && i != to && cell.Mark&games.MarkLast != 0 && was.Cells[i].Mark&games.MarkLast == 0 {
			between++
		}
	}
	return between > 0
}

// afloat is the square of a seat's boat.
func afloat(v games.View, seat games.Seat) int {
	return slices.IndexFunc(v.Cells, func(c games.Cell) bool { return c.Seat == seat })
}

// sets is that a seat has moved, and all pieces are set up.
func sets(before, after games.State) bool { return before.Turn() > 0 && after.Turn() >= 0 }

// upTo plays whatever comes until a decision would bring what is wanted; it returns that
// decision. Where a match ends before, another begins.
func (e *evening) upTo(p *visitor, rng *rand.Rand, draft string, wanted func(before, after games.State) bool) string {
	e.t.Helper()
	for range 4000 {
		state := e.d.loop.Now().Match.State()
		var all []string
		for _, c := range state.Legal() {
			d := c.At(rng.IntN(c.Len()))
			after, err := state.Apply(d)
			if err != nil {
				continue
			}
			if wanted(state, after) {
				return string(d)
			}
			all = append(all, string(d))
		}
		if len(all) > 0 {
			p.does(all[rng.IntN(len(all))])
			continue
		}
		p.upToDate()
		p.click("#end")
		p.wait("!document.getElementById('end')")
		p.plays(e, draft)
	}
	e.t.Fatal("it never comes to that")
	return ""
}

// does decides, and waits neither for dice nor for what is told.
func (p *visitor) does(says string) {
	p.t.Helper()
	e := p.e
	before := e.d.loop.Now().Match.Seq()
	a, err := e.d.loop.Do(e.t.Context(), companion.Sender{Role: door.Play}, companion.Decide{Point: e.d.loop.Now().Point, Says: says})
	if err != nil || a.Refusal.Kind != companion.Accepted {
		e.t.Fatalf("%q was answered by %+v, %v", says, a, err)
	}
	p.notes(before)
}

// upToDate waits until the page shows the match as it stands, and nothing moves.
func (p *visitor) upToDate() {
	p.t.Helper()
	waittest.Until(p.t, "the page to come to rest", func() (any, bool) {
		return p.tells(grown), p.tells(standsStill) == "true"
	})
}

// shows waits until the page shows so many facts of the match, and leaves what is told.
func (p *visitor) shows(seq int) {
	p.t.Helper()
	p.wait(fmt.Sprintf("Number(document.querySelector('#log li')?.value) >= %d", seq))
}

// standsStill taps what is told away, and asks.
const standsStill = `fetch("/api/match").then((r) => r.json()).then((m) => {
	if (!document.getElementById("moment").hidden) {
		document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
		document.body.click();
	}
	const shown = document.querySelector("#log li"), last = m.log[m.log.length - 1];
	return (!last || Boolean(shown) && Number(shown.value) === last.seq) && document.getElementById("moment").hidden && document.getAnimations().every((a) => a instanceof CSSAnimation);
})`

// motionRecorder notes what moves, for how long, and the frames of the page meanwhile.
const motionRecorder = `(() => {
	window.record = { moved: [], frames: [], calm: [] };
	const animate = Element.prototype.animate;
	let running = 0, last = 0;
	Element.prototype.animate = function (frames, options) {
		const place = this.closest(".ghost") ? "ghost " + (this.querySelector(".cell") ? "field" : "strip") : this.closest(".tumbling") ? "tumbling"
			: (this.closest("#race, #strip, #field") || document.body).id + " " + this.tagName.toLowerCase();
		record.moved.push({ place, legs: frames.length - 1, ms: options.duration, names: [...new Set(frames.flatMap(Object.keys))] });
		const motion = animate.call(this, frames, options);
		if (record.halfway) {
			motion.pause();
			motion.currentTime = (options.delay || 0) + options.duration * 0.45;
		}
		motion.ready.then(() => running++); // once the page is painted as it is where the motion begins
		motion.finished.finally(() => running--);
		return motion;
	};
	const tick = (at) => {
		if (last && running) record.frames.push(at - last);
		else if (last) record.calm.push(at - last);
		last = running || record.waits ? at : 0;
		requestAnimationFrame(tick);
	};
	requestAnimationFrame(tick);
	return "";
})()`

// motionRecord is what the motionRecorder has noted.
type motionRecord struct {
	Moved []struct {
		Place    string
		Legs, Ms float64
		Names    []string
	}
	Frames, Calm []float64
}

func (p *visitor) record() (r motionRecord) {
	p.t.Helper()
	p.must(json.Unmarshal([]byte(p.tells("JSON.stringify(record)")), &r))
	return r
}

// throttle makes the phone's processor so many times slower.
func (p *visitor) throttle(times float64) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
	p.must(err)
}

// percentile is what so many of a hundred values don't exceed.
func percentile(values []float64, of int) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*of/100)]
}

const (
	slowPhone = 6   // times slower than this machine
	longest   = 400 // ms of a motion
	rounds    = 3
)

// Each motion is short, and touches nothing that a page is laid out for again. How long its
// frames are is measured: only where $SMOOTH says how many ms they may last, on a machine
// that does nothing else, a test can fail by it.
func TestPageMovesSmoothlyOnASlowPhone(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.tells(motionRecorder)
	for i, motion := range motions {
		p.plays(e, motion.draft)
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		e.pictures(p, rng, i)
		frames := e.runs(p, rng, i)
		t.Logf("%-10s p95 %5.1f ms, p99 %5.1f, longest %5.1f (%d frames)", motion.name,
			percentile(frames, 95), percentile(frames, 99), percentile(frames, 100), len(frames))
		if smooth := os.Getenv("SMOOTH"); smooth != "" {
			most, err := strconv.ParseFloat(smooth, 64)
			p.must(err)
			e.smooth(p, rng, i, frames, most)
		}
		e.home()
	}
}

// smooth fails if 5 % of the frames of a motion last longer than most ms. What the machine
// does beside it delays frames too: where those of a page at rest are late before or after,
// the motion is tried again.
func (e *evening) smooth(p *visitor, rng *rand.Rand, i int, frames []float64, most float64) {
	e.t.Helper()
	for try := 1; percentile(frames, 95) > most; try++ {
		if idle := p.calm(); percentile(idle, 99) <= most || try == rounds {
			e.t.Errorf("%s: frames of %.1f ms; while nothing moves %.1f", motions[i].name, percentile(frames, 95), percentile(idle, 99))
			return
		}
		frames = e.runs(p, rng, i)
	}
}

// pictures keeps how a motion looks halfway where SHOTS says.
func (e *evening) pictures(p *visitor, rng *rand.Rand, i int) {
	e.t.Helper()
	if os.Getenv("SHOTS") == "" {
		return
	}
	decision := e.upTo(p, rng, motions[i].draft, motions[i].brings)
	p.upToDate()
	p.tells("(record.moved = [], record.halfway = true, '')")
	p.does(decision)
	p.wait("record.moved.length")
	p.frames(2)
	p.sight(motions[i].name)
	p.tells("(record.halfway = false, document.getAnimations().forEach((a) => a.finish()), '')")
	p.upToDate()
}

// runs lets a motion run some times on a slow phone, and returns the frames meanwhile.
func (e *evening) runs(p *visitor, rng *rand.Rand, i int) []float64 {
	e.t.Helper()
	motion := motions[i]
	legs := 0
	p.tells("(record.frames = [], '')")
	for range rounds {
		decision := e.upTo(p, rng, motion.draft, motion.brings)
		p.upToDate()
		p.throttle(slowPhone)
		p.tells("(record.moved = [], '')")
		p.does(decision)
		p.wait("record.moved.length && document.getAnimations().every((a) => a instanceof CSSAnimation)")
		legs = max(legs, p.sees(motion.name, motion.moves))
		p.throttle(1)
	}
	if legs < motion.legs { // a boat may also be carried back past where it was
		e.t.Errorf("%s: %d legs at most, want %d", motion.name, legs, motion.legs)
	}
	return p.record().Frames
}

// calm are the frames of a slow phone on which nothing moves.
func (p *visitor) calm() []float64 {
	p.t.Helper()
	p.upToDate()
	p.throttle(slowPhone)
	p.tells("(record.waits = true, '')")
	p.wait("record.calm.length >= 40")
	r := p.record()
	p.tells("(record.waits = false, record.frames = [], record.calm = [], '')")
	p.throttle(1)
	return r.Calm
}

// sees fails unless a motion ran, took no longer than motions may, and touched nothing
// that the page would have to be laid out for again. It returns of how many legs it was.
func (p *visitor) sees(name, place string) (legs int) {
	p.t.Helper()
	moved := p.record().Moved
	for _, m := range moved {
		if m.Place == place {
			legs = max(legs, int(m.Legs))
		}
		if each := m.Ms / max(m.Legs, 1); each > longest || m.Ms > longest && m.Place != "field svg" {
			p.t.Errorf("%s: %+v takes too long", name, m)
		}
		for _, property := range m.Names {
			if !slices.Contains([]string{"transform", "opacity", "offset", "easing"}, property) {
				p.t.Errorf("%s: %s moves by %s", name, m.Place, property)
			}
		}
	}
	if legs == 0 {
		p.t.Errorf("%s: no %s moved: %+v", name, place, moved)
	}
	return legs
}

func TestPageSkipsMotionsForATapAndMovesNothingWhereNoneIsWanted(t *testing.T) {
	e, ctx := box(t), browser(t)
	p, q := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Look)
	_, err := chromedp.Call(q.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	q.must(err)
	for _, visitor := range []*visitor{p, q} {
		visitor.tells(motionRecorder)
	}
	p.plays(e, motions[0].draft)
	decision := e.upTo(p, rand.New(rand.NewPCG(7, 7)), motions[0].draft, motions[0].brings)
	p.upToDate()
	p.tells("(record.moved = [], '')")
	p.tells(`(new MutationObserver((_, me) => {
		if (!document.querySelector(".tumbling")) return;
		me.disconnect();
		const move = () => document.getAnimations().filter((one) => one.playState !== "finished" && one.effect.target.closest(".tumbling")).length;
		window.moved = [move()];
		document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
		moved.push(move());
	}).observe(document.body, { childList: true, subtree: true }), "")`)
	p.does(decision)
	p.wait("window.moved && !document.querySelector('.tumbling')")
	if before, after := p.tells("moved[0] > 0"), p.tells("moved[1]"); before != "true" || after != "0" {
		t.Errorf("dice tumble: %s; after a tap %s faces still do", before, after)
	}
	e.until("dice that lie", func(m *screen.Moment) bool { return m.View.Lamps.Rolling == 0 })
	q.upToDate()
	if got := q.tells("record.moved.length"); got != "0" {
		t.Errorf("where no motion is wanted %s things move", got)
	}
}

func TestPageSaysUnderTheBoardWhatHasMovedABoat(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.plays(e, motions[7].draft)
	decision := e.upTo(p, rand.New(rand.NewPCG(9, 9)), motions[7].draft, motions[7].brings)
	p.upToDate()
	p.does(decision)
	p.wait("document.getElementById('why').textContent.includes(" + quote(e.text("mazaitsy:moment.carry")+" ") + ")")
	if got := p.tells("document.getElementById('why').textContent"); !strings.Contains(got, "→") {
		t.Errorf("it says %q", got)
	}
	p.sight("boat")
	p.upToDate()
	p.sight("boat-after")
}
