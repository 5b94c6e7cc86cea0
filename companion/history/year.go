package history

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Year contains the statistics of a year. They count finished matches with a date. All matches
// of an evening belong to the year and month in which the evening began.
type Year struct {
	Year     int
	Evenings int
	Matches  int
	MS       int64
	Unsure   int          // number of finished matches without a date, in all years
	Months   [12]int      // number of matches by month, January first
	Games    []YearGame   // by game, the most played first
	Players  []YearPlayer // by player, from matches of two or more seats; the most wins first
	Longest  Item         // longest match; without a match, its ID is ""
	Luckiest Fortune
	Streak   Streak
	Together Pair
}

// YearGame contains the statistics of a game in a year, with the best score as its record. The
// record belongs to the first player who reached that score.
type YearGame struct {
	Game    string
	Matches int
	MS      int64
	Scored  bool // some match had points; otherwise there is no record
	Lowest  bool // fewer points are better
	Best    int32
	Name    string // name of the player with the record
	Match   string // id of the match with the record
}

// YearPlayer contains the statistics of a player in a year.
type YearPlayer struct {
	Name    string
	Matches int
	Wins    int
}

// Fortune is the luckiest roller of a year and the match of that roller. Of is the number of all
// rollers in the year: among many rollers, some look lucky by chance.
type Fortune struct {
	Item
	Roller
	Of int
}

// Streak is a player's longest series of wins in a row in a year.
type Streak struct {
	Name string
	Wins int
}

// Pair is the pair of players that played the most matches together in a year. Of several such
// pairs, it is the first by name.
type Pair struct {
	Names   [2]string
	Matches int
}

// Years returns the years that have finished matches with a date, the latest year first. The
// matches in latestFirst are in the order of lists, the latest first. in is the time zone of the
// table.
func Years(latestFirst []Item, in *time.Location) (years []int) {
	for _, e := range Evenings(latestFirst) {
		if year := e.year(in); slices.ContainsFunc(e.Items, Item.dated) && !slices.Contains(years, year) {
			years = append(years, year)
		}
	}
	slices.SortFunc(years, func(a, b int) int { return b - a })
	return years
}

// InYear returns the statistics of a year. The other arguments are those of Years. For a year
// without matches, the field Matches is 0.
func InYear(year int, latestFirst []Item, in *time.Location) Year {
	a := yearTotals{Year: Year{Year: year}, players: map[string]*YearPlayer{}, runs: map[string]int{}, met: map[[2]string]int{}}
	for _, e := range slices.Backward(Evenings(latestFirst)) {
		before := a.Matches
		for _, item := range e.Items {
			switch {
			case !item.Summary.Over:
			case !item.dated():
				a.Unsure++
			case e.year(in) == year:
				a.add(item, e.Start.In(in).Month())
			}
		}
		if a.Matches > before {
			a.Evenings++
		}
	}
	return a.sorted()
}

func (e Evening) year(in *time.Location) int { return e.Start.In(in).Year() }

// dated reports whether the match is finished and has a date.
func (item Item) dated() bool {
	_, ok := item.Summary.start()
	return ok && item.Summary.Over
}

// yearTotals accumulates the statistics of a year while matches are added, the oldest first.
type yearTotals struct {
	Year
	players map[string]*YearPlayer
	runs    map[string]int // by player: current number of wins in a row
	met     map[[2]string]int
}

func (a *yearTotals) add(item Item, month time.Month) {
	s := item.Summary
	a.Matches++
	a.MS += s.MS
	a.Months[month-1]++
	if a.Longest.ID == "" || s.MS > a.Longest.Summary.MS {
		a.Longest = item
	}
	a.game(item)
	for _, r := range s.Rollers {
		a.roller(item, r)
	}
	if len(s.Names) < 2 {
		return
	}
	for seat, name := range s.Names {
		a.player(name, s.won(seat))
		for _, other := range s.Names[:seat] {
			a.met[[2]string{min(other, name), max(other, name)}]++
		}
	}
}

func (a *yearTotals) game(item Item) {
	s := item.Summary
	i := slices.IndexFunc(a.Games, func(g YearGame) bool { return g.Game == s.Game && g.Lowest == s.Lowest })
	if i < 0 {
		i = len(a.Games)
		a.Games = append(a.Games, YearGame{Game: s.Game, Lowest: s.Lowest})
	}
	g := &a.Games[i]
	g.Matches++
	g.MS += s.MS
	if !hasScores(s.Scores) {
		return
	}
	for seat, score := range s.Scores {
		if s.easily(seat) {
			continue
		}
		if !g.Scored || score != g.Best && s.Lowest == (score < g.Best) {
			g.Scored, g.Best, g.Name, g.Match = true, score, s.Names[seat], item.ID
		}
	}
}

func (a *yearTotals) roller(item Item, r Roller) {
	of := a.Luckiest.Of + 1
	if of == 1 || r.Luckier < a.Luckiest.Luckier {
		a.Luckiest = Fortune{Item: item, Roller: r}
	}
	a.Luckiest.Of = of
}

func (a *yearTotals) player(name string, won bool) {
	p := a.players[name]
	if p == nil {
		p = &YearPlayer{Name: name}
		a.players[name] = p
	}
	p.Matches++
	if !won {
		a.runs[name] = 0
		return
	}
	p.Wins++
	a.runs[name]++
	if a.runs[name] > a.Streak.Wins {
		a.Streak = Streak{name, a.runs[name]}
	}
}

func (a *yearTotals) sorted() Year {
	slices.SortStableFunc(a.Games, func(x, y YearGame) int {
		return cmp.Or(y.Matches-x.Matches, cmp.Compare(y.MS, x.MS), strings.Compare(x.Game, y.Game))
	})
	for _, p := range a.players {
		a.Players = append(a.Players, *p)
	}
	slices.SortFunc(a.Players, func(x, y YearPlayer) int {
		return cmp.Or(y.Wins-x.Wins, x.Matches-y.Matches, strings.Compare(x.Name, y.Name))
	})
	for names, n := range a.met {
		if best := a.Together; n > best.Matches || n == best.Matches && slices.Compare(names[:], best.Names[:]) < 0 {
			a.Together = Pair{names, n}
		}
	}
	return a.Year
}
