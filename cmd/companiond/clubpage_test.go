//go:build browser

package main

import (
	"slices"
	"testing"

	"tabletop/companion/door"
	"tabletop/companion/screen"
)

func TestPageLetsAPlayerNotBeNamedToTheClub(t *testing.T) {
	e := gatherAt(t, ":0", "[club]\nbroker = \"mqtt://127.0.0.1:1\"\n", nil) // nobody is there
	e.served()
	e.press("ok")
	ctx := browser(t)
	p := e.joined(ctx, small, door.Play)
	p.tells(`fetch("/api/setup", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ draft: { game: "mice", names: ["Аня", "Боря"], first: 1, options: {} }, begin: true }) })`)
	e.until("the match", func(m *screen.Moment) bool { return m.Match.Seq() > 0 })
	e.decide("roll")
	e.press("hold")
	e.choose("pause.leave", "ask.yes")
	p.goTo("players")
	p.wait("document.querySelector('main details')")
	p.tells("document.querySelector('main details').open = true")
	p.says("page:players.naming")
	p.tells("document.querySelector('main details input[type=checkbox]').click()")
	m := e.until("a no", func(m *screen.Moment) bool { return len(m.Offer.Unpublished) == 1 })
	p.tells("document.querySelector('main details input[type=checkbox]').click()")
	e.until("a yes", func(m *screen.Moment) bool { return len(m.Offer.Unpublished) == 0 })
	if !slices.Contains(m.Offer.Players, m.Offer.Unpublished[0]) {
		t.Errorf("who isn't named is %v", m.Offer.Unpublished)
	}
	p.picture("players-club")
}
