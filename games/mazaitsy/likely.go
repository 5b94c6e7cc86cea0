package mazaitsy

import "tabletop/games"

// Likely returns the usual decision of the stage: "done" while the boat moves, "place" for the
// replacement, "add" for a mass addition, and the more likely answer about Мазай.
func (s state) Likely() games.Decision {
	switch s.stage {
	case moving:
		return "done"
	case replacing:
		return "place"
	case adding:
		return "add"
	case asking:
		return s.likelyAnswer()
	}
	return ""
}

// likelyAnswer returns the more likely answer to the question whether Мазай lies on top.
func (s *state) likelyAnswer() games.Decision {
	if s.odds() == 0 {
		return "mazai yes"
	}
	return "mazai no"
}

// Likely returns the usual decision of the stage. A boat moves ahead, or unloads if it is full. In
// a window the seat takes the best hare. If chance draws, Likely returns the card or hare of which
// the most are left.
func (f fieldState) Likely() games.Decision {
	switch f.stage {
	case naming, drawing:
		return f.likelyOutcome()
	case moving:
		return f.likelyAction()
	case taking:
		return f.likelyOffer()
	case asking:
		return f.likelyAnswer()
	case over:
		return ""
	}
	return games.Decision(f.Legal()[0].Says.Word(0))
}

// likelyOutcome returns the card or the hare that is most likely to be drawn.
func (f *fieldState) likelyOutcome() games.Decision {
	best, most := games.Decision(""), 0
	weigh := func(says games.Decision, n int) {
		if n > most {
			best, most = says, n
		}
	}
	if f.stage == drawing {
		for v, n := range f.pool() {
			weigh(numbered("hare", v), int(n))
		}
		return best
	}
	left, _ := f.unseenCards()
	for _, c := range f.cardFaces() {
		weigh(c.says, int(left[c.card.kind][c.card.symbolIndex()])*int(c.odds))
	}
	return best
}

// likelyAction returns "unload" if the boat is at the edge, has hares, has not acted yet, and is
// full or can't move ahead. Otherwise it returns "forward" if the boat can move ahead. If not, it
// returns "done" after a first action, and "turn" before one.
func (f *fieldState) likelyAction() games.Decision {
	used, most := f.load(f.seat())
	ahead := f.canEnter(f.mine().nose)
	switch {
	case !f.hasActed() && used > 0 && (used == most || !ahead) && f.table.coast(f.mine().at):
		boat := f.hares.of[f.seat()].boat
		return games.Decision("unload " + boat.list())
	case ahead:
		return "forward"
	case f.hasActed():
		return "done"
	}
	return "turn"
}

// likelyOffer returns the decision that brings the best available hare into the boat.
func (f *fieldState) likelyOffer() games.Decision {
	best := games.Decision("leave")
	f.eachOffer(func(verb string, v, k int) bool {
		switch {
		case verb == "take":
			best = numbered(verb, v)
		case verb == "steal":
			best = hareAndSeat(verb, v, k)
		}
		return true
	})
	return best
}
