package mazaitsy

import "tabletop/games"

// A funnel pulls every boat onto itself that ends its move stage on one of the
// eight cards around it; of several funnels the player chooses one. It doesn't
// pull on: a boat on a funnel stays.

// finish ends the moving; a funnel may pull.
func (f *flood) finish() {
	near, n := f.funnels()
	switch n {
	case 0:
		f.ashore()
	case 1:
		f.suck(near)
	default:
		f.stage = pulling
	}
}

// funnels returns how many can pull the boat on turn, and one of them.
func (f *flood) funnels() (one spot, n int) {
	here := f.mine().at
	if f.field[here].kind == funnel {
		return nowhere, 0
	}
	for w := range ways {
		if p := f.table.beside(here, w); p != nowhere && f.field[p].kind == funnel {
			one, n = p, n+1
		}
	}
	return one, n
}

// near reports whether q is one of the eight cards around p.
func (t *table) near(p, q spot) bool {
	for w := range ways {
		if t.beside(p, w) == q {
			return q != nowhere
		}
	}
	return false
}

// pull chooses one of several funnels: "c4".
func (f *flood) pull(words []string) rule {
	if len(words) != 1 {
		return notation()
	}
	p, ok := f.table.spot(words[0])
	switch {
	case !ok:
		return notation()
	case f.field[p].kind != funnel || !f.table.near(f.mine().at, p):
		return games.Say("rule.pull", p.String())
	}
	f.suck(p)
	return allowed
}

// suck moves the boat onto a funnel, which ends its stage.
func (f *flood) suck(p spot) {
	f.mine().at = p
	f.path.add(sucked, p)
	f.meet()
}

func (f *flood) legalPulls() []games.Choice {
	var legal []games.Choice
	for _, p := range byName {
		if f.table.holds(p) && f.field[p].kind == funnel && f.table.near(f.mine().at, p) {
			legal = append(legal, games.Choice{Says: games.Decision("pull " + p.String())})
		}
	}
	return legal
}
