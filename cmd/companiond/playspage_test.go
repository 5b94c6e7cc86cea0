//go:build browser

package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// longAgo are many evenings, of a year and a half.
func longAgo() (all []past) {
	people := []string{"Аня", "Боря", "Вера", "Галина Петровна"}
	at := time.Date(2025, 1, 11, 16, 0, 0, 0, time.UTC)
	for i := range 90 {
		game := []string{"mice", "score", "mice", "fox", "mazaitsy"}[i%5]
		n := 2 + i%3
		if game == "fox" || game == "mazaitsy" {
			n = 2
		}
		var names []string
		for k := range n {
			names = append(names, people[(i+k)%len(people)])
		}
		all = append(all, past{at.Format(time.RFC3339), game, names, 0})
		if at = at.Add(70 * time.Minute); i%3 == 2 {
			at = at.Add(time.Duration(24*(5+i%7))*time.Hour - 210*time.Minute)
		}
	}
	return append(all, past{"", "mice", []string{"Аня", "Боря"}, 0}, past{at.Format(time.RFC3339), "fox", []string{"Аня", "Боря"}, 30})
}

func TestPageOfAGameAPairAndOfWhenItIsPlayed(t *testing.T) {
	e, ctx := rememberingAll(t, longAgo()), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.goTo("evenings")
	p.click(`a[href="#times"]`)
	p.says("page:times.idle")
	if got := p.tells(`[...document.querySelectorAll("#times .week .unseen")].map((s) => parseInt(s.textContent.split(": ")[1])).reduce((a, b) => a + b)`); got != p.tells(`document.querySelector("#times .sums b").textContent`) {
		t.Errorf("the evenings of all weekdays are %s", got)
	}
	p.click(`#times .records a[href="#game/mice"]`)
	p.says("page:game.chances")
	if got, want := p.tells(`document.querySelector("#game .sums li").innerText.replace(/\s+/g, " ")`), e.text("page:year.matches 37"); got != want {
		t.Errorf("the game was played %s, want %s", got, want)
	}
	p.says("page:game.unsure 1")
	p.goTo("players")
	p.tells(unfold)
	p.click(`a[href^="#pair/"]`)
	p.says("page:pair.matches")
	p.wait(`document.querySelectorAll("#pair .duel li").length === 2`)
	p.click(`#pair a[href^="#game/"]`)
	p.says("page:game.length")
	p.goTo("game/fox")
	p.says("page:game.left 1")
	p.goTo("game/none")
	p.says("page:missing")
	for _, lang := range []string{"en", "ru"} {
		p.click("#language")
		for _, l := range []look{small, {width: 280, height: 600}, {width: 1280, height: 800, dark: true}, {width: 1280, height: 800}, {width: 360, height: 640, dark: true}} {
			p.dress(l)
			p.wait(fmt.Sprintf("document.documentElement.lang === %q", lang))
			for _, part := range []string{"game/mice", "game/mazaitsy", "game/fox", "pair/%D0%90%D0%BD%D1%8F/%D0%93%D0%B0%D0%BB%D0%B8%D0%BD%D0%B0%20%D0%9F%D0%B5%D1%82%D1%80%D0%BE%D0%B2%D0%BD%D0%B0", "times"} {
				p.goTo(part)
				p.wait(`document.querySelector("#view h1") && document.getElementById("historystyle")?.sheet`)
				p.settle()
				name, _, _ := strings.Cut(strings.ReplaceAll(part, "/", "-"), "%")
				name = fmt.Sprintf("%s-%s-%dx%d-%v", strings.Trim(name, "-"), lang, l.width, l.height, l.dark)
				p.picture(name)
				if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
					t.Errorf("%s: the page is wider than its screen", name)
				}
				if got := p.tells(short); got != "" {
					t.Errorf("%s: too small to tap: %s", name, got)
				}
			}
		}
	}
}

func TestPageOfEveningsIsShortAndFindsMatches(t *testing.T) {
	e, ctx := rememberingAll(t, longAgo()), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.goTo("evenings")
	p.wait(`document.querySelector(".what b")`)
	p.settle()
	p.sight("folded")
	if got := p.tells(`document.documentElement.scrollHeight < 4000`); got != "true" {
		t.Errorf("20 evenings are %s px high", p.tells(`document.documentElement.scrollHeight`))
	}
	folds := p.tells(`document.querySelectorAll("details.month").length`)
	p.tells(`[...document.querySelectorAll("#view button")].at(-1).click()`) // earlier evenings
	p.wait(fmt.Sprintf(`document.querySelectorAll("details.month").length > %s`, folds))
	if got := p.tells(`[...document.querySelectorAll("details.month")].map((d) => d.dataset.focus).filter((name, i, all) => all.indexOf(name) !== i).join()`); got != "" {
		t.Errorf("more than once there is %s", got)
	}
	p.click(`#evenings details[data-focus="fold find"] summary`)
	p.wait(`document.querySelectorAll(".finder select").length === 2`)
	p.tells(`(() => { const list = document.querySelector(".finder select"); list.value = "fox"; list.dispatchEvent(new Event("change")); })()`)
	p.wait(`document.querySelectorAll(".what b").length === 19 && [...document.querySelectorAll("details.month")].every((d) => d.open)`)
	p.sight("found")
	p.tells(`document.querySelector("#evenings input[type=search]").value = "вера"`)
	p.click(`#evenings form button`)
	p.wait(`document.querySelectorAll(".what b").length === 8`)
	p.tells(`document.querySelector("#evenings input[type=search]").value = "никто"`)
	p.click(`#evenings form button`)
	p.says("page:find.none")
}

func TestPageTakesAPastPlayAfterTheBoxAgreed(t *testing.T) {
	e, ctx := remembering(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.goTo("evenings")
	p.click(`#evenings details[data-focus="fold past"] summary`)
	p.wait(`document.querySelectorAll(".entered li").length === 2`)
	p.tells(`[...document.querySelectorAll("#evenings fieldset button")].at(-1).click()`)
	p.tells(`(() => {
		const enter = (input, value) => { input.value = value; input.dispatchEvent(new Event("input")); };
		const form = document.querySelector("details[data-focus='fold past'] form");
		enter(form.querySelector("[list=pastgames]"), "Каркассон");
		enter(form.querySelector("[type=date]"), "2026-03-20");
		[...form.querySelectorAll(".entered li")].forEach((li, i) => {
			enter(li.querySelector("[type=text]"), ["Аня", "Боря", "Тётя Оля"][i]);
			enter(li.querySelector("[type=number]"), ["70", "81", "64"][i]);
			if (i === 1) li.querySelector("[type=checkbox]").click();
		});
		enter([...form.querySelectorAll("input[type=text]")].at(-1), "Шёл дождь");
	})()`)
	p.sight("entering")
	for _, l := range []look{small, {width: 280, height: 600}, {width: 1280, height: 800, dark: true}} {
		p.dress(l)
		p.picture(fmt.Sprintf("entering-%d", l.width))
		if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
			t.Errorf("at %d the form is wider than its screen", l.width)
		}
	}
	p.dress(small)
	p.click(`details[data-focus="fold past"] button.choice`)
	p.says("page:ask.sent")
	e.until("the question", func(m *screen.Moment) bool { return m.Private })
	e.choose("ask.yes")
	e.says("done.import")
	p.goTo("players")
	p.says("page:players.all")
	p.goTo("evenings")
	p.wait(`document.querySelectorAll("details.month").length === 5`)
	p.tells(unfold)
	p.wait(fmt.Sprintf(`document.querySelectorAll(".what b").length === %d`, len(bygone)))
	if got := p.tells(`[...document.querySelectorAll(".what")].map((w) => w.textContent).join()`); !strings.Contains(got, "Каркассон "+e.text("page:past.mark")) {
		t.Errorf("the evenings have %s", got)
	}
	p.tells(`[...document.querySelectorAll(".matches a")].find((a) => a.textContent.includes("Каркассон")).click()`)
	p.says("page:past.unsure")
	p.reads("Шёл дождь")
	p.sight("past")
	p.click(`#ended a`)
	p.wait(`document.querySelector("#game h1")?.textContent.endsWith("Каркассон")`)
	p.reads("81")
	p.sight("pastgame")
}

// short are the links and buttons of a view that are less than 44 px high.
const short = `[...document.querySelectorAll("#view a, #view button")].filter((a) => a.getBoundingClientRect().height && a.getBoundingClientRect().height < 43.5 && !a.closest("p, h1")).map((a) => a.textContent).join()`
