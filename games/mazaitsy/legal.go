package mazaitsy

import (
	"strconv"

	"tabletop/games"
)

// Legal returns the legal decisions of the present stage, sorted bytewise.
func (s state) Legal() []games.Choice {
	switch s.stage {
	case moving:
		return s.legalMoves()
	case replacing:
		return s.legalPlaces()
	case adding:
		return s.legalAdditions()
	case asking:
		return s.legalAnswers()
	}
	return nil
}

func (s *state) legalMoves() []games.Choice {
	me, partner := s.seat(), s.table.partner(s.seat())
	legal := append(make([]games.Choice, 0, 32), games.Choice{Says: "done"})
	if partner > 0 {
		legal = s.legalGifts(legal, "get", []int{partner}, me, partner)
	}
	legal = s.legalLosses(legal)
	if partner > 0 {
		legal = s.legalGifts(legal, "pass", []int{me}, partner, partner)
	}
	if s.table.adv[4] && !s.robbed && !s.unloaded {
		legal = s.legalGifts(legal, "steal", s.opponents(), me, 0)
	}
	for v := range s.table.hares {
		if s.unsaved(v) > 0 && s.fits(me, v) {
			legal = append(legal, games.Choice{Says: numbered("take", v)})
		}
	}
	if !s.unloaded && !s.robbed {
		legal = appendLoads(legal, "unload", s.hares.of[me].boat, 1)
	}
	return legal
}

// opponents returns the seats from whose boats the seat on turn may steal.
func (s *state) opponents() []int {
	var all []int
	for k := 1; k <= s.table.seats; k++ {
		if k != s.seat() && k != s.table.partner(s.seat()) {
			all = append(all, k)
		}
	}
	return all
}

// legalGifts appends to legal the decisions that move a hare between boats: from the boat of a seat
// in the list from, to the boat of the seat in to. Each decision has the verb, the points of the
// hare and a seat. The seat is the one in named or, if named is 0, the seat that gives the hare.
func (s *state) legalGifts(legal []games.Choice, verb string, from []int, to, named int) []games.Choice {
	for v := range s.table.hares {
		for _, k := range from {
			if s.hares.of[k].boat[v] == 0 || !s.fits(to, v) {
				continue
			}
			whose := k
			if named > 0 {
				whose = named
			}
			legal = append(legal, games.Choice{Says: numbered(verb, v) + games.Decision("/"+strconv.Itoa(whose))})
		}
	}
	return legal
}

func (s *state) legalLosses(legal []games.Choice) []games.Choice {
	for v := range s.table.hares {
		if s.unsaved(v) > 0 {
			legal = append(legal, games.Choice{Says: numbered("lose", v)})
		}
	}
	return legal
}

// appendLoads appends to legal a decision for every different choice of hares in a boat. A decision
// is says followed by the points of the chosen hares. Each of them has least points or more.
func appendLoads(legal []games.Choice, says games.Decision, boat tally, least int) []games.Choice {
	for v := least; v < len(boat); v++ {
		if boat[v] > 0 {
			boat[v]--
			load := numbered(string(says), v)
			legal = appendLoads(append(legal, games.Choice{Says: load}), load, boat, v)
			boat[v]++
		}
	}
	return legal
}

func (s *state) legalPlaces() []games.Choice {
	legal := s.legalLosses(nil)
	legal = append(legal, games.Choice{Says: "place"})
	if !s.table.adv[2] || s.unloaded {
		return legal
	}
	for n := 2; n <= int(s.deck.row); n++ {
		legal = append(legal, games.Choice{Says: numbered("place from", n)})
	}
	if s.deck.pile > 0 {
		legal = append(legal, games.Choice{Says: "place from pile"})
	}
	return legal
}

func (s *state) legalAdditions() []games.Choice {
	var legal []games.Choice
	for _, q := range addableTypes {
		says := games.Decision("add " + q.String())
		most := int32(s.mostAdded(q))
		switch {
		case s.table.box.of(q) == 0:
		case most == 0:
			legal = append(legal, games.Choice{Says: says + " 0"})
		default:
			legal = append(legal, games.Choice{Says: says, To: most})
		}
	}
	return s.legalLosses(legal)
}

func (s *state) legalAnswers() []games.Choice {
	no, yes := games.Choice{Says: "mazai no", Weight: s.odds()}, games.Choice{Says: "mazai yes", Weight: 1}
	sure := s.odds() == 0
	if s.table.realMazai {
		no.Weight, yes.Weight = 0, 0
	}
	if sure {
		return []games.Choice{yes}
	}
	return []games.Choice{no, yes}
}

// numbered returns a decision of words followed by a number of one digit.
func numbered(words string, n int) games.Decision {
	return games.Decision(words + " " + string(rune('0'+n)))
}
