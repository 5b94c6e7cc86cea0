package companion

import (
	"slices"
	"strconv"
	"strings"
)

// printItem adds the item that prints the match on the panel, if there is a printer.
func printItem(m Model, s *form) {
	if m.printer {
		s.Item(m.word("print.item"), func(m Model) (Model, []Effect) {
			waiting := messagePage("print.asked")
			waiting.notice = "trouble.receipt"
			return m.show(waiting), []Effect{receipt(m)}
		})
	}
}

// receipt returns the effect that prints the match on the panel: winner and reason, scores,
// log, and the seal with which people can verify all luck.
func receipt(m Model) Print {
	mt := m.Match()
	lines := slices.Concat([]string{m.calendar.today(m.localizer)}, m.game().verdict(), standings(m), []string{"", m.word("pause.log")}, m.game().story())
	return Print{
		Name: m.session().id + "/" + strconv.Itoa(mt.Seq()), Title: m.title(mt.Rules().Name()), Lines: lines,
		Seal: mt.Seal(), SealText: m.word("pause.seal"),
	}
}

// verdict returns lines with the winner and the reason, or nil before the match is over.
func (g game) verdict() (lines []string) {
	mt := g.match
	st := mt.State().Standing()
	if !st.Over {
		return nil
	}
	why := g.words().Say(st.Why, mt.Names())
	switch {
	case len(st.Won) > 1:
		lines = append(lines, g.word("result.winners", seatNames(mt, st.Won)))
	case len(st.Won) == 1 && !strings.Contains(why, mt.Name(st.Won[0])):
		lines = append(lines, mt.Name(st.Won[0]))
	}
	return append(append(lines, why), g.tale().Hints()...)
}

// standings returns the scores of the match and of its series, and the match's clock, one per line.
func standings(m Model) (lines []string) {
	var s form
	m.game().scoreLines(&s, m.evening.people)
	seriesLines(m, &s)
	if c := m.Match().Clock(); c.On {
		s.Enter(m.word("clock.title"), m.clockText(c))
	}
	for _, l := range s.Lines {
		if l.End != "" {
			l.Text = m.word("series.line", l.Text, l.End)
		}
		lines = append(lines, l.Text)
	}
	return lines
}

// story returns the text of every fact that was not undone, from the start of the match.
func (g game) story() (lines []string) {
	for f := range g.match.Line() {
		if text := g.logWord(f); text != "" {
			lines = append(lines, text)
		}
	}
	if lost := g.match.LostSeq(); lost > 0 {
		lines = append(lines, g.logWord(g.match.Fact(lost)))
	}
	return lines
}
