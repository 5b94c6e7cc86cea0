package mazaitsy

import "tabletop/games"

// A funnel pulls a boat onto itself when the boat ends its movement on one of the eight cards
// around it. If several funnels could pull the boat, the player chooses one. A boat that is on a
// funnel stays there.

// endMovement ends the movement of the boat on turn. A funnel may then pull the boat.
func (f *fieldState) endMovement() {
	near, n := f.funnels()
	switch n {
	case 0:
		f.endMoveStage()
	case 1:
		f.pullTo(near)
	default:
		f.stage = pulling
	}
}

// funnels returns the number n of funnels that can pull the boat on turn, and the cell of one of
// them.
func (f *fieldState) funnels() (one cell, n int) {
	here := f.mine().at
	if f.field[here].kind == funnel {
		return nowhere, 0
	}
	for w := range directions {
		if p := f.table.neighbour(here, w); p != nowhere && f.field[p].kind == funnel {
			one, n = p, n+1
		}
	}
	return one, n
}

// adjacent reports whether q is one of the eight cards around p.
func (t *table) adjacent(p, q cell) bool {
	for w := range directions {
		if t.neighbour(p, w) == q {
			return q != nowhere
		}
	}
	return false
}

// pull applies the decision "pull c4", the choice of one of several funnels.
func (f *fieldState) pull(words []string) rule {
	if len(words) != 1 {
		return unknownNotation()
	}
	p, ok := f.table.parseCell(words[0])
	switch {
	case !ok:
		return unknownNotation()
	case f.field[p].kind != funnel || !f.table.adjacent(f.mine().at, p):
		return games.Say("rule.pull", p.String())
	}
	f.pullTo(p)
	return allowed
}

// pullTo moves the boat onto the funnel at p. The boat moves no further in this turn.
func (f *fieldState) pullTo(p cell) {
	f.addEvent(event{what: pulled, seat: uint8(f.seat()), from: f.mine().at, to: p})
	f.mine().at = p
	f.path.add(stepFunnel, p)
	f.openWindow()
}

func (f *fieldState) legalPulls() []games.Choice {
	var legal []games.Choice
	for _, p := range byName {
		if f.table.holds(p) && f.field[p].kind == funnel && f.table.adjacent(f.mine().at, p) {
			legal = append(legal, games.Choice{Says: games.Decision("pull " + p.String())})
		}
	}
	return legal
}
