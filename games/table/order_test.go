package table_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// pickOf draws a decision of choices.
func pickOf(rnd *rand.Rand, choices []games.Choice) games.Decision {
	c := choices[rnd.IntN(len(choices))]
	return c.At(rnd.IntN(c.Len()))
}

func TestADefWithoutTurnsIsTheScoreboard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		d := table.Def{Phases: []table.Phase{{Order: table.Off}}, Points: table.Each, Lowest: rnd.IntN(2) == 0, Ties: table.Ties{More: rnd.IntN(2) == 0}}
		d.Rounds, d.Target = rnd.IntN(4), table.Bound{Is: rnd.IntN(2) == 0, At: 300}
		options := map[string]string{"wins": "highest", "ties": "shared"}
		if d.Lowest {
			options["wins"] = "lowest"
		}
		if d.Ties.More {
			options["ties"] = "more"
		}
		if d.Rounds > 0 {
			options["rounds"] = fmt.Sprint(d.Rounds)
		}
		if d.Target.Is {
			options["target"] = "300"
		}
		if rnd.IntN(2) == 0 {
			d.Sheet = []table.Line{{Name: "b", To: 50, Factor: 2}, {Name: "a", From: -5, To: 5, Factor: -1}}
			options["categories"] = "b=0..50*2;a=-5..5*-1"
		}
		seats := 2 + rnd.IntN(4)
		want, err := table.Score{}.New(games.Setup{Seats: seats, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		got := gamestest.Begin(t, defined(t, d), fmt.Sprintf("seats=%d", seats))
		for range 40 {
			if !slices.Equal(got.Legal(), want.Legal()) || !slices.Equal(got.Fixes(), settled(want.Fixes())) || got.String() != want.String() ||
				!reflect.DeepEqual(got.View(1), want.View(1)) || !reflect.DeepEqual(got.Standing(), want.Standing()) ||
				!reflect.DeepEqual(games.Moments(got), games.Moments(want)) {
				t.Fatalf("%v:\n%s%v\nis not\n%s%v", options, got, got.Standing(), want, want.Standing())
			}
			if fixes := got.Fixes(); len(fixes) > 0 && (rnd.IntN(9) == 0 || len(got.Legal()) == 0) {
				d := pickOf(rnd, fixes)
				got, want = gamestest.After(t, got, "fix "+d), gamestest.After(t, want, "fix "+d)
			} else if len(got.Legal()) > 0 {
				d := pickOf(rnd, got.Legal())
				got, want = gamestest.After(t, got, d), gamestest.After(t, want, d)
			}
		}
	})
}

// sitter is a model of a table that takes turns clockwise: who sits there still, whose turn
// it is, and what each has.
type sitter struct {
	state  games.State
	seats  int
	out    map[int]bool
	turn   int
	totals []int32
}

func (m *sitter) next() {
	for range m.seats {
		if m.turn = m.turn%m.seats + 1; !m.out[m.turn] {
			return
		}
	}
}

func (m *sitter) say(t *rapid.T, format string, args ...any) {
	next, err := m.state.Apply(games.Decision(fmt.Sprintf(format, args...)))
	if err != nil {
		t.Fatalf("%v\n%s", err, m.state)
	}
	m.state = next
}

func (m *sitter) done(t *rapid.T) {
	m.say(t, "done")
	m.next()
}

func (m *sitter) add(t *rapid.T) {
	seat := rapid.IntRange(1, m.seats).Draw(t, "seat")
	n := rapid.IntRange(-9, 9).Draw(t, "points")
	if m.out[seat] {
		t.Skip("out")
	}
	m.say(t, "add %d %d", seat, n)
	m.totals[seat-1] += int32(n)
}

func (m *sitter) drop(t *rapid.T) {
	seat := rapid.IntRange(1, m.seats).Draw(t, "seat")
	if m.out[seat] || len(m.out) == m.seats-1 {
		t.Skip("out, or the last")
	}
	m.say(t, "out %d", seat)
	if m.out[seat] = true; seat == m.turn {
		m.next()
	}
}

func (m *sitter) check(t *rapid.T) {
	if st := m.state.Standing(); int(m.state.Turn()) != m.turn || !slices.Equal(st.Scores, m.totals) || st.Over {
		t.Fatalf("turn %d, %v, want turn %d, %v\n%s", m.state.Turn(), st, m.turn, m.totals, m.state)
	}
}

func TestTurnsGoAroundWhoeverDropsOut(t *testing.T) {
	for _, circles := range []int{1, 3, table.Endless} {
		rapid.Check(t, func(t *rapid.T) {
			seats := rapid.IntRange(1, table.MostSeats).Draw(t, "seats")
			r, err := table.New(table.Def{Least: 1, Most: table.MostSeats, Phases: []table.Phase{{Circles: circles}}, Ends: table.Ends{Out: true}})
			if err != nil {
				t.Fatal(err)
			}
			s, err := r.New(games.Setup{Seats: seats})
			if err != nil {
				t.Fatal(err)
			}
			m := &sitter{state: s, seats: seats, out: map[int]bool{}, turn: 1, totals: make([]int32, seats)}
			t.Repeat(map[string]func(*rapid.T){"done": m.done, "add": m.add, "drop": m.drop, "": m.check})
		})
	}
}

func TestASnakeIsFairToAll(t *testing.T) {
	for seats := 2; seats <= table.MostSeats; seats++ {
		s := gamestest.Begin(t, defined(t, table.Def{Most: table.MostSeats, Points: table.Never, Phases: []table.Phase{{Order: table.Snake, Circles: 4}}}), fmt.Sprintf("seats=%d", seats))
		var order []int
		for range 4 * seats {
			order = append(order, int(s.Turn()))
			s = gamestest.After(t, s, "done")
		}
		back := slices.Clone(order)
		slices.Reverse(back)
		if !slices.Equal(order, back) || s.String() != "round 2\nturn 1\n" {
			t.Errorf("%d seats have turns %v, then\n%s", seats, order, s)
		}
	}
}

func TestWhatHappensIsToldOnce(t *testing.T) {
	busts := table.Def{
		Points: table.Turn, Ends: table.Ends{Target: table.Bound{Is: true, At: 10}, Beyond: table.Busts},
		Hooks: table.Hooks{Worth: func(_ table.Position, _ int, _ string, n int) (int, bool, error) { return n % 3 * n, true, nil }},
	}
	for _, tt := range []struct {
		def          table.Def
		before, says string
		want         string
	}{
		{table.Def{}, "round 1 / turn 1", "done", ""},
		{table.Def{}, "round 1 / turn 3 / had 1 2", "done", ""},
		{table.Def{Next: table.Moves}, "round 1 / turn 3 / had 1 2", "done", "round title.round note.begins @2"},
		{table.Def{}, "round 2 / turn 3 / had 1 2 / 3 0 0 / . 5 .", "done", "lead moment.lead note.round 2 @2"},
		{table.Def{Ends: table.Ends{Target: table.Bound{Is: true, At: 5}}}, "round 1 / turn 3 / had 1 2 / . 5 .", "done", "target moment.target 5 note.round 1 @2"},
		{table.Def{Ends: table.Ends{Rounds: 1}}, "round 1 / turn 3 / had 1 2 / . 5 .", "done", ""},
		{table.Def{Ends: table.Ends{Out: true}}, "round 1 / turn 3 / had 1 2", "out 1", "sink moment.out note.out @1"},
		{table.Def{Ends: table.Ends{Out: true, Survivor: true}}, "round 1 / turn 3 / had 2 / out 1", "out 2", "sink moment.out note.out @2"},
		{busts, "round 1 / turn 1", "score 1 5", ""},
		{busts, "round 2 / turn 1 / 5 0 0", "score 1 7", "bust moment.bust note.bust"},
		{busts, "round 2 / turn 1 / 5 0 0", "score 1 3", "bust moment.bust note.bust"},
		{busts, "round 2 / turn 1 / 5 0 0", "score 1 0", ""},
		{busts, "round 2 / turn 1 / 5 0 0", "score 1 7, score 2 1", ""},
		{table.Def{Ends: table.Ends{Call: table.Circle}}, "round 1 / turn 3 / had 1 2", "call", "last moment.last note.circle"},
		{table.Def{Ends: table.Ends{Call: table.Last}}, "round 1 / turn 3 / had 1 2", "call", "last moment.last note.last"},
		{table.Def{Ends: table.Ends{Call: table.More}}, "round 1 / turn 3 / had 1 2", "call", "last moment.last note.more"},
		{table.Def{Ends: table.Ends{Call: table.Now}}, "round 1 / turn 3 / had 1 2", "call", ""},
		{table.Def{Points: table.Never, Phases: []table.Phase{{Name: "play"}, {Name: "feed", Order: table.Upkeep}}}, "round 1 / turn 3 / had 1 2", "done", "appear moment.upkeep feed note.upkeep feed"},
		{table.Def{Next: table.Moves}, "round 1 / turn 3 / had 1 2", "fix skip 3", ""},
	} {
		s := gamestest.After(t, gamestest.Position(t, defined(t, tt.def), "seats=3", drawn(tt.before)), games.Decision(tt.says))
		got := ""
		for _, m := range games.Moments(s) {
			got += fmt.Sprint(" ", m.Kind, " ", m.Text.Key)
			for _, a := range m.Text.Args {
				got += " " + a
			}
			if m.Note.Key != "" {
				got += " " + keyed(m.Note)
			}
		}
		if got != "" {
			got = got[1:]
		}
		if got != tt.want {
			t.Errorf("%s: %s: got %q, want %q", tt.before, tt.says, got, tt.want)
		}
	}
}

func TestAnUpkeepIsOnePressUnlessThereIsMoreToSay(t *testing.T) {
	for words, want := range map[string][]string{
		"word.feed = feed":                           nil,
		"phase.feed = Bread and wine for everybody.": {"phase.feed"},
		"phase.feed = Bread and wine for everybody.\nstep.feed = Eat, and then drink.": {"step.feed"},
	} {
		d := table.Def{Name: "trial", Words: trial(words), Phases: []table.Phase{{Name: "feed", Order: table.Upkeep}}, Points: table.Each}
		r, err := table.New(d)
		if err != nil {
			t.Fatal(err)
		}
		s := gamestest.Begin(t, r, "seats=2")
		var got []string
		for _, step := range games.Steps(s) {
			got = append(got, step.Text.Key)
			if step.Says != "done" {
				t.Errorf("%s: having done the step says %q", words, step.Says)
			}
		}
		if !slices.Equal(got, want) || games.Likely(s) != "done" {
			t.Errorf("%s: steps %v, likely %q", words, got, games.Likely(s))
		}
	}
}

func TestWhatAllDoAtOnceNamesNobody(t *testing.T) {
	for order, want := range map[table.Order]bool{table.Clockwise: false, table.Passing: false, table.Together: true, table.Upkeep: true} {
		d := table.Def{Phases: []table.Phase{{Name: "act", Order: order}}, Points: table.Each}
		if got := gamestest.Begin(t, defined(t, d), "seats=3").View(games.Nobody).All; got != want {
			t.Errorf("order %v: for all seats at once is %v", order, got)
		}
	}
}

func TestThoseWhoPlayTogetherHaveOneNumber(t *testing.T) {
	d := table.Def{Teams: 1, Ends: table.Ends{Coop: true}, Phases: []table.Phase{{Name: "act"}, {Name: "storm", Order: table.Upkeep}}}
	for before, want := range map[string]string{
		"round 2 / turn 1 / 3 2 -":   "ask.common 2 5 @1: line.common 5, line.turn @1 5, line.seat @2 5, line.seat @3 5",
		"round 2 / phase 2 / 3 2 -":  "ask.upkeep.common storm 5: line.common 5, line.seat @1 5, line.seat @2 5, line.seat @3 5",
		"over 1 / won 1 2 3 / 3 2 -": "ask.over: line.common 5",
	} {
		v := gamestest.Position(t, defined(t, d), "seats=3", drawn(before)).View(games.Nobody)
		lines := make([]string, len(v.Lines))
		for i, l := range v.Lines {
			lines[i] = keyed(l)
		}
		if got := keyed(v.Prompt) + ": " + strings.Join(lines, ", "); got != want {
			t.Errorf("%s: got %s, want %s", before, got, want)
		}
	}
}

func TestWhatIsToldIsOfTheLastDecisionAlone(t *testing.T) {
	s := gamestest.Begin(t, defined(t, table.Def{Ends: table.Ends{Out: true}}), "seats=4")
	for _, d := range []games.Decision{"out 3", "fix turn 4"} {
		told := gamestest.After(t, s, "out 2")
		if next := gamestest.After(t, told, d); len(games.Moments(told)) != 1 {
			t.Errorf("after %s, what was told before it is %v", d, games.Moments(told))
		} else if all := games.Moments(next); d == "out 3" && (len(all) != 1 || len(all[0].Seats) != 1) || d != "out 3" && len(all) > 0 {
			t.Errorf("%s tells %v", d, all)
		}
	}
}
