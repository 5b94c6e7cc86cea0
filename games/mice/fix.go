package mice

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// ruling is a ruling of the table: a seat begins a turn or is skipped, or a mouse moves to another
// place.
type ruling struct {
	says     games.Decision
	turn     place // seat that begins a turn, or 0
	skip     place // seat that is skipped, or 0
	colour   colour
	from, to place
}

// rulings contains all rulings of any position, in the order of Fixes.
var rulings = everyRuling()

func everyRuling() []ruling {
	var all []ruling
	for card := place(1); card <= cards; card++ {
		seat := " " + strconv.Itoa(int(card))
		all = append(all,
			ruling{says: games.Decision("turn" + seat), turn: card},
			ruling{says: games.Decision("skip" + seat), skip: card})
		for c := range colour(colours) {
			all = append(all,
				ruling{says: games.Decision("give " + c.String() + seat), colour: c, from: centre, to: card},
				ruling{says: games.Decision("back " + c.String() + seat), colour: c, from: card, to: centre})
		}
	}
	for c := range colour(colours) {
		all = append(all,
			ruling{says: games.Decision("lay " + c.String()), colour: c, from: centre, to: lured},
			ruling{says: games.Decision("lift " + c.String()), colour: c, from: lured, to: centre})
	}
	slices.SortFunc(all, func(a, b ruling) int { return strings.Compare(string(a.says), string(b.says)) })
	return all
}

// Fixes returns the rulings that lead to a valid position.
func (s state) Fixes() []games.Choice {
	var all []games.Choice
	for i := range rulings {
		if _, key := s.ruled(&rulings[i]); key == "" {
			all = append(all, games.Choice{Says: rulings[i].says})
		}
	}
	return all
}

// Fix returns the position after the ruling d. The package comment documents the notation of
// rulings.
func (s state) Fix(d games.Decision) (games.State, error) {
	i := slices.IndexFunc(rulings, func(r ruling) bool { return r.says == d })
	if i < 0 {
		return nil, games.Refuse(d, "rule.notation")
	}
	next, key := s.ruled(&rulings[i])
	if key != "" {
		return nil, games.Refuse(d, key, word(rulings[i].colour), name(rulings[i].from))
	}
	next.news = news{}
	return next, nil
}

// ruled returns the position after the ruling r and "", or s and the key of the rule that refuses
// r.
func (s state) ruled(r *ruling) (state, string) {
	front := r.from == lured || r.to == lured
	switch {
	case max(r.turn, r.skip) > place(s.seats), !front && max(r.from, r.to) > place(s.seats):
		return s, "rule.seat"
	case r.turn > 0:
		return s.restart(r.turn), ""
	case r.skip > 0 && r.skip != s.turn:
		return s, "rule.skip"
	case r.skip > 0:
		return s.skipped(), ""
	case front && s.phase == over:
		return s, "rule.over"
	case s.mice[r.from][r.colour] > 0:
		return s.put(r)
	case r.from == centre:
		return s, "rule.centre"
	case r.from == lured:
		return s, "rule.lured"
	}
	return s, "rule.card"
}

// restart returns the position in which a seat begins a turn. Lured mice run back to the centre.
func (s state) restart(turn place) state {
	s.empty(lured, centre)
	s.turn, s.phase, s.dice, s.fled = turn, toRoll, nil, 0
	return s
}

// skipped returns the position after the turn of an absent seat. Lured mice run back to the
// centre.
func (s state) skipped() state {
	s.empty(lured, centre)
	s.dice, s.fled = nil, 0
	s.pass()
	return s
}

// put returns the position after r, a ruling that moves a mouse, and "". If the dice then allow no
// lure, put returns the key of the violated rule. A ruling that adds a lured mouse makes stopping
// legal, and may complete the five colours.
func (s state) put(r *ruling) (state, string) {
	s.mice[r.from][r.colour]--
	s.mice[r.to][r.colour]++
	if s.fled > 0 {
		s.dice, s.fled = nil, 0
	}
	asks := s.phase == toRoll || s.phase == more || s.phase == five
	if r.to == lured && asks {
		s.phase = more
	}
	if r.to == lured && s.catchFive() && asks {
		s.phase = five
	}
	if s.phase == luring && !s.canLure() {
		return s, "rule.stuck"
	}
	return s, ""
}
