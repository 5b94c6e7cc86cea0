//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// listens notes what live regions have a screen reader say: the texts that come into one, or all of
// a region that is atomic, once for the changes of one task. A timer in a region says nothing.
const listens = `(() => {
	window.heard = [];
	const live = { status: "polite", alert: "assertive", log: "polite", timer: "off", marquee: "off" };
	const region = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest("[aria-live], [role=status], [role=alert], [role=log], [role=timer], output");
	const says = (at) => at.getAttribute("aria-live") || live[at.getAttribute("role")] || (at.matches("output") ? "polite" : "off");
	const atomic = (at) => at.matches("[role=status], [role=alert], [aria-atomic=true], output");
	const shown = (at) => at.isConnected && !at.closest("[hidden], [aria-hidden=true], details:not([open]) > :not(summary)");
	new MutationObserver((changes) => {
		const texts = new Map();
		for (const { target, addedNodes, type } of changes) {
			for (const node of type === "childList" ? addedNodes : [target]) {
				const regions = [region(target), ...(node.nodeType === 1 ? [node, ...node.querySelectorAll("*")].filter((at) => region(at) === at) : [])];
				for (const at of regions) {
					if (!at || says(at) === "off" || !shown(at)) continue;
					if (!texts.has(at)) texts.set(at, new Set());
					texts.get(at).add(at.contains(node) ? node : at);
				}
			}
		}
		for (const [at, nodes] of texts) {
			const parts = atomic(at) ? [at] : [...nodes];
			for (const text of parts.map((node) => node.textContent.replace(/\s+/g, " ").trim())) if (text) heard.push(text);
		}
	}).observe(document.body, { childList: true, characterData: true, subtree: true });
})(), ""`

// transcript is what two phones announce, step by step.
type transcript struct {
	strings.Builder
	phones []*visitor
}

// after waits until the last phone has announced a text, and writes down what each has announced since
// the step before. No phone says a thing twice.
func (s *transcript) after(step, last string) {
	for _, p := range s.phones {
		p.t.Helper()
		p.wait("heard.some((text) => text.includes(" + quote(last) + "))")
	}
	for i, p := range s.phones {
		p.tapsAway()
		p.comesToRest()
		var all []string
		p.must(json.Unmarshal([]byte(p.tells("JSON.stringify(heard.splice(0))")), &all))
		slices.Sort(all) // moments and the match come on their own ways
		if len(slices.Compact(slices.Clone(all))) < len(all) {
			p.t.Errorf("%s: phone %d says a thing twice: %q", step, i+1, all)
		}
		fmt.Fprintf(s, "%s, phone %d\n", step, i+1)
		for _, text := range all {
			fmt.Fprintln(s, "  "+text)
		}
	}
}

// gate lets the page ask for the match only once it is opened.
const gate = `(() => {
	const real = window.fetch, opened = new Promise((open) => { window.openGate = open; });
	window.fetch = (url, o) => (String(url).includes("/api/match") ? opened.then(() => real(url, o)) : real(url, o));
})(), ""`

// Each change of a turn is announced once, to who makes it and to who hears of it; a clock that runs
// says nothing.
func TestPageAnnouncesEachChangeOnce(t *testing.T) {
	e, ctx := box(t), browser(t)
	anya, borya := e.joined(ctx, small, door.Play), e.joined(ctx, small, door.Play)
	anya.plays(e, `{ game: "mice", names: ["Аня", "Боря"], first: 1, luck: "table", clock: "up", options: {} }`)
	s := &transcript{phones: []*visitor{anya, borya}}
	for _, p := range s.phones {
		p.goTo("table")
		p.upToDate()
		p.tells(listens)
	}
	anya.click("#deeds [data-says=roll]")
	s.after("Anya rolls", e.text("mice:ask.dice"))
	e.decide("dice red green")
	s.after("the dice lie", e.text("mice:ask.lure"))
	anya.click("#deeds [data-says='lure red green']")
	s.after("Anya lures", e.text("mice:ask.more"))
	face := anya.tells("document.querySelector('.clock').textContent")
	for range 2 {
		anya.wait("document.querySelector('.clock').textContent !== " + quote(face))
		face = anya.tells("document.querySelector('.clock').textContent")
	}
	for _, p := range s.phones {
		if got := p.tells("heard.join()"); got != "" {
			t.Errorf("a clock that runs says %q", got)
		}
	}
	anya.click("#deeds [data-says=stop]")
	s.after("Anya catches", e.text("page:turn @2"))
	anya.click("#undo")
	s.after("Anya takes it back", e.text("mice:ask.more"))

	borya.tells(gate)
	anya.click("#deeds [data-says=stop]")
	e.until("the catch", func(m *screen.Moment) bool { return m.Match.State().Turn() == 2 })
	borya.click("#deeds [data-says=stop]")
	borya.wait("document.getElementById('status').textContent")
	borya.tells("openGate()")
	s.after("Borya is late", e.text("page:turn @2"))
	s.phones = s.phones[1:]
	borya.goTo("setup/mice")
	borya.wait("document.getElementById('begin')")
	borya.tells(`(() => { const name = document.querySelector(".names input"); name.value = "!"; name.dispatchEvent(new Event("input")); })()`)
	for range 2 { // what is refused again isn't said again: the focus is on the name
		borya.click("#begin")
	}
	s.after("a name is refused", e.text("page:setup.badname !"))
	if got := borya.tells("document.activeElement.getAttribute('aria-invalid')"); got != "true" {
		t.Error("the focus isn't on the name that is refused")
	}
	anya.heardAs("announced", s.String())
}
