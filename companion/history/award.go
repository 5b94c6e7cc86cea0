package history

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Award is one notable event of an evening, with texts for people. The texts are in the
// companion's catalogues and contain names of players, not seats. An argument "#game.NAME"
// stands for the title of that game.
type Award struct {
	Title games.Text
	Text  games.Text
	Match string // id of the match; "" for an award of the whole evening
}

// mostAwards is the maximum number of awards of an evening. Awards keeps the first ones in its
// order.
const mostAwards = 4

// Awards returns the awards of an evening, the best first. An award states only facts and never
// mocks a player.
func Awards(e Evening) (all []Award) {
	var over []Item
	for _, item := range e.Items {
		if item.Summary.Over && len(item.Summary.Names) > 1 {
			over = append(over, item)
		}
	}
	for _, award := range []func([]Item) (Award, bool){comeback, spite, narrowWin, mostWins, lucky, everybody, longest} {
		if a, ok := award(over); ok && len(all) < mostAwards {
			all = append(all, a)
		}
	}
	return all
}

func award(key, id string, n int, args ...string) (Award, bool) {
	return Award{Title: games.Say("award." + key), Text: games.Count("award."+key+".text", n, args...), Match: id}, true
}

// greatest returns the item with the greatest value of(item.Summary), and that value n. Of
// several such items, it returns the first. ok is false if no value is at least 1.
func greatest(items []Item, of func(Summary) int) (best Item, n int, ok bool) {
	for _, item := range items {
		if v := of(item.Summary); v >= 1 && v > n {
			best, n, ok = item, v, true
		}
	}
	return best, n, ok
}

// comeback returns the award for a win by a player who had fallen to last place in the second
// half.
func comeback(items []Item) (Award, bool) {
	item, n, ok := greatest(items, func(s Summary) int { return int(s.Behind) })
	if !ok {
		return Award{}, false
	}
	return award("comeback", item.ID, n, item.Summary.Winners()[0])
}

// Bounds of the field Luckier of a Roller, which is the percentage of fair tables with better
// luck. Bad luck is a percentage greater than unlucky. Good luck is a percentage less than
// fortune.
const (
	unlucky = 75
	fortune = 10
)

// spite returns the award for a win with bad luck: most fair tables would have rolled better.
func spite(items []Item) (Award, bool) {
	item, roller, ok := roller(items, func(s Summary, r Roller) bool {
		return s.won(int(r.Seat)-1) && r.Luckier > unlucky
	}, func(a, b Roller) bool { return a.Luckier > b.Luckier })
	if !ok {
		return Award{}, false
	}
	return award("spite", item.ID, int(roller.Luckier), item.Summary.Names[roller.Seat-1])
}

// lucky returns the award for a roller with better luck than almost all fair tables.
func lucky(items []Item) (Award, bool) {
	item, roller, ok := roller(items, func(_ Summary, r Roller) bool {
		return r.Luckier < fortune
	}, func(a, b Roller) bool { return a.Luckier < b.Luckier })
	if !ok {
		return Award{}, false
	}
	return award("lucky", item.ID, max(int(roller.Luckier+0.5), 1), item.Summary.Names[roller.Seat-1])
}

// roller returns the best roller, and the item with its match. It chooses among the rollers for
// which counts returns true. before(a, b) reports whether a is better than b.
func roller(items []Item, counts func(Summary, Roller) bool, before func(a, b Roller) bool) (of Item, best Roller, ok bool) {
	for _, item := range items {
		for _, r := range item.Summary.Rollers {
			if counts(item.Summary, r) && (!ok || before(r, best)) {
				of, best, ok = item, r, true
			}
		}
	}
	return of, best, ok
}

// narrow is the greatest lead, in points, that counts as a close win.
const narrow = 3

// narrowWin returns the award for the win by the smallest lead.
func narrowWin(items []Item) (Award, bool) {
	item, n, ok := greatest(items, func(s Summary) int {
		lead, ok := s.lead()
		if !ok || lead > narrow {
			return 0
		}
		return 1 + narrow - lead
	})
	if !ok {
		return Award{}, false
	}
	lead := 1 + narrow - n
	if lead == 0 {
		return award("close.tie", item.ID, 0, item.Summary.Winners()[0])
	}
	return award("close", item.ID, lead, item.Summary.Winners()[0])
}

// lead returns the number of points by which the single winner is ahead of all other players. ok
// is false if the match has no points or several winners.
func (s Summary) lead() (points int, ok bool) {
	if len(s.Won) != 1 || !slices.ContainsFunc(s.Scores, func(n int32) bool { return n != 0 }) {
		return 0, false
	}
	own := int(s.Scores[s.Won[0]-1])
	for seat, score := range s.Scores {
		ahead := own - int(score)
		if s.Lowest {
			ahead = -ahead
		}
		switch {
		case seat == int(s.Won[0])-1:
		case !ok || ahead < points:
			points, ok = ahead, true
		}
	}
	return points, ok && points >= 0
}

// mostWins returns the award for the player who won more matches than any other.
func mostWins(items []Item) (Award, bool) {
	wins, names := wins(items)
	if len(names) == 0 {
		return Award{}, false
	}
	best := slices.MaxFunc(names, func(a, b string) int { return wins[a] - wins[b] })
	for _, name := range names {
		if name != best && wins[name] == wins[best] {
			return Award{}, false
		}
	}
	if wins[best] < 2 {
		return Award{}, false
	}
	return award("most", "", wins[best], best, strconv.Itoa(len(items)))
}

// everybody returns the award for an evening with three or more players, each of whom won a
// match.
func everybody(items []Item) (Award, bool) {
	wins, names := wins(items)
	if len(names) < 3 || slices.ContainsFunc(names, func(name string) bool { return wins[name] == 0 }) || len(items) < 2 {
		return Award{}, false
	}
	return award("everybody", "", len(names), strings.Join(names, ", "))
}

// wins returns the number of wins by player, and the names of all players in the order of their
// first match.
func wins(items []Item) (wins map[string]int, names []string) {
	wins = map[string]int{}
	for _, item := range items {
		for seat, name := range item.Summary.Names {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			if item.Summary.won(seat) {
				wins[name]++
			}
		}
	}
	return wins, names
}

// longest returns the award for the longest match of an evening with several matches.
func longest(items []Item) (Award, bool) {
	item, n, ok := greatest(items, Summary.Minutes)
	if !ok || len(items) < 2 {
		return Award{}, false
	}
	return award("longest", item.ID, n, "#game."+item.Summary.Game)
}
