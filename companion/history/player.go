package history

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Player is what somebody played, over all evenings. Only matches of two seats and
// more that were played to their end count, but for Began. A shared victory is a win.
type Player struct {
	Name    string
	Matches int
	Wins    int
	Streak  int // matches won in a row up to the last one
	Best    int // … at best
	Began   int // matches of two seats and more in which this name took the first turn
	Games   []Game
	Versus  []Versus
}

// Game is a player at one game.
type Game struct {
	Game    string
	Matches int
	Wins    int
	Best    int32 // the best score; the lowest where Lowest
	Lowest  bool
}

// Versus is a player against, or beside, another.
type Versus struct {
	Name   string
	Won    int // only the player won
	Lost   int // only the other one won
	Shared int // both won
}

// Players adds matches up, given as lists have them, the latest first; tools don't count.
// Who played most comes first; so do games and opponents met most often.
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

// won reports whether the seat, counted from 0, is among the winners.
func (s Summary) won(seat int) bool {
	for _, w := range s.Won {
		if int(w) == seat+1 {
			return true
		}
	}
	return false
}

// add counts a match in which p had that seat, counted from 0.
func (p *Player) add(s Summary, seat int) {
	won := s.won(seat)
	p.Matches++
	p.Streak++
	if won {
		p.Wins++
	} else {
		p.Streak = 0
	}
	p.Best = max(p.Best, p.Streak)
	p.game(s, s.Scores[seat], won)
	for other, name := range s.Names {
		if other != seat {
			p.versus(name, won, s.won(other))
		}
	}
}

func (p *Player) game(s Summary, score int32, won bool) {
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
	if s.Lowest == (score < g.Best) {
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
