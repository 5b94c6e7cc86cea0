package companion

import (
	"slices"

	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// explains reports whether the next match of a game will be explained, if the game has topics: the table
// has chosen it, or the game was never played to its end here. ended are the matches that ended last.
func explains(h house, ended []history.Item, game string) bool {
	if chosen, ok := h.evening.explain[game]; ok {
		return chosen
	}
	played := func(i history.Item) bool { return i.Summary.Game == game && i.Summary.Over && !i.Summary.Past }
	return !slices.Contains(h.evening.learnt, game) && !slices.ContainsFunc(ended, played)
}

// setup returns the set-up of the draft's game.
func (d Draft) setup() games.Setup { return games.Setup{Seats: len(d.Names), Options: d.Options} }

// asksFor returns those of the steps that the table is asked for: all if the match of s is explained, and
// otherwise those that people don't know from earlier games.
func (h house) asksFor(s session, steps []games.Step) []games.Step {
	if _, explained := h.evening.lessons[s.id]; explained {
		return steps
	}
	return slices.DeleteFunc(slices.Clone(steps), func(s games.Step) bool { return s.Usual })
}

// endLessons records that the table knows the game of a match that has ended, if it was played to its
// end.
func (e *evening) endLessons(ended match.Match) {
	game := ended.Rules().Name()
	if !ended.State().Standing().Over || slices.Contains(e.learnt, game) {
		return
	}
	e.learnt = append(slices.Clone(e.learnt), game)
	e.explain = settings.Without(e.explain, game)
}

// learn records that the table has seen a topic in the match with this id.
func (e *evening) learn(id, topic string) {
	e.lessons = settings.Put(e.lessons, id, append(slices.Clone(e.lessons[id]), topic))
}
