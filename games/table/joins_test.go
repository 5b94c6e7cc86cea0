package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// settled returns the rulings without those about who comes and who leaves.
func settled(fixes []games.Choice) (all []games.Choice) {
	for _, c := range fixes {
		if verb := c.Says.Word(0); verb != "join" && verb != "leave" {
			all = append(all, c)
		}
	}
	return all
}

// played returns the position of a game after decisions, with rulings as "fix …", and its text.
func played(t *testing.T, r games.Rules, setup string, decisions ...games.Decision) (games.State, string) {
	t.Helper()
	s := gamestest.Begin(t, r, setup)
	for _, d := range decisions {
		s = gamestest.After(t, s, d)
	}
	return s, strings.TrimSpace(strings.ReplaceAll(s.String(), "\n", " / "))
}

func TestSomebodyComesToAScoreboard(t *testing.T) {
	for _, tt := range []struct {
		name, setup string
		decisions   []games.Decision
		want        string
	}{
		{"before the first points", "seats=2", []games.Decision{"fix join 3"}, "round 1 / seats 3 /"},
		{"between two rounds", "seats=2", []games.Decision{"score 1 5", "score 2 7", "fix join 3"}, "round 2 / seats 3 / 5 7 - /"},
		{"before anybody has points of the round", "seats=3", []games.Decision{"fix skip 1", "fix join 4"}, "round 1 / seats 4 / - . . . /"},
		{"while points are written down", "seats=2", []games.Decision{"score 1 5", "fix join 3"}, "round 1 / seats 3 / 5 . - /"},
		{"and plays on", "seats=2", []games.Decision{"fix join 3", "score 3 4", "score 1 1", "score 2 2", "fix join 4", "score 4 9"}, "round 2 / seats 4 / 1 2 4 - / . . . 9 /"},
		{"with categories", "seats=2 categories=a;b", []games.Decision{"score a 1", "score a 2", "score b 3", "score b 4", "fix join 3"}, "round 2 / seats 3 / 1,3 2,4 -,- /"},
		{"after another order", "seats=2", []games.Decision{"fix swap 1 2", "fix join 3"}, "round 1 / seats 3 / order 2 1 3 /"},
		{"points of a missed round can be added", "seats=2", []games.Decision{"score 1 5", "score 2 7", "fix join 3", "edit 1 3 6"}, "round 2 / seats 3 / 5 7 6 /"},
	} {
		if _, got := played(t, table.Score{}, tt.setup, tt.decisions...); strings.TrimSuffix(tt.want, " /") != strings.TrimSuffix(got, " /") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSomebodyLeavesAScoreboardForGood(t *testing.T) {
	s, got := played(t, table.Score{}, "seats=3", "score 1 5", "fix leave 3", "score 2 7", "score 1 1")
	if want := "round 2 / left 3 / 5 7 - / 1 . -"; strings.TrimSuffix(got, " /") != want {
		t.Errorf("%q, want %q", got, want)
	}
	s = gamestest.After(t, s, "score 2 1")
	if turn, left := s.Turn(), games.Left(s); turn != 1 || fmt.Sprint(left) != "[3]" {
		t.Errorf("turn %d, left %v", turn, left)
	}
	if b := s.View(games.Nobody).Seats; b[2] != games.Gone || b[0] == games.Gone {
		t.Errorf("bearings %v", b)
	}
	s, _ = played(t, table.Score{}, "seats=3", "score 1 5", "score 2 7", "score 3 90", "fix leave 3", "finish")
	if st := s.Standing(); fmt.Sprint(st.Won, st.Scores) != "[2] [5 7 90]" {
		t.Errorf("won %v with %v, though seat 3 left", st.Won, st.Scores)
	}
	s, _ = played(t, table.Score{}, "seats=3 rounds=1 ties=more", "score 1 5", "score 2 7", "score 3 7", "fix leave 3")
	if st := s.Standing(); !st.Over || fmt.Sprint(st.Won) != "[2]" {
		t.Errorf("the tie is over with the one who left: %+v", st)
	}
}

func TestSomebodyComesToATableOfTurns(t *testing.T) {
	for _, tt := range []struct {
		name, setup string
		decisions   []games.Decision
		turns       string // seats on turn after the decisions, each ending its turn
		want        string // beginning of the position
	}{
		{"who sits alone", "seats=1", []games.Decision{"fix join 2"}, "1 2 1 2", "round 1 / seats 2 / turn 1"},
		{"behind the last", "seats=2", []games.Decision{"done", "fix join 3"}, "2 3 1 2", "round 1 / seats 3 / turn 2 / had 1"},
		{"between the last and the first", "seats=3 begins=moves", []games.Decision{"done", "done", "done", "fix join 4"}, "2 3 4 1 3 4", "round 2 / seats 4 / order 2 3 4 1 / turn 2"},
		{"there and back", "seats=2 order=snake", []games.Decision{"fix join 3"}, "1 2 3 3 2 1 1", "round 1 / seats 3 / turn 1"},
		{"who deals with seats swapped", "seats=3", []games.Decision{"fix swap 2 3", "fix join 4"}, "1 3 2 4 1", "round 1 / seats 4 / order 1 3 2 4 / turn 1"},
		{"all decide at once", "seats=2 order=together", []games.Decision{"ready 1", "fix join 3"}, "", "round 1 / seats 3 / ready 1"},
		{"the round is counted", "seats=2 points=round", []games.Decision{"done", "done", "score 1 4", "fix join 3"}, "", "round 1 / seats 3 / phase 2 / 4 . -"},
		{"points of the round are to come", "seats=2 points=round", []games.Decision{"fix join 3", "done", "done", "done"}, "", "round 1 / seats 3 / phase 2 / . . ."},
		{"points with each turn", "seats=2 points=turn", []games.Decision{"score 1 4", "fix join 3", "score 2 5"}, "", "round 1 / seats 3 / turn 3 / had 1 2 / 4 5 ."},
		{"the last turns are running", "seats=2 call=circle points=end", []games.Decision{"done", "done", "call", "fix join 3"}, "", "round 2 / seats 3"},
	} {
		s, got := played(t, table.Rules{}, tt.setup, tt.decisions...)
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		var turns []string
		for range strings.Fields(tt.turns) {
			turns = append(turns, fmt.Sprint(s.Turn()))
			s = gamestest.After(t, s, "done")
		}
		if got := strings.Join(turns, " "); got != tt.turns {
			t.Errorf("%s: the turns are %s, want %s", tt.name, got, tt.turns)
		}
	}
}

func TestSomebodyLeavesATableForGood(t *testing.T) {
	for _, tt := range []struct {
		name, setup string
		decisions   []games.Decision
		want        string
	}{
		{"on turn", "seats=3", []games.Decision{"done", "fix leave 2"}, "round 1 / left 2 / turn 3 / had 1 2 / out 2"},
		{"not on turn", "seats=3", []games.Decision{"fix leave 3", "done", "done"}, "round 2 / left 3 / turn 1 / out 3"},
		{"awaited by all", "seats=3 order=together", []games.Decision{"ready 1", "ready 2", "fix leave 3"}, "round 2 / left 3 / out 3"},
		{"awaited with points", "seats=3 points=round order=together", []games.Decision{"ready 1", "ready 2", "ready 3", "score 1 1", "score 2 2", "fix leave 3"}, "round 2 / left 3 / out 3 / 1 2 -"},
		{"out already", "seats=3 out=yes", []games.Decision{"out 3", "fix leave 3"}, "round 1 / left 3 / turn 1 / out 3"},
		{"of the last two in the game", "seats=3 out=last points=never", []games.Decision{"out 3", "fix leave 1"}, "over 1 / left 1 / out 1 3 / won 2 / why why.survivor"},
	} {
		if _, got := played(t, table.Rules{}, tt.setup, tt.decisions...); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSomebodyWhoLeftComesBack(t *testing.T) {
	for _, tt := range []struct {
		name      string
		rules     games.Rules
		decisions []games.Decision
		want      string
	}{
		{"between two rounds", table.Score{}, []games.Decision{"fix leave 3", "score 1 5", "score 2 7", "fix back 3", "score 1 1", "score 2 2"}, "round 2 / 5 7 - / 1 2 ."},
		{"within a round", table.Score{}, []games.Decision{"score 1 5", "fix leave 3", "fix back 3", "score 2 7", "score 3 1"}, "round 2 / 5 7 - / . . 1"},
		{"before the round", table.Score{}, []games.Decision{"fix leave 3", "fix back 3", "score 1 5", "score 3 7"}, "round 1 / 5 . 7"},
		{"with turns", table.Rules{}, []games.Decision{"done", "fix leave 3", "fix back 3", "done"}, "round 1 / turn 3 / had 1 2"},
	} {
		if _, got := played(t, tt.rules, "seats=3", tt.decisions...); strings.TrimSuffix(got, " /") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestNobodyComesOrLeavesWhereThatIsImpossible(t *testing.T) {
	for _, tt := range []struct {
		rules     games.Rules
		setup     string
		decisions []games.Decision
		last      games.Decision
		want      string
	}{
		{table.Score{}, "seats=2", nil, "join 4", "rule.join.next 3"},
		{table.Score{}, "seats=2", nil, "join 2", "rule.join.next 3"},
		{table.Score{}, "seats=2", nil, "join", "rule.fix"},
		{table.Score{}, "seats=2", nil, "join 03", "rule.fix"},
		{table.Score{}, "seats=8", nil, "join 9", "rule.join.full 8"},
		{table.Score{}, "seats=2", []games.Decision{"score 1 1", "score 2 2", "finish"}, "join 3", "rule.fix"},
		{table.Score{}, "seats=2 rounds=1 ties=more wins=lowest", []games.Decision{"score 1 1", "score 2 1"}, "join 3", "rule.join.end"},
		{table.Score{}, "seats=2", nil, "leave 1", "rule.leave.few"},
		{table.Score{}, "seats=3", []games.Decision{"fix leave 1"}, "leave 1", "rule.leave.gone @1"},
		{table.Score{}, "seats=3", []games.Decision{"fix leave 1"}, "leave 2", "rule.leave.few"},
		{table.Score{}, "seats=3", nil, "leave 4", "rule.seat 3"},
		{table.Rules{}, "seats=4 teams=2", nil, "join 5", "rule.join.teams"},
		{table.Rules{}, "seats=4 teams=2", nil, "leave 1", "rule.join.teams"},
		{table.Rules{}, "seats=2", nil, "leave 1", "rule.leave.few"},
		{table.Rules{}, "seats=2 begins=taken", []games.Decision{"done", "done"}, "join 3", "rule.fix"},
		{table.Rules{}, "seats=2 points=end", []games.Decision{"done", "done", "finish"}, "join 3", "rule.fix"},
	} {
		s, _ := played(t, tt.rules, tt.setup, tt.decisions...)
		_, err := s.Fix(tt.last)
		var illegal games.Illegal
		if !errors.As(err, &illegal) || strings.Join(append([]string{illegal.Rule.Key}, illegal.Rule.Args...), " ") != tt.want {
			t.Errorf("%s %v: %s: %v, want %s", tt.setup, tt.decisions, tt.last, err, tt.want)
		}
	}
	s, _ := played(t, table.Score{}, "seats=3", "fix leave 1")
	if _, err := s.Apply("score 1 5"); err == nil {
		t.Error("somebody who left gets points of a new round")
	}
}

func TestDamagedPositionsOfThoseWhoCameAndLeftAreRefused(t *testing.T) {
	for _, text := range []string{
		"round 1 / seats 2", "round 1 / seats 9", "round 1 / seats x", "round 2 / 5 7 - / seats 3", "round 1 / left 3",
		"round 1 / seats 3 / left 1 2", "round 1 / left 1", "round 1 / seats 3 / left 1 1", "round 1 / left 1 / seats 3", "round 1 / seats 3 / seats 4",
	} {
		if s, err := (table.Score{}).Parse(games.Setup{Seats: 2}, drawn(text)); err == nil {
			t.Errorf("%s is read as\n%s", text, s)
		}
		if s, err := (table.Rules{}).Parse(games.Setup{Seats: 2}, drawn(strings.Replace(text, " 2 /", " 2 / turn 1 /", 1))); err == nil {
			t.Errorf("%s is read as\n%s", text, s)
		}
	}
	for _, text := range []string{"round 1 / left 3 / turn 1", "round 1 / seats 4 / left 4 / turn 1", "over 1 / left 3"} {
		if s, err := (table.Rules{}).Parse(games.Setup{Seats: 3}, drawn(text)); err == nil {
			t.Errorf("%s, where seat is not out, is read as\n%s", text, s)
		}
	}
	drawnDef := defined(t, table.Def{})
	if s, err := drawnDef.Parse(games.Setup{Seats: 2}, drawn("round 1 / seats 3 / turn 1")); err == nil {
		t.Errorf("a game with a fixed number of seats reads\n%s", s)
	}
}

// TestEachSeatHasATurnInEachCircleWhoeverComes plays rounds of one turn each, while players come and
// leave. A seat that is there has exactly one turn in each round that begins.
func TestEachSeatHasATurnInEachCircleWhoeverComes(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 9))
		setup := "seats=" + fmt.Sprint(2+rnd.IntN(3)) + one(rnd, "", " begins=moves", " begins=loser", " begins=behind")
		s := gamestest.Begin(t, table.Rules{}, setup)
		had := map[games.Seat]int{}
		for range 60 {
			round := strings.SplitN(s.String(), "\n", 2)[0]
			if fixes := s.Fixes(); rnd.IntN(6) == 0 {
				fixes = slices.DeleteFunc(fixes, func(c games.Choice) bool { return c.Says.Word(0) != "join" && c.Says.Word(0) != "leave" })
				if len(fixes) > 0 {
					s = gamestest.After(t, s, "fix "+pickOf(rnd, fixes))
				}
			} else {
				had[s.Turn()]++
				if had[s.Turn()] > 1 {
					t.Fatalf("%s: seat %d has two turns in\n%s", setup, s.Turn(), s)
				}
				s = gamestest.After(t, s, "done")
			}
			if strings.SplitN(s.String(), "\n", 2)[0] == round {
				continue
			}
			for seat := games.Seat(1); int(seat) <= games.SeatsAt(s, games.Setup{}); seat++ {
				if had[seat] == 0 && !slices.Contains(games.Left(s), seat) {
					t.Fatalf("%s: seat %d had no turn before\n%s", setup, seat, s)
				}
			}
			clear(had)
		}
	}
}
