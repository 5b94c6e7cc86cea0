//go:build browser

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// dressed gives players colours and pictures.
func (e *evening) dressed(all map[string][2]string) {
	e.t.Helper()
	for name, look := range all {
		c := companion.ChooseLook{Name: name, Colour: look[0], Picture: look[1]}
		if a, err := e.d.loop.Do(e.t.Context(), companion.Sender{Role: door.Play}, c); err != nil || a.Refusal.Text != "" {
			e.t.Fatalf("%+v: %v, %v", c, a, err)
		}
	}
}

// badges are the colours of the badges of a part of the page, and what is on them: a picture's name or
// letters.
func (p *visitor) badges(part string) string {
	p.t.Helper()
	return p.tells(fmt.Sprintf(`[...document.querySelectorAll(%q + " .badge")].map((b) => {
		const mine = getComputedStyle(b).backgroundColor, probe = document.createElement("i");
		document.body.append(probe);
		const tone = Array.from({ length: 12 }, (_, i) => i + 1).find((i) => { probe.style.color = "var(--tone" + i + ")"; return getComputedStyle(probe).color === mine; });
		probe.remove();
		return tone + (b.querySelector("use")?.getAttribute("href").split("#")[1] || b.textContent);
	}).join(" ")`, part))
}

func TestPageShowsTheColoursAndPicturesOfPlayers(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	e, ctx := remembering(t), browser(t)
	e.quiet()
	p := e.joined(ctx, small, door.Play)
	p.plays(e, `{ game: "mice", names: ["Аня", "Боря", "Игрок 3", "Вера"], first: 1, luck: "table" }`)
	if got := p.badges("#race"); strings.ContainsAny(got, "u") || len(strings.Fields(got)) != 4 || !strings.Contains(got, "33 ") {
		t.Errorf("nobody has chosen, and the players look like %s", got)
	}
	e.dressed(map[string][2]string{"Аня": {"pink", "hare"}, "Вера": {"turquoise", "owl"}})
	p.wait(`document.querySelectorAll("#race use").length === 2`)
	if got := p.badges("#race"); !strings.HasPrefix(got, "9hare ") || !strings.HasSuffix(got, " 33 6owl") {
		t.Errorf("the players look like %s", got)
	}
	e.decide("roll")
	e.decide("dice red green")
	p.wait(`document.querySelector("#head .badge") && document.querySelectorAll("#log .badge").length === 1`)
	if got := p.badges("#head") + " " + p.badges("#log"); got != "9hare 9hare" {
		t.Errorf("the turn and the log show %s", got)
	}
	for _, name := range []string{"table", "setup/mice", "players", "evenings"} {
		p.goTo(name)
		p.wait(`document.querySelector("#view .badge")`)
		p.tells(`document.querySelectorAll("#players details").forEach((d, i) => { d.open = i < 2; })`)
		for _, size := range dresses[:3] {
			for _, dark := range []bool{false, true} {
				size.look.dark = dark
				p.dress(size.look)
				p.still()
				p.judge(axe, fmt.Sprint(name, size.name, dark))
				p.picture(fmt.Sprintf("%s-%s-%v", strings.ReplaceAll(name, "/", "-"), size.name, dark))
				if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
					t.Errorf("%s, %s: the page is wider than its screen", name, size.name)
				}
			}
		}
	}
	for _, query := range []string{"?lang=ru", "?lang=en&theme=light"} {
		p.dress(look{width: 1280, height: 720})
		p.do(chromedp.Navigate(p.base + "/tv" + query))
		p.match()
		p.wait(`document.querySelector("#race use")`)
		p.still()
		if got := p.badges("#head") + " " + p.badges("#race"); !strings.HasPrefix(got, "9hare 9hare ") || !strings.HasSuffix(got, " 6owl") {
			t.Errorf("the big screen shows %s", got)
		}
		p.picture("tv" + query[6:8])
	}
}

func TestPageChoosesTheLookOfAPlayer(t *testing.T) {
	e, ctx := remembering(t), browser(t)
	p, q := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Look)
	p.plays(e, `{ game: "score", names: ["Аня", "Боря"], first: 1 }`)
	p.goTo("players")
	p.wait(`document.querySelector("#players details [data-look=lime]")`)
	player := p.tells(`(document.querySelectorAll("#players details").forEach((d) => { d.open = true; }), [...document.querySelectorAll("#players > details")].findIndex((d) => d.querySelector("summary").textContent.includes("Аня")))`)
	at := `document.querySelectorAll("#players > details")[` + player + `]`
	for _, key := range []string{"lime", "crown"} {
		p.tells(at + `.querySelector("[data-look=` + key + `]").click()`)
		p.wait(at + `.querySelector("[data-look=` + key + `]").getAttribute("aria-pressed") === "true"`)
	}
	e.until("a crown", func(m *screen.Moment) bool {
		return m.Offer.Looks["Аня"].Colour == 11 && m.Offer.Looks["Аня"].Picture == 12
	})
	if got := p.tells(at + `.querySelector("summary use").getAttribute("href")`); !strings.HasSuffix(got, "/people.svg#crown") {
		t.Errorf("the name has %s", got)
	}
	p.tells(at + `.querySelectorAll("[data-look='']").forEach((none) => none.click())`)
	p.wait(at + `.querySelectorAll("[data-look=''][aria-pressed=true]").length > 0`)
	q.goTo("players")
	q.wait(`document.querySelector("#players details")`)
	if got := q.tells(`document.querySelectorAll("#players .looks").length`); got != "0" {
		t.Errorf("who may only look can choose %s looks", got)
	}
}
