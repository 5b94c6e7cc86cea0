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

// lives are three for each seat; a seat without any drops out, and the last one wins.
var lives = table.Def{
	Points: table.Never, Counters: []table.Counter{{Name: "lives", Start: 3, To: 3, Out: table.Bound{Is: true}}}, Ends: table.Ends{Survivor: true},
}

// danger ends a game that all play together, at 8.
var danger = table.Def{
	Ends: table.Ends{Coop: true}, Counters: []table.Counter{{Name: "danger", To: 8, Per: table.PerAll, Ends: table.Bound{Is: true, At: 8}, Then: table.LostBy}},
}

// three is a game to three points that each match begins anew.
func three(d table.Def) table.Def {
	d.Points, d.Target, d.AtOnce = table.Turn, table.Bound{Is: true, At: 3}, true
	return d
}

var (
	money  = []table.Counter{{Name: "money", Start: 5}}
	byCash = []table.Key{{By: "money"}}
)

var newerMoves = []turnMove{
	{"a counter is set", lives, "seats=3", "", "set 2 lives 1", "round 1 / turn 1 / count lives 3 1 3"},
	{"who has no lives drops out", lives, "seats=3", "", "set 1 lives 0", "round 1 / turn 2 / had 1 / out 1 / count lives 0 3 3"},
	{"the last one with lives wins", lives, "seats=2", "round 3 / turn 1 / count lives 1 1", "set 2 lives 0", "over 3 / out 2 / count lives 1 0 / won 1 / why why.survivor"},
	{"a common danger", danger, "seats=2", "round 2 / turn 2 / had 1 / count danger 7 / - -", "level danger 8", "over 2 / count danger 8 / won / - - / - -"},
	{
		"a level wins",
		table.Def{Points: table.Never, Counters: []table.Counter{{Name: "level", Start: 1, From: 1, To: 10, Ends: table.Bound{Is: true, At: 10}, Then: table.WonBy}}},
		"seats=3", "round 1 / turn 2 / had 1 / count level 1 9 3", "set 2 level 10", "over 1 / count level 1 10 3 / won 2",
	},
	{
		"partners share a counter",
		table.Def{Teams: 2, Points: table.Never, Counters: []table.Counter{{Name: "cards", Start: 2, Per: table.PerTeam, Out: table.Bound{Is: true}}}},
		"seats=4", "", "set 2 cards 0", "round 1 / turn 1 / out 2 4 / count cards 2 0",
	},
	{
		"a hook changes a counter",
		table.Def{Points: table.Wins, Phases: off, Counters: lives.Counters, Hooks: table.Hooks{
			Changes: func(p table.Position) (map[string][]int, error) {
				if p.Says.Word(0) != "win" {
					return nil, nil
				}
				all := p.Counters["lives"]
				all[2-p.By]--
				return map[string][]int{"lives": all}, nil
			},
		}},
		"seats=2", "", "win 2, win 2", "round 3 / phase 2 / count lives 1 3 / 0 1 / 0 1",
	},
	{
		"who has most begins the next round",
		table.Def{Points: table.Never, Counters: money, Next: table.ByKeys, NextBy: []table.Key{{By: "money", Begins: true}}},
		"seats=3", "round 1 / turn 3 / had 1 2 / count money 1 9 5", "done", "round 2 / order 2 3 1 / turn 2 / count money 1 9 5",
	},
	{
		"the least first, then the total",
		table.Def{Counters: money, Next: table.ByKeys, NextBy: []table.Key{{By: "money", Low: true}, {By: "total"}}},
		"seats=3", "round 1 / turn 3 / had 1 2 / count money 5 2 5 / 1 2 3", "done", "round 2 / order 2 3 1 / turn 2 / count money 5 2 5 / 1 2 3",
	},
	{
		"a phase has an order of its own",
		table.Def{Points: table.Never, Counters: money, Phases: []table.Phase{{Name: "a"}, {Name: "b", By: byCash}}},
		"seats=3", "round 1 / turn 3 / had 1 2 / count money 5 2 9", "done, done", "round 1 / phase 2 / turns 3 1 2 / turn 1 / had 3 / count money 5 2 9",
	},
	{
		"and keeps it while the numbers change",
		table.Def{Points: table.Never, Counters: money, Phases: []table.Phase{{Name: "a"}, {Name: "b", By: byCash}}},
		"seats=3", "round 1 / phase 2 / turns 3 1 2 / turn 1 / had 3 / count money 5 2 9", "set 2 money 99, done", "round 1 / phase 2 / turns 3 1 2 / turn 2 / had 1 3 / count money 5 99 9",
	},
	{
		"backwards",
		table.Def{Points: table.Never, Phases: []table.Phase{{Name: "a", Backwards: true}, {Name: "b"}}},
		"seats=3", "", "done, done, done", "round 1 / phase 2 / turn 1",
	},
	{
		"the last seat first",
		table.Def{Points: table.Never, Phases: []table.Phase{{Name: "a", Backwards: true}, {Name: "b"}}},
		"seats=3", "", "done", "round 1 / turns 3 2 1 / turn 2 / had 3",
	},
	{
		"teams of different size have equal turns",
		table.Def{Points: table.Never, Teams: 2, Phases: []table.Phase{{Order: table.TeamTurns}}},
		"seats=5", "", "done, done, done", "round 2 / turns 3 4 / turn 4 / had 3",
	},
	{
		"the target counts on one's own turn",
		table.Def{Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, TargetAt: "turn"}},
		"seats=3", "round 1 / turn 1 / 9 . 9", "add 3 2, done", "round 1 / turn 2 / had 1 / 9 . 11",
	},
	{
		"and then wins",
		table.Def{Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, TargetAt: "turn"}},
		"seats=3", "round 1 / turn 2 / had 1 / 20 . 11", "done", "over 1 / won 3 / why why.said / 20 - 11",
	},
	{
		"the target counts after a phase",
		table.Def{Phases: []table.Phase{{Name: "a"}, {Name: "b"}}, Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, TargetAt: "a"}},
		"seats=2", "round 1 / turn 2 / had 1 / 10 .", "done", "over 1 / 10 -",
	},
	{
		"but not after another",
		table.Def{Phases: []table.Phase{{Name: "a"}, {Name: "b"}}, Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, TargetAt: "a"}},
		"seats=2", "round 1 / phase 2 / turn 2 / had 1 / 10 .", "done", "round 2 / turn 1 / 10 -",
	},
	{
		"a match of a series", three(table.Def{Ends: table.Ends{Matches: 3}}),
		"seats=2", "", "score 1 3", "round 1 / order 2 1 / turn 2 / match 3 0; 1",
	},
	{
		"a series is won", three(table.Def{Ends: table.Ends{Matches: 3}}),
		"seats=2", "round 1 / turn 1 / match 3 0; 1 / match 0 3; 2", "score 1 3", "over 1 / match 3 0; 1 / match 0 3; 2 / match 3 0; 1 / 3 -",
	},
	{
		"a counter stays over the matches", three(table.Def{Counters: []table.Counter{{Name: "coins", Keep: true}, {Name: "cards"}}, Ends: table.Ends{Matches: 3}}),
		"seats=2", "round 1 / turn 1 / count coins 4 0 / count cards 2 3", "score 1 3", "round 1 / order 2 1 / turn 2 / count coins 4 0 / match 3 0; 1",
	},
	{
		"a partner takes the turn of who drops out",
		table.Def{Points: table.Never, Teams: 2, Phases: []table.Phase{{Order: table.TeamTurns}}},
		"seats=5", "", "fix out 1", "round 1 / turns 3 2 / turn 3 / out 1",
	},
	{
		"also the turn that is still to come",
		table.Def{Points: table.Never, Teams: 2, Phases: []table.Phase{{Order: table.TeamTurns}}},
		"seats=5", "", "fix out 2, done", "round 1 / turns 1 4 / turn 4 / had 1 / out 2",
	},
	{
		"a partner writes what who drops out had to write", second(table.Def{
			Points: table.Each, Teams: 2, Phases: []table.Phase{{Name: "bid", Order: table.Write, Lines: []string{"bid"}}, {Name: "play", Order: table.Upkeep}},
			Sheet: []table.Line{{Name: "bid"}, {Name: "took"}},
		}),
		"seats=4", "", "score bid 3, score bid 4, fix out 1, done, score took 5, score took 6", "round 2 / out 1 / 3,- 4,5 -,6 -,- / -,- .,. .,. -,-",
	},
	{
		"a correction reaches the target, too",
		table.Def{Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, TargetAt: "any"}},
		"seats=2", "round 1 / turn 1 / 5 .", "edit 1 1 10", "over 1 / 10 -",
	},
	{
		"not while the others still write", second(table.Def{Points: table.Each, Phases: off, Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, AtOnce: true}}),
		"seats=2", "", "score 1 10, score 2 12", "over 1 / 10 12",
	},
	{
		"lines of the last count",
		table.Def{Points: table.Each, Phases: off, Sheet: []table.Line{{Name: "a"}, {Name: "b", Last: true}}, Ends: table.Ends{Rounds: 1}},
		"seats=2", "", "score a 5, score a 4", "round 1 / phase 3 / 5,- 4,- / -,. -,.",
	},
	{
		"points of a turn without them",
		table.Def{Points: table.Turn, Sheet: []table.Line{{Name: "a"}, {Name: "b", Last: true}}, Ends: table.Ends{Rounds: 1}},
		"seats=2", "", "score a 5, score a 4, score b 1", "round 1 / phase 3 / 5,- 4,- / -,1 -,.",
	},
	{
		"points at any time without them",
		table.Def{Sheet: []table.Line{{Name: "a"}, {Name: "b", Last: true}}, Ends: table.Ends{Rounds: 1}},
		"seats=2", "", "add 1 a 5, done, done, add 1 b 3, finish", "over 1 / 5,- -,- / -,3 -,-",
	},
}

// parted is a game of two lines and a counter, broken by several steps.
func parted(steps ...table.Key) table.Def {
	return table.Def{
		Points: table.Each, Phases: []table.Phase{{Order: table.Off}}, Sheet: []table.Line{{Name: "a", Apart: true}, {Name: "b", Apart: true}, {Name: "c"}},
		Counters: []table.Counter{{Name: "money"}}, Ties: table.Ties{Steps: steps}, Ends: table.Ends{Rounds: 2},
	}
}

func TestATieIsBrokenStepByStep(t *testing.T) {
	for name, tt := range map[string]struct {
		steps []table.Key
		end   string
		want  string
	}{
		"by a line":                 {[]table.Key{{By: "a"}, {By: "b"}}, "over 2 / 1,0,5 2,0,5 / 0,0,0 1,0,0", "[2] why.parted @2 #word.a"},
		"then by another":           {[]table.Key{{By: "a"}, {By: "b", Low: true}}, "over 2 / 3,1,5 2,2,5 / 0,0,0 1,0,0", "[1] why.parted @1 #word.b"},
		"by a counter":              {[]table.Key{{By: "a"}, {By: "money"}}, "over 2 / count money 3 4 / 3,1,5 3,1,5 / 0,0,0 0,0,0", "[2] why.parted @2 #word.money"},
		"by the last round":         {[]table.Key{{By: "round"}}, "over 2 / 0,0,5 0,0,2 / 0,0,0 0,0,3", "[2] why.parted @2 #word.round"},
		"by the order":              {[]table.Key{{By: "seat"}}, "over 2 / order 2 1 / 0,0,5 0,0,2 / 0,0,0 0,0,3", "[2] why.parted @2 #word.seat"},
		"it is shared, once shared": {[]table.Key{{By: "shared"}, {By: "a"}}, "over 2 / 3,1,5 2,2,5 / 0,0,0 0,0,0", "[1 2] why.shared"},
		"and where all are equal":   {[]table.Key{{By: "a"}, {By: "b"}}, "over 2 / 3,1,5 2,2,5 / 0,1,0 1,0,0", "[1 2] why.shared"},
	} {
		d := parted(tt.steps...)
		r := definedWith(t, d, "word.a = a", "word.b = b", "word.money = m")
		st := gamestest.Position(t, r, "seats=2", drawn(tt.end)).Standing()
		got := fmt.Sprint(st.Won, " ", st.Why.Key)
		for _, arg := range st.Why.Args {
			got += " " + arg
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", name, got, tt.want)
		}
	}
}

// Further rounds are played only for what earlier steps leave equal.
func TestFurtherRoundsComeWhereTheStepsSay(t *testing.T) {
	r := defined(t, parted(table.Key{By: "a"}, table.Key{By: "more"}))
	for before, after := range map[string]string{
		"round 2 / phase 2 / 1,0,5 0,0,5 / 0,0,0 0,0,.": "over 2 / 1,0,5 0,0,5 / 0,0,0 0,0,0",
		"round 2 / phase 2 / 1,0,5 1,0,5 / 0,0,0 0,0,.": "round 3 / phase 2 / 1,0,5 1,0,5 / 0,0,0 0,0,0",
	} {
		s := gamestest.After(t, gamestest.Position(t, r, "seats=2", drawn(before)), "score c 0")
		if got := s.String(); got != drawn(after) && got != drawn(after+" / .,.,. .,.,.") {
			t.Errorf("got\n%swant\n%s", got, drawn(after))
		}
	}
}

func TestWhatIsWrongWithNewerPartsIsNamed(t *testing.T) {
	for _, d := range []table.Def{
		{Counters: []table.Counter{{Name: "lives"}, {Name: "lives"}}},
		{Counters: []table.Counter{{Name: "total"}}},
		{Counters: []table.Counter{{Name: "lives", Start: 5, To: 3}}},
		{Counters: []table.Counter{{Name: "lives", Out: table.Bound{Is: true}}}},
		{Counters: []table.Counter{{Name: "lives", Start: 3, Ends: table.Bound{Is: true}, Then: table.LostBy}}},
		{Counters: []table.Counter{{Name: "lives", Per: table.PerTeam}}},
		{Next: table.ByKeys},
		{Next: table.ByKeys, NextBy: []table.Key{{By: "nothing"}}},
		{Next: table.ByKeys, NextBy: []table.Key{{By: "more"}}},
		{Ties: table.Ties{Steps: []table.Key{{By: "nothing"}}}},
		{Phases: []table.Phase{{Order: table.Together, Backwards: true}}},
		{Phases: []table.Phase{{Order: table.TeamTurns, By: []table.Key{{By: "total"}}}}, Teams: 2},
		{Phases: []table.Phase{{Order: table.TeamTurns}}},
		{Ends: table.Ends{TargetAt: "turn"}},
		{Ends: table.Ends{TargetAt: "never", Target: table.Bound{Is: true, At: 5}}},
		{Ends: table.Ends{Matches: 100}},
		{Points: table.Each, Sheet: []table.Line{{Name: "a", Last: true}}},
	} {
		d.Name, d.Words = "trial", trial()
		if _, err := table.New(d); err == nil {
			t.Errorf("%+v is a game", d)
		}
	}
}

func TestNothingIsOfferedThatWouldGoWrong(t *testing.T) {
	for _, tt := range []struct {
		def        table.Def
		setup      string
		says, rule string
	}{
		{table.Def{Points: table.Turn, Once: true, Sheet: []table.Line{{Name: "a"}, {Name: "b"}}}, "seats=2", "done", "rule.now"},
		{table.Def{Points: table.Each, Phases: off, Sheet: []table.Line{{Name: "a", From: -9, To: 9, Sum: table.Bound{Is: true}}}}, "seats=1", "score a 5", "rule.limits a 0 0"},
	} {
		d := second(tt.def)
		d.Least = 1
		_, err := gamestest.Begin(t, defined(t, d), tt.setup).Apply(games.Decision(tt.says))
		if got := gamestest.Refusal(err); got != tt.rule {
			t.Errorf("%s: got %s, want %s", tt.says, got, tt.rule)
		}
	}
	s := gamestest.Begin(t, defined(t, second(table.Def{Ends: table.Ends{Coop: true}})), "seats=3")
	if _, ok := games.Find(s.Fixes(), "out 2"); ok {
		t.Error("a player who leaves loses the game for all")
	}
}

// What a set-up says about a counter is a decision with the present number.
func TestACounterOffersItsNumber(t *testing.T) {
	s := gamestest.Position(t, defined(t, lives), "seats=2", drawn("round 1 / turn 1 / count lives 2 3"))
	want := games.Choice{Says: "set 1 lives", To: 3, Now: 2}
	if c, ok := games.Find(s.Legal(), "set 1 lives 1"); !ok || c != want {
		t.Errorf("got %v, want %v", c, want)
	}
	_, err := s.Apply("set 1 lives 4")
	if got := gamestest.Refusal(err); got != "rule.limits lives 0 3" {
		t.Errorf("got %s", got)
	}
}

// A choice of numbers stays one where the hook allows all of them, or neighbours.
func TestARuleNarrowsARangeOfNumbers(t *testing.T) {
	for rule, want := range map[string]string{
		"none":   "set 1 gold 0..5",
		"few":    "set 1 gold 2..5",
		"middle": "set 1 gold 0, set 1 gold 1, set 1 gold 5",
		"all":    "",
	} {
		d := second(table.Def{Least: 1, Most: 1, Counters: []table.Counter{{Name: "gold", To: 5, Start: 1}}})
		d.Hooks.Refuse = func(_ table.Position, d games.Decision) (games.Text, error) {
			refused := map[string]string{"none": "", "few": "01", "middle": "234", "all": "012345"}[rule]
			if d.Word(0) == "set" && strings.Contains(refused, d.Word(3)) {
				return games.Say("rule.odd"), nil
			}
			return games.Text{}, nil
		}
		var got []string
		for _, c := range gamestest.Begin(t, defined(t, d), "seats=1").Legal() {
			if c.Says.Word(0) == "set" {
				got = append(got, c.String())
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: got %s, want %s", rule, got, want)
		}
	}
}

// Seats that reach the limit in one round drop out together, in whatever order their points are
// written down.
func TestSeatsDropOutWhenTheRoundIsWritten(t *testing.T) {
	d := second(table.Def{
		Points: table.Each, Phases: off, Lowest: true, From: 0, To: 200,
		Ends: table.Ends{OutAt: table.Bound{Is: true, At: 101}, Survivor: true},
	})
	for says, want := range map[games.Decision]string{
		"score 1 120, score 2 110":  "over 1 / out 1 2 / won 2 / 120 110",
		"score 2 110, score 1 120":  "over 1 / out 1 2 / won 2 / 120 110",
		"score 1 120, score 2 5":    "over 1 / out 1 / won 2 / why why.survivor / 120 5",
		"score 1 120, edit 1 1 100": "round 1 / phase 2 / 100 .",
	} {
		s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=2"), says)
		if got := s.String(); got != drawn(want) {
			t.Errorf("%s: got\n%swant\n%s", says, got, drawn(want))
		}
	}
}

// What the menu lists as a whole range, because a rule would be asked too often, isn't refused.
func TestARuleIsNotAskedAboutManyNumbersOfACounter(t *testing.T) {
	for most, want := range map[int]bool{31: true, 32: false} {
		d := second(table.Def{Counters: []table.Counter{{Name: "gold", To: most}, {Name: "danger", To: most, Per: table.PerAll}}})
		d.Hooks.Refuse = func(_ table.Position, d games.Decision) (games.Text, error) {
			return map[bool]games.Text{true: games.Say("rule.odd")}[d.Word(0) == "set" || d.Word(0) == "level"], nil
		}
		s := gamestest.Begin(t, defined(t, d), "seats=2")
		for _, says := range []games.Decision{"set 1 gold 5", "level danger 5"} {
			if _, err := s.Apply(says); (err != nil) != want {
				t.Errorf("up to %d, %s: %v", most, says, err)
			}
			if _, listed := games.Find(s.Legal(), says); listed == want {
				t.Errorf("up to %d, %s: listed %v", most, says, listed)
			}
		}
	}
}

// Who begins the next match of a series is the next seat, or what the hook Lead says.
func TestTheHookLeadOrdersTheNextMatch(t *testing.T) {
	d := three(table.Def{Ends: table.Ends{Matches: 3}})
	d.Hooks.Lead = func(p table.Position) ([]int, error) {
		if !p.Ended {
			return nil, nil
		}
		return []int{p.By}, nil
	}
	s := gamestest.After(t, gamestest.Begin(t, defined(t, d), "seats=3"), "score 1 1, score 2 0, score 3 3")
	if got, want := s.String(), drawn("round 1 / order 3 1 2 / turn 3 / match 1 0 3; 3"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The points of a position are those of the same position when it is read, also where the decision
// takes the seat out that began the round.
func TestPointsFollowFromThePositionAlone(t *testing.T) {
	r := defined(t, second(table.Def{
		Sheet: []table.Line{{Name: "a", From: -9, To: 9}}, Ends: table.Ends{OutAt: table.Bound{Is: true, At: -5}},
		Hooks: table.Hooks{Worth: func(p table.Position, _ int, _ string, n int) (int, bool, error) {
			return n + 100*(p.First-1), true, nil
		}},
	}))
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=3"), "add 2 a 3, add 1 a 1, edit 1 1 a -6")
	back := gamestest.Position(t, r, "seats=3", s.String())
	if got, want := s.Standing().Scores, []int32{94, 103, 0}; !slices.Equal(got, want) || !slices.Equal(back.Standing().Scores, want) {
		t.Errorf("got %v, read %v, want %v", got, back.Standing().Scores, want)
	}
}
