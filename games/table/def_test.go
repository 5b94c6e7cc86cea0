package table_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// trial are words for a Def's title.
func trial(extra ...string) map[string]string {
	words := map[string]string{"ru": "title = Проба\nabout = Проба\n", "en": "title = Trial\nabout = A trial\n"}
	for _, line := range extra {
		words["ru"] += line + "\n"
		words["en"] += line + "\n"
	}
	return words
}

// shapes are games of different shapes.
var shapes = []table.Def{
	{Name: "plain"},
	{
		Name: "darts", Least: 1, Phases: []table.Phase{{Order: table.Clockwise}}, Points: table.Turn, From: 0, To: 180,
		Start: 301, Down: true, Lowest: true, Ends: table.Ends{Target: table.Bound{Is: true}, AtOnce: true, Beyond: table.Refused},
	},
	{Name: "passing", Phases: []table.Phase{{Order: table.Passing}}, Next: table.PassedFirst, Points: table.Each, Ends: table.Ends{Rounds: 4}},
	{Name: "climbing", Phases: []table.Phase{{Order: table.Passing, Left: 1, Again: true}}, Next: table.PassedOrder, Points: table.Never},
	{
		Name: "draft", Phases: []table.Phase{
			{Name: "draft", Order: table.Together, Circles: 3},
			{Name: "build", Order: table.Clockwise, Circles: 2},
			{Name: "feed", Order: table.Upkeep, Rounds: []int{2, 3}},
		}, Next: table.Moves, Points: table.Each, Ends: table.Ends{Rounds: 3}, Ties: table.Ties{By: "gold"},
		Sheet: []table.Line{
			{Name: "gold"},
			{Name: "sets", To: 10, Table: []table.Step{{1, 1}, {2, 4}, {3, 9}}},
			{Name: "red", To: 5, Apart: true},
			{Name: "blue", To: 5, Apart: true},
			{Name: "pairs", Of: "least", Lines: []string{"red", "blue"}, Factor: 3},
		},
	},
	{
		Name: "bids", Most: 5, Phases: []table.Phase{{Name: "bidding", Order: table.Write, Lines: []string{"bid"}}, {Name: "play", Order: table.Claimed, Circles: 3}},
		Next: table.Moves, Points: table.Each, Ends: table.Ends{Rounds: 3},
		Sheet: []table.Line{{Name: "bid", To: 3, Apart: true}, {Name: "tricks", To: 3, Sum: table.Bound{Is: true, At: 3}}},
	},
	{Name: "snake", Phases: []table.Phase{{Order: table.Snake}}, First: table.Shuffled, Next: table.Ranked, Points: table.Any, Final: true, Ends: table.Ends{Laps: 2}},
	{
		Name: "partners", Least: 4, Most: 4, Teams: 2, Phases: []table.Phase{{Order: table.Claimed, Circles: 5}}, Next: table.Moves,
		Roles: []table.Role{{Name: "dealer", At: -1}}, Points: table.Each, Ends: table.Ends{Target: table.Bound{Is: true, At: 500}}, Ties: table.Ties{More: true},
	},
	{
		Name: "yahtzee", Least: 1, Phases: []table.Phase{{}}, Points: table.Turn, Once: true, Cup: table.Cup{Dice: "5d6", Rolls: 3, Hold: true},
		Sheet: []table.Line{
			{Name: "ones", To: 5},
			{Name: "twos", To: 5, Factor: 2},
			{Name: "chance", To: 30},
			{Name: "upper", Of: "sum", Lines: []string{"ones", "twos"}, Apart: true},
			{Name: "extra", Of: "sum", Lines: []string{"upper"}, Table: []table.Step{{6, 35}}},
		},
	},
	{
		Name: "knock", Phases: []table.Phase{{Circles: table.Endless, Close: table.Circle}}, Next: table.Loser, Points: table.Each, Lowest: true,
		Ends: table.Ends{OutAt: table.Bound{Is: true, At: 1000}, Survivor: true, Call: table.Circle},
	},
	{
		Name: "lives", Phases: []table.Phase{{Circles: table.Endless, Reverse: true}}, Start: 3, From: -3, To: 3,
		Ends: table.Ends{OutAt: table.Bound{Is: true}, Survivor: true, Out: true}, Limits: table.Limits{Turn: 30},
	},
	{
		Name: "coop", Teams: 1, Start: 8, Phases: []table.Phase{{Name: "act", Limit: 60}, {Name: "storm", Order: table.Upkeep}},
		Ends: table.Ends{Coop: true, OutAt: table.Bound{Is: true}, Rounds: 6},
	},
	{Name: "series", Least: 2, Most: 2, Phases: []table.Phase{{Order: table.Off}}, Points: table.Wins, Ends: table.Ends{BestOf: 5, AtOnce: true}},
	{
		Name: "final", Phases: []table.Phase{{Order: table.Clockwise}}, First: table.Taken, Next: table.Taken, Points: table.End,
		Ends: table.Ends{Call: table.More}, Sheet: []table.Line{{Name: "land"}, {Name: "debt", Factor: -2}},
	},
	{Name: "zero", Most: 4, Phases: []table.Phase{{Order: table.Off}}, Points: table.Each, ZeroSum: true, Ends: table.Ends{Rounds: 5}},
	{Name: "off", Most: 4, Phases: []table.Phase{{Order: table.Off}}, Points: table.Each, Ends: table.Ends{Rounds: 5}},
	{Name: "turns", Most: 5, Phases: []table.Phase{{}}, Points: table.Turn, Final: true, Ends: table.Ends{Target: table.Bound{Is: true, At: 100}, Beyond: table.Busts, Call: table.Now}, Next: table.DrawnFirst},
}

func TestDefsOfAllShapesKeepTheContract(t *testing.T) {
	for _, d := range shapes {
		t.Run(d.Name, func(t *testing.T) {
			words := []string{}
			for _, p := range d.Phases {
				if p.Name != "" {
					words = append(words, "word."+p.Name+" = "+p.Name)
				}
			}
			for _, l := range d.Sheet {
				words = append(words, "word."+l.Name+" = "+l.Name)
			}
			d.Words = trial(words...)
			r, err := table.New(d)
			if err != nil {
				t.Fatal(err)
			}
			extras := []gamestest.Extra{gamestest.In("testdata/shapes/" + d.Name)}
			if d.Coop {
				extras = append(extras, gamestest.Together)
			}
			t.Parallel()
			gamestest.Check(t, r, extras...)
		})
	}
}

var _ games.Rules
