package match

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tabletop/games"
	tablegames "tabletop/games/table"
)

var tables = games.Of(tablegames.Score{}, tablegames.Rules{})

const (
	three = `{"kind":"started","game":"score","seats":["Аня","Боря","Вера"],"clock":"up"}`
	turns = `{"kind":"started","game":"table","seats":["Аня","Боря"],"clock":"up"}`
)

func ofTables(lines ...string) (Match, error) {
	return Read(strings.NewReader(strings.Join(lines, "\n")), "r", tables)
}

func ruled(says string) string { return `{"kind":"ruled","says":"` + says + `"}` }

func seatedAs(seat, name string) string {
	return `{"kind":"seated","seat":` + seat + `,"says":"` + name + `"}`
}

func TestANewcomerHasASeatAndTheirName(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string // names by seat, or the error
	}{
		{"named", []string{three, ruled("join 4"), seatedAs("4", "Глеб")}, "Аня Боря Вера Глеб"},
		{"without a name yet", []string{three, ruled("join 4")}, "Аня Боря Вера 4"},
		{"somebody has that name", []string{`{"kind":"started","game":"score","seats":["4","3","4."]}`, ruled("join 4")}, "4 3 4. 4.."},
		{"after the first seat was drawn", []string{three, `{"kind":"drawn","says":"first 3"}`, ruled("join 4"), seatedAs("4", "Глеб")}, "Вера Аня Боря Глеб"},
		{"swaps seats", []string{three, ruled("join 4"), seatedAs("4", "Глеб"), seatedAs("1", "Глеб")}, "Глеб Боря Вера Аня"},
		{"undone", []string{three, ruled("join 4"), seatedAs("4", "Глеб"), `{"kind":"undone","back_to":1}`}, "Аня Боря Вера"},
		{"redone", []string{three, ruled("join 4"), seatedAs("4", "Глеб"), `{"kind":"undone","back_to":1}`, `{"kind":"undone","back_to":3}`}, "Аня Боря Вера Глеб"},
		{"somebody else instead", []string{three, ruled("join 4"), seatedAs("4", "Глеб"), `{"kind":"undone","back_to":1}`, ruled("join 4"), seatedAs("4", "Даша")}, "Аня Боря Вера Даша"},
		{"who leaves keeps the seat", []string{three, ruled("leave 2")}, "Аня Боря Вера"},

		{"out of order", []string{three, ruled("join 5")}, `r:2: illegal decision "join 5": rule.join.next 4`},
		{"again", []string{three, ruled("join 4"), ruled("join 4")}, `r:3: illegal decision "join 4": rule.join.next 5`},
		{"leaves twice", []string{three, ruled("leave 2"), ruled("leave 2")}, `r:3: illegal decision "leave 2": rule.leave.gone @2`},
		{"named before they come", []string{three, seatedAs("4", "Глеб")}, `r:2: seat is 4, not one of 1 to 3`},
		{"named after they were taken back", []string{three, ruled("join 4"), `{"kind":"undone","back_to":1}`, seatedAs("4", "Глеб")}, `r:4: seat is 4, not one of 1 to 3`},
		{"a seat too many", []string{three, ruled("join 4"), seatedAs("5", "Глеб")}, `r:3: seat is 5, not one of 1 to 4`},
		{"drawn among newcomers", []string{three, ruled("join 4"), `{"kind":"drawn","says":"first 4"}`}, `r:3: the first seat is drawn before the first decision`},
	} {
		m, err := ofTables(c.lines...)
		got := strings.Join(namesOf(m), " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func namesOf(m Match) []string {
	if m.IsZero() {
		return nil
	}
	return m.Names()
}

func TestOtherGamesHaveNoNewcomers(t *testing.T) {
	if _, err := record(begun, ruled("join 3")); err == nil {
		t.Error("a newcomer in toss")
	}
}

func TestANewcomerIsOneStepBackAndForth(t *testing.T) {
	begun, err := ofTables(turns)
	if err != nil {
		t.Fatal(err)
	}
	m := must(must(begun.Decide(Stamp{}, "done", "")).Join(Stamp{}, "Вера", ""))
	step, ok := m.Undo()
	if !ok || step.BackTo != 2 || step.Fact.Says != "Вера" {
		t.Fatalf("undo offers %+v, %v", step, ok)
	}
	back := must(m.BackTo(Stamp{}, step.BackTo, ""))
	if len(back.Names()) != 2 || len(back.Times().Seats) != 2 {
		t.Errorf("taken back, and yet %v", back.Names())
	}
	again, ok := back.Redo()
	if !ok || again.BackTo != 4 || again.Fact.Says != "Вера" {
		t.Fatalf("redo offers %+v, %v", again, ok)
	}
	if got := must(back.BackTo(Stamp{}, again.BackTo, "")).Name(3); got != "Вера" {
		t.Errorf("seat 3 is %q's after redo", got)
	}
	next := must(m.Seat(Stamp{}, 3, "Глеб"))
	if step, ok := next.Undo(); !ok || step.Fact.Says != "Глеб" {
		t.Errorf("a later change of the newcomer's seat is no step of its own: %+v", step)
	}
}

func TestANewcomersTimeIsTheirOwn(t *testing.T) {
	lines := []string{
		turns, `{"ms":100,"kind":"drawn","says":"first 2"}`, `{"ms":300,"kind":"decided","says":"done"}`,
		`{"ms":350,"kind":"ruled","says":"join 3"}`, `{"ms":350,"kind":"seated","seat":3,"says":"Вера"}`,
		`{"ms":400,"kind":"decided","says":"done"}`, `{"ms":1400,"kind":"decided","says":"done"}`,
	}
	m, err := ofTables(lines...)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Times(), (Times{[]int64{200, 100, 1000}, 100, []int{2, 1, 1}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	m = must(m.BackTo(Stamp{}, 3, ""))
	if got, want := m.Times(), (Times{[]int64{200, 100}, 1100, []int{1, 1}}); !reflect.DeepEqual(got, want) {
		t.Errorf("taken back: %+v, want %+v", got, want)
	}
}

func TestANewcomerHasAClockWithTheWholeBudget(t *testing.T) {
	m, err := ofTables(
		`{"kind":"started","game":"table","seats":["Аня","Боря"],"clock":"5+10"}`, `{"ms":100,"kind":"drawn","says":"first 2"}`,
		`{"ms":1100,"kind":"decided","says":"done"}`, `{"ms":1100,"kind":"ruled","says":"join 3"}`, `{"ms":1600,"kind":"decided","says":"done"}`,
		`{"ms":4600,"kind":"decided","says":"done"}`,
	)
	if err != nil {
		t.Fatal(err)
	}
	const budget = 300_000
	if got, want := m.Balances(), []Balance{{Main: budget - 1000 + 20_000}, {Main: budget - 500 + 10_000}, {Main: budget - 3000 + 10_000}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := must(m.BackTo(Stamp{}, 3, "")).Balances(); len(got) != 2 {
		t.Errorf("taken back: %+v", got)
	}
}

// TestRandomMatchesWithComingsAndGoingsReadBack plays games of both kinds with rulings, undo and redo.
// The numbers of names, times and scores agree after each fact.
func TestRandomMatchesWithComingsAndGoingsReadBack(t *testing.T) {
	for seed := range uint64(150) {
		rnd := rand.New(rand.NewPCG(seed, 34))
		game := []string{three, turns, strings.Replace(turns, "up", "5d10", 1), strings.Replace(turns, "up", "1 3x20", 1)}[seed%4]
		m := must(ofTables(game))
		for range 50 {
			next := anyStep(rnd, m)
			names, times, scores := len(next.Names()), len(next.Times().Seats), len(next.State().Standing().Scores)
			if names != times || names != scores || next.Clock().Down() && len(next.Balances()) != names {
				t.Fatalf("%d names, %d times, %d scores, %d balances\n%s", names, times, scores, len(next.Balances()), next.Since(0))
			}
			m = next
		}
		var text bytes.Buffer
		if _, err := m.WriteTo(&text); err != nil {
			t.Fatal(err)
		}
		back, err := ofTables(strings.Split(strings.TrimSpace(text.String()), "\n")...)
		if err != nil || back.State().String() != m.State().String() || !reflect.DeepEqual(back.Times(), m.Times()) ||
			!reflect.DeepEqual(back.Names(), m.Names()) || back.Since(0) != m.Since(0) {
			t.Fatalf("read back (%v) it is\n%s\nnot\n%s", err, back.Since(0), m.Since(0))
		}
	}
}

// anyStep adds a random fact to m: a decision, a ruling, a newcomer, an undo or a redo.
func anyStep(rnd *rand.Rand, m Match) Match {
	s := Stamp{MS: m.MS() + rnd.Int64N(50)}
	next, err := m, error(nil)
	switch n := rnd.IntN(10); {
	case n == 0:
		next, err = m.Join(s, string(rune('А'+rnd.IntN(32)))+string(rune('а'+rnd.IntN(32))), "")
	case n == 1:
		if fixes := m.State().Fixes(); len(fixes) > 0 {
			c := fixes[rnd.IntN(len(fixes))]
			next, err = m.Rule(s, string(c.At(rnd.IntN(c.Len()))), "")
		}
	case n == 2:
		if step, ok := m.Undo(); ok {
			next, err = m.BackTo(s, step.BackTo, "")
		}
	case n == 3:
		if step, ok := m.Redo(); ok {
			next, err = m.BackTo(s, step.BackTo, "")
		}
	default:
		if legal := m.State().Legal(); len(legal) > 0 {
			c := legal[rnd.IntN(len(legal))]
			next, err = m.Decide(s, string(c.At(rnd.IntN(c.Len()))), "")
		}
	}
	if err != nil {
		return m
	}
	return next
}
