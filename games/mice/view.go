package mice

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// prompts contains the key of the prompt for each phase.
var prompts = [...]string{
	toRoll: "ask.roll", rolling: "ask.dice", luring: "ask.lure", more: "ask.more", five: "ask.five", over: "ask.over",
}

// phaseRules contains the key of the text about each phase.
var phaseRules = [...]string{
	toRoll: "phase.roll", rolling: "phase.dice", luring: "phase.lure", more: "phase.more", five: "phase.five",
}

// View returns the view. It is the same for every seat, because nothing is hidden. The lines show a
// hunt that has just failed, the lured mice, and the mice by colour in the centre and on each card.
// The strip shows the lured mice, which the seat on turn risks. The stakes are the risk of another
// roll and the points of a catch. The cells are the two dice while the seat chooses a lure, and
// after a failed hunt.
func (s state) View(games.Seat) games.View {
	v := games.View{
		Title:  games.Count("title.centre", s.count(centre)),
		Prompt: s.prompt(),
		Rule:   s.rule(),
		Strip:  s.strip(),
		Stakes: s.stakes(),
		Piles:  s.piles(),
	}
	if s.phase != over {
		v.Seats = games.InTurn(int(s.seats), games.Seat(s.turn))
	}
	if s.fled > 0 {
		v.Lines = append(v.Lines, games.Say("line.fled", name(s.fled)))
	}
	if s.count(lured) > 0 {
		v.Lines = append(v.Lines, s.line("#whose.lured", lured))
	}
	v.Lines = append(v.Lines, s.line("#whose.centre", centre))
	for card := place(1); card <= place(s.seats); card++ {
		v.Lines = append(v.Lines, s.line(name(card), card))
	}
	if s.dice != nil {
		v.W, v.H = len(s.dice.dice), 1
		for _, c := range s.dice.dice {
			v.Cells = append(v.Cells, games.Cell{Glyph: c.String(), Seat: games.Nobody})
		}
	}
	return v
}

// prompt returns the prompt of the phase. When the seat may roll again, the prompt warns if
// stopping would end the game.
func (s *state) prompt() games.Text {
	if s.mayStop() && s.centreSpent() {
		return games.Say("ask.last")
	}
	return games.Say(prompts[s.phase])
}

// mayStop reports whether the seat on turn chooses between another roll and the end of its turn.
func (s *state) mayStop() bool { return s.phase == more || s.phase == five }

// stakes returns the stakes of the decisions to roll and to stop.
func (s *state) stakes() []games.Stake {
	var all []games.Stake
	if failing := s.failing(); s.odds && (s.mayStop() || s.phase == toRoll && failing > 0) {
		all = append(all, games.Stake{Says: "roll", Text: games.Count("stake.roll", percent(failing))})
	}
	if s.mayStop() {
		all = append(all, games.Stake{Says: "stop", Text: s.catchStake()})
	}
	return all
}

// catchStake returns the points that the seat on turn catches by stopping, or the text that it has
// caught its mice already. It mentions if stopping ends the game.
func (s *state) catchStake() games.Text {
	key := "stake.stop"
	if s.phase == five {
		key = "stake.five"
	}
	if s.centreSpent() {
		key += ".last"
	}
	return games.Count(key, int(s.points(lured)))
}

// strip returns the number of lured mice of each colour, marked because they are at stake. If none is lured, it returns the number of
// mice in the centre, whose decrease ends the game.
func (s *state) strip() []games.Tally {
	if all := s.lying(lured, ""); len(all) > 0 {
		for i := range all {
			all[i].Mark = games.MarkLast
		}
		return all
	}
	return []games.Tally{{Glyph: "mice", N: s.count(centre), Seat: games.Nobody}}
}

// piles returns a pile of the mice in the centre and a pile of the mice on each card. The strip shows
// the lured mice.
func (s *state) piles() []games.Pile {
	var all []games.Pile
	if of := s.lying(centre, ""); len(of) > 0 {
		all = append(all, games.Pile{What: games.Say("whose.centre"), Seat: games.Nobody, Of: of})
	}
	for card := place(1); card <= place(s.seats); card++ {
		if of := s.lying(card, "-caught"); len(of) > 0 {
			all = append(all, games.Pile{What: games.Say("pile.caught"), Seat: games.Seat(card), Of: of})
		}
	}
	return all
}

// lying returns the number of mice of each colour at the place p. how is the variant of their
// pictures: "" or "-caught".
func (s *state) lying(p place, how string) (all []games.Tally) {
	for c, n := range s.mice[p] {
		if n > 0 {
			all = append(all, games.Tally{Glyph: colour(c).String() + how, N: int(n), Seat: games.Nobody})
		}
	}
	return all
}

// rule returns the text about the decision of the phase.
func (s *state) rule() games.Text {
	switch {
	case s.phase == over:
		return games.Text{}
	case s.phase == luring && s.nosteal:
		return games.Say("phase.lure.nosteal")
	}
	return games.Say(phaseRules[s.phase])
}

// line returns a line about the mice at the place p. The argument {0} is the owner of the place. It
// is followed by two arguments for each colour present: the word for one or for several mice of the
// colour, and their number. The key ends in the number of these colours.
func (s *state) line(whose string, p place) games.Text {
	args := []string{whose}
	for c, n := range s.mice[p] {
		key := "#many."
		if n == 1 {
			key = "#one."
		}
		if n > 0 {
			args = append(args, key+colour(c).String(), strconv.Itoa(int(n)))
		}
	}
	return games.Say("line.mice."+strconv.Itoa(len(args)/2), args...)
}

// name returns the seat whose card is p, as an argument of a text.
func name(p place) string { return "@" + strconv.Itoa(int(p)) }

// word returns the word for the colour c, as an argument of a text.
func word(c colour) string { return "#word." + c.String() }

// Standing returns the points of the mice that each seat has caught. The number of these mice
// breaks ties.
func (s state) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, s.seats), Ties: make([]int32, s.seats)}
	for i := range st.Scores {
		card := place(i + 1)
		st.Scores[i], st.Ties[i] = s.points(card), int32(s.count(card))
	}
	if s.phase != over {
		return st
	}
	st.Over = true
	first := slices.Max(st.Scores)
	leaders := seats(st.Scores, first, nil)
	mice := int32(0)
	for _, seat := range leaders {
		mice = max(mice, st.Ties[seat-1])
	}
	st.Won = seats(st.Ties, mice, leaders)
	switch {
	case len(leaders) == 1:
		st.Why = games.Count("why.points", int(first))
	case len(st.Won) == 1:
		st.Why = games.Count("why.mice", int(mice))
	default:
		st.Why = games.Say("why.shared")
	}
	return st
}

// seats returns the seats whose value in has is n, where has contains a value for each seat. If
// among is not nil, it returns only seats in among.
func seats(has []int32, n int32, among []games.Seat) []games.Seat {
	var found []games.Seat
	for i, h := range has {
		seat := games.Seat(i + 1)
		if h == n && (among == nil || slices.Contains(among, seat)) {
			found = append(found, seat)
		}
	}
	return found
}

// points returns the points of all mice at the place p.
func (s *state) points(p place) int32 {
	total := int32(0)
	for c, n := range s.mice[p] {
		total += s.value(colour(c)) * int32(n)
	}
	return total
}

// value returns the points of a mouse: 5 for red down to 1 for blue, or always 1 with
// scoring=kids.
func (s *state) value(c colour) int32 {
	if s.kids {
		return 1
	}
	return int32(colours - c)
}
