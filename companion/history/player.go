package history

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Player contains the statistics of a player over all evenings. They count finished matches of
// two or more seats; Began also counts unfinished ones. A shared victory counts as a win.
type Player struct {
	Name       string
	Matches    int
	Wins       int
	Streak     int // number of matches won in a row up to the latest match
	BestStreak int // highest Streak so far
	Began      int // number of matches of two or more seats in which the player had the first turn
	Games      []Game
	Versus     []Versus
}

// Game contains the statistics of a player at one game.
type Game struct {
	Game    string
	Matches int
	Wins    int
	Best    int32 // player's best score: the lowest score if Lowest is true, else the highest
	Lowest  bool
}

// Versus contains the statistics of a player's matches with another player.
type Versus struct {
	Name   string
	Won    int // number of matches that only the player won
	Lost   int // number of matches that only the other player won
	Shared int // number of matches that both won
}

// Players returns the statistics of all players. The matches in latestFirst are in the order of
// lists, the latest first. Players ignores tools. It sorts players, and the games and opponents
// of each player, by the number of matches, the most first.
func Players(latestFirst []Item) []Player {
	all := map[string]*Player{}
	for _, item := range slices.Backward(latestFirst) {
		s := item.Summary
		if item.Tool || len(s.Names) < 2 {
			continue
		}
		if name := s.Began(); name != "" {
			player(all, name).Began++
		}
		if s.Over {
			for seat := range s.Names {
				player(all, s.Names[seat]).add(s, seat)
			}
		}
	}
	list := make([]Player, 0, len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[name].sorted())
	}
	slices.SortStableFunc(list, func(a, b Player) int {
		return cmp.Or(b.Matches-a.Matches, b.Wins-a.Wins)
	})
	return list
}

func player(all map[string]*Player, name string) *Player {
	if all[name] == nil {
		all[name] = &Player{Name: name}
	}
	return all[name]
}

// won reports whether the seat with that index, from 0, is among the winners.
func (s Summary) won(seat int) bool {
	for _, w := range s.Won {
		if int(w) == seat+1 {
			return true
		}
	}
	return false
}

// add counts a match in which p had the seat with that index, from 0.
func (p *Player) add(s Summary, seat int) {
	won := s.won(seat)
	p.Matches++
	p.Streak++
	if won {
		p.Wins++
	} else {
		p.Streak = 0
	}
	p.BestStreak = max(p.BestStreak, p.Streak)
	p.game(s, seat, won)
	for other, name := range s.Names {
		if other != seat {
			p.versus(name, won, s.won(other))
		}
	}
}

func (p *Player) game(s Summary, seat int, won bool) {
	score := s.Scores[seat]
	i := slices.IndexFunc(p.Games, func(g Game) bool { return g.Game == s.Game && g.Lowest == s.Lowest })
	if i < 0 {
		i = len(p.Games)
		p.Games = append(p.Games, Game{Game: s.Game, Best: score, Lowest: s.Lowest})
	}
	g := &p.Games[i]
	g.Matches++
	if won {
		g.Wins++
	}
	if s.Lowest == (score < g.Best) && !s.easily(seat) {
		g.Best = score
	}
}

func (p *Player) versus(name string, won, lost bool) {
	i := slices.IndexFunc(p.Versus, func(v Versus) bool { return v.Name == name })
	if i < 0 {
		i = len(p.Versus)
		p.Versus = append(p.Versus, Versus{Name: name})
	}
	v := &p.Versus[i]
	switch {
	case won && lost:
		v.Shared++
	case won:
		v.Won++
	case lost:
		v.Lost++
	}
}

func (p *Player) sorted() Player {
	slices.SortStableFunc(p.Games, func(a, b Game) int {
		return cmp.Or(b.Matches-a.Matches, strings.Compare(a.Game, b.Game))
	})
	met := func(v Versus) int { return v.Won + v.Lost + v.Shared }
	slices.SortStableFunc(p.Versus, func(a, b Versus) int {
		return cmp.Or(met(b)-met(a), strings.Compare(a.Name, b.Name))
	})
	return *p
}
