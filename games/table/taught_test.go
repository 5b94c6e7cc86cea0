package table_test

import (
	"os"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/kit"
	"tabletop/games/table"
)

// taughtDefs are games that have each part of a Def at least once.
var taughtDefs = map[string]table.Def{
	"plain":     {},
	"flat":      {Phases: []table.Phase{{Order: table.Off}}, Points: table.Each, Ends: table.Ends{Rounds: 4}},
	"rounds":    {Points: table.Each, Next: table.Moves, Ends: table.Ends{Rounds: 3}, Ties: table.Ties{More: true}},
	"wins":      {Phases: []table.Phase{{Order: table.Off}}, Points: table.Wins, Next: table.Loser, Ends: table.Ends{BestOf: 5}},
	"never":     {Points: table.Never, Ends: table.Ends{Out: true, Survivor: true}},
	"phases":    {Phases: []table.Phase{{Name: "plan", Order: table.Together}, {Name: "act", Order: table.Passing}, {Name: "clean", Order: table.Upkeep}}, Next: table.PassedFirst, Points: table.End, Ends: table.Ends{Rounds: 3}},
	"claimed":   {Phases: []table.Phase{{Name: "race", Order: table.Claimed}, {Name: "rest", Order: table.Snake}}, Next: table.Marker, Points: table.Each, Ends: table.Ends{Laps: 1}},
	"closed":    {Phases: []table.Phase{{Circles: table.Endless, Close: table.Circle, Reverse: true}}, Next: table.Winner, Ends: table.Ends{Call: table.More}},
	"sheet":     {Phases: []table.Phase{{Name: "bid", Order: table.Write, Lines: []string{"bid"}}, {Name: "play"}}, Points: table.Each, Sheet: []table.Line{{Name: "bid", To: 9, Apart: true}, {Name: "took", To: 9}}, Next: table.Ahead, Ends: table.Ends{Rounds: 3}, Ties: table.Ties{By: "took"}},
	"darts":     {Points: table.Turn, Start: 30, Down: true, Lowest: true, To: 20, Ends: table.Ends{Target: table.Bound{Is: true}, Beyond: table.Busts, AtOnce: true}},
	"exact":     {Points: table.Turn, To: 20, Next: table.Behind, Ends: table.Ends{Target: table.Bound{Is: true, At: 30}, Beyond: table.Refused}},
	"knock":     {Points: table.Each, To: 40, Lowest: true, Next: table.DrawnFirst, Ends: table.Ends{OutAt: table.Bound{Is: true, At: 60}, Survivor: true}},
	"together":  {Teams: 1, Ends: table.Ends{Coop: true, Rounds: 4, OutAt: table.Bound{Is: true, At: 30}}},
	"partners":  {Least: 4, Most: 4, Teams: 2, Points: table.Each, Next: table.PassedOrder, Phases: []table.Phase{{Order: table.Passing, Left: 1}}, Ends: table.Ends{Call: table.Last}},
	"ranked":    {Points: table.Each, Next: table.Ranked, Ends: table.Ends{Call: table.Circle}},
	"shuffled":  {Points: table.Each, Next: table.Shuffled, Ends: table.Ends{Call: table.Now}},
	"taken":     {Points: table.Each, First: table.Taken, Next: table.Taken, Ends: table.Ends{Rounds: 3}},
	"cup":       {Points: table.Turn, Cup: table.Cup{Dice: "3d6", Rolls: 3, Hold: true}, Ends: table.Ends{Rounds: 2}},
	"lead":      {Points: table.Each, Ends: table.Ends{Rounds: 3}, Hooks: table.Hooks{Lead: func(p table.Position) ([]int, error) { return []int{2, 1}, nil }}, Most: 2},
	"counters":  {Edition: 2, Points: table.Each, Counters: []table.Counter{{Name: "lives", Start: 2, Out: table.Bound{Is: true}}, {Name: "fuse", Per: table.PerAll, To: 9, Ends: table.Bound{Is: true, At: 9}}}, Next: table.ByKeys, NextBy: []table.Key{{By: "lives"}}, Ends: table.Ends{Rounds: 2}, Ties: table.Ties{Steps: []table.Key{{By: "lives"}, {By: "more"}}}},
	"series":    {Edition: 2, Points: table.Each, To: 9, Ends: table.Ends{Rounds: 1, Matches: 3}},
	"turn":      {Edition: 2, Points: table.Turn, To: 9, Ends: table.Ends{Target: table.Bound{Is: true, At: 20}, TargetAt: "turn"}},
	"inphase":   {Edition: 2, Phases: []table.Phase{{Name: "a"}, {Name: "b"}}, Ends: table.Ends{Target: table.Bound{Is: true, At: 300}, TargetAt: "a"}},
	"teamturns": {Edition: 2, Least: 4, Most: 6, Teams: 2, Phases: []table.Phase{{Order: table.TeamTurns}}, Points: table.Each, Ends: table.Ends{Rounds: 2}},
	"withwords": {Phases: []table.Phase{{Name: "work", Order: table.Passing}}, Words: map[string]string{"ru": "title = Проба\nabout = Проба\nphase.work = Работайте.\nword.work = работа\nsay.done = Отработал", "en": "title = Trial\nabout = A trial\nphase.work = Work.\nword.work = work\nsay.done = Worked"}},
}

// taughtGames returns the games of taughtDefs by name.
func taughtGames(t *testing.T) map[string]games.Rules {
	t.Helper()
	all := map[string]games.Rules{}
	for name, d := range taughtDefs {
		d.Name = name
		if d.Words == nil {
			d.Words = map[string]string{"ru": "title = Проба\nabout = Проба", "en": "title = Trial\nabout = A trial"}
		}
		r, err := table.New(d)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = r
	}
	return all
}

// A Def needs no topics of its own: the engine's explain what people meet in any of them. Nobody joins
// or leaves the game of a Def.
func TestAGameOfADefExplainsItself(t *testing.T) {
	for name, r := range taughtGames(t) {
		t.Run(name, func(t *testing.T) {
			k := kit.New(r, kit.Bounds{Positions: 60})
			k.CheckCatalogues(t)
			k.CheckTopics(t, 15, "rule.join.", "rule.leave.", "rule.categories.")
		})
	}
}

func TestEveryTopicOfADefIsUsed(t *testing.T) {
	used := map[string]bool{"topic.tablephase": true} // a title for phases without another
	for _, r := range taughtGames(t) {
		least, most := r.Seats()
		for seats := least; seats <= most; seats++ {
			for _, topic := range games.Topics(r, games.Setup{Seats: seats}) {
				used["topic."+topic.Key], used["topic."+topic.Key+".text"] = true, true
			}
		}
	}
	for _, file := range []string{"taught_ru.txt", "taught_en.txt"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if key, _, ok := strings.Cut(line, " = "); ok && !used[key] {
				t.Errorf("%s: no game has %s", file, key)
			}
		}
	}
}

func TestTopicsOfADefSayItsLabels(t *testing.T) {
	r := taughtGames(t)["withwords"]
	for lang, want := range map[string][]string{
		"ru": {"topic.tablephasework = Работа", "topic.tablephasework.text = Работайте.", "Очков нет — «Отработал»."},
		"en": {"topic.tablephasework = Work", "topic.tablephasework.text = Work.", "No points: “Worked”."},
	} {
		for _, line := range want {
			if !strings.Contains(r.Assets()[lang], line) {
				t.Errorf("%s: there is no %q", lang, line)
			}
		}
	}
}
