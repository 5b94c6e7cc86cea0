//go:build browser

package main

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

func TestPageLetsSomebodyComeLateAndLeaveForGood(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	p.goTo("setup")
	p.click(`[data-game="score"]`)
	p.wait("document.getElementById('begin')")
	p.click("#begin")
	e.until("the match", func(m *screen.Moment) bool { return !m.Match.IsZero() })
	p.click("#play")
	e.until("the first turn", func(m *screen.Moment) bool { return !m.Ready })
	p.click("[data-focus='fold places'] summary")
	p.tells(`(() => { const who = document.querySelector("[data-focus=newcomer]"); who.value = "Вера"; who.form.requestSubmit(); })()`)
	e.until("Вера", func(m *screen.Moment) bool { return m.Match.Name(3) == "Вера" })
	p.wait("document.querySelectorAll('#race li').length === 3")
	p.sight("joined")
	for lang := range 2 {
		p.click(`[data-focus="place leave 1"]`)
		p.wait("document.querySelector('.sure')")
		p.sight(fmt.Sprint("leaves-", lang))
		p.click(".sure button:not(.danger)")
		p.click("#language")
		p.wait(`document.querySelector('[data-focus="place leave 1"]')`)
	}
	p.click(`[data-focus="place leave 1"]`)
	p.click(".sure .danger")
	e.until("who left", func(m *screen.Moment) bool { return fmt.Sprint(m.Match.Left()) == "[1]" })
	p.wait(`document.querySelector('[data-focus="place back 1"]')`)
	if said := p.tells("document.querySelector('#standing').innerText"); !strings.Contains(said, "больше не играет") && !strings.Contains(said, "has left") {
		t.Errorf("the standing says %q", said)
	}
	p.sight("left")
	p.click(`#places [data-focus="place back 1"]`)
	e.until("who is back", func(m *screen.Moment) bool { return len(m.Match.Left()) == 0 })
	p.wait(`document.querySelector('[data-focus="place leave 1"]')`)
}
