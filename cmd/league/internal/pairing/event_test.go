package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/cmd/league/internal/pairing"
)

// event is an evening of people whose skill decides, with some luck.
type event struct {
	here    []string
	ratings map[string]float64
	skill   map[string]float64
	played  []pairing.Played
	repeats int // of all rounds
	rng     *rand.Rand
}

func newEvent(n int, seed uint64) *event {
	e := &event{ratings: map[string]float64{}, skill: map[string]float64{}, rng: rand.New(rand.NewPCG(seed, 2))}
	for i := range n {
		e.come(name(i))
	}
	return e
}

// come lets somebody in.
func (e *event) come(id string) {
	e.here = append(e.here, id)
	e.skill[id] = e.rng.NormFloat64()
	e.ratings[id] = e.skill[id] + e.rng.NormFloat64()
}

// leave sends somebody home.
func (e *event) leave(i int) string {
	id := e.here[i]
	e.here = slices.Delete(e.here, i, i+1)
	return id
}

func (e *event) players(t testing.TB) []pairing.Player {
	players, err := pairing.Players(e.here, e.played, e.ratings)
	if err != nil {
		t.Fatal(err)
	}
	return players
}

// play pairs a round and plays it.
func (e *event) play(t testing.TB, pair func([]pairing.Player) (pairing.Round, error)) pairing.Round {
	players := e.players(t)
	r, err := pair(players)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, r, players)
	round := pairing.Played{Byes: r.Byes}
	for _, table := range r.Tables {
		round.Tables = append(round.Tables, pairing.Result{Seats: table, Places: e.places(table)})
	}
	e.played, e.repeats = append(e.played, round), e.repeats+len(r.Repeats)
	return r
}

// places are by skill and the luck of the day; who is nearly level is level.
func (e *event) places(table []string) []int {
	day := make([]float64, len(table))
	for i, id := range table {
		day[i] = e.skill[id] + e.rng.NormFloat64()/2
	}
	places := make([]int, len(table))
	for i := range day {
		for j := range day {
			if day[j] > day[i]+0.2 {
				places[i]++
			}
		}
	}
	return places
}

// began is how much more often each began than not, at tables of two.
func (e *event) began() map[string]int {
	ahead := map[string]int{}
	for _, round := range e.played {
		for _, table := range round.Tables {
			ahead[table.Seats[0]]++
			ahead[table.Seats[1]]--
		}
	}
	return ahead
}

// In nine rounds of 32 or 33 nobody meets again, has two byes, or begins five times more often than
// not; opponents are near each other in points, and the strongest are in front.
func TestASwissEventIsFair(t *testing.T) {
	for seed := range 40 {
		e := newEvent(32+seed%2, uint64(seed))
		far, tables := pairing.Score(0), 0
		for range 9 {
			points := map[string]pairing.Score{}
			for _, p := range e.players(t) {
				points[p.ID] = p.Points
			}
			for _, table := range e.play(t, pairing.Swiss).Tables {
				far, tables = far+max(points[table[0]]-points[table[1]], points[table[1]]-points[table[0]]), tables+1
			}
		}
		for id, ahead := range e.began() {
			if ahead > 4 || ahead < -4 {
				t.Errorf("%d: %s began %d times more often than not", seed, id, ahead)
			}
		}
		if mean := far.Wins() / float64(tables); e.repeats > 0 || mean > 0.5 {
			t.Errorf("%d: %d repeats, opponents %.2f wins apart", seed, e.repeats, mean)
		}
		e.check(t)
	}
}

// check fails if somebody had two byes before all had one, or if the strongest isn't near the
// front.
func (e *event) check(t *testing.T) {
	lines, err := pairing.Standings(e.played)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if line.Byes > 1 {
			t.Errorf("%s had %d byes", line.ID, line.Byes)
		}
	}
	best := slices.MaxFunc(lines, func(a, b pairing.Line) int {
		return map[bool]int{true: 1, false: -1}[e.skill[a.ID] > e.skill[b.ID]]
	})
	if best.Place > len(lines)/3 {
		t.Errorf("the strongest came out as number %d", best.Place)
	}
}

// A Swiss event may go on until all could have met all, and round again. By then each pair met
// so often, or once more or less; and byes are spread as evenly.
func TestASwissEventOfManyRoundsGoesRound(t *testing.T) {
	for n := 3; n <= 12; n++ {
		for seed := range 4 {
			e := newEvent(n, uint64(seed))
			for circle := 1; circle <= 3; circle++ {
				for range n - 1 + n%2 {
					e.play(t, pairing.Swiss)
				}
				for _, p := range e.players(t) {
					e.evenly(t, p, circle)
				}
			}
		}
	}
}

// evenly fails if somebody met others, or had byes, more often or less than once beside so many.
func (e *event) evenly(t *testing.T, p pairing.Player, times int) {
	for _, id := range e.here {
		if got := p.Met[id]; id != p.ID && (got < times-1 || got > times+1) {
			t.Errorf("%s of %d met %s %d times in %d rounds", p.ID, len(e.here), id, got, len(e.played))
		}
	}
	if len(e.here)%2 == 1 && p.Byes != times {
		t.Errorf("%s of %d had %d byes in %d rounds", p.ID, len(e.here), p.Byes, len(e.played))
	}
}

func TestPeopleComeLateAndLeave(t *testing.T) {
	e := newEvent(16, 7)
	e.play(t, pairing.Swiss)
	gone := e.leave(3)
	e.play(t, pairing.Swiss)
	e.come("late")
	e.come("later")
	for round := range 4 {
		r := e.play(t, pairing.Swiss)
		if slices.Contains(slices.Concat(r.Tables...), gone) {
			t.Errorf("%s left, and plays", gone)
		}
		if round == 0 && !slices.Equal(r.Byes, []string{"late"}) && !slices.Equal(r.Byes, []string{"later"}) {
			t.Errorf("who comes late is last: a bye for %v", r.Byes)
		}
	}
	if e.repeats > 0 {
		t.Errorf("%d repeats", e.repeats)
	}
}

func BenchmarkSwiss(b *testing.B) {
	for _, n := range []int{20, 32, 200, 1000} {
		e := newEvent(n, 1)
		for range 6 {
			e.play(b, pairing.Swiss)
		}
		players := e.players(b)
		b.Run(fmt.Sprintf("players=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := pairing.Swiss(players); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkTables(b *testing.B) {
	size := pairing.Size{Want: 4, Min: 3, Max: 5}
	pair := func(players []pairing.Player) (pairing.Round, error) { return pairing.Tables(players, size) }
	for _, n := range []int{20, 200, 1000} {
		e := newEvent(n, 1)
		for range 6 {
			e.play(b, pair)
		}
		players := e.players(b)
		b.Run(fmt.Sprintf("players=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := pair(players); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStandings(b *testing.B) {
	e := newEvent(1000, 1)
	for range 7 {
		e.play(b, pairing.Swiss)
	}
	for b.Loop() {
		if _, err := pairing.Standings(e.played); err != nil {
			b.Fatal(err)
		}
	}
}
