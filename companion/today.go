package companion

import (
	"maps"
	"strconv"
	"time"

	"tabletop/games"
)

// todayItem begins the problem of the day, in a game with a book, where the date is sure.
func todayItem(m Model, s *sheet, d Draft) {
	p, ok := m.problemOfToday(d.Game)
	if !ok {
		return
	}
	s.value(m.word("setup.today"), strconv.Itoa(p.Number), func(m Model) (Model, []Effect) {
		d, _ := m.draft()
		d.Options = maps.Clone(d.Options)
		for name, value := range p.Options {
			d.Options = withOption(d.Options, name, value)
		}
		return m.beginDraft(d)
	})
}

// problemOfToday is that of the date which the clock shows here.
func (m Model) problemOfToday(game string) (games.Problem, bool) {
	day := m.Day()
	if day == 0 {
		return games.Problem{}, false
	}
	return games.Today(m.rules(game), day)
}

// Day counts today's date from 1970-01-01, 0 where nobody knows it.
func (m Model) Day() int {
	if !m.Sure() || m.wall.IsZero() {
		return 0
	}
	return dayOf(m.wall)
}

// dayOf counts the date of a time from 1970-01-01.
func dayOf(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}
