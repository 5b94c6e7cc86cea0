package table_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// defined is the game of a Def.
func defined(t gamestest.Failing, d table.Def) games.Rules {
	t.Helper()
	return definedWith(t, d)
}

// definedWith is the game of a Def with further words.
func definedWith(t gamestest.Failing, d table.Def, words ...string) games.Rules {
	t.Helper()
	d.Name, d.Words = "trial", trial(append(words, "rule.odd = {0}", "why.odd = {0}")...)
	r, err := table.New(d)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

// phase is a Def of one phase.
func phase(p table.Phase) table.Def { return table.Def{Phases: []table.Phase{p}} }

// with changes a Def.
func with(d table.Def, change func(*table.Def)) table.Def {
	change(&d)
	return d
}

// turnMove has a position, decisions, and the position after them.
type turnMove struct {
	name   string
	def    table.Def
	setup  string
	before string // "": the beginning
	says   string // parted by commas; "fix …" is a ruling
	after  string
}

var turnMoves = []turnMove{
	{"turns go around", table.Def{}, "seats=3", "", "done, done", "round 1 / turn 3 / had 1 2"},
	{"behind the last turn the next round begins", table.Def{Points: table.Never}, "seats=3", "", "done, done, done", "round 2 / turn 1"},
	{"the deal moves", table.Def{Points: table.Never, Next: table.Moves}, "seats=3", "", "done, done, done", "round 2 / order 2 3 1 / turn 2"},
	{"who is out gets no deal", table.Def{Points: table.Never, Next: table.Moves, Ends: table.Ends{Out: true}}, "seats=3", "", "out 2, done, done", "round 2 / order 3 1 2 / turn 3 / out 2"},
	{"who passed has no more turns", phase(table.Phase{Order: table.Passing}), "seats=3", "", "pass, done, done", "round 1 / turn 2 / passed 1"},
	{
		"who passed first begins", with(phase(table.Phase{Order: table.Passing}), func(d *table.Def) { d.Next, d.Points = table.PassedFirst, table.Never }),
		"seats=3", "round 1 / turn 1 / passed 3 2", "pass", "round 2 / order 3 1 2 / turn 3",
	},
	{
		"the order of passing", with(phase(table.Phase{Order: table.Passing}), func(d *table.Def) { d.Next, d.Points = table.PassedOrder, table.Never }),
		"seats=3", "round 1 / turn 1 / passed 3 2", "pass", "round 2 / order 3 2 1 / turn 3",
	},
	{
		"a climbing trick is over when one is left", with(phase(table.Phase{Order: table.Passing, Left: 1, Again: true}), func(d *table.Def) { d.Points = table.Never }),
		"seats=3", "round 1 / turn 2 / passed 1", "pass", "round 2 / turn 1",
	},
	{"who passed may come in again", phase(table.Phase{Order: table.Passing, Left: 1, Again: true}), "seats=3", "round 1 / turn 2 / passed 1", "done", "round 1 / turn 3"},
	{"a snake turns at its end", phase(table.Phase{Order: table.Snake}), "seats=2", "", "done, done, done", "round 1 / turn 1 / circle 2 / had 2"},
	{"all at once", phase(table.Phase{Order: table.Together}), "seats=3", "", "ready 3, ready 1", "round 1 / ready 1 3"},
	{"a marker", phase(table.Phase{Order: table.Claimed}), "seats=3", "", "claim 3, claim 3", "round 1 / turn 3 / circle 3"},
	{"whoever has the marker begins", with(phase(table.Phase{Order: table.Claimed}), func(d *table.Def) { d.Next, d.Points = table.Marker, table.Never }), "seats=3", "", "claim 3, close", "round 2 / order 3 1 2 / turn 3"},
	{"closing leaves the others a turn", phase(table.Phase{Circles: table.Endless, Close: table.Circle}), "seats=3", "round 1 / turn 2", "close, done", "round 1 / turn 1 / circle 2 / closing 1"},
	{"a reversal", phase(table.Phase{Circles: table.Endless, Reverse: true}), "seats=3", "round 1 / turn 2", "reverse, done", "round 1 / turn 1 / circle 2 / back"},
	{"a call leaves the others a turn", table.Def{Ends: table.Ends{Call: table.Circle}}, "seats=3", "round 1 / turn 2 / had 1", "call, done", "round 1 / turn 3 / had 2 / closing 1 3 / called 2 / last 1"},
	{"the last turn of a last circle ends it", table.Def{Points: table.Never, Ends: table.Ends{Call: table.Circle}}, "seats=2", "round 1 / turn 2 / closing 2 / called 1 / last 1", "done", "round 1 / phase 3 / called 1 / last 1"},
	{"one more round", table.Def{Ends: table.Ends{Call: table.More}}, "seats=2", "round 1 / turn 2 / had 1", "call, done, done, done", "over 2 / called 2 / last 2 / - - / - -"},
	{"the order is taken", table.Def{First: table.Taken}, "seats=3", "", "next 2, next 3", "round 1 / order 2 3 1 / turn 2"},
	{"who begins is drawn", table.Def{First: table.DrawnFirst}, "seats=3", "", "draw 2", "round 1 / order 2 3 1 / turn 2"},
	{"the last at the table wins", table.Def{Ends: table.Ends{Out: true, Survivor: true}}, "seats=3", "", "out 1, out 3", "over 1 / out 1 3 / won 2 / why why.survivor / - - -"},
	{"whose turn it is passes on when the seat drops out", table.Def{Ends: table.Ends{Out: true}}, "seats=3", "", "out 1", "round 1 / turn 2 / had 1 / out 1"},
	{"a seat is taken back in", table.Def{}, "seats=3", "round 1 / turn 2 / had 1 / out 3", "fix back 3, done", "round 1 / turn 3 / had 1 2"},
	{"a turn given by the table", table.Def{}, "seats=3", "round 1 / turn 3 / had 1 2", "fix turn 1, done", "round 1 / turn 3 / had 1 2"},
	{"seats change places", table.Def{}, "seats=3", "round 1 / turn 1", "fix swap 2 3, done", "round 1 / order 1 3 2 / turn 3 / had 1"},
	{"one who is away", phase(table.Phase{Order: table.Together}), "seats=2", "round 1 / ready 1", "fix skip 2", "round 2 / - -"},
	{"points add up", table.Def{}, "seats=2", "round 1 / turn 1", "add 2 5, add 2 -7", "round 1 / turn 1 / . -2"},
	{"points of a turn end it", table.Def{Points: table.Turn}, "seats=2", "", "score 1 5", "round 1 / turn 2 / had 1 / 5 ."},
	{"partners are asked once", table.Def{Points: table.Each, Teams: 2, Phases: []table.Phase{{Order: table.Off}}}, "seats=4", "", "score 1 5, score 2 3", "round 2 / phase 2 / 5 3 - - / . . - -"},
	{"upkeep takes place in its round only", table.Def{Points: table.Never, Phases: []table.Phase{{Name: "play"}, {Name: "feed", Order: table.Upkeep, Rounds: []int{2}}}}, "seats=1", "", "done, done, done", "round 3 / turn 1"},
	{"best of three", table.Def{Points: table.Wins, Ends: table.Ends{BestOf: 3, AtOnce: true}}, "seats=2", "", "win 2, win 1, win 2", "over 3 / 0 1 / 1 0 / 0 1"},
	{"bust", table.Def{Points: table.Turn, Down: true, Start: 20, Lowest: true, Ends: table.Ends{Target: table.Bound{Is: true}, AtOnce: true, Beyond: table.Busts}}, "seats=2", "", "score 1 21, score 2 20", "over 1 / 0 20"},
	{"lives", table.Def{Start: 2, Ends: table.Ends{OutAt: table.Bound{Is: true}, Survivor: true}}, "seats=3", "", "add 1 -2", "round 1 / turn 2 / had 1 / out 1 / -2 . ."},
	{"who began drops out, and the next begins", table.Def{Next: table.Moves, Points: table.Never, Ends: table.Ends{Out: true}}, "seats=4", "", "out 1, done, done, done", "round 2 / order 2 3 4 1 / turn 2 / out 1"},
	{
		"partners are no tie",
		table.Def{Points: table.Each, Teams: 2, Phases: []table.Phase{{Order: table.Off}}, Ends: table.Ends{Rounds: 1}, Ties: table.Ties{More: true}},
		"seats=4", "round 2 / phase 2 / 5 5 - - / . . - -", "score 1 3, score 2 4", "over 2 / 5 5 - - / 3 4 - -",
	},
	{
		"of those who drop out at once the best wins",
		table.Def{Points: table.Each, Phases: []table.Phase{{Order: table.Off}}, Lowest: true, Ends: table.Ends{OutAt: table.Bound{Is: true, At: 100}, Survivor: true}},
		"seats=3", "round 3 / phase 2 / out 1 / 100 0 0 / - 90 99 / - 30 .", "score 3 20", "over 3 / out 1 2 3 / won 3 / 100 0 0 / - 90 99 / - 30 20",
	},
	{
		"a bonus of wins",
		table.Def{Points: table.Wins, Phases: []table.Phase{{Order: table.Off}}, Hooks: table.Hooks{Bonus: func(_ table.Position, got []int) ([]int, error) { return []int{2, 3 * got[1]}, nil }}},
		"seats=2", "round 2 / phase 2 / 1,2 0,-", "win 2", "round 3 / phase 2 / 1,2 0,- / 0,2 1,3",
	},
	{"together they lose when one is out", table.Def{Teams: 1, Start: 2, Ends: table.Ends{Coop: true, OutAt: table.Bound{Is: true}}}, "seats=2", "", "add 1 -2", "over 1 / out 1 2 / won / -2 -"},
	{"together they last all rounds", table.Def{Teams: 1, Ends: table.Ends{Coop: true, Rounds: 1}}, "seats=2", "", "done, done", "over 1 / won 1 2 / - -"},
	{"a last count", table.Def{Final: true, Ends: table.Ends{Rounds: 1}}, "seats=2", "", "done, done, add 1 5, finish", "over 1 / - - / 5 -"},
	{"a round more", table.Def{}, "seats=2", "over 1 / 5 -", "fix more", "round 2 / more 1 / turn 1 / 5 -"},
	{
		"bids are written down before the tricks are taken",
		table.Def{
			Points: table.Each, Phases: []table.Phase{{Name: "bid", Order: table.Write, Lines: []string{"bid"}}, {Name: "play"}},
			Sheet: []table.Line{{Name: "bid", To: 3}, {Name: "took", To: 3}},
		},
		"seats=2", "", "for 2 bid 1, score bid 0, done", "round 1 / phase 2 / turn 2 / had 1 / 0,. 1,.",
	},
	{"a tie is broken", table.Def{Points: table.Each, Teams: 0, Phases: []table.Phase{{}}, Ends: table.Ends{Rounds: 1}, Ties: table.Ties{More: true}}, "seats=2", "round 1 / phase 2 / 5 .", "score 2 5", "round 2 / turn 1 / 5 5"},
	{"dice are held", table.Def{Cup: table.Cup{Dice: "3d6", Hold: true}}, "seats=2", "", "roll, die 2, die 6, die 6, hold 2, hold 3, roll, die 6", "round 1 / turn 1 / dice 6 6 6 / held 2 3 / rolls 2"},
	{"dice lie until the next roll", table.Def{Cup: table.Cup{Dice: "1d6", Rolls: 1}}, "seats=2", "", "roll, die 2, done", "round 1 / turn 2 / had 1 / dice 2"},
}

func TestATurnMakesTheNextPosition(t *testing.T) {
	for _, tt := range append(turnMoves, newerMoves...) {
		t.Run(tt.name, func(t *testing.T) {
			r := defined(t, with(tt.def, func(d *table.Def) { d.Least = 1 }))
			s := gamestest.Begin(t, r, tt.setup)
			if tt.before != "" {
				s = gamestest.Position(t, r, tt.setup, drawn(tt.before))
			}
			if got := gamestest.After(t, s, games.Decision(tt.says)).String(); got != drawn(tt.after) {
				t.Errorf("%s makes\n%swant\n%s", tt.says, got, drawn(tt.after))
			}
		})
	}
}

func TestWhatIsNobodysTurnIsRefused(t *testing.T) {
	for _, tt := range []struct {
		def          table.Def
		before, says string
		rule         string
	}{
		{table.Def{}, "round 1 / turn 1", "pass", "rule.now"},
		{table.Def{}, "round 1 / turn 1", "finish", "rule.now"},
		{table.Def{}, "round 1 / turn 1", "done 1", "rule.verb"},
		{table.Def{}, "round 1 / turn 1", "nonsense", "rule.verb"},
		{table.Def{}, "round 1 / turn 1 / out 2", "add 2 5", "rule.out @2"},
		{table.Def{}, "round 1 / turn 1", "add 3 5", "rule.seat 2"},
		{table.Def{}, "round 1 / turn 1", "add 1 1000", "rule.points 999"},
		{table.Def{}, "round 1 / turn 1", "edit 1 1 5", "rule.edit @1"},
		{table.Def{Points: table.Turn}, "round 1 / turn 1", "score 2 5", "rule.turn @1"},
		{table.Def{Points: table.Each}, "round 1 / turn 1", "score 1 5", "rule.now"},
		{table.Def{Points: table.Each, ZeroSum: true}, "round 1 / phase 2 / 5 .", "score 2 5", "rule.between -5 -5"},
		{phase(table.Phase{Order: table.Together}), "round 1 / ready 1", "ready 1", "rule.now"},
		{table.Def{Cup: table.Cup{Dice: "2d6"}}, "round 1 / turn 1 / dice . . / rolls 1", "done", "rule.now"},
		{table.Def{Cup: table.Cup{Dice: "2d6"}}, "round 1 / turn 1 / dice . . / rolls 1", "die 7", "rule.now"},
		{table.Def{Cup: table.Cup{Dice: "2d6", Rolls: 1}}, "round 1 / turn 1 / dice 2 2 / rolls 1", "roll", "rule.now"},
		{table.Def{}, "over 1 / 5 -", "done", "rule.over"},
	} {
		r := defined(t, tt.def)
		_, err := gamestest.Position(t, r, "seats=2", drawn(tt.before)).Apply(games.Decision(tt.says))
		if got := gamestest.Refusal(err); got != tt.rule {
			t.Errorf("%s: %s: got %s, want %s", tt.before, tt.says, got, tt.rule)
		}
	}
}

func TestASheetCountsWhatItsLinesSay(t *testing.T) {
	lines := []table.Line{
		{Name: "sets", To: 20, Table: []table.Step{{From: 1, Points: 1}, {From: 3, Points: 6}, {From: 5, Points: 15}}},
		{Name: "red", To: 9, Apart: true},
		{Name: "blue", To: 9, Apart: true},
		{Name: "fines", To: 9, Factor: -2, Cap: 10},
		{Name: "pairs", Of: "least", Lines: []string{"red", "blue"}, Factor: 3},
		{Name: "both", Of: "sum", Lines: []string{"red", "blue"}, Table: []table.Step{{From: 10, Points: 35}}},
	}
	r := defined(t, table.Def{Points: table.Each, Phases: []table.Phase{{}}, Sheet: lines})
	for row, want := range map[string]int32{
		"0,0,0,0": 0, "1,0,0,0": 1, "2,0,0,0": 1, "4,0,0,0": 6, "20,0,0,0": 15,
		"0,9,0,0": 0, "0,4,2,0": 6, "0,5,5,0": 15 + 35, "0,0,0,3": -6, "0,0,0,9": -10, "3,9,9,9": 6 + 27 + 35 - 10,
	} {
		s := gamestest.Position(t, r, "seats=2", drawn("round 2 / turn 1 / "+row+" 0,0,0,0"))
		if got := s.Standing().Scores[0]; got != want {
			t.Errorf("%s counts %d, want %d", row, got, want)
		}
	}
}

func TestTheSheetHasTheLinesThatFollowFromOthers(t *testing.T) {
	lines := []table.Line{
		{Name: "red", To: 9, Apart: true},
		{Name: "blue", To: 9, Apart: true},
		{Name: "pairs", Of: "least", Lines: []string{"red", "blue"}, Factor: 3},
	}
	r := defined(t, table.Def{Points: table.Each, Phases: []table.Phase{{}}, Sheet: lines})
	for before, want := range map[string]string{
		"round 2 / turn 1 / 4,2 0,5":  "red [4 0] blue [2 5] pairs [6 0]",
		"round 1 / phase 2 / 4,. .,.": "red [4 ] blue [ ] pairs [ ]",
		"round 2 / turn 1 / 4,2 -,-":  "red [4 –] blue [2 –] pairs [6 0]",
		"round 1 / turn 1":            "",
	} {
		var got []string
		for _, row := range games.Sheet(gamestest.Position(t, r, "seats=2", drawn(before))) {
			got = append(got, fmt.Sprint(row.Name, " ", row.Points))
		}
		if said := strings.Join(got, " "); said != want {
			t.Errorf("%s: got %q, want %q", before, said, want)
		}
	}
}

func TestHooksAreToldWhoPassed(t *testing.T) {
	told := map[string][]int{}
	saw := func(hook string, p table.Position) { told[hook] = p.Passed }
	r := defined(t, table.Def{
		Points: table.Each, Phases: []table.Phase{{Name: "bid", Order: table.Passing}, {Name: "build", Order: table.Passing}, {Name: "play"}},
		Hooks: table.Hooks{
			Bonus: func(p table.Position, _ []int) ([]int, error) { saw("bonus", p); return nil, nil },
			Lead:  func(p table.Position) ([]int, error) { saw("lead", p); return nil, nil },
			After: func(p table.Position) (int, error) { saw("after "+p.Phase, p); return 0, nil },
		},
	})
	gamestest.After(t, gamestest.Begin(t, r, "seats=3"), "pass, pass, pass, done, pass, pass, pass, done, done, done, score 1 0, score 2 0, score 3 0")
	want := map[string][]int{"bonus": {2, 3, 1}, "lead": {2, 3, 1}, "after bid": {1, 2}, "after build": {2, 3}, "after play": {2, 3, 1}}
	if !reflect.DeepEqual(told, want) {
		t.Errorf("got %v, want %v", told, want)
	}
}

func TestHooksSayWhatDataCant(t *testing.T) {
	d := table.Def{Points: table.Turn, Hooks: table.Hooks{
		Worth: func(p table.Position, seat int, _ string, n int) (int, bool, error) {
			if p.Totals[seat-1]+n > 20 {
				return 0, true, nil
			}
			return n, true, nil
		},
		Bonus: func(_ table.Position, got []int) ([]int, error) { return []int{got[0] / 10, 0}, nil },
		Lead:  func(p table.Position) ([]int, error) { return []int{2, 1}, nil },
		Refuse: func(p table.Position, d games.Decision) (games.Text, error) {
			if d == "done" && p.Round == 1 {
				return games.Say("rule.odd", "x"), nil
			}
			return games.Text{}, nil
		},
		Over: func(p table.Position) (table.Result, error) {
			return table.Result{Over: p.Round == 3, Won: []int{1}, Why: "why.odd"}, nil
		},
	}}
	r := defined(t, d)
	s := gamestest.Begin(t, r, "seats=2")
	if _, err := s.Apply("done"); gamestest.Refusal(err) != "rule.odd x" {
		t.Errorf("done: %v", err)
	}
	if _, ok := games.Find(s.Legal(), "done"); ok {
		t.Errorf("what a hook refuses is listed: %v", s.Legal())
	}
	s = gamestest.After(t, s, "score 1 15, score 2 3, score 2 4, score 1 9")
	if want := drawn("round 3 / order 2 1 / turn 2 / 15,1 3,- / 0,- 4,-"); s.String() != want {
		t.Errorf("got\n%swant\n%s", s, want)
	}
	s = gamestest.After(t, s, "done")
	if st := s.Standing(); !st.Over || len(st.Won) != 1 || st.Won[0] != 1 || st.Why.Key != "why.odd" {
		t.Errorf("it ends as %+v", st)
	}
}

func TestWhatAHookForbidsIsNotLikely(t *testing.T) {
	d := phase(table.Phase{Order: table.Together})
	d.Points = table.Wins
	d.Hooks.Refuse = func(p table.Position, d games.Decision) (games.Text, error) {
		if d.Word(0) == "ready" && p.Ready[1] || d == "win 1" {
			return games.Say("rule.now"), nil
		}
		return games.Text{}, nil
	}
	for text, want := range map[string]games.Decision{"round 1": "ready 1", "round 1 / ready 2": "win 2"} {
		s := gamestest.Position(t, defined(t, d), "seats=3", drawn(text))
		if got := games.Likely(s); got != want {
			t.Errorf("%s: %q is likely, want %q", text, got, want)
		}
	}
}

func TestAHookThatFailsRefusesTheDecision(t *testing.T) {
	broken := errors.New("game.star:3:1: @no such seat")
	r := defined(t, table.Def{Hooks: table.Hooks{
		After: func(table.Position) (int, error) { return 9, nil },
		Worth: func(table.Position, int, string, int) (int, bool, error) { return 0, true, broken },
	}})
	s := gamestest.Begin(t, r, "seats=2")
	for _, d := range []games.Decision{"done", "add 1 5"} {
		next, err := s.Apply(d)
		if next != nil || !errors.Is(err, games.ErrIllegal) || !strings.HasPrefix(gamestest.Refusal(err), "rule.program ") {
			t.Errorf("%s: %v, %v", d, next, err)
		}
	}
}

func TestADefThatCantBeIsRefused(t *testing.T) {
	for _, d := range []table.Def{
		{Least: 9},
		{Phases: []table.Phase{{}, {}}},
		{Phases: []table.Phase{{Order: "widdershins"}}},
		{Phases: []table.Phase{{Order: table.Off}}},
		{Phases: []table.Phase{{Order: table.Upkeep}}},
		{Phases: []table.Phase{{Order: table.Passing, Circles: 2}}},
		{Phases: []table.Phase{{Name: "a", Rounds: []int{1}}}},
		{Next: "nobody"},
		{First: table.Winner},
		{Points: "sometimes"},
		{Phases: []table.Phase{{Order: table.Write}}},
		{Phases: []table.Phase{{Order: table.Write, Lines: []string{"a"}}}, Points: table.Each},
		{From: 5},
		{From: -10_000, To: 1},
		{Sheet: []table.Line{{Name: "a", From: 5}}},
		{Sheet: []table.Line{{Name: "two words"}}},
		{Sheet: []table.Line{{Name: "a"}, {Name: "A"}}},
		{Sheet: []table.Line{{Name: "a", Of: "sum", Lines: []string{"b"}}}},
		{Sheet: []table.Line{{Name: "a", Table: []table.Step{{From: 2}, {From: 2}}}}},
		{Once: true},
		{Cup: table.Cup{Dice: "d6"}},
		{Cup: table.Cup{Dice: "9d6"}},
		{Cup: table.Cup{Dice: "2d100"}},
		{Ends: table.Ends{Call: "bingo"}},
		{Ends: table.Ends{BestOf: 3}},
		{Ties: table.Ties{By: "gold"}},
		{Roles: []table.Role{{Name: "x y"}}},
		{Words: map[string]string{"ru": "a = б"}},
	} {
		if r, err := table.New(d); err == nil {
			t.Errorf("%+v makes a game for %v", d, r.Name())
		}
	}
}

func TestTheStripTellsHowFarTheEndIs(t *testing.T) {
	to := func(n int) table.Bound { return table.Bound{Is: true, At: n} }
	for _, tt := range []struct {
		s    games.State
		want string
	}{
		{position(t, "3", "round 1"), ""},
		{position(t, "2 rounds=10", "round 1"), "left-rounds 10"},
		{position(t, "2 rounds=10", "round 3 / 1 2 / 3 4"), "left-rounds 8"},
		{position(t, "2 rounds=1 ties=more", "round 2 / 5 5"), ""},
		{position(t, "2 target=100", "round 2 / 30 80"), "left-points 20"},
		{position(t, "2 target=100 rounds=3", "round 2 / 30 80"), "left-rounds 2, left-points 20"},
		{position(t, "2 target=9999", "round 2 / 30 80"), ""},
		{position(t, "2 target=100", "over / 30 100"), ""},
		{gamestest.Position(t, defined(t, table.Def{Points: table.Never, Ends: table.Ends{Rounds: 4}}), "seats=2", drawn("round 2 / turn 1")), "left-rounds 3"},
		{gamestest.Position(t, defined(t, table.Def{Start: 301, Ends: table.Ends{Target: to(0)}}), "seats=2", drawn("round 1 / turn 1 / -100 -60")), "left-points 201"},
	} {
		var all []string
		for _, n := range tt.s.View(games.Nobody).Strip {
			all = append(all, fmt.Sprintf("%s %d", n.Glyph, n.N))
		}
		if got := strings.Join(all, ", "); got != tt.want {
			t.Errorf("got %q, want %q\n%s", got, tt.want, tt.s)
		}
	}
}

func TestAPromptStaysOnlyWhereTheRowsDontSayIt(t *testing.T) {
	named := table.Phase{Name: "bids", Order: table.Clockwise}
	for _, tt := range []struct {
		def  table.Def
		text string
		want bool
	}{
		{table.Def{}, "round 1 / turn 1", false},
		{table.Def{Phases: []table.Phase{named}, Words: map[string]string{"ru": "word.bids = торги", "en": "word.bids = bids"}}, "round 1 / turn 1", true},
		{phase(table.Phase{Order: table.Together}), "round 1", false},
		{table.Def{Points: table.Each}, "round 1 / phase 2 / 5 .", false},
		{table.Def{}, "over 1 / 5 -", false},
	} {
		if got := gamestest.Position(t, defined(t, tt.def), "seats=2", drawn(tt.text)).View(games.Nobody).Ask; got != tt.want {
			t.Errorf("%s: asks %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestLimitsAreToldAndNothingElse(t *testing.T) {
	r := defined(t, table.Def{
		Points: table.Never, Limits: table.Limits{Turn: 30, Round: 600},
		Phases: []table.Phase{{Name: "think", Order: table.Together, Limit: 90}, {Name: "act"}, {Name: "feed", Order: table.Upkeep}},
	})
	for before, want := range map[string]struct {
		seconds int
		of      string
	}{
		"round 1":                    {90, "phase 1 0"},
		"round 1 / phase 2 / turn 1": {30, "turn 1 1 0 1"},
		"round 1 / phase 3":          {600, "round 1"},
		"over 1 / won 1":             {0, ""},
	} {
		s := gamestest.Position(t, r, "seats=2", drawn(before))
		if seconds, of := games.Limit(s); seconds != want.seconds || of != want.of {
			t.Errorf("%s: %d seconds of %q, want %+v", before, seconds, of, want)
		}
	}
}

func TestTheSheetOfTheEndIsSeenOnceItIsWritten(t *testing.T) {
	r := defined(t, table.Def{Least: 1, Points: table.End, Sheet: []table.Line{{Name: "coins"}, {Name: "built"}}, Ends: table.Ends{Rounds: 1}})
	s := gamestest.Begin(t, r, "seats=2")
	for _, tt := range []struct {
		says  games.Decision
		lines int
	}{
		{"done", 2}, // the seats alone
		{"done", 4},
		{"for 2 coins 5", 4},
	} {
		if s = gamestest.After(t, s, tt.says); len(s.View(games.Nobody).Lines) != tt.lines {
			t.Errorf("after %s there are %d lines, want %d: %v", tt.says, len(s.View(games.Nobody).Lines), tt.lines, s.View(games.Nobody).Lines)
		}
	}
}

func TestTheMenuOfAClaimBeginsAtWhoHasTheTurn(t *testing.T) {
	r := defined(t, with(phase(table.Phase{Order: table.Claimed}), func(d *table.Def) { d.Least = 1 }))
	s := gamestest.Begin(t, r, "seats=3")
	for _, want := range []games.Decision{"claim 1", "claim 3"} {
		if got := games.Likely(s); got != want {
			t.Errorf("%q is likely, want %q", got, want)
		}
		s = gamestest.After(t, s, "claim 3")
	}
}
