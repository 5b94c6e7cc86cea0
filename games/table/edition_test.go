package table_test

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// second is a Def of edition 2.
func second(d table.Def) table.Def {
	d.Edition = 2
	return d
}

// off is the phase of a game without turns.
var off = []table.Phase{{Order: table.Off}}

// kept is a bonus of 10 for a bid that is kept.
func kept(p table.Position, got []int) ([]int, error) {
	all := make([]int, len(got))
	for i := range got {
		if p.Lines["bid"][i] == p.Lines["took"][i] {
			all[i] = 10
		}
	}
	return all, nil
}

// bids is a game of bids and tricks, to which each trick that was bid counts 10 more.
func bids() table.Def {
	return second(table.Def{
		Points: table.Each, Phases: []table.Phase{{Name: "bid", Order: table.Write, Lines: []string{"bid"}}, {Name: "play"}},
		Sheet: []table.Line{{Name: "bid", To: 3, Apart: true}, {Name: "took", To: 3}}, Hooks: table.Hooks{Bonus: kept},
	})
}

func TestABonusIsComputedFromTheSheet(t *testing.T) {
	r := defined(t, bids())
	s := gamestest.Begin(t, r, "seats=2")
	for _, step := range []struct {
		says string
		want []int32
	}{
		{"score bid 1, score bid 0, done, done", []int32{0, 0}},
		{"score took 1, score took 2", []int32{11, 2}},
		{"edit 1 2 bid 2", []int32{11, 12}},
		{"edit 1 1 took 0", []int32{0, 12}},
		{"score bid 0", []int32{0, 12}},
	} {
		s = gamestest.After(t, s, games.Decision(step.says))
		if got := s.Standing().Scores; !slices.Equal(got, step.want) {
			t.Errorf("after %s: got %v, want %v\n%s", step.says, got, step.want, s)
		}
	}
	if got, want := s.String(), drawn("round 2 / past 1; 1 2; 0; / 1,0 2,2 / 0,. .,."); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestPartnersHaveOneBonus(t *testing.T) {
	d := bids()
	d.Teams = 2
	r := defined(t, d)
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=4"), "score bid 1, score bid 0, done, done, done, done, score took 1, score took 2")
	if got := s.Standing().Scores; !slices.Equal(got, []int32{11, 2, 11, 2}) {
		t.Errorf("got %v", got)
	}
}

// A worth that reads another line gives the same points in whatever order the lines are entered.
func TestWorthReadsTheWholeSheet(t *testing.T) {
	r := defined(t, second(table.Def{
		Points: table.Each, Phases: off, Sheet: []table.Line{{Name: "cards", To: 9}, {Name: "times", To: 9, Factor: 0}},
		Hooks: table.Hooks{Worth: func(p table.Position, seat int, line string, n int) (int, bool, error) {
			if line == "cards" {
				return n * p.Lines["times"][seat-1], true, nil
			}
			return 0, line == "times", nil
		}},
	}))
	for _, says := range []games.Decision{"score cards 4, score cards 1, score times 3, score times 0", "score times 3, score times 0, score cards 4, score cards 1"} {
		s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), says)
		if got := s.Standing().Scores; !slices.Equal(got, []int32{12, 0}) {
			t.Errorf("%s: got %v\n%s", says, got, s)
		}
		s = gamestest.After(t, s, "edit 1 1 times 2")
		if got := s.Standing().Scores; !slices.Equal(got, []int32{8, 0}) {
			t.Errorf("%s, corrected: got %v\n%s", says, got, s)
		}
	}
}

// A sheet at the end has a bonus, and the hook names the winner of whatever end.
func TestTheEndIsJudged(t *testing.T) {
	last := func(p table.Position) (table.Result, error) {
		return table.Result{Over: p.Ended, Won: []int{2}, Why: "why.odd"}, nil
	}
	for name, tt := range map[string]struct {
		def        table.Def
		says, want string
	}{
		"a call":                   {table.Def{Ends: table.Ends{Call: table.Now}}, "add 1 5, call", "[2] [5 0]"},
		"a target":                 {table.Def{Ends: table.Ends{Target: table.Bound{Is: true, At: 5}, AtOnce: true}}, "add 1 5", "[2] [5 0]"},
		"all rounds":               {table.Def{Points: table.Each, Phases: off, Ends: table.Ends{Rounds: 1}, Hooks: table.Hooks{Bonus: func(table.Position, []int) ([]int, error) { return []int{1, 2}, nil }}}, "score 1 5, score 2 4", "[2] [6 6]"},
		"the last count":           {table.Def{Points: table.End, Ends: table.Ends{Rounds: 1}}, "done, done, score 1 7, score 2 3", "[2] [7 3]"},
		"a bonus at the end":       {table.Def{Points: table.End, Ends: table.Ends{Rounds: 1}, Hooks: table.Hooks{Bonus: func(_ table.Position, got []int) ([]int, error) { return []int{got[1], 0}, nil }}}, "done, done, score 1 7, score 2 3", "[2] [10 3]"},
		"the table":                {table.Def{}, "add 1 5, done, finish", "[2] [5 0]"},
		"a sheet filled once":      {table.Def{Points: table.Turn, Once: true, Sheet: []table.Line{{Name: "a"}}, Hooks: table.Hooks{Bonus: func(_ table.Position, got []int) ([]int, error) { return []int{100, got[1]}, nil }}}, "score a 1, score a 2", "[2] [101 4]"},
		"whom the table has named": {table.Def{Points: table.Never}, "win 1", "[1] [0 0]"},
	} {
		d := second(tt.def)
		d.Hooks.Over = last
		s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), games.Decision(tt.says))
		st := s.Standing()
		if got := fmt.Sprint(st.Won, " ", st.Scores); !st.Over || got != tt.want {
			t.Errorf("%s: got %s, want %s\n%s", name, got, tt.want, s)
		}
	}
}

// The hooks see the decision and its seat. At the end of a round they see that round with all its
// numbers. The hook Over isn't called while numbers are missing.
func TestEachDecisionIsJudgedOnce(t *testing.T) {
	var saw []string
	d := second(table.Def{Points: table.Each, Phases: []table.Phase{{Name: "play"}}, Sheet: []table.Line{{Name: "a", To: 9}, {Name: "b", To: 9, Apart: true}}})
	see := func(hook string, p table.Position) {
		saw = append(saw, fmt.Sprintf("%s %s by %d in %d%s %d%d%d", hook, p.Says, p.By, p.Round, p.Phase, p.Lines["b"], p.Sums["b"], p.Totals))
	}
	d.Hooks.Over = func(p table.Position) (table.Result, error) { see("over", p); return table.Result{}, nil }
	d.Hooks.Lead = func(p table.Position) ([]int, error) { see("lead", p); return []int{2}, nil }
	s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), "done, done, score a 1, score a 2, score b 3, score b 4, done, edit 1 1 a 5")
	want := []string{
		"over done by 1 in 1play [0 0][0 0][0 0]",
		"over score b 4 by 2 in 1 [3 4][3 4][1 2]", "lead score b 4 by 2 in 1 [3 4][3 4][1 2]",
		"over done by 2 in 2play [0 0][3 4][1 2]", "over edit 1 1 a 5 by 1 in 2play [0 0][3 4][5 2]",
	}
	if !slices.Equal(saw, want) {
		t.Errorf("got  %q\nwant %q\n%s", saw, want, s)
	}
}

func TestACorrectionKeepsTheLimitsOfItsLine(t *testing.T) {
	worth := table.Hooks{Worth: func(_ table.Position, _ int, _ string, n int) (int, bool, error) { return 2 * n, true, nil }}
	for name, tt := range map[string]struct {
		def  table.Def
		says games.Decision
		want games.Choice
	}{
		"a worth": {
			table.Def{Points: table.Each, Phases: off, Sheet: []table.Line{{Name: "a", To: 7}}, Hooks: worth},
			"score a 3, score a 4",
			games.Choice{Says: "edit 1 1 a", To: 7, Now: 3},
		},
		"entries that add up": {
			table.Def{Sheet: []table.Line{{Name: "a", To: 7}}},
			"add 1 a 6, add 1 a 6",
			games.Choice{Says: "edit 1 1 a", To: table.MostCell, Now: 12},
		},
	} {
		s := gamestest.After(t, gamestest.Begin(t, defined(t, second(tt.def)), "seats=2"), tt.says)
		if !slices.Contains(s.Legal(), tt.want) {
			t.Errorf("%s: %v is not among %v", name, tt.want, s.Legal())
		}
	}
}

// Over without a winner is followed by the last count, and the best win; with a winner it isn't.
func TestTheLastCountComesBeforeTheBestWin(t *testing.T) {
	for name, tt := range map[string]struct {
		def     table.Def
		edition int
		won     []int
		says    games.Decision
		want    string
	}{
		"points at the end":          {table.Def{Points: table.End}, 2, nil, "done", "turn 1"},
		"points at the end, written": {table.Def{Points: table.End}, 2, nil, "done, score 1 5, score 2 7", "won [2] why.odd"},
		"a last count":               {table.Def{Final: true}, 2, nil, "add 1 5, add 2 7, finish", "won [2] why.odd"},
		"no last count":              {table.Def{}, 2, nil, "add 1 5", "won [1] why.odd"},
		"a winner":                   {table.Def{Points: table.End}, 2, []int{2}, "done", "won [2] why.odd"},
		"edition 1":                  {table.Def{Points: table.End}, 1, nil, "done", "won [1 2] why.odd"},
	} {
		d := tt.def
		d.Edition, d.Hooks.Over = tt.edition, func(table.Position) (table.Result, error) {
			return table.Result{Over: true, Won: tt.won, Why: "why.odd"}, nil
		}
		s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), tt.says)
		got := fmt.Sprint("turn ", s.Turn())
		if st := s.Standing(); st.Over {
			got = fmt.Sprint("won ", st.Won, " ", st.Why.Key)
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s\n%s", name, got, tt.want, s)
		}
	}
}

// With Busts a number that the hook Worth counts as nothing is bust, as one beyond the target is.
func TestANumberWorthNothingIsBust(t *testing.T) {
	r := defined(t, second(table.Def{
		Points: table.Turn, Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, Beyond: table.Busts},
		Hooks: table.Hooks{Worth: func(_ table.Position, _ int, _ string, n int) (int, bool, error) { return n % 3 * n, true, nil }},
	}))
	for _, tt := range []struct{ says, want string }{
		{"score 1 2", "[4 0] false"},
		{"score 1 3", "[0 0] true"},
		{"score 1 0", "[0 0] false"},
		{"score 1 8", "[0 0] true"},
	} {
		s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), games.Decision(tt.says))
		bust := slices.ContainsFunc(games.Moments(s), func(m games.Moment) bool { return m.Text.Key == "moment.bust" })
		if got := fmt.Sprint(s.Standing().Scores, bust); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.says, got, tt.want)
		}
	}
}

// A round has the lines of its own Write phases and those of no phase. In edition 1 it has all.
func TestALineOfAPhaseIsWrittenInItsRoundsOnly(t *testing.T) {
	d := table.Def{
		Points: table.Each, Ends: table.Ends{Rounds: 2}, Sheet: []table.Line{{Name: "red", To: 9, Sum: table.Bound{Is: true, At: 3}}, {Name: "blue", To: 9}, {Name: "rest", To: 9}},
		Phases: []table.Phase{{Name: "odd", Order: table.Write, Lines: []string{"red"}, Rounds: []int{1}}, {Name: "even", Order: table.Write, Lines: []string{"blue"}, Rounds: []int{2}}},
	}
	const first, after = "score red 1, score red 2", "score rest 3, score rest 4"
	s := gamestest.After(t, gamestest.Begin(t, defined(t, second(d)), "seats=2"), first, after, "score blue 5, score blue 6", after)
	if got, want := s.String(), drawn("over 2 / 1,-,3 2,-,4 / -,5,3 -,6,4"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if slices.ContainsFunc(s.View(games.Nobody).Lines, func(l games.Text) bool { return l.Key == "line.sum" }) {
		t.Error("round 2 lacks the sum of a line that it doesn't have")
	}
	s = gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), first, "score blue 0, score blue 0", after)
	if got, want := s.String(), drawn("round 2 / phase 2 / 1,0,3 2,0,4 / .,.,. .,.,."); got != want {
		t.Errorf("edition 1: got\n%swant\n%s", got, want)
	}
}
