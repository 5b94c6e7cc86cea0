package maze

import (
	"slices"
	"strings"

	"tabletop/games"
)

// phase is the kind of decision that a position awaits.
type phase uint8

const (
	setting phase = iota // phase in which chance sets up the next piece
	playing
	won
	blocked // phase after the side on turn had no move
	stopped // phase after the table has given up
	listing // phase in which chance draws a start of the list
)

// state is a position with its history. Copies share only the table, which never changes.
type state struct {
	table *table
	position
	phase  phase
	filled int // number of places of the start that are filled
	start  start
	listed int // number of the start in its list; 0: the start is from no list
	moves  int
	last   move
	// moved reports whether the last decision was a move. It is false after a ruling, and in a
	// parsed position.
	moved bool
}

// Turn returns the seat on turn. White is seat 1 and black is seat 2, or seat 1 for a single
// player.
func (s state) Turn() games.Seat {
	switch s.phase {
	case setting, listing:
		return games.Chance
	case playing:
		return games.Seat(min(int(s.turn)+1, s.table.seats))
	}
	return games.Nobody
}

// says contains all moves in notation, by their two squares.
var says = atEach(func(from square) [squares]games.Decision {
	return atEach(func(to square) games.Decision { return games.Decision(move{from, to}.String()) })
})

// bytewise contains the squares in the order of their numbers as texts.
var bytewise = sortBytewise()

func sortBytewise() (order [squares]square) {
	order = atEach(func(at square) square { return at })
	slices.SortFunc(order[:], func(a, b square) int { return strings.Compare(a.String(), b.String()) })
	return order
}

// Legal returns the legal decisions: the pieces or starts that chance can draw, or the moves of
// the side on turn.
func (s state) Legal() []games.Choice {
	switch s.phase {
	case setting:
		return s.legalSets()
	case listing:
		return s.legalStarts()
	case playing:
		return s.legalMoves()
	}
	return nil
}

func (s *state) legalMoves() []games.Choice {
	var targets [squares]set
	n := 0
	for rest := s.movable(); rest != 0; rest &= rest - 1 {
		from := rest.first()
		targets[from] = s.targets(s.on[from], from)
		n += targets[from].count()
	}
	legal := make([]games.Choice, 0, n)
	for _, from := range bytewise {
		if targets[from] == 0 {
			continue
		}
		for _, to := range bytewise {
			if targets[from].has(to) {
				legal = append(legal, games.Choice{Says: says[from][to]})
			}
		}
	}
	return legal
}

// Apply returns the position after the decision d. The package comment describes its notation.
func (s state) Apply(d games.Decision) (games.State, error) {
	sets := d.Word(0) == "set" || d.Word(0) == "start"
	switch {
	case s.phase == listing:
		return s.take(d)
	case s.phase == setting && sets:
		return s.set(d)
	case s.phase == setting:
		return nil, games.Refuse(d, "rule.set", s.nextSquare().String())
	case s.phase != playing:
		return nil, games.Refuse(d, "rule.over")
	case sets:
		return nil, games.Refuse(d, "rule.set.done")
	}
	return s.play(d)
}

// play applies a move such as "13-20", "a4-b5" or "13-20×".
func (s state) play(d games.Decision) (games.State, error) {
	m, sign, ok := parseMove(string(d))
	if !ok {
		return nil, refuse(d, notationRule(string(d)))
	}
	if rule := s.forbids(m); rule.Key != "" {
		return nil, refuse(d, rule)
	}
	if rule := s.checkSign(m, sign); rule != "" {
		return nil, games.Refuse(d, rule, m.String())
	}
	s.move(m.from, m.to)
	s.moves++
	s.last = m
	s.moved = true
	return s.withPhase(), nil
}

// withPhase returns the position with the phase that its set-up and its pieces determine.
func (s state) withPhase() state {
	switch {
	case s.table.list != nil && s.filled == 0:
		s.phase = listing
	case s.table.list == nil && s.table.start == nil && s.filled < len(s.table.bag.order):
		s.phase = setting
	case s.won():
		s.phase, s.turn = won, white // no side is on turn any more
	case !s.canMove():
		s.phase = blocked
	default:
		s.phase = playing
	}
	return s
}
