package history

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Times contains the statistics of when a table plays. They count finished matches with a date. A
// match belongs to the day on which its evening began.
type Times struct {
	Evenings int
	Matches  int
	Unsure   int     // number of finished matches without a date
	Nights   [7]int  // number of evenings by weekday, Monday first
	Days     [7]int  // number of matches by weekday, Monday first
	Hours    [24]int // number of matches by the hour in which they began; without past plays of unknown time
	// Weeks is the longest series of weeks in a row with an evening, and WeeksNow the length of
	// that series up to this week or the week before. Weeks begin on Monday. WeeksNow is 0 if
	// today is unknown.
	Weeks    int
	WeeksNow int
	Best     Streak // longest series of wins in a row, of all players; of several players, the first by name
	Games    []Idle // the game that wasn't played for the longest time first
}

// Idle describes when a game was last played.
type Idle struct {
	Game    string
	Matches int // number of finished matches, also without a date
	Unsure  int // number of them without a date
	Last    Item
	// Days is the number of days from the evening of the latest match with a date to today. It is
	// -1 if today is unknown, or before that evening, or if no match has a date.
	Days int
}

// TimesOf returns the statistics of when the table plays. The matches in latestFirst are in the
// order of lists, the latest first. in is the time zone of the table. today is the date there in
// days since 1970-01-01, or 0 if unknown.
func TimesOf(latestFirst []Item, in *time.Location, today int) Times {
	var t Times
	weeks, games := map[int]bool{}, map[string]*Idle{}
	for _, e := range slices.Backward(Evenings(latestFirst)) {
		day := dayOf(e.Start.In(in))
		before := t.Matches
		for _, item := range e.Items {
			if item.Summary.Over {
				t.add(item, day, in, games, today)
			}
		}
		if t.Matches > before {
			t.Evenings++
			t.Nights[weekday(day)]++
			weeks[weekOf(day)] = true
		}
	}
	t.Weeks, t.WeeksNow = rows(weeks, today)
	t.Best = longestStreak(latestFirst)
	t.Games = longestIdle(games)
	return t
}

// add counts a finished match of an evening that began on that day.
func (t *Times) add(item Item, day int, in *time.Location, games map[string]*Idle, today int) {
	game := item.Summary.Game
	if games[game] == nil {
		games[game] = &Idle{Game: game, Days: -1}
	}
	idle := games[game]
	idle.Matches++
	start, ok := item.Summary.start()
	if !ok {
		t.Unsure++
		idle.Unsure++
		return
	}
	t.Matches++
	t.Days[weekday(day)]++
	if !item.Summary.Day {
		t.Hours[start.In(in).Hour()]++
	}
	if last, _ := idle.Last.Summary.start(); last.Before(start) {
		idle.Last = item
		if idle.Days = -1; today > 0 && today >= day {
			idle.Days = today - day
		}
	}
}

// dayOf returns the date of t in days since 1970-01-01.
func dayOf(t time.Time) int {
	const seconds = 24 * 60 * 60
	return int(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / seconds)
}

// mondays is the number of days from Monday, 1969-12-29, to 1970-01-01.
const mondays = 3

// weekday returns the weekday of a date, 0 for Monday.
func weekday(day int) int { return ((day+mondays)%7 + 7) % 7 }

// weekOf returns the number of the week of a date. Weeks begin on Monday.
func weekOf(day int) int { return (day + mondays - weekday(day)) / 7 }

// rows returns the length of the longest series of weeks in a row, and of the series up to the week
// of today or the one before.
func rows(weeks map[int]bool, today int) (most, now int) {
	run, last := 0, 0
	for _, week := range slices.Sorted(maps.Keys(weeks)) {
		if run > 0 && week != last+1 {
			run = 0
		}
		run, last = run+1, week
		most = max(most, run)
	}
	if this := weekOf(today); today > 0 && (last == this || last == this-1) {
		now = run
	}
	return most, now
}

// longestStreak returns the longest series of wins in a row. Among equal series it returns that of
// the first name.
func longestStreak(latestFirst []Item) (best Streak) {
	for _, p := range Players(latestFirst) {
		if p.BestStreak > best.Wins || p.BestStreak == best.Wins && p.BestStreak > 0 && p.Name < best.Name {
			best = Streak{p.Name, p.BestStreak}
		}
	}
	return best
}

// longestIdle returns the games in the order of their latest matches, the earliest first. Games
// without a date come last.
func longestIdle(games map[string]*Idle) []Idle {
	all := make([]Idle, 0, len(games))
	for _, idle := range games {
		all = append(all, *idle)
	}
	slices.SortFunc(all, func(a, b Idle) int {
		at, atOK := a.Last.Summary.start()
		bt, btOK := b.Last.Summary.start()
		if atOK != btOK {
			if atOK {
				return -1
			}
			return 1
		}
		return cmp.Or(at.Compare(bt), strings.Compare(a.Game, b.Game))
	})
	return all
}
