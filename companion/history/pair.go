package history

import (
	"cmp"
	"slices"
	"strings"
)

// Duel contains the statistics of two players' finished matches with each other. Fields of two
// numbers have that of the first player first.
type Duel struct {
	Names   [2]string
	Matches int
	Score           // of all matches
	Ahead   [2]int  // number of matches in which the player had the better points, whoever won
	Level   int     // number of matches with points in which both had equally many
	Streak  [2]int  // longest series in which the player beat the other each time
	Now     [2]int  // length of that series up to the latest match; 0 for at least one of them
	Games   []Clash // the most matches first
	Unsure  int     // number of matches without a date
	First   string  // earliest start of a match, RFC 3339; "" if no match has a date
	Last    string  // latest start of a match, RFC 3339; "" if no match has a date
	Latest  Item    // latest match; its ID is "" if there is none
}

// Score counts the results of two players' matches with each other. A player beats the other if
// the player is among the winners and the other isn't.
type Score struct {
	Won     [2]int // number of matches in which the player beat the other
	Both    int    // number of matches that both won: together, or as a tie
	Neither int    // number of matches that neither won: another player did, or the table lost
}

// Clash contains the results of two players at one game.
type Clash struct {
	Game    string
	Matches int
	Score
}

// DuelOf returns the statistics of two players' matches with each other. The matches in
// latestFirst are in the order of lists, the latest first. DuelOf ignores tools.
func DuelOf(a, b string, latestFirst []Item) Duel {
	d := Duel{Names: [2]string{a, b}}
	for _, item := range slices.Backward(latestFirst) {
		s := item.Summary
		seats := [2]int{slices.Index(s.Names, a), slices.Index(s.Names, b)}
		if !item.Tool && s.Over && a != b && min(seats[0], seats[1]) >= 0 {
			d.add(item, seats)
		}
	}
	slices.SortStableFunc(d.Games, func(x, y Clash) int {
		return cmp.Or(y.Matches-x.Matches, strings.Compare(x.Game, y.Game))
	})
	return d
}

// add counts a match. The seats are indices, from 0.
func (d *Duel) add(item Item, seats [2]int) {
	s := item.Summary
	won := [2]bool{s.won(seats[0]), s.won(seats[1])}
	d.Matches++
	d.Latest = item
	d.count(won)
	i := slices.IndexFunc(d.Games, func(c Clash) bool { return c.Game == s.Game })
	if i < 0 {
		i = len(d.Games)
		d.Games = append(d.Games, Clash{Game: s.Game})
	}
	d.Games[i].Matches++
	d.Games[i].count(won)
	d.streak(won)
	d.ahead(s, seats)
	if start, ok := s.start(); ok {
		d.First, d.Last = span(d.First, d.Last, start)
	} else {
		d.Unsure++
	}
}

func (c *Score) count(won [2]bool) {
	switch {
	case won[0] && won[1]:
		c.Both++
	case won[0]:
		c.Won[0]++
	case won[1]:
		c.Won[1]++
	default:
		c.Neither++
	}
}

// streak continues or ends the series of wins. A match in which neither beat the other ends the
// series of both.
func (d *Duel) streak(won [2]bool) {
	for i := range won {
		if won[i] && !won[1-i] {
			d.Now[i]++
		} else {
			d.Now[i] = 0
		}
		d.Streak[i] = max(d.Streak[i], d.Now[i])
	}
}

// ahead compares the points. It ignores a match without points, and a player who came late or left
// early where fewer points are better.
func (d *Duel) ahead(s Summary, seats [2]int) {
	if !hasScores(s.Scores) || s.easily(seats[0]) || s.easily(seats[1]) {
		return
	}
	own, other := s.Scores[seats[0]], s.Scores[seats[1]]
	switch {
	case own == other:
		d.Level++
	case (own < other) == s.Lowest:
		d.Ahead[0]++
	default:
		d.Ahead[1]++
	}
}
