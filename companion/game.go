package companion

import (
	"slices"
	"strconv"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/words"
	"tabletop/games"
)

// game is the match on the panel with the texts of its game: turn, standing, log and decisions.
type game struct {
	localizer
	match match.Match // match on the panel; zero without one
}

// words returns the catalogue of the game, in the version with which the match is played.
func (g game) words() *words.Catalogue { return g.wordsOf(g.match.Rules()) }

// tallies returns the scores of all seats, the best first, each with the initial of the player
// (see panel.Initial).
func (g game) tallies() (all []games.Tally) {
	mt := g.match
	st := mt.State().Standing()
	for _, i := range ranking(st.Scores, st.Lowest) {
		all = append(all, games.Tally{Glyph: panel.Initial(mt.Names(), i), N: int(st.Scores[i]), Seat: games.Seat(i + 1)})
	}
	return all
}

// scoreLines adds a line with name, picture and score for each seat, the best first.
func (g game) scoreLines(s *form, p people.People) {
	mt := g.match
	st := mt.State().Standing()
	for _, i := range ranking(st.Scores, st.Lowest) {
		s.Enter(mt.Names()[i], strconv.Itoa(int(st.Scores[i])))
		s.Beside(emblemOf(p, mt.Names()[i], mt.Names()))
	}
}

// factWord returns the label of f: the seat and its action.
func (g game) factWord(f match.Fact) string { return g.tale().Step(f) }

// logWord returns the text of f in the log, or "" if the log leaves f out.
func (g game) logWord(f match.Fact) string { return g.tale().Line(f) }

func (g game) tale() FactTexts { return FactTexts{g.match, g.Words(g.match.Rules().Name())} }

// undoItems adds the items for undo and redo. Each names the fact that it undoes or restores.
func (g game) undoItems(s *form) {
	mt := g.match
	if step, ok := mt.Undo(); ok {
		s.Item(g.word("pause.undo", g.factWord(step.Fact)), func(m Model) (Model, []Effect) {
			if step.Revealed {
				return m.show(confirmPage("undo.title", "undo.seen", func(m Model) (Model, []Effect) { return m.backTo(step.BackTo) })), nil
			}
			return m.backTo(step.BackTo)
		})
		s.Items[len(s.Items)-1].Says = undoSays
	}
	if step, ok := mt.Redo(); ok {
		s.Item(g.word("pause.redo", g.factWord(step.Fact)), func(m Model) (Model, []Effect) { return m.backTo(step.BackTo) })
	}
}

// standingHead shows the title of the position and the scores above the items of s.
func (g game) standingHead(s *form) {
	mt := g.match
	if games.IsTool(mt.Rules()) {
		return
	}
	if title := g.words().Say(mt.State().View(games.Nobody).Title, mt.Names()); title != "" {
		s.Title = title
	}
	if slices.ContainsFunc(mt.State().Standing().Scores, func(n int32) bool { return n != 0 }) {
		s.View.SetStrip(g.tallies())
	}
}
