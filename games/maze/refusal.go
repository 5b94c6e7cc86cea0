package maze

import (
	"strings"

	"tabletop/games"
)

// refuse returns a games.Illegal that refuses d by a rule.
func refuse(d games.Decision, rule games.Text) error { return games.Illegal{Says: d, Rule: rule} }

// forbids returns the rule by which the side on turn can't make the move m. For a legal move it
// returns a Text without a key.
func (p *position) forbids(m move) games.Text {
	it := p.on[m.from]
	switch {
	case it == 0:
		return games.Say("rule.empty", m.from.String())
	case !halves[p.turn].has(m.from):
		return games.Say("rule.half."+p.turn.String(), m.from.String())
	case p.stuck.has(m.from):
		return games.Say("rule.stuck", pieceArg(it), m.from.String())
	case m.from == m.to:
		return games.Say("rule.same", m.from.String())
	case p.occupied.has(m.to):
		return games.Say("rule.taken", m.to.String())
	case p.targets(it, m.from).has(m.to):
		return games.Text{}
	}
	return p.explain(it, m)
}

// howKeys contains the ending of the key of the text about the moves of each kind.
var howKeys = [kinds]string{
	mate: "mate", shadow: "shadow", lightning: "lightning", rabbit: "rabbit", tree: "tree",
	stone: "stone", pawn1: "pawn", pawn2: "pawn", pawn3: "pawn",
}

// explain returns the rule that the move m violates. If the piece could make the move on an empty
// board, that is the rule about free ways, and otherwise the rule about the moves of the piece.
func (p *position) explain(it piece, m move) games.Text {
	alone := *p
	alone.occupied = of(m.from)
	if alone.targets(it, m.from).has(m.to) {
		return games.Say("rule.way", m.from.String(), m.to.String(), pieceArg(it))
	}
	rule := games.Say("rule."+howKeys[it.kind()]+p.house.variant(it.kind()), m.from.String(), m.to.String())
	if it.kind() >= pawn1 {
		rule.N = it.kind().steps()
	}
	return rule
}

// pieceArg returns the word for a piece, as an argument of a text.
func pieceArg(it piece) string { return "#piece." + it.String() }

// notationRule returns the reason why text is not a move: an unknown square in it, or else the
// rule about notation.
func notationRule(text string) games.Text {
	from, to, _ := cutMove(text)
	for _, name := range [...]string{from, to} {
		if _, known := squareBy[name]; !known && meansSquare(name) {
			return games.Say("rule.square", name)
		}
	}
	return games.Say("rule.notation")
}

// meansSquare reports whether name has the length and the characters of a square's name.
func meansSquare(name string) bool {
	const most = 3
	return name != "" && len(name) <= most && strings.Trim(name, "abcdefghij0123456789") == ""
}
