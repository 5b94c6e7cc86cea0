//go:build browser

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tabletop/companion/door"
)

// taught are the games with topics on the page of the rules.
var taught = []string{"mice", "mazaitsy", "maze", "fox", "dice", "table", "score"}

// opensRules opens the rules of a game.
func (p *visitor) opensRules(game string) {
	p.t.Helper()
	p.goTo("rules/" + game)
	p.wait("document.querySelectorAll('#rules .topic').length > 10 && document.querySelector('#ruled').value === " + quote(game))
}

func TestPageOfTheRulesExplainsEveryGame(t *testing.T) {
	e, ctx := box(t), browser(t)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatal(err)
	}
	p := e.joined(ctx, small, door.Look)
	for i, l := range []look{small, {width: 390, height: 844, dark: true}, tablet, {width: 1440, height: 900}} {
		p.dress(l)
		for k, game := range taught {
			if k != i && k != i+4 && game != "mazaitsy" {
				continue
			}
			p.opensRules(game)
			p.sight(fmt.Sprintf("rules-%s-%d", game, l.width))
			if p.tells("document.documentElement.scrollWidth <= innerWidth") != "true" {
				t.Errorf("%s, %d wide: wider than its screen", game, l.width)
			}
			p.wait("[...document.querySelectorAll('#rules .pic svg')].every((svg) => svg.getBBox().width > 0)")
		}
		if l.dark {
			p.judge(axe, "rules")
		}
	}
	p.goTo("rules")
	p.wait("document.querySelector('#ruled')")
	p.goTo("rules/mice:pair")
	p.wait("document.activeElement?.closest('.topic')?.id === 'topic-pair'")
}

func TestPageTriesExamplesThatTheRulesAnswer(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Look)
	p.goTo("rules/mice:again")
	p.wait("document.querySelector('#topic-again .example')")
	p.click("#topic-again .example button:nth-of-type(2)")
	p.wait("document.querySelector('#topic-again .answer .bad')")
	p.sight("rules-refused")
	p.click("#topic-again .example button:nth-of-type(1)")
	p.says("page:rules.may")
	p.sight("rules-legal")
}

func TestPageFindsWhatTheRulesSay(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Look)
	p.opensRules("mazaitsy")
	find := func(text string) {
		p.tells(`(() => { const find = document.getElementById("find"); find.value = ` + quote(text) + `; find.dispatchEvent(new Event("input")); })()`)
	}
	word := strings.ToLower(e.text("mazaitsy:topic.whirlpool"))
	find(word)
	p.wait("document.querySelectorAll('#rules .topic mark').length > 1 && document.querySelectorAll('#rules .topic').length < 10")
	p.sight("rules-found")
	find("<b>&quot;")
	p.says("page:rules.none")
}

func TestPagePrintsTheRulesOnTwoSheets(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, tablet, door.Look)
	for _, game := range taught {
		p.opensRules(game)
		p.checkPaper("rules-" + game)
		if pages := p.prints("rules-" + game); len(pages) > 2 {
			t.Errorf("the rules of %s take %d pages", game, len(pages))
		}
	}
}

func TestPageLeadsFromADecisionToItsRules(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.begins("mice")
	p.goTo("table")
	p.wait("document.querySelector('#what button')")
	p.sight("rules-what")
	p.click("#what button")
	p.wait("document.querySelector('dialog .topic')")
	p.sight("rules-explained")
	p.click("dialog > .choices button")
	p.wait("!document.querySelector('dialog')")
}

func TestPageBigScreenShowsTheTopicOnThePanel(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.bigScreen(ctx, television, e.url(address), "")
	e.miceAgain()
	p.match()
	e.press("back", "ok")
	p.wait("!document.getElementById('topic').hidden && document.querySelector('#topic h1')")
	p.says("mice:topic.turn")
	p.sight("topic")
	for _, l := range []look{{width: 1280, height: 720}, {width: 1180, height: 820}} {
		p.dress(l)
		p.wait("document.getElementById('topic').scrollHeight <= innerHeight")
		p.sight(fmt.Sprintf("topic-%d", l.width))
	}
	e.press("back")
	p.wait("document.getElementById('topic').hidden")
}

// Each topic of every game has room on the big screen.
func TestPageBigScreenHasRoomForEveryTopic(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.bigScreen(ctx, look{width: 1180, height: 820}, e.sources(), "")
	for _, game := range taught {
		cut := p.tells(fmt.Sprintf(`(async () => {
			const { drawTopic } = await import("/sources/tvdraw.js"), { picturesOf } = await import("/sources/boards.js");
			const rules = await (await fetch("/api/rules?game=%s")).json(), pictures = await picturesOf(%[1]q), cut = [];
			for (const topic of rules.topics) {
				drawTopic(topic, pictures);
				const at = document.getElementById("topic");
				if ([...at.querySelectorAll("h1, p, .board, .seen svg")].some((part) => { const r = part.getBoundingClientRect(); return r.top < 0 || r.bottom > innerHeight || r.left < 0 || r.right > innerWidth; })) cut.push(topic.key);
			}
			return cut.join(" ");
		})()`, game))
		if cut != "" {
			t.Errorf("%s: no room for %s", game, cut)
			p.sight("room-" + game)
		}
	}
}
