package maze

import (
	"strconv"

	"tabletop/games"
)

// Rulings in notation, by the square that they name.
var (
	lays   = atEach(func(at square) games.Decision { return "lay " + games.Decision(at.String()) })
	raises = atEach(func(at square) games.Decision { return "raise " + games.Decision(at.String()) })
	swaps  = atEach(func(at square) games.Decision { return "swap " + games.Decision(at.String()) })
)

// Fixes returns the possible rulings during the game: a piece stays for good or may move again,
// two squares exchange their pieces, the other side is to move, or the table gives up.
func (s state) Fixes() []games.Choice {
	if s.phase != playing {
		return nil
	}
	fixes := make([]games.Choice, 0, 2*s.occupied.count()+2)
	for _, at := range bytewise {
		if s.occupied.has(at) && !s.stuck.has(at) {
			fixes = append(fixes, games.Choice{Says: lays[at]})
		}
	}
	for _, at := range bytewise {
		if s.stuck.has(at) {
			fixes = append(fixes, games.Choice{Says: raises[at]})
		}
	}
	fixes = append(fixes, games.Choice{Says: "stop"})
	for _, at := range bytewise {
		if s.occupied.has(at) {
			fixes = append(fixes, games.Choice{Says: swaps[at], From: 1, To: squares})
		}
	}
	return append(fixes, games.Choice{Says: games.Decision("turn " + s.turn.other().String())})
}

// Fix returns the position after the ruling d. The package comment describes its notation.
func (s state) Fix(d games.Decision) (games.State, error) {
	if _, ok := games.Find(s.Fixes(), d); !ok {
		return nil, refuse(d, s.forbidsFix(d))
	}
	s.moved = false
	at := squareBy[d.Word(1)]
	switch d.Word(0) {
	case "lay":
		s.stuck |= of(at)
	case "raise":
		s.stuck &^= of(at)
	case "swap":
		n, _ := strconv.Atoi(d.Word(2)) // valid, because the choice limits the number
		s.swap(at, square(n-1))
		s.last = move{}
	case "turn":
		s.turn = s.turn.other()
	case "stop":
		s.phase = stopped
		return s, nil
	}
	return s.withPhase(), nil
}

// forbidsFix returns the reason why the ruling d is refused.
func (s *state) forbidsFix(d games.Decision) games.Text {
	verb := d.Word(0)
	at, known := squareBy[d.Word(1)]
	about := known && (verb == "lay" || verb == "raise" || verb == "swap")
	switch {
	case s.phase == listing:
		return games.Say("rule.list")
	case s.phase == setting:
		return games.Say("rule.set", s.nextSquare().String())
	case s.phase != playing:
		return games.Say("rule.over")
	case about && !s.occupied.has(at):
		return games.Say("rule.empty", at.String())
	case d == lays[at]:
		return games.Say("rule.fix.lies", pieceArg(s.on[at]), at.String())
	case d == raises[at]:
		return games.Say("rule.fix.free", pieceArg(s.on[at]), at.String())
	case verb == "turn" && d.Word(1) == s.turn.String():
		return games.Say("rule.fix.turn." + s.turn.String())
	}
	return games.Say("rule.fix")
}

// swap exchanges the pieces on two squares. A piece that can no longer move can't move from its
// new square either.
func (p *position) swap(a, b square) {
	p.on[a], p.on[b] = p.on[b], p.on[a]
	for _, some := range [...]*set{&p.occupied, &p.stuck, &p.mates[white], &p.mates[black]} {
		*some = some.swapped(a, b)
	}
}
