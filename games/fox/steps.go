package fox

import "tabletop/games"

// Steps returns the actions before the next decision: deal a round, unless only its result is
// entered, and draw and bury for a Woodcutter.
func (s state) Steps() []games.Step {
	switch {
	case s.over() || s.mode == entersRounds:
		return nil
	case s.between():
		return []games.Step{{Text: games.Say("step.deal", s.first.other().name()), Glyph: "card-back"}}
	case s.mode == entersCards && s.round.woodcutterPlayed():
		return []games.Step{{Text: s.round.woodcutter(), Glyph: "card-back"}}
	}
	return nil
}

// woodcutterPlayed reports whether the last card is a Woodcutter.
func (r *round) woodcutterPlayed() bool { return r.n > 0 && r.plays[r.n-1].card.rank() == woodcutter }

// woodcutter returns the text about the action of the last card's player.
func (r *round) woodcutter() games.Text { return games.Say("line.woodcutter", r.by(r.n-1).name()) }
