package companion

import (
	"strconv"
	"strings"
	"time"

	"tabletop/companion/history"
	"tabletop/companion/panel"
	"tabletop/games"
)

// tonightItem adds the item that opens the page of the evening so far.
func tonightItem(m Model, s *form) {
	s.Item(m.word("tonight.item"), func(m Model) (Model, []Effect) { return m.show(tonightPage()), nil })
}

// tonightPage returns the page that lists the evening so far: the wins of each player, each match with
// its result, and the longest match.
func tonightPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("tonight.item")
		now := time.Time{}
		if m.Sure() {
			now = m.wall
		}
		tonight := history.Tonight(m.ended, now)
		if len(tonight.Items) == 0 {
			s.Read(m.word("tonight.none"))
			return
		}
		wins, order := tonight.Wins()
		for _, name := range order {
			s.Enter(name, m.Words("").Say(games.Count("tonight.wins", wins[name]), nil))
			s.Beside(emblemOf(m.evening.people, name, order))
		}
		for _, item := range tonight.Items {
			s.Read(m.title(item.Summary.Game), resultOf(item.Summary))
		}
		longest, ok := tonight.Longest()
		if minutes := int(longest.Summary.MS / 60_000); ok && len(tonight.Items) > 1 && minutes > 0 {
			s.Read(m.word("tonight.longest", m.title(longest.Summary.Game), m.Words("").Say(games.Count("tonight.minutes", minutes), nil)))
		}
	}}
}

// resultOf returns the players of a match with their points, the best first.
func resultOf(s history.Summary) string {
	var all []string
	for _, i := range ranking(s.Scores, s.Lowest) {
		all = append(all, s.Names[i]+" "+strconv.Itoa(int(s.Scores[i])))
	}
	return strings.Join(all, " · ")
}
