package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// roundsOf is a game of rounds without turns, in edition 3.
func roundsOf(e table.Ends) table.Def { return third(table.Def{Points: table.Each, To: 99, Ends: e}) }

// coins is a game to 15 points with coins that are counted at its end.
func coins() table.Def {
	return third(table.Def{Points: table.Turn, Sheet: []table.Line{{Name: "points", To: 8}, {Name: "coins", To: 9, Last: true}}, Ends: table.Ends{Target: at(15)}})
}

// overAt20 ends the game at the end of a round with 20 points or more of a seat.
func overAt20(p table.Position) (table.Result, error) {
	return table.Result{Over: p.RoundOver && slices.Max(p.Totals) >= 20}, nil
}

// A correction that decides the match ends it, and one that takes its end away lets it go on.
func TestACorrectionJudgesTheEndAnew(t *testing.T) {
	hooked, counted := roundsOf(table.Ends{}), third(table.Def{Final: true, Counters: []table.Counter{{Name: "fuse", Per: table.PerAll, To: 9, Ends: at(3)}}})
	hooked.Hooks.Over = overAt20
	judged := roundsOf(table.Ends{})
	judged.Hooks.Over = overAt20
	judged.Final = true
	more := roundsOf(table.Ends{Rounds: 1})
	more.Ties = table.Ties{More: true}
	const lap, full = "done, done, score 1 9, score 2 5", "score points 8, score points 3, score points 8, score points 2"
	for name, tt := range map[string]struct {
		def        table.Def
		says, want string
	}{
		"up to the target after the round":   {roundsOf(table.Ends{Target: at(10)}), lap + ", edit 1 1 10", "over 1 [1] [10 5]"},
		"while the next round is written":    {roundsOf(table.Ends{Target: at(10)}), lap + ", done, done, score 2 7, edit 1 1 10", "over 1 [1] [10 5]"},
		"not by the round that is played":    {roundsOf(table.Ends{Target: at(10)}), lap + ", done, done, score 2 4, edit 2 2 5", "round 2 [] [9 10]"},
		"below the target in the last count": {coins(), full + ", edit 2 1 points 3", "round 3 [] [11 5]"},
		"with a coin written":                {coins(), full + ", score coins 4, edit 2 1 points 3", "round 3 [] [11 5]"},
		"still at the target":                {coins(), full + ", edit 2 1 points 7, score coins 0, score coins 9", "over 2 [1] [15 14]"},
		"over after the round":               {hooked, lap + ", edit 1 2 25", "over 1 [2] [9 25]"},
		"over no longer in the last count":   {judged, "done, done, score 1 9, score 2 25, edit 1 2 5", "round 2 [] [9 5]"},
		"over in the last count, as before":  {judged, "done, done, score 1 9, score 2 25, edit 1 2 24, score 1 0, score 2 0", "over 1 [2] [9 24]"},
		"best of three":                      {third(table.Def{Points: table.Wins, Ends: table.Ends{BestOf: 3}}), "win 2, win 1, edit 2 2 1", "over 2 [2] [0 2]"},
		"a win takes the place of another":   {third(table.Def{Points: table.Wins, Ends: table.Ends{BestOf: 5}}), "win 2, win 1, edit 2 2 1", "round 3 [] [0 2]"},
		"a tie no longer":                    {more, "done, done, score 1 5, score 2 5, edit 1 1 6", "over 1 [1] [6 5]"},
		"a counter that ended it":            {counted, "level fuse 3, level fuse 2", "round 2 [] [0 0]"},
		"the table ends it, and stays so":    {coins(), "score points 8, finish, edit 1 1 points 3, score coins 0, score coins 9", "over 1 [2] [3 9]"},
	} {
		s := gamestest.After(t, gamestest.Begin(t, defined(t, tt.def), "seats=2"), games.Decision(tt.says))
		st := s.Standing()
		if got := fmt.Sprint(firstLine(s), " ", st.Won, " ", st.Scores); got != tt.want {
			t.Errorf("%s: got %s, want %s\n%s", name, got, tt.want, s)
		}
	}
	s := gamestest.After(t, gamestest.Begin(t, defined(t, coins()), "seats=2"), full, "edit 2 1 points 3")
	if m := games.Moments(s); len(m) != 1 || m[0].Text.Key != "moment.onward" {
		t.Errorf("moments %v", m)
	}
}

// A counter or a total that put a seat out and is corrected takes the seat back in; a decision that did
// so doesn't.
func TestACorrectionTakesASeatBackIn(t *testing.T) {
	dice := third(table.Def{Points: table.Never, Ends: table.Ends{Survivor: true, Out: true}, Counters: []table.Counter{{Name: "dice", Start: 5, To: 5, Out: at(0)}}})
	poor := roundsOf(table.Ends{OutAt: at(0)})
	poor.Start, poor.Down = 20, true
	for name, tt := range map[string]struct {
		def        table.Def
		says, want string
	}{
		"a counter":      {dice, "set 2 dice 0, set 2 dice 3", "[false false false]"},
		"a counter, out": {dice, "set 2 dice 0", "[false true false]"},
		"a decision":     {dice, "out 2, set 2 dice 3", "[false true false]"},
		"points":         {poor, "done, done, done, score 1 1, score 2 20, score 3 1, edit 1 2 19", "[false false false]"},
	} {
		var out []bool
		tt.def.Hooks.Refuse = func(p table.Position, _ games.Decision) (games.Text, error) {
			out = p.Out
			return games.Text{}, nil
		}
		s := gamestest.After(t, gamestest.Begin(t, defined(t, tt.def), "seats=3"), games.Decision(tt.says))
		s.Legal()
		if got := fmt.Sprint(out); got != tt.want {
			t.Errorf("%s: got %s, want %s\n%s", name, got, tt.want, s)
		}
	}
}

// The last team wins when all others are out.
func TestTheLastTeamWins(t *testing.T) {
	d := roundsOf(table.Ends{Out: true})
	d.Teams, d.Phases = 2, []table.Phase{{}}
	for edition, want := range map[int]string{2: "round 1 []", 3: "over 1 [2 4]"} {
		d.Edition = edition
		s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=4"), "out 1, out 3")
		if got := fmt.Sprint(firstLine(s), " ", s.Standing().Won); got != want {
			t.Errorf("edition %d: got %s, want %s\n%s", edition, got, want, s)
		}
	}
}

// firstLine returns the first line of a position: "round 3".
func firstLine(s games.State) string {
	line, _, _ := strings.Cut(s.String(), "\n")
	return line
}
