//go:build browser

package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/door"
)

var (
	sweepAll  = flag.Bool("sweep", false, "look at every size of each position, and not at some that are drawn")
	sweepOnly = flag.String("scene", "", "look only at positions whose name contains this")
	sweepSeed = flag.Uint64("sweep-seed", 0, "seed of the drawn sizes; 0 is a new one")
)

//go:embed testdata/sweep.js
var flaws string

// drawnSizes is the number of sizes that are drawn for a position.
const drawnSizes = 5

// sweepSizes are the screens on which the page must be right: every breakpoint ± 1, phones upright and
// lying, tablets, a desk, and desks at 200 %.
var sweepSizes = []look{
	{width: 280, height: 653},
	{width: 320, height: 480},
	{width: 320, height: 568},
	{width: 360, height: 640},
	{width: 390, height: 844},
	{width: 412, height: 915},
	{width: 480, height: 320},
	{width: 568, height: 320},
	{width: 640, height: 360},
	{width: 667, height: 375},
	{width: 844, height: 390},
	{width: 915, height: 412},
	{width: 400, height: 575},
	{width: 600, height: 960},
	{width: 400, height: 577},
	{width: 683, height: 384},
	{width: 720, height: 450},
	{width: 800, height: 575},
	{width: 768, height: 1024},
	{width: 800, height: 577},
	{width: 820, height: 1180},
	{width: 854, height: 480},
	{width: 1023, height: 768},
	{width: 1024, height: 768},
	{width: 1025, height: 768},
	{width: 1180, height: 820},
	{width: 1199, height: 800},
	{width: 1200, height: 800},
	{width: 1201, height: 800},
	{width: 1280, height: 720},
	{width: 1366, height: 768},
	{width: 1440, height: 900},
	{width: 1920, height: 1080},
	{width: 2560, height: 1440},
}

// televisions are the screens on which no player may be missing.
var televisions = []look{{width: 1280, height: 720}, {width: 1180, height: 820}, {width: 1920, height: 1080}}

// alike are names that are long and begin alike.
var alike = []string{"Александр", "Александра", "Екатерина Первая", "Екатерина Вторая", "Вера", "Максимилиан", "Максимилиана", "Ян"}

// scene is a kind of position that people decide about.
type scene struct {
	name, game string
	seats      int
	options    string   // of the draft
	luck       string   // "table" for real dice and cards
	decisions  []string // that lead there; "*N" are N that are drawn
}

var scenes = []scene{
	{"mice-begins", "mice", 2, "", "", nil},
	{"mice-steals", "mice", 4, "", "table", []string{"roll", "dice red green", "lure red green", "stop", "roll", "dice blue blue", "lure blue blue", "stop", "roll", "dice red white"}},
	{"mice-dice", "mice", 4, "", "table", []string{"roll"}},
	{"mice-more", "mice", 3, `odds: "on"`, "table", []string{"roll", "dice red green", "lure red green"}},
	{"score-first", "score", 2, "", "", nil},
	{"score-eight", "score", 8, "", "", []string{"score 1 999", "score 2 -999", "score 3 7"}},
	{"fox-tricks", "fox", 2, "", "", []string{"*3"}},
	{"fox-leads", "fox", 2, `mode: "cards"`, "", []string{"*1"}},
	{"fox-follows", "fox", 2, `mode: "cards"`, "", []string{"*3"}},
	{"fox-quick", "fox", 2, `mode: "quick"`, "", nil},
	{"maze-alone", "maze", 1, "", "", []string{"*7"}},
	{"maze-set", "maze", 2, "", "table", []string{"*5"}},
	{"field-lies", "mazaitsy", 2, `field: "on", deal: "device"`, "", nil},
	{"field-two", "mazaitsy", 2, `field: "on", deal: "device"`, "", []string{"*4"}},
	{"field-four", "mazaitsy", 4, `field: "on", deal: "device", adv4: "on"`, "", []string{"*23"}},
	{"field-cards", "mazaitsy", 3, `field: "on", deal: "table"`, "", []string{"*9"}},
	{"off-three", "mazaitsy", 3, "", "", []string{"*3"}},
	{"table-five", "table", 5, `points: "round"`, "", nil},
	{"table-twelve", "table", 12, `rounds: "5"`, "", []string{"*9"}},
	{"table-ready", "table", 8, `order: "together", points: "round"`, "", []string{"*2"}},
}

// names are the players of a scene.
func (s scene) names() []string {
	if s.seats > len(alike) {
		return twelveNames
	}
	return alike[:s.seats]
}

// draft is the draft of a scene, as /api/setup takes it.
func (s scene) draft() string {
	names, _ := json.Marshal(s.names()) // strings: it can't fail
	return fmt.Sprintf(`{ game: %q, names: %s, first: 1, luck: %q, options: { %s } }`, s.game, names, s.luck, s.options)
}

// lead leads the match to the position of a scene.
func (e *evening) lead(s scene, rng *rand.Rand) {
	e.t.Helper()
	for _, says := range s.decisions {
		var times int
		if n, _ := fmt.Sscanf(says, "*%d", &times); n == 0 {
			e.decide(says)
		}
		for range times {
			if m := e.d.loop.Now(); !m.Match.State().Standing().Over {
				e.decideAny(m, rng)
			}
		}
	}
}

// drawSizes are the sizes to look at for a scene.
func drawSizes(of []look, rng *rand.Rand) []look {
	if *sweepAll {
		return of
	}
	some := slices.Clone(of)
	rng.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	return some[:min(drawnSizes, len(some))]
}

// seeded returns a generator by the seed of the sweep, which it logs.
func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := *sweepSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-sweep-seed %d", seed)
	return rand.New(rand.NewPCG(seed, seed))
}

// looks finds the flaws of the page on a screen.
func (p *visitor) looks(l look, name string) {
	p.t.Helper()
	l.dark = (l.width+l.height)%2 == 1
	p.dress(l)
	p.frames(2)
	var found []string
	p.must(json.Unmarshal([]byte(p.tells(flaws)), &found))
	for _, flaw := range found {
		p.t.Errorf("%s %d×%d: %s", name, l.width, l.height, flaw)
	}
	if len(found) > 0 || *sweepAll {
		p.sight(fmt.Sprintf("%s-%04dx%04d", name, l.width, l.height))
	}
}

// speaks shows the page in a language.
func (p *visitor) speaks(lang string) {
	p.t.Helper()
	if p.tells("document.documentElement.lang") != lang {
		p.click("#language")
		p.wait(fmt.Sprintf("document.documentElement.lang === %q", lang))
	}
}

func TestPageSweepOfTheTable(t *testing.T) {
	e, ctx := box(t), browser(t)
	e.quiet()
	p, rng := e.joined(ctx, small, door.Play), seeded(t)
	for _, s := range scenes {
		if !strings.Contains(s.name, *sweepOnly) {
			continue
		}
		p.dress(small)
		p.plays(e, s.draft())
		e.lead(s, rng)
		p.upToDate()
		for _, lang := range []string{"en", "ru"} {
			p.speaks(lang)
			p.wait("document.querySelector('#deeds button') && !document.querySelector('.waiting')")
			for _, l := range drawSizes(sweepSizes, rng) {
				p.looks(l, s.name+"-"+lang)
			}
		}
		e.home()
	}
}

func TestPageSweepOfTheOtherParts(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	e, ctx := box(t), browser(t)
	e.quiet()
	p, rng := e.joined(ctx, small, door.Play), seeded(t)
	p.plays(e, `{ game: "score", names: ["Александра", "Александр"], first: 1, options: { rounds: "1" } }`)
	e.decide("score 1 999")
	e.decide("score 2 987")
	p.plays(e, scenes[1].draft())
	e.lead(scenes[1], rng)
	for _, part := range []string{"setup", "setup/mice", "setup/mazaitsy", "setup/table", "dice", "evenings", "players", "times", "game/score", "pair/Александра/Александр", "rules/mice", "out", "print/blank"} {
		name := strings.ReplaceAll(part, "/", "-")
		if !strings.Contains(name, *sweepOnly) {
			continue
		}
		for _, lang := range []string{"en", "ru"} {
			p.speaks(lang)
			p.goTo(part)
			p.wait("document.querySelector('#view h1') && !document.querySelector('.waiting')")
			for _, l := range drawSizes(sweepSizes, rng) {
				p.looks(l, name+"-"+lang)
			}
			p.dress(look{width: 390, height: 1200})
			p.judge(axe, name+"-"+lang)
		}
	}
}

func TestPageSweepOfTheBigScreen(t *testing.T) {
	e, ctx := box(t), browser(t)
	e.quiet()
	tv, rng := e.bigScreen(ctx, television, e.url(address), ""), seeded(t)
	p := e.joined(ctx, small, door.Play)
	for _, s := range scenes {
		if !strings.Contains(s.name, *sweepOnly) {
			continue
		}
		p.plays(e, s.draft())
		e.lead(s, rng)
		tv.match()
		tv.wait("document.getElementById('race').textContent.includes(" + quote(s.names()[s.seats-1]) + ") && document.getElementById('moment').hidden")
		for _, l := range televisions {
			tv.dress(l)
			tv.still()
			tv.looks(l, s.name+"-tv")
		}
		e.home()
	}
}
