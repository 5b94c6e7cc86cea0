package table_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/table"
)

// evening is a model of the scoreboard: what was entered, by round and seat.
type evening struct {
	state  games.State
	seats  int
	points map[[2]int]int // by round and seat, both from 1
	round  int            // the present one
	before []string       // every position so far, with the state it was printed from
	states []games.State
}

func (e *evening) apply(t *rapid.T, d games.Decision) {
	next, err := e.state.Apply(d)
	if err != nil {
		t.Fatalf("%v\n%s", err, e.state)
	}
	e.before, e.states = append(e.before, e.state.String()), append(e.states, e.state)
	e.state = next
}

func (e *evening) enter(t *rapid.T) {
	if e.round == table.MostRounds {
		t.Skip("the last round")
	}
	seat := rapid.IntRange(1, e.seats).Draw(t, "seat")
	for e.has(e.round, seat) {
		seat = seat%e.seats + 1
	}
	p := rapid.IntRange(-999, 999).Draw(t, "points")
	e.apply(t, games.Decision(fmt.Sprintf("score %d %d", seat, p)))
	e.points[[2]int{e.round, seat}] = p
	for seat := 1; e.has(e.round, seat); seat++ {
		if seat == e.seats {
			e.round++
			break
		}
	}
}

func (e *evening) edit(t *rapid.T) {
	round, seat := rapid.IntRange(1, e.round).Draw(t, "round"), rapid.IntRange(1, e.seats).Draw(t, "seat")
	if !e.has(round, seat) {
		t.Skip("nothing to correct")
	}
	p := rapid.IntRange(-999, 999).Draw(t, "points")
	e.apply(t, games.Decision(fmt.Sprintf("edit %d %d %d", round, seat, p)))
	e.points[[2]int{round, seat}] = p
}

func (e *evening) has(round, seat int) bool {
	_, ok := e.points[[2]int{round, seat}]
	return ok
}

// check compares totals, turn and round with the model.
func (e *evening) check(t *rapid.T) {
	sums := make([]int32, e.seats)
	for at, p := range e.points {
		sums[at[1]-1] += int32(p)
	}
	for i, got := range e.state.Standing().Scores {
		if got != sums[i] {
			t.Fatalf("seat %d has %d, want %d\n%s", i+1, got, sums[i], e.state)
		}
	}
	turn := 1
	for e.has(e.round, turn) {
		turn++
	}
	if got := e.state.Turn(); int(got) != turn || !strings.HasPrefix(e.state.String(), fmt.Sprintf("round %d\n", e.round)) {
		t.Fatalf("turn %d, want round %d, turn %d\n%s", got, e.round, turn, e.state)
	}
	for i, s := range e.states {
		if s.String() != e.before[i] {
			t.Fatalf("a later decision changed\n%sinto\n%s", e.before[i], s)
		}
	}
}

func TestTotalsAreTheSumsOfTheRoundsWhateverIsCorrected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 8).Draw(t, "seats")
		s, err := table.Score{}.New(games.Setup{Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		e := &evening{state: s, seats: seats, points: map[[2]int]int{}, round: 1}
		t.Repeat(map[string]func(*rapid.T){"enter": e.enter, "edit": e.edit, "": e.check})
	})
}

func TestTheOrderOfEnteringARoundMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup := games.Setup{Seats: rapid.IntRange(2, 8).Draw(t, "seats"), Options: map[string]string{
			"rounds": "2", "target": rapid.SampledFrom([]string{"none", "5"}).Draw(t, "target"),
			"ties": rapid.SampledFrom([]string{"shared", "more"}).Draw(t, "ties"), "wins": rapid.SampledFrom([]string{"highest", "lowest"}).Draw(t, "wins"),
		}}
		points := rapid.SliceOfN(rapid.IntRange(-3, 6), setup.Seats, setup.Seats).Draw(t, "points")
		var seats []int
		for i := range setup.Seats {
			seats = append(seats, i+1)
		}
		var ends [2]string
		for i, order := range [][]int{seats, rapid.Permutation(seats).Draw(t, "order")} {
			s, err := table.Score{}.New(setup)
			for _, seat := range order {
				if err == nil {
					s, err = s.Apply(games.Decision(fmt.Sprintf("score %d %d", seat, points[seat-1])))
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			ends[i] = fmt.Sprintf("%s%+v", s, s.Standing())
		}
		if ends[0] != ends[1] {
			t.Fatalf("in turn:\n%s\nin another order:\n%s", ends[0], ends[1])
		}
	})
}

func BenchmarkLegalOfAFullScoreboard(b *testing.B) {
	s := position(b, "8", "round 200"+strings.Repeat(" / 1 2 3 4 5 6 7 8", 199))
	b.ReportAllocs()
	for b.Loop() {
		if n := len(s.Legal()); n != 199*8+1+8 {
			b.Fatal(n)
		}
	}
}
