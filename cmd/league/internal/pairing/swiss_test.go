package pairing_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/cmd/league/internal/pairing"
)

// name is an id whose order is that of numbers.
func name(i int) string { return fmt.Sprintf("%04d", i) }

// entered are n players in the order of their ids who have met as drawn.
func entered(t *rapid.T, n, mostTimes int) []pairing.Player {
	players := make([]pairing.Player, n)
	for i := range players {
		players[i] = pairing.Player{
			ID: name(i), Points: pairing.Score(n - i), Met: map[string]int{},
			Byes:  rapid.IntRange(0, 1).Draw(t, "byes"),
			Began: rapid.IntRange(0, 3).Draw(t, "began"),
			Row:   rapid.IntRange(-3, 3).Draw(t, "row"),
		}
	}
	for i := range players {
		for j := range i {
			if times := rapid.IntRange(-1, mostTimes).Draw(t, "met"); times > 0 {
				players[i].Met[name(j)], players[j].Met[name(i)] = times, times
			}
		}
	}
	return players
}

// whole fails unless everybody is in the round once.
func whole(t interface{ Fatalf(string, ...any) }, r pairing.Round, players []pairing.Player) {
	var want []string
	for _, p := range players {
		want = append(want, p.ID)
	}
	got := slices.Concat(slices.Concat(r.Tables...), r.Byes)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("got %v in the round, want %v", got, want)
	}
}

// oracle pairs by trying everything: of all rounds with the fewest repeats, and of these with the
// fewest thirds, the one that is best for the first, then for the second, and so on. Players are in order, and even in number.
type oracle struct {
	players []pairing.Player
	least   int // how often all have met all
	repeats int // of the best round
	thirds  int // pairs of the best round of which one has a side three times in a row
	best    []choice
}

// choice is whom the highest who is left meets: fewer times is better if it must be a
// repeat, then nearer.
type choice struct{ again, opponent int }

func (o *oracle) try(left []int, repeats, thirds int, chosen []choice) {
	if len(left) == 0 {
		order := cmp.Or(cmp.Compare(repeats, o.repeats), cmp.Compare(thirds, o.thirds), slices.CompareFunc(chosen, o.best, choice.compare))
		if o.best == nil || order < 0 {
			o.best, o.repeats, o.thirds = slices.Clone(chosen), repeats, thirds
		}
		return
	}
	for i, b := range left[1:] {
		again := o.players[left[0]].Met[o.players[b].ID] - o.least
		rest := slices.Concat(left[1:i+1], left[i+2:])
		o.try(rest, repeats+min(again, 1), thirds+o.third(left[0], b), append(chosen, choice{again, b}))
	}
}

// third is 1 if a pair can't change sides without one of the two having a side three times in a row.
func (o *oracle) third(a, b int) int {
	row, other := o.players[a].Row, o.players[b].Row
	if row >= 2 && other >= 2 || row <= -2 && other <= -2 {
		return 1
	}
	return 0
}

func (c choice) compare(o choice) int {
	return cmp.Or(cmp.Compare(c.again, o.again), cmp.Compare(c.opponent, o.opponent))
}

func (o *oracle) run(players []pairing.Player, least int) {
	*o = oracle{players: players, least: least}
	var all []int
	for i := range players {
		all = append(all, i)
	}
	o.try(all, 0, 0, nil)
}

// fewest is how often all have met all.
func fewest(players []pairing.Player) int {
	least := players[0].Met[players[1].ID]
	for i, p := range players {
		for _, q := range players[:i] {
			least = min(least, p.Met[q.ID])
		}
	}
	return least
}

// expected is the round by trying everything, with the bye, as sorted pairs.
func expected(players []pairing.Player) (pairs []string, bye []string, repeats int) {
	least := fewest(players)
	var best oracle
	if len(players)%2 == 0 {
		best.run(players, least)
		return best.pairs(), nil, best.repeats
	}
	byes := slices.MinFunc(players, func(a, b pairing.Player) int { return a.Byes - b.Byes }).Byes
	for i, p := range slices.Backward(players) {
		var o oracle
		if p.Byes == byes {
			o.run(slices.Concat(players[:i], players[i+1:]), least)
			if bye == nil || cmp.Or(cmp.Compare(o.repeats, best.repeats), cmp.Compare(o.thirds, best.thirds)) < 0 {
				best, bye = o, []string{p.ID}
			}
		}
	}
	return best.pairs(), bye, best.repeats
}

func (o oracle) pairs() (pairs []string) {
	taken := map[int]bool{}
	at := 0
	for _, c := range o.best {
		for taken[at] {
			at++
		}
		taken[at], taken[c.opponent] = true, true
		pairs = append(pairs, o.players[at].ID+" "+o.players[c.opponent].ID)
	}
	return pairs
}

// sorted are the tables of a round, each in the order of ids.
func sorted(r pairing.Round) (pairs []string) {
	for _, table := range r.Tables {
		pairs = append(pairs, strings.Join(slices.Sorted(slices.Values(table)), " "))
	}
	return pairs
}

// crowd is like entered, but of all densities: in some nobody has met, in some all have.
func crowd(rng *rand.Rand) []pairing.Player {
	players := make([]pairing.Player, 2+rng.IntN(9))
	low, high := rng.IntN(4)-2, 1+rng.IntN(3)
	row := 1 + rng.IntN(3)
	for i := range players {
		players[i] = pairing.Player{ID: name(i), Points: pairing.Score(-i), Byes: rng.IntN(2), Row: rng.IntN(2*row+1) - row, Met: map[string]int{}}
		for j := range i {
			if times := low + rng.IntN(high-low+1); times > 0 {
				players[i].Met[name(j)], players[j].Met[name(i)] = times, times
			}
		}
	}
	return players
}

func TestASwissRoundIsTheOneThatTryingEverythingFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 2_000 {
		players := crowd(rng)
		r, err := pairing.Swiss(players)
		if err != nil {
			t.Fatal(err)
		}
		whole(t, r, players)
		pairs, bye, repeats := expected(players)
		if !slices.Equal(sorted(r), pairs) || !slices.Equal(r.Byes, bye) {
			t.Fatalf("%v: got %v and a bye for %v, want %v and %v", players, sorted(r), r.Byes, pairs, bye)
		}
		again := 0
		for _, repeat := range r.Repeats {
			if repeat.Times > fewest(players) {
				again++
			}
		}
		if again != repeats {
			t.Fatalf("%v: got %v, want %d repeats", players, r.Repeats, repeats)
		}
	}
}

func TestInASwissRoundEverybodyHasOnePlaceAndRepeatsAreSaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := entered(t, rapid.IntRange(2, 30).Draw(t, "n"), rapid.IntRange(0, 3).Draw(t, "most"))
		r, err := pairing.Swiss(players)
		if err != nil {
			t.Fatal(err)
		}
		whole(t, r, players)
		if len(r.Byes) != len(players)%2 {
			t.Fatalf("%d players, byes %v", len(players), r.Byes)
		}
		said := map[[2]string]int{}
		for _, repeat := range r.Repeats {
			said[[2]string{repeat.A, repeat.B}] = repeat.Times
		}
		byID := map[string]pairing.Player{}
		for _, p := range players {
			byID[p.ID] = p
		}
		for _, table := range r.Tables {
			pair := [2]string(slices.Sorted(slices.Values(table)))
			if times := byID[pair[0]].Met[pair[1]]; said[pair] != times {
				t.Fatalf("%v met %d times: said %d", pair, times, said[pair])
			}
			if byID[table[0]].Began > byID[table[1]].Began && byID[table[0]].Row > -2 && byID[table[1]].Row < 2 {
				t.Fatalf("%s begins, and did so more often than %s", table[0], table[1])
			}
		}
	})
}

func TestAMeetingThatOnlyOneKnowsOfCounts(t *testing.T) {
	players := named([]string{"a", "b", "c", "d"})
	players[0].Met, players[1].Met = map[string]int{"b": 2, "gone": 3}, map[string]int{"a": 1, "b": 7}
	r, err := pairing.Swiss(players)
	if got := fmt.Sprint(sorted(r)); got != "[a c b d]" || err != nil {
		t.Errorf("got %s (%v)", got, err)
	}
	r, err = pairing.Swiss(players[:2])
	if got := fmt.Sprint(r.Repeats); got != "[{a b 2}]" || err != nil {
		t.Errorf("got %s (%v)", got, err)
	}
}

func TestTheOrderInWhichPlayersAreGivenDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := entered(t, rapid.IntRange(3, 20).Draw(t, "n"), 2)
		for i := range players { // many are level
			players[i].Points, players[i].Rating = players[i].Points/8, float64(i%3)
		}
		others := rapid.Permutation(players).Draw(t, "others")
		size := pairing.Size{Want: 4, Min: 3, Max: 5}
		for what, pair := range map[string]func([]pairing.Player) (pairing.Round, error){
			"swiss":  pairing.Swiss,
			"tables": func(all []pairing.Player) (pairing.Round, error) { return pairing.Tables(all, size) },
		} {
			a, errA := pair(players)
			b, errB := pair(others)
			if !reflect.DeepEqual(a, b) || errA != nil || errB != nil {
				t.Fatalf("%s: got %v, then %v (%v, %v)", what, a, b, errA, errB)
			}
		}
	})
}

// The three rounds were worked out by hand.
func TestSwissByHand(t *testing.T) {
	ratings := map[string]float64{"anna": 30, "boris": 28, "clara": 26, "dima": 24, "eva": 22}
	here := slices.Sorted(maps.Keys(ratings))
	var played []pairing.Played
	for i, x := range []struct {
		want   string // the first begins
		places [][]int
	}{
		// By rating. At the second table nobody began before, so the lower does.
		{"[[anna boris] [dima clara]] [eva] []", [][]int{{1, 2}, {1, 1}}},
		// Eva and Anna have a win, Eva the better Buchholz, Clara and Dima half. Boris is last and
		// has the bye. Would Eva meet Anna, Clara and Dima would meet again. Anna and Dima both began.
		{"[[eva clara] [dima anna]] [boris] []", [][]int{{1, 2}, {2, 1}}},
		// Eva and Anna have two wins, Boris one, Clara and Dima half. Dima is the lowest
		// without a bye. Eva began last, Anna before that.
		{"[[anna eva] [clara boris]] [dima] []", nil},
	} {
		players, err := pairing.Players(here, played, ratings)
		if err != nil {
			t.Fatal(err)
		}
		r, err := pairing.Swiss(players)
		if got := fmt.Sprint(r.Tables, r.Byes, r.Repeats); got != x.want || err != nil {
			t.Fatalf("round %d: got %s (%v), want %s", i+1, got, err, x.want)
		}
		round := pairing.Played{Byes: r.Byes}
		for j, places := range x.places {
			round.Tables = append(round.Tables, pairing.Result{Seats: r.Tables[j], Places: places})
		}
		played = append(played, round)
	}
}

func TestWhoBeginsIsWhoBeganLessOften(t *testing.T) {
	for _, x := range []struct {
		a, b pairing.Player
		want string
	}{
		{pairing.Player{Began: 1}, pairing.Player{Began: 0}, "b"},
		{pairing.Player{Began: 1, Row: -1}, pairing.Player{Began: 2, Row: -1}, "a"},
		{pairing.Player{Began: 1, Row: 1}, pairing.Player{Began: 1}, "b"},
		{pairing.Player{Began: 1}, pairing.Player{Began: 1, Row: 1}, "a"},
		{pairing.Player{Began: 1}, pairing.Player{Began: 1}, "a"},
		{pairing.Player{Began: 2, Row: 2}, pairing.Player{Began: 5, Row: 1}, "b"},
		{pairing.Player{Began: 2, Row: -1}, pairing.Player{Began: 5, Row: -2}, "b"},
		{pairing.Player{Began: 3, Row: -3}, pairing.Player{Began: 2, Row: -2}, "b"},
	} {
		x.a.ID, x.b.ID = "a", "b"
		r, err := pairing.Swiss([]pairing.Player{x.a, x.b})
		if err != nil || r.Tables[0][0] != x.want {
			t.Errorf("%+v and %+v: got %v (%v), want %s first", x.a, x.b, r.Tables, err, x.want)
		}
	}
}

func TestWhatCannotBePaired(t *testing.T) {
	one, two := pairing.Player{ID: "anna"}, pairing.Player{ID: "boris"}
	size := pairing.Size{Want: 4, Min: 3, Max: 4}
	tables := func(size pairing.Size, players ...pairing.Player) error {
		_, err := pairing.Tables(players, size)
		return err
	}
	swiss := func(players ...pairing.Player) error {
		_, err := pairing.Swiss(players)
		return err
	}
	robin := func(ids ...string) error {
		_, err := pairing.RoundRobin(ids)
		return err
	}
	for _, x := range []struct {
		got, kind error
		want      string
	}{
		{swiss(), pairing.ErrFew, "pairing: too few players for a round: 0"},
		{swiss(one), pairing.ErrFew, "pairing: too few players for a round: 1"},
		{swiss(one, two, one), pairing.ErrTwice, `pairing: a player is listed twice: "anna"`},
		{tables(size, one, two), pairing.ErrFew, "pairing: too few players for a table of 3: 2"},
		{tables(size, one, two, two), pairing.ErrTwice, `pairing: a player is listed twice: "boris"`},
		{tables(pairing.Size{Want: 2, Min: 3, Max: 4}, one, two), pairing.ErrSize, "pairing: invalid table size: 2 wanted, from 3 to 4"},
		{tables(pairing.Size{Want: 5, Min: 3, Max: 4}, one, two), pairing.ErrSize, "pairing: invalid table size: 5 wanted, from 3 to 4"},
		{tables(pairing.Size{Want: 9, Min: 3, Max: 9}, one, two), pairing.ErrSize, "pairing: invalid table size: 9 wanted, from 3 to 9"},
		{tables(pairing.Size{Want: 1, Min: 1, Max: 1}, one, two), pairing.ErrSize, "pairing: invalid table size: 1 wanted, from 1 to 1"},
		{robin("anna"), pairing.ErrFew, "pairing: too few players for a round robin: 1"},
		{robin("anna", "boris", "anna"), pairing.ErrTwice, `pairing: a player is listed twice: "anna"`},
	} {
		if !errors.Is(x.got, x.kind) || x.got.Error() != x.want {
			t.Errorf("got %v, want %s", x.got, x.want)
		}
	}
}
