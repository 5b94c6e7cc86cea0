package fox

import "tabletop/games"

// Steps returns the actions that people carry out before the next decision. Before each round a
// seat deals; if the table enters only results, it knows that without being asked. Before the first
// round there are more steps, which people know from earlier games. After a Woodcutter its player
// draws a card and buries one. After the game the cards go back into the box.
func (s state) Steps() []games.Step {
	switch {
	case s.over():
		return []games.Step{{Text: games.Say("step.away"), Glyph: "suits", Usual: true}}
	case s.between():
		return s.layOut()
	case s.mode == entersCards && s.round.woodcutterPlayed():
		return []games.Step{{Text: s.round.woodcutter(), Glyph: "card-back"}}
	}
	return nil
}

// layOut returns the steps before a round.
func (s *state) layOut() []games.Step {
	deal := games.Step{Text: games.Say("step.deal", s.first.other().name()), Glyph: "layout", Usual: s.mode == entersRounds}
	if s.number > 1 {
		return []games.Step{deal}
	}
	return []games.Step{
		deal,
		{Text: games.Say("step.deck"), Glyph: "decree", Usual: true},
		{Text: games.Say("step.cards"), Glyph: "odd", Usual: true},
		{Text: games.Say("step.lead", s.first.name()), Glyph: "lead", Usual: true},
	}
}

// woodcutterPlayed reports whether the last card is a Woodcutter.
func (r *round) woodcutterPlayed() bool { return r.n > 0 && r.plays[r.n-1].card.rank() == woodcutter }

// woodcutter returns the text that asks the player of the last card to draw and bury.
func (r *round) woodcutter() games.Text { return games.Say("line.woodcutter", r.by(r.n-1).name()) }
