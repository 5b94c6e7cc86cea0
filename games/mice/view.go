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
// The strip shows the centre in pictures. The cells are the two dice while the seat chooses a lure,
// and after a failed hunt.
func (s state) View(games.Seat) games.View {
	v := games.View{
		Title:  games.Count("title.centre", s.count(centre)),
		Prompt: s.prompt(),
		Rule:   s.rule(),
		Strip:  s.strip(),
		Ask:    s.asks(),
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
// stopping would end the game. With odds=on it also states the probability in percent that another
// roll fails.
func (s *state) prompt() games.Text {
	key := prompts[s.phase]
	if s.phase != more && s.phase != five {
		return games.Say(key)
	}
	if s.centreSpent() {
		key = "ask.last"
	}
	if s.odds {
		return games.Count(key+".odds", percent(s.failing()))
	}
	return games.Say(key)
}

// asks reports whether the view must show the prompt, because no other part of the view states the
// task of luring or the risk of another roll.
func (s *state) asks() bool {
	risked := (s.phase == more || s.phase == five) && (s.odds || s.centreSpent())
	return s.phase == luring || risked
}

// strip returns the number of mice of each colour in the centre, with the lured colours marked.
func (s *state) strip() []games.Tally {
	all := make([]games.Tally, colours)
	for c := range colour(colours) {
		all[c] = games.Tally{Glyph: c.String(), N: int(s.mice[centre][c]), Seat: games.Nobody}
		if s.mice[lured][c] > 0 {
			all[c].Mark = games.MarkLast
		}
	}
	return all
}

// piles returns a pile of the lured mice, drawn running, and a pile of the mice on each card.
func (s *state) piles() []games.Pile {
	var all []games.Pile
	if of := s.lying(lured, "run"); len(of) > 0 {
		all = append(all, games.Pile{What: games.Say("pile.lured"), Seat: games.Nobody, Of: of})
	}
	for card := place(1); card <= place(s.seats); card++ {
		if of := s.lying(card, "caught"); len(of) > 0 {
			all = append(all, games.Pile{What: games.Say("pile.caught"), Seat: games.Seat(card), Of: of})
		}
	}
	return all
}

// lying returns the number of mice of each colour at the place p. how is the variant of their
// pictures: "run" or "caught".
func (s *state) lying(p place, how string) (all []games.Tally) {
	for c, n := range s.mice[p] {
		if n > 0 {
			all = append(all, games.Tally{Glyph: colour(c).String() + "-" + how, N: int(n), Seat: games.Nobody})
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
// is followed by two arguments for each colour present: the colour and the number of its mice. The
// key ends in the number of these colours.
func (s *state) line(whose string, p place) games.Text {
	args := []string{whose}
	for c, n := range s.mice[p] {
		if n > 0 {
			args = append(args, "#many."+colour(c).String(), strconv.Itoa(int(n)))
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
