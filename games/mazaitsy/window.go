package mazaitsy

import "tabletop/games"

// A window is the moment on a card when hares may come into the boat: the book's
// picking up, its advanced rule 4 (stealing) and, two against two, passing. It
// opens where the move stage begins, on each card reached and after unloading, if
// there is anything to decide.

// meet opens a window, or goes on where there is nothing to decide.
func (f *flood) meet() {
	if f.offered() {
		f.stage = meeting
		return
	}
	f.shut()
}

// shut goes on when a window is closed.
func (f *flood) shut() {
	switch {
	case f.unloaded || f.sailing() && f.path.pulled():
		f.ashore()
	case f.sailing():
		f.land()
	default:
		f.stage = moving
	}
}

// offers calls each with everything that the window offers, verb by verb: a hare
// of v points to take, to steal from seat k, to pass to the partner or get from
// him. It stops when each returns false.
func (f *flood) offers(each func(verb string, v, k int) bool) {
	me, here := f.seat(), f.mine().at
	partner := f.table.partner(me)
	near := partner > 0 && f.boats[partner].at == here
	for v := range f.table.hares {
		if near && f.hares.of[partner].boat[v] > 0 && f.fits(me, v) && !each("get", v, partner) {
			return
		}
	}
	for v := range f.table.hares {
		if near && f.hares.of[me].boat[v] > 0 && f.fits(partner, v) && !each("pass", v, partner) {
			return
		}
	}
	for v := range f.table.hares {
		for k := 1; k <= f.table.seats; k++ {
			if f.robs(k) && f.hares.of[k].boat[v] > 0 && f.fits(me, v) && !each("steal", v, k) {
				return
			}
		}
	}
	for v, n := range f.lying[here] {
		if n > 0 && f.fits(me, v) && !each("take", v, 0) {
			return
		}
	}
}

// offered reports whether the window offers anything.
func (f *flood) offered() (any bool) {
	f.offers(func(string, int, int) bool { any = true; return false })
	return any
}

// robs reports whether seat k's boat has been met and can be stolen from. One
// that lay where the stage began can't, also after leaving and coming back.
func (f *flood) robs(k int) bool {
	me := f.seat()
	return f.table.adv[4] && !f.robbed && k != me && k != f.table.partner(me) &&
		f.boats[k].at == f.mine().at && f.mine().at != f.origin()
}

func (f *flood) legalWindow() []games.Choice {
	legal := make([]games.Choice, 0, 16)
	left := false
	f.offers(func(verb string, v, k int) bool {
		if verb > "leave" && !left {
			left, legal = true, append(legal, games.Choice{Says: "leave"})
		}
		says := numbered(verb, v)
		if k > 0 {
			says += games.Decision("/" + string(rune('0'+k)))
		}
		legal = append(legal, games.Choice{Says: says})
		return true
	})
	if !left {
		legal = append(legal, games.Choice{Says: "leave"})
	}
	return legal
}

// leave closes the window until the next card.
func (f *flood) leave(words []string) rule {
	switch {
	case len(words) > 0:
		return notation()
	case f.stage != meeting:
		return games.Say("rule.shut")
	}
	f.shut()
	return allowed
}

// take takes a hare that lies where the boat does.
func (f *flood) take(words []string) rule {
	v, r := f.worth(words)
	here := f.mine().at
	switch {
	case r.Key != "":
		return r
	case f.stage != meeting:
		return games.Say("rule.shut")
	case f.lying[here][v] == 0:
		return games.Say("rule.absent", words[0], here.String())
	case !f.fits(f.seat(), v):
		return f.full(f.seat())
	}
	f.lying[here][v]--
	f.hares.of[f.seat()].boat[v]++
	f.meet()
	return allowed
}

// steal takes a hare out of a boat that was met on the way.
func (f *flood) steal(words []string) rule {
	_, k, r := f.meeting(words)
	if r.Key == "" && f.table.adv[4] && f.stage == meeting && f.mine().at == f.origin() {
		return games.Say("rule.steal.start", name(k))
	}
	return f.hand(words, (*state).steal)
}

func (f *flood) pass(words []string) rule { return f.hand(words, (*state).pass) }

func (f *flood) get(words []string) rule { return f.hand(words, (*state).get) }

// hand moves a hare from boat to boat, if both are on one card.
func (f *flood) hand(words []string, do act) rule {
	if r := do(&f.state, words); r.Key != "" {
		return r
	}
	_, k, _ := f.meeting(words)
	switch {
	case f.stage != meeting:
		return games.Say("rule.shut")
	case f.boats[k].at != f.mine().at:
		return games.Say("rule.apart", name(k))
	}
	f.meet()
	return allowed
}
