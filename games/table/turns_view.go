package table

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// turnsView returns the view of a game with turns, which is the same for every seat: round and
// phase, the seat on turn and its task, and the seats in their order with their points. The strip
// shows how far the end is, and the cells show the dice or the order.
func (s *state) turnsView() games.View {
	v := games.View{Title: s.heading(), Prompt: s.prompt(), Lines: s.seatLines(), Rule: s.reminder(), Strip: s.strip()}
	v.Seats = s.bearings()
	ph, turns := s.present()
	v.Ask = s.tells()
	v.All = turns && (ph.Order == Upkeep || ph.Order == Together)
	if v.Cells = s.diceCells(); v.Cells == nil && !s.over && s.seats > 1 {
		v.Cells = s.seatCells()
	}
	if v.W = len(v.Cells); v.W > 0 {
		v.H = 1
	}
	return v
}

// tells reports whether the prompt says what neither the seat on turn nor its decisions tell: the
// phase, the points of all together, a last turn, the last points, or what chance decides.
func (s *state) tells() bool {
	ph, turns := s.present()
	switch {
	case s.over:
		return false
	case turns:
		return ph.Name != "" || s.play.closing || s.common() || s.rolling()
	}
	return s.play.drawing || s.def.Points == Any
}

// upkeeps reports whether the present phase is of order Upkeep.
func (s *state) upkeeps() bool {
	ph, ok := s.present()
	return ok && ph.Order == Upkeep
}

// heading returns the title of the view: the round and phase, the last count, or the end of the
// game.
func (s *state) heading() games.Text {
	p := s.play
	ph, turns := s.present()
	switch {
	case s.over:
		return games.Count("title.over", p.round)
	case s.lastCount():
		return games.Say("title.count")
	case turns && ph.Name != "":
		return games.Count("title.phase", p.round, s.word(ph.Name))
	case p.last == p.round, p.round == s.most() && s.rounds == 0:
		return games.Count("title.last", p.round)
	case s.rounds > 0 && p.round > s.rounds:
		return games.Count("title.extra", p.round)
	case s.rounds > 0:
		return games.Count("title.rounds", p.round, strconv.Itoa(s.rounds))
	case s.aims && s.def.Points != Wins:
		return games.Count("title.target", p.round, strconv.Itoa(s.target))
	}
	return games.Count("title.round", p.round)
}

// prompt returns the text that asks for the next action.
func (s *state) prompt() games.Text {
	p := s.play
	ph, turns := s.present()
	switch {
	case s.over:
		return games.Say("ask.over")
	case s.rolling():
		return games.Count("ask.die", int(p.dice.left))
	case p.drawing && s.byChance():
		return games.Say("ask.draw")
	case p.drawing:
		return games.Count("ask.next", int(p.drawn.n)+1)
	case turns && ph.Order == Upkeep && s.common():
		return games.Say("ask.upkeep.common", s.word(ph.Name), s.commonPoints())
	case turns && ph.Order == Upkeep:
		return games.Say("ask.upkeep", s.word(ph.Name))
	case turns && ph.Order == Write:
		return games.Count("ask.left", s.missingCount(int(s.Turn())-1))
	case turns && ph.Order == Together:
		return games.Count("ask.together", (s.playing() &^ p.ready).size())
	case turns && p.closing:
		return games.Say("ask.closing", seatName(p.on))
	case turns && s.common():
		return games.Count("ask.common", p.round, s.commonPoints(), seatName(p.on))
	case turns && ph.Name != "":
		return games.Count("ask.phase", p.round, s.word(ph.Name), seatName(p.on))
	case turns:
		return games.Count("ask.turn", p.round, seatName(p.on))
	case s.def.Points == Never:
		return games.Say("ask.won")
	case s.def.Points == Wins:
		return games.Say("ask.win")
	case s.def.Points == Any:
		return games.Say("ask.finish")
	case s.hasCategories():
		return games.Count("ask.left", countMissing(s.of(s.current(), int(s.Turn())-1)))
	}
	return games.Say("ask.score", seatName(int(s.Turn())-1))
}

// reminder returns the text about the present phase, from the catalogue.
func (s *state) reminder() games.Text {
	ph, turns := s.present()
	switch {
	case s.over, s.play.drawing:
		return games.Text{}
	case turns && ph.Name != "" && s.words["phase."+ph.Name]:
		return games.Say("phase." + ph.Name)
	case turns:
		return games.Say("phase." + string(ph.Order))
	case s.def.Points == Any, s.def.Points == Never:
		return games.Text{}
	case s.def.Points == Wins:
		return games.Say("phase.win")
	case s.hasCategories():
		return games.Say("phase.sheet")
	}
	return games.Say("phase.score")
}

// Steps returns the step by hand of an upkeep phase, if the catalogue has a text for it. It returns
// none in other phases, where the prompt is sufficient and a step would cost a key press.
func (s state) Steps() []games.Step {
	if s.play == nil || !s.upkeeps() {
		return nil
	}
	ph, _ := s.present()
	if s.unrefused([]games.Decision{"done"}) == "" {
		return nil
	}
	for _, key := range []string{"step." + ph.Name, "phase." + ph.Name} {
		if s.words[key] && !slices.Contains(s.def.Explained, strings.TrimPrefix(key, "phase.")) {
			return []games.Step{{Text: games.Say(key), Says: "done"}}
		}
	}
	return nil
}

// usual returns the decision that the seat on turn most often makes now.
func (s *state) usual() games.Decision {
	p := s.play
	ph, turns := s.present()
	turn := int(s.Turn()) - 1
	switch {
	case s.over, turn < 0:
		return ""
	case turns && s.dice > 0 && p.dice.rolls == 0 && s.mayRoll():
		return "roll"
	case s.writes():
		if all := s.unforbidden(s.offers(nil, s.scoreWords(turn), turn, s.order)); len(all) > 0 {
			return all[0].Says
		}
		if s.edition() < 3 || s.writing() {
			return ""
		}
	}
	all := s.plainDecisions()
	switch {
	case turns && ph.Order == Together:
		all = append([]games.Decision{games.Decision("ready " + strconv.Itoa(turn+1))}, all...)
	case turns && ph.Order == Claimed && len(all) > 0: // the same seat usually claims again
		all = append([]games.Decision{games.Decision("claim " + strconv.Itoa(turn+1))}, all...)
	}
	return s.unrefused(all)
}

// Faults returns the fault of the hook Refuse if it forbids all numbers that seats must still write
// down, so that the game can't go on. It is for a check of the game.
func (s state) Faults() []error {
	if s.play == nil || s.def.Hooks.Refuse == nil || s.over || !s.writing() || !s.writes() {
		return nil
	}
	offered := s.entries(nil, s.order)
	if len(offered) == 0 || len(s.unforbidden(offered)) > 0 {
		return nil
	}
	seat := int(s.Turn()) - 1
	i := slices.IndexFunc(s.order, func(i int) bool { return s.awaits(entry{seat: seat, category: i}) })
	line := s.categories[s.order[max(i, 0)]].Name
	if line == "" {
		line = "points"
	}
	return []error{stuck{s.def.Hooks.explained(faulty("refuses", "stuck", line, seat+1))}}
}

// stuck is the fault of a position in which no number is left to write. A correction of another number
// can mend it.
type stuck struct{ error }

// Stuck tells package kit what fault this is.
func (stuck) Stuck() bool { return true }

// Unwrap returns the fault as the file's author reads it.
func (e stuck) Unwrap() error { return e.error }

// unrefused returns the first decision that no hook forbids, or "".
func (s *state) unrefused(all []games.Decision) games.Decision {
	for _, d := range all {
		if rule, err := s.refused(d); err != nil || rule.Key == "" {
			return d
		}
	}
	return ""
}
