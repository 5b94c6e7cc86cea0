//go:build browser

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/store"
	"tabletop/companion/waittest"
	"tabletop/games"
)

// past is a match of an evening. Its time at is "" if it is unknown.
type past struct {
	at, game string
	names    []string
	steps    int // after so many it is left; 0: it is played to its end
}

// bygone are the matches of some evenings, the oldest first.
var bygone = []past{
	{"2025-12-27T18:00:00Z", "mice", []string{"Аня", "Боря"}, 0},
	{"2026-02-14T17:00:00Z", "mice", []string{"Аня", "Боря", "Вера", "Галя"}, 0},
	{"2026-02-14T18:30:00Z", "score", []string{"Боря", "Аня", "Вера"}, 0},
	{"2026-02-14T19:40:00Z", "dice", []string{"Аня"}, 2},
	{"2026-03-08T16:00:00Z", "maze", []string{"Вера", "Аня"}, 0},
	{"", "mice", []string{"Аня", "Галя"}, 0},
	{"2026-07-03T19:00:00Z", "mazaitsy", []string{"Галя", "Боря"}, 0},
	{"2026-07-03T20:20:00Z", "fox", []string{"Аня", "Боря"}, 30},
	{"2026-11-21T17:00:00Z", "mice", []string{"Боря", "Аня", "Вера"}, 0},
	{"2026-11-21T18:00:00Z", "mice", []string{"Аня", "Вера"}, 0},
	{"2026-11-21T19:00:00Z", "score", []string{"Аня", "Боря", "Вера", "Галя"}, 0},
}

// remembering starts a daemon whose disk holds what is bygone.
func remembering(t *testing.T) *evening {
	t.Helper()
	return rememberingAll(t, bygone)
}

// rememberingAll starts a daemon whose disk holds those matches, the oldest first, in an environment
// that may be changed.
func rememberingAll(t *testing.T, all []past, change ...func(*environment)) *evening {
	t.Helper()
	state := t.TempDir()
	s, err := store.Open(state, time.Now(), catalogue.Games())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 1))
	for _, of := range all {
		record := lived(t, rng, of).Since(0)
		if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(record)); err != nil {
			t.Fatalf("%s: %v", of.game, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	e := gatherIn(t, state, ":0", "", nil, change...)
	e.served()
	e.press("ok") // Русский
	return e
}

// lived plays a match at random, and leaves it.
func lived(t *testing.T, rng *rand.Rand, of past) match.Match {
	t.Helper()
	m, err := match.Begin(catalogue.Games(), match.Fact{Kind: match.Started, At: of.at, Game: of.game, Seats: of.names, Luck: match.Table})
	for n := 1; err == nil && !m.State().Standing().Over && (of.steps == 0 || n <= of.steps); n++ {
		var stamp match.Stamp
		if stamp, err = later(of.at, n); err == nil {
			m, err = m.Decide(stamp, some(rng, m, n), "")
		}
	}
	if err == nil {
		m, err = m.End(match.Stamp{At: of.at, MS: m.MS()})
	}
	if err != nil {
		t.Fatalf("%s: %v", of.game, err)
	}
	return m
}

// later is a moment so many steps into a match.
func later(at string, steps int) (match.Stamp, error) {
	ms := int64(steps) * 20_000
	if at == "" {
		return match.Stamp{MS: ms}, nil
	}
	began, err := time.Parse(time.RFC3339, at)
	return match.Stamp{At: began.Add(time.Duration(ms) * time.Millisecond).Format(time.RFC3339), MS: ms}, err
}

// some is a decision that people might make.
func some(rng *rand.Rand, m match.Match, n int) string {
	seats := len(m.Names())
	switch {
	case m.Rules().Name() == "dice" && m.State().Turn() != games.Chance:
		return "roll 2d6"
	case m.Rules().Name() == "score" && n > 8*seats:
		return "finish"
	case m.Rules().Name() == "score":
		return fmt.Sprint("score ", (n-1)%seats+1, " ", rng.IntN(15))
	}
	legal := m.State().Legal()
	c := legal[rng.IntN(len(legal))]
	return string(c.At(rng.IntN(c.Len())))
}

// curved waits until every card in sight has drawn its curve.
const curved = `document.querySelector(".matches a") && [...document.querySelectorAll(".spark")].every((s) => s.firstChild || s.getBoundingClientRect().top > innerHeight + 100)`

// unfold opens all that is folded away.
const unfold = `document.querySelectorAll("#view details").forEach((d) => { d.open = true; })`

func TestPageOfEveningsLeadsToWhatWasPlayed(t *testing.T) {
	e, ctx := remembering(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.goTo("evenings")
	p.wait(curved)
	if got := p.tells(`[...document.querySelectorAll("details.month")].map((d) => d.open).join()`); got != "true"+strings.Repeat(",false", 4) {
		t.Errorf("months are open: %s; want the newest alone", got)
	}
	p.tells(unfold)
	p.wait(fmt.Sprintf(`document.querySelectorAll(".what b").length === %d`, len(bygone)-1))
	p.sight("evenings")
	if got := p.tells(`[...document.querySelectorAll(".what b")].map((b) => b.textContent).join()`); strings.Contains(got, e.text("dice:title")) || strings.Count(got, ",") != len(bygone)-2 {
		t.Errorf("among evenings stand %s", got)
	}
	p.wait(`document.querySelectorAll(".evening")[0].querySelectorAll(".lines .line").length >= 3`)
	if got := p.tells(`[...document.querySelectorAll(".matches a")].filter((a) => getComputedStyle(a).textDecorationLine !== "none").length`); got != "0" {
		t.Errorf("%s cards are underlined", got)
	}
	p.click(`.matches a`)
	p.wait(`document.querySelector(".course .lines .line")`)
	p.wait(`document.querySelector(".crowned .crown")`)
	p.reads(e.before("page:luck.most 1", "1"))
	steps := p.tells(`document.querySelector("#match input[type=range]").max`)
	p.tells(`(() => {
		const at = document.querySelector(".course .lines"), box = at.getBoundingClientRect();
		at.dispatchEvent(new PointerEvent("pointerdown", { clientX: box.left + 8, clientY: box.top + 5, bubbles: true }));
	})()`)
	p.wait(`document.querySelector("#match input[type=range]").value === "0"`)
	p.sight("match")
	p.reads("1/" + fmt.Sprint(atoi(t, steps)+1))
	if got := p.tells(`document.querySelector("details.exact").open`); got != "false" {
		t.Error("the exact figures are in sight at once")
	}
	p.goTo("evenings")
	p.click(`.years a[href="#year/2026"]`)
	p.says("page:evenings.year 2026")
	p.says("page:year.unsure 1")
	p.says("page:year.records")
	if name, width, height := p.saves("#poster"); name != e.text("page:evenings.year 2026")+".png" || width != 1080 || height < 1000 {
		t.Errorf("the year is saved as %s of %d×%d", name, width, height)
	}
	if got := p.tells(`document.querySelector(".sums").innerText.replace(/\s+/g, " ")`); !strings.HasPrefix(got, e.text("page:year.evenings 4")+" "+e.text("page:year.matches 7")) {
		t.Errorf("the year is told as %s", got)
	}
	p.goTo("year/2031")
	p.says("page:missing")
}

func atoi(t *testing.T, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPageOfHistoryHasNoBarriers(t *testing.T) {
	e, ctx := remembering(t), browser(t)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	p := e.joined(ctx, small, door.Play)
	p.goTo("evenings")
	p.wait(curved)
	p.tells(unfold)
	p.wait(fmt.Sprintf(`document.querySelectorAll(".what b").length === %d`, len(bygone)-1))
	ids := strings.Fields(p.tells(`[...document.querySelectorAll(".matches a")].map((a) => a.hash.slice(1)).join(" ")`))
	looks := map[string][]look{"en": {{width: 360, height: 640, dark: true}, {width: 1024, height: 768}}, "ru": {small, tablet}}
	for _, lang := range []string{"en", "ru"} {
		p.click("#language")
		for _, l := range looks[lang] {
			p.dress(l)
			p.wait(fmt.Sprintf("document.documentElement.lang === %q", lang))
			for name, part := range map[string]string{"evenings": "evenings", "year": "year/2026", "match": ids[2], "mice": ids[0], "maze": ids[5], "players": "players", "game": "game/mice", "pair": "pair/%D0%90%D0%BD%D1%8F/%D0%91%D0%BE%D1%80%D1%8F", "times": "times"} {
				p.goTo(part)
				p.wait(`document.querySelector("#view h1") && document.readyState === "complete" && document.getElementById("historystyle")?.sheet`)
				p.settle()
				if lang == "ru" { // with all that is folded away
					p.tells(unfold)
					p.settle()
				}
				name = fmt.Sprintf("%s-%s-%dx%d-%v", name, lang, l.width, l.height, l.dark)
				p.judge(axe, name)
				p.picture(name)
				if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
					t.Errorf("%s: the page is wider than its screen", name)
				}
			}
		}
	}
}

// settle waits until the page stops changing: it has asked for nothing that has not come.
func (p *visitor) settle() {
	p.t.Helper()
	before, same := "", 0
	waittest.Until(p.t, "a page that stops changing", func() (any, bool) {
		now := p.tells(`document.getElementById("view").innerHTML.length + " " + performance.getEntriesByType("resource").length`)
		if same++; now != before {
			before, same = now, 0
		}
		return now, same == settled
	})
}

// settled is how many looks at a page see the same once it has stopped.
const settled = 8
