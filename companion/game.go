package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// game is the match on the panel with all that is said of it: whose turn it is, how it
// stands, what happened, what can be decided.
type game struct {
	localizer
	match match.Match // zero: there is none
}

// words are those of the game, as the match has it.
func (g game) words() *words.Catalogue { return g.wordsOf(g.match.Rules()) }

// letters are the scores of all seats under the letters that tell their names apart.
func (g game) letters() (all []games.Tally) {
	mt := g.match
	st := mt.State().Standing()
	for _, i := range ranking(st.Scores, st.Lowest) {
		all = append(all, games.Tally{Glyph: panel.Initial(mt.Names(), i), N: int(st.Scores[i]), Seat: games.Seat(i + 1)})
	}
	return all
}

func (g game) scoreLines(s *form) {
	mt := g.match
	st := mt.State().Standing()
	for _, i := range ranking(st.Scores, st.Lowest) {
		s.Enter(mt.Names()[i], strconv.Itoa(int(st.Scores[i])))
	}
}

// factWord names a fact: who, and what.
func (g game) factWord(f match.Fact) string { return g.tale().Step(f) }

// logWord tells one fact as a line of the log.
func (g game) logWord(f match.Fact) string { return g.tale().Line(f) }

func (g game) tale() Tale { return Tale{g.match, g.Words(g.match.Rules().Name())} }

// undoItems name what undo takes back and redo brings back.
func (g game) undoItems(s *form) {
	mt := g.match
	if step, ok := mt.Undo(); ok {
		s.Item(g.word("pause.undo", g.factWord(step.Took)), func(m Model) (Model, []Effect) {
			if step.Seen {
				return m.show(confirmPage("undo.title", "undo.seen", func(m Model) (Model, []Effect) { return m.backTo(step.BackTo) })), nil
			}
			return m.backTo(step.BackTo)
		})
	}
	if step, ok := mt.Redo(); ok {
		s.Item(g.word("pause.redo", g.factWord(step.Took)), func(m Model) (Model, []Effect) { return m.backTo(step.BackTo) })
	}
}

// standingHead puts how the match stands over the menu: where it is, and who has how much.
func (g game) standingHead(s *form) {
	mt := g.match
	if games.IsTool(mt.Rules()) {
		return
	}
	if title := g.words().Say(mt.State().View(games.Nobody).Title, mt.Names()); title != "" {
		s.Title = title
	}
	if slices.ContainsFunc(mt.State().Standing().Scores, func(n int32) bool { return n != 0 }) {
		s.View.SetStrip(g.letters())
	}
}
