package mazaitsy

import (
	"slices"
	"strings"

	"tabletop/games"
)

// rule is the text of the rule that refuses a decision. A rule without a key refuses nothing.
type rule = games.Text

// action applies the words after a verb to a position. It returns the rule that forbids them, or
// allowed.
type action func(s *state, words []string) rule

// verb describes a verb of the notation: the stages in which it is legal, and its action on a
// position.
type verb[P any] struct {
	stages []stage
	action func(p P, words []string) rule
}

var deckVerbs = map[string]verb[*state]{
	"take":   {[]stage{moving}, (*state).take},
	"unload": {[]stage{moving}, (*state).unload},
	"steal":  {[]stage{moving}, (*state).steal},
	"pass":   {[]stage{moving}, (*state).pass},
	"get":    {[]stage{moving}, (*state).get},
	"done":   {[]stage{moving}, (*state).done},
	"lose":   {[]stage{moving, replacing, adding}, (*state).lose},
	"place":  {[]stage{replacing}, (*state).place},
	"add":    {[]stage{adding}, (*state).announce},
	"mazai":  {[]stage{asking}, (*state).answer},
	"card":   {[]stage{asking}, (*state).nameMazai},
}

// stageRules contains, for each stage, the key of the rule that refuses verbs not legal in
// that stage.
var stageRules = [...]string{
	moving: "rule.moving", replacing: "rule.replacing", adding: "rule.adding", asking: "rule.asking", over: "rule.over",
	naming: "rule.naming", drawing: "rule.drawing", placingBoat: "rule.boating", taking: "rule.meeting",
	pulling: "rule.pulling", spinning: "rule.spinning", laying: "rule.laying",
}

// longestDecision is the greatest length of a decision in bytes.
const longestDecision = 40

// Apply returns the position after the decision d. The package comment describes its notation.
func (s state) Apply(d games.Decision) (games.State, error) {
	s.attend(s.stage != asking || s.table.realMazai)
	if err := applyVerb(d, deckVerbs, s.stage, &s); err != nil {
		return nil, err
	}
	return s, nil
}

// applyVerb applies d to the position p, which is in the given stage. It returns a
// games.Illegal if the stage or a rule forbids d.
func applyVerb[P any](d games.Decision, verbs map[string]verb[P], at stage, p P) error {
	if len(d) > longestDecision {
		return games.Refuse(d, "rule.notation")
	}
	words := strings.Split(string(d), " ")
	v, known := verbs[words[0]]
	if !known {
		return games.Refuse(d, "rule.notation")
	}
	if !slices.Contains(v.stages, at) {
		return games.Refuse(d, stageRules[at])
	}
	if r := v.action(p, words[1:]); r.Key != "" {
		return games.Illegal{Says: d, Rule: r}
	}
	return nil
}

// allowed is the rule without a key, which refuses nothing.
var allowed rule

func unknownNotation() rule { return games.Say("rule.notation") }

func (s *state) done(words []string) rule {
	if len(words) > 0 {
		return unknownNotation()
	}
	s.endMoveStage()
	return allowed
}

// lose applies the decision "lose 3", which counts a hare that goes from the field to the pool.
func (s *state) lose(words []string) rule {
	v, r := s.parseHare(words)
	switch {
	case r.Key != "":
		return r
	case s.unsaved(v) == 0:
		return games.Say("rule.out", words[0])
	}
	s.hares.lost++
	return allowed
}

// place applies the decision "place", or with adv2 "place from 2" or "place from pile". Every card
// of the row changes the counts in the same way.
func (s *state) place(words []string) rule {
	bound := allowed
	switch {
	case !s.table.adv[2]:
		bound = games.Say("rule.place.off")
	case s.unloaded:
		bound = games.Say("rule.place.unloaded")
	}
	from, r := s.parseFrom(words, bound)
	if r.Key != "" {
		return r
	}
	s.layFrom(from == fromPile)
	return allowed
}

// announce applies the decision "add log 4", a mass addition that adds hares to the cards of a
// type.
func (s *state) announce(words []string) rule {
	if len(words) != 2 {
		return unknownNotation()
	}
	q, known := cardTypeBy(words[0])
	n, ok := parseCount(words[1])
	switch {
	case !known || !ok:
		return unknownNotation()
	case !q.bearsSymbol():
		return games.Say("rule.add.never", "#word."+q.String())
	case s.table.box.of(q) == 0:
		return games.Say("rule.cards.none", "#word."+q.String())
	case n > s.mostAdded(q):
		return games.Count("rule.add.most", s.mostAdded(q))
	}
	s.hideMazaiAgain()
	s.refill()
	return allowed
}

// mostAdded returns the greatest number of hares that can be added to the cards of a type.
func (s *state) mostAdded(q cardType) int { return min(s.table.box.of(q), s.allUnsaved()) }

// answer applies the decision "mazai yes" or "mazai no", the answer whether Мазай lies on top of
// the pile.
func (s *state) answer(words []string) rule {
	switch {
	case len(words) != 1:
		return unknownNotation()
	case words[0] == "yes":
		s.uncoverMazai()
	case words[0] != "no":
		return unknownNotation()
	case s.odds() == 0:
		return games.Say("rule.mazai.sure")
	default:
		s.deck.under = s.deck.pile - 1
	}
	s.refill()
	return allowed
}

// nameMazai applies the decision "card mazai", by which a table with a real Мазай reports that he
// lies on top.
func (s *state) nameMazai(words []string) rule {
	if !s.table.realMazai || len(words) != 1 || words[0] != "mazai" {
		return unknownNotation()
	}
	return s.answer([]string{"yes"})
}
