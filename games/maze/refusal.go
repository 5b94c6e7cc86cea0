package maze

import "strconv"

// forbids returns the rule that the side on turn would break by m, and what it is
// about; "" if m is legal.
func (p *position) forbids(m move) (rule string, args []string) {
	it := p.on[m.from]
	switch {
	case it == 0:
		return "rule.empty", []string{m.from.String()}
	case !halves[p.turn].has(m.from):
		return "rule.half." + p.turn.String(), []string{m.from.String()}
	case p.stuck.has(m.from):
		return "rule.stuck", []string{called(it), m.from.String()}
	case m.from == m.to:
		return "rule.same", nil
	case p.occupied.has(m.to):
		return "rule.taken", []string{m.to.String()}
	case p.targets(it, m.from).has(m.to):
		return "", nil
	}
	return p.explain(it, m)
}

// howKeys end the keys of the sentences that say how a kind moves.
var howKeys = [kinds]string{
	mate: "mate", shadow: "shadow", lightning: "lightning", rabbit: "rabbit", tree: "tree",
	stone: "stone", pawn1: "pawn", pawn2: "pawn", pawn3: "pawn",
}

// explain returns that the way isn't free, if that is all that is wrong with m, or
// else how the piece moves.
func (p *position) explain(it piece, m move) (rule string, args []string) {
	alone := *p
	alone.occupied = of(m.from)
	if alone.targets(it, m.from).has(m.to) {
		return "rule.way", []string{called(it)}
	}
	rule = "rule." + howKeys[it.kind()] + p.house.variant(it.kind())
	if it.kind() < pawn1 {
		return rule, nil
	}
	return rule, []string{strconv.Itoa(it.kind().steps())}
}

// called is the argument that stands for a piece.
func called(it piece) string { return "#piece." + it.String() }
