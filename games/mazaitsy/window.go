package mazaitsy

import "tabletop/games"

// A window is the time on a card when hares may come into the boat. The seat may pick up hares from
// the card, steal a hare (advanced rule 4) or, two against two, pass hares between partners. A
// window opens where the move stage begins, on each card reached and after unloading, if there is
// anything to decide.

// openWindow opens a window. If there is nothing to decide, it continues with the next stage.
func (f *fieldState) openWindow() {
	if f.hasOffers() {
		f.stage = taking
		return
	}
	f.closeWindow()
}

// closeWindow continues with the stage after a window.
func (f *fieldState) closeWindow() {
	switch {
	case f.unloaded || f.hasActed() && f.path.endsInFunnel():
		f.endMoveStage()
	case f.hasActed():
		f.arrive()
	default:
		f.stage = moving
	}
}

// eachOffer calls each for every offer of the window, in the order of the verbs: a hare of v
// points to get from the partner, to pass to the partner, to steal from seat k, or to take from
// the card. It stops when each returns false.
func (f *fieldState) eachOffer(each func(verb string, v, k int) bool) {
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
			if f.canRob(k) && f.hares.of[k].boat[v] > 0 && f.fits(me, v) && !each("steal", v, k) {
				return
			}
		}
	}
	for v, n := range f.fieldHares[here] {
		if n > 0 && f.fits(me, v) && !each("take", v, 0) {
			return
		}
	}
}

// hasOffers reports whether there is anything to decide in the window.
func (f *fieldState) hasOffers() (any bool) {
	f.eachOffer(func(string, int, int) bool { any = true; return false })
	return any
}

// canRob reports whether the boat on turn may steal from seat k's boat, because it has met that
// boat on its way. The cell where the boat on turn began its move stage doesn't count, even if the
// boat comes back to it.
func (f *fieldState) canRob(k int) bool {
	me := f.seat()
	return f.table.adv[4] && !f.robbed && k != me && k != f.table.partner(me) &&
		f.boats[k].at == f.mine().at && f.mine().at != f.stageStart()
}

func (f *fieldState) legalWindow() []games.Choice {
	legal := make([]games.Choice, 0, 16)
	left := false
	f.eachOffer(func(verb string, v, k int) bool {
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

// leave applies the decision "leave", which closes the window until the next card.
func (f *fieldState) leave(words []string) rule {
	switch {
	case len(words) > 0:
		return unknownNotation()
	case f.stage != taking:
		return games.Say("rule.shut")
	}
	f.closeWindow()
	return allowed
}

// take applies the decision "take 3", which takes a hare from the card under the boat.
func (f *fieldState) take(words []string) rule {
	v, r := f.parseHare(words)
	here := f.mine().at
	switch {
	case r.Key != "":
		return r
	case f.stage != taking:
		return games.Say("rule.shut")
	case f.fieldHares[here][v] == 0:
		return games.Say("rule.absent", words[0], here.String())
	case !f.fits(f.seat(), v):
		return f.fullBoat(f.seat())
	}
	f.fieldHares[here][v]--
	f.hares.of[f.seat()].boat[v]++
	f.addEvent(event{what: taken, seat: uint8(f.seat()), n: v})
	f.openWindow()
	return allowed
}

// steal applies the decision "steal 3/2", which takes a hare out of a boat met on the way.
func (f *fieldState) steal(words []string) rule {
	_, k, r := f.parseHareAndSeat(words)
	if r.Key == "" && f.table.adv[4] && f.stage == taking && f.mine().at == f.stageStart() {
		return games.Say("rule.steal.start", seatName(k))
	}
	return f.handOver(words, (*state).steal)
}

func (f *fieldState) pass(words []string) rule { return f.handOver(words, (*state).pass) }

func (f *fieldState) get(words []string) rule { return f.handOver(words, (*state).get) }

// handOver moves a hare between the boats of partners by calling do. It refuses the decision if no
// window is open, or if the boats are on different cards.
func (f *fieldState) handOver(words []string, do action) rule {
	if r := do(&f.state, words); r.Key != "" {
		return r
	}
	_, k, _ := f.parseHareAndSeat(words)
	switch {
	case f.stage != taking:
		return games.Say("rule.shut")
	case f.boats[k].at != f.mine().at:
		return games.Say("rule.apart", seatName(k))
	}
	f.openWindow()
	return allowed
}
