package fox

import "tabletop/games"

// Steps returns the actions that people carry out before the next decision. Before a round a seat
// deals, unless the table enters only results. After a Woodcutter its player draws a card and
// buries one.
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

// woodcutter returns the text that asks the player of the last card to draw and bury.
func (r *round) woodcutter() games.Text { return games.Say("line.woodcutter", r.by(r.n-1).name()) }
