package history

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Award is something to be said of an evening. Its texts are in the companion's own
// catalogues; they name people, not seats. An argument "#game.NAME" stands for the title
// of that game, in its own catalogue.
type Award struct {
	Title games.Text
	Text  games.Text
	Match string // the id of the match it is about, "" for the whole evening
}

// mostAwards is how many an evening gets: the first that are due.
const mostAwards = 4

// Awards returns what an evening is to be remembered for, the best first: few
// things, all of them true, and none that laughs at anybody.
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

// greatest returns the item for which of is greatest, the first of several; false
// if it is below 1 for all.
func greatest(items []Item, of func(Summary) int) (best Item, n int, ok bool) {
	for _, item := range items {
		if v := of(item.Summary); v >= 1 && v > n {
			best, n, ok = item, v, true
		}
	}
	return best, n, ok
}

// comeback: last in the second half, and won.
func comeback(items []Item) (Award, bool) {
	item, n, ok := greatest(items, func(s Summary) int { return int(s.Behind) })
	if !ok {
		return Award{}, false
	}
	return award("comeback", item.ID, n, item.Summary.Winners()[0])
}

// Percent of fair tables that make a roller unlucky, or lucky.
const (
	unlucky = 75
	fortune = 10
)

// spite: won, though most tables would have rolled better.
func spite(items []Item) (Award, bool) {
	item, roller, ok := roller(items, func(s Summary, r Roller) bool {
		return s.won(int(r.Seat)-1) && r.Luckier > unlucky
	}, func(a, b Roller) bool { return a.Luckier > b.Luckier })
	if !ok {
		return Award{}, false
	}
	return award("spite", item.ID, int(roller.Luckier), item.Summary.Names[roller.Seat-1])
}

// lucky: hardly any table rolls better.
func lucky(items []Item) (Award, bool) {
	item, roller, ok := roller(items, func(_ Summary, r Roller) bool {
		return r.Luckier < fortune
	}, func(a, b Roller) bool { return a.Luckier < b.Luckier })
	if !ok {
		return Award{}, false
	}
	return award("lucky", item.ID, max(int(roller.Luckier+0.5), 1), item.Summary.Names[roller.Seat-1])
}

// roller returns the one that counts and comes before all others.
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

// narrow is the greatest lead that is close.
const narrow = 3

// narrowly: won by next to nothing.
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

// lead returns by how many points the single winner was ahead of all others;
// false where there were no points, or several won.
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

// most: more victories than anybody else.
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

// everybody: three or more people, and each of them has won something.
func everybody(items []Item) (Award, bool) {
	wins, names := wins(items)
	if len(names) < 3 || slices.ContainsFunc(names, func(name string) bool { return wins[name] == 0 }) || len(items) < 2 {
		return Award{}, false
	}
	return award("everybody", "", len(names), strings.Join(names, ", "))
}

// wins counts victories by name; names stand in the order in which they first sat down.
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

// longest: the match that took longest, of several.
func longest(items []Item) (Award, bool) {
	item, n, ok := greatest(items, Summary.Minutes)
	if !ok || len(items) < 2 {
		return Award{}, false
	}
	return award("longest", item.ID, n, "#game."+item.Summary.Game)
}
