package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// correctItem offers to correct the number that was entered last, where it was one.
func (g game) correctItem(s *sheet) bool {
	mt := g.match
	step, ok := mt.Undo()
	if !ok || step.Seen || step.Took.Kind != match.Decided || step.Took.Seat <= games.Chance {
		return false
	}
	c, n, ok := numberOf(mt.Before(step.Took.Seq), games.Decision(step.Took.Says))
	if !ok {
		return false
	}
	title := g.words().Decision(games.Decision(step.Took.Says), mt.Names())
	s.item(g.word("play.correct", title), func(m Model) (Model, []Effect) {
		return m.show(numberPage(m.game().words().Decision(c.Says, mt.Names()), c.From, c.To, n, func(m Model, n int32) (Model, []Effect) {
			return m.correct(step.BackTo, c.At(int(n-c.From)))
		})), nil
	})
	return true
}

// numberOf finds the choice that a decision is a number of, and that number.
func numberOf(st games.State, d games.Decision) (c games.Choice, n int32, ok bool) {
	legal := st.Legal()
	i := slices.IndexFunc(legal, func(c games.Choice) bool { return c.From < c.To && c.Covers(d) })
	if i < 0 {
		return c, 0, false
	}
	said, err := strconv.ParseInt(strings.TrimPrefix(string(d), string(legal[i].Says)+" "), 10, 32)
	return legal[i], int32(said), err == nil
}

// correct takes the match back and decides otherwise, in one transaction.
func (m Model) correct(to int, says games.Decision) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.BackTo(m.stamp(s), to, "")
	if err == nil {
		mt, err = mt.Decide(m.stamp(s), string(says), "")
	}
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	return m.moveOn(s, mt, err)
}
