package mazaitsy

import "tabletop/games"

// Steps returns the actions that the table must carry out by hand: the lay-out, a mass addition
// and changes of the deck after it, the move of Мазай after he was uncovered, and the count. People
// know the lay-out and the count from the second game on.
func (s state) Steps() []games.Step {
	switch {
	case s.stage == over:
		return endSteps()
	case s.newsShown:
		return nil
	case s.stage == adding:
		return s.additionSteps()
	case !s.news:
		return nil
	case s.deck.mazai != inPile:
		return s.mazaiSteps()
	case s.round == 1:
		return s.startSteps()
	}
	steps := s.hidingSteps()
	if s.table.teams {
		steps = append(steps, games.Step{Text: games.Count("step.row", int(s.deck.row))})
	}
	return steps
}

// handStep returns a step with the text of the key and the picture glyph. A glyph of "" means no
// picture.
func handStep(glyph, key string, args ...string) games.Step {
	return games.Step{Text: games.Say("step."+key, args...), Glyph: glyph}
}

// markUsual marks steps that are the same in every game.
func markUsual(steps []games.Step) []games.Step {
	for i := range steps {
		steps[i].Usual = true
	}
	return steps
}

// endSteps returns the steps after the last turn.
func endSteps() []games.Step {
	return markUsual([]games.Step{handStep("hares", "count"), handStep("pile", "box")})
}

// kind returns the part of keys that depends on the number of seats: "two" or "many". Two seats
// play differently, so some of their texts differ.
func (t *table) kind() string {
	if t.seats == 2 {
		return "two"
	}
	return "many"
}

// startSteps returns the steps of the lay-out, in the order in which the rule book lists them.
func (s *state) startSteps() []games.Step {
	steps := append(s.table.seatSteps(), s.shuffleSteps()...)
	steps = append(steps, s.pileSteps()...)
	steps = append(steps, tokenSteps()...)
	kind := s.table.kind()
	for k := s.table.seats; k > 0; k-- {
		key := "boat." + kind
		if k == 1 && kind == "two" {
			key = "boat.second"
		}
		steps = append(steps, handStep("boat", key, seatName(k)))
	}
	return markUsual(append(steps, firstStep()))
}

// seatSteps returns the step that seats two teams, or nil.
func (t *table) seatSteps() []games.Step {
	if !t.teams {
		return nil
	}
	return []games.Step{handStep("", "teams", seatName(1), seatName(3), seatName(2), seatName(4))}
}

// firstStep returns the step that names the seat that begins.
func firstStep() games.Step { return handStep("", "first", seatName(1)) }

// tokenSteps returns the steps that lay out the hares.
func tokenSteps() []games.Step {
	return []games.Step{handStep("hares", "hares"), handStep("hares", "symbols"), handStep("hares", "pool")}
}

// shuffleSteps returns the first steps of the lay-out, about the cards and the field.
func (s *state) shuffleSteps() []games.Step {
	kind := s.table.kind()
	return []games.Step{
		handStep("mazai-card", "aside."+s.whoHides()),
		handStep("pile", "mix"),
		handStep("", "centre."+kind),
		handStep("thicket", "thicket"),
		handStep("", "field."+kind),
	}
}

// pileSteps returns the next steps of the lay-out, about the pile, Мазай in it, and the row.
func (s *state) pileSteps() []games.Step {
	left := allCards - s.table.size()*s.table.size()
	steps := []games.Step{{Text: games.Count("step.pile", left), Glyph: "pile"}}
	switch {
	case !s.table.realMazai:
	case s.table.seats == 2:
		steps = append(steps, handStep("mazai-card", "middle"))
	default:
		steps = append(steps, s.bottomStep())
	}
	return append(steps, games.Step{Text: games.Count("step.open", s.table.seats)})
}

// bottomStep returns the step that hides a real Мазай among the lowest cards of the pile.
func (s *state) bottomStep() games.Step {
	return games.Step{Text: games.Count("step.bottom", s.table.places-1), Glyph: "mazai-card"}
}

// additionSteps returns the steps of a mass addition by the seat on turn.
func (s *state) additionSteps() []games.Step {
	return []games.Step{
		handStep("hares", "add.type", seatName(s.seat())),
		handStep("hares", "add.lay"),
	}
}

// hidingSteps returns the steps that put Мазай and the pile in order after a mass addition.
func (s *state) hidingSteps() []games.Step {
	who := s.whoHides()
	if s.table.seats == 2 {
		return []games.Step{handStep("mazai-card", "under."+who)}
	}
	shuffle, up := handStep("pile", "shuffle"), handStep("pile", "up")
	switch {
	case s.table.realMazai:
		return []games.Step{shuffle, s.bottomStep(), up}
	case s.table.realPile():
		return []games.Step{handStep("mazai-card", "away"), shuffle, up}
	}
	return []games.Step{handStep("mazai-card", "away"), handStep("pile", "gather")}
}

// mazaiSteps returns a step that moves Мазай to his place. If points are written down after each
// round, a second step returns the hares ashore to the pool.
func (s *state) mazaiSteps() []games.Step {
	steps := []games.Step{handStep("mazai-card", "mazai."+mazaiPlaceNames[s.deck.mazai])}
	if s.deck.mazai != aside && s.writesDown() {
		steps = append(steps, handStep("hares", "written"))
	}
	return steps
}
