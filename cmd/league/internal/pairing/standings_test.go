package pairing_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/pairing"
)

// result reads "anna boris 1 2": seats, then places.
func result(text string) (r pairing.Result) {
	for _, word := range strings.Fields(text) {
		if place := 0; strings.Trim(word, "0123456789") == "" {
			fmt.Sscan(word, &place)
			r.Places = append(r.Places, place)
			continue
		}
		r.Seats = append(r.Seats, word)
	}
	return r
}

func round(tables, byes string) (p pairing.Played) {
	for _, table := range strings.Split(tables, ",") {
		p.Tables = append(p.Tables, result(table))
	}
	p.Byes = strings.Fields(byes)
	return p
}

// Standings that were counted by hand.
var counted = []struct {
	name   string
	rounds []pairing.Played
	want   string // place, id, points, Buchholz, Sonneborn-Berger, tables, byes
}{
	{"nothing", nil, ""},
	{
		"three rounds of five",
		[]pairing.Played{
			round("anna boris 1 2, dima clara 1 1", "eva"),
			round("eva clara 1 2, dima anna 2 1", "boris"),
			round("anna eva 1 2, clara boris 1 1", "dima"),
		},
		// Points: Anna 3; Eva 2; Boris ½+1; Clara ½+½; Dima ½+1. Boris met Anna, himself and
		// Clara; Dima met Clara, Anna and himself: 3+1½+1 each. Boris made 1½ of a bye and ½
		// of Clara's 1; Dima as well. They never met.
		`1 anna 3 5 5 3 0
2 eva 2 6 3 2 1
3 boris 1.5 5.5 2 2 1
3 dima 1.5 5.5 2 2 1
5 clara 1 5 1.5 3 0`,
	},
	{
		"tables of four and three",
		[]pairing.Played{round("a b c d 1 2 3 4, e f g 1 2 2", "")},
		// At the first 1, ⅔, ⅓, 0; at the second 1, ¼, ¼. The mean of the others of the
		// first: a ⅓, b 4/9, c 5/9, d ⅔; of the second: e ¼, f and g ⅝.
		`1 a 1 0.3333 0.3333 1 0
2 e 1 0.25 0.25 1 0
3 b 0.6667 0.4444 0.1111 1 0
4 c 0.3333 0.5556 0 1 0
5 f 0.25 0.625 0.0625 1 0
5 g 0.25 0.625 0.0625 1 0
7 d 0 0.6667 0 1 0`,
	},
	{
		"two who are level, and met",
		[]pairing.Played{round("a d 1 1, b c 1 1", ""), round("d c 1 2, a b 1 1", ""), round("b d 1 2, c a 1 2", "")},
		// Of 6 points all met 6 less their own. Sonneborn-Berger of c: half of 2, and 1; of
		// d: half of 1, and 1½. But d beat c.
		`1 b 2 4 2.75 3 0
2 d 1.5 4.5 2 3 0
3 c 1.5 4.5 2 3 0
4 a 1 5 1.75 3 0`,
	},
	{
		"three who are level, each of whom beat one",
		[]pairing.Played{round("a b 1 2", "c"), round("b c 1 2", "a"), round("c a 1 2", "b")},
		`1 a 2 6 4 2 1
1 b 2 6 4 2 1
1 c 2 6 4 2 1`,
	},
}

func TestStandingsByHand(t *testing.T) {
	for _, x := range counted {
		lines, err := pairing.Standings(x.rounds)
		var got []string
		for _, l := range lines {
			got = append(got, fmt.Sprintf("%d %s %.4g %.4g %.4g %d %d", l.Place, l.ID, l.Points.Wins(), l.Buchholz.Wins(), l.SonnebornBerger.Wins(), l.Tables, l.Byes))
		}
		if strings.Join(got, "\n") != x.want || err != nil {
			t.Errorf("%s: got (%v)\n%s\nwant\n%s", x.name, err, strings.Join(got, "\n"), x.want)
		}
	}
}

// exact is the standing of one by fractions, straight from the definition.
func exact(rounds []pairing.Played, points map[string]*big.Rat, id string) (buchholz, berger *big.Rat) {
	buchholz, berger = new(big.Rat), new(big.Rat)
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i := range t.Seats {
				if t.Seats[i] != id {
					continue
				}
				for j, other := range t.Seats {
					if j == i {
						continue
					}
					mean := new(big.Rat).Quo(points[other], big.NewRat(int64(len(t.Seats)-1), 1))
					buchholz.Add(buchholz, mean)
					if t.Places[i] < t.Places[j] {
						berger.Add(berger, mean)
					}
					if t.Places[i] == t.Places[j] {
						berger.Add(berger, mean.Mul(mean, big.NewRat(1, 2)))
					}
				}
			}
		}
	}
	return buchholz, berger
}

func points(rounds []pairing.Played) map[string]*big.Rat {
	all := map[string]*big.Rat{}
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i, id := range t.Seats {
				if all[id] == nil {
					all[id] = new(big.Rat)
				}
				for j := range t.Seats {
					if i != j && t.Places[i] <= t.Places[j] {
						half := map[bool]int64{true: 1, false: 2}[t.Places[i] == t.Places[j]]
						all[id].Add(all[id], big.NewRat(half, int64(2*(len(t.Seats)-1))))
					}
				}
			}
		}
	}
	return all
}

// Tables of all sizes share points and tie-breaks without rounding.
func TestNothingIsRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var rounds []pairing.Played
	for range 30 {
		var r pairing.Played
		for ids := rng.Perm(50); len(ids) > 1; {
			var table pairing.Result
			for _, id := range ids[:min(len(ids), 2+rng.IntN(7))] {
				table.Seats, table.Places = append(table.Seats, name(id)), append(table.Places, rng.IntN(8))
			}
			ids = ids[len(table.Seats):]
			r.Tables = append(r.Tables, table)
		}
		rounds = append(rounds, r)
	}
	lines, err := pairing.Standings(rounds)
	if err != nil || len(lines) != 50 {
		t.Fatalf("%d lines (%v)", len(lines), err)
	}
	all := points(rounds)
	for _, l := range lines {
		buchholz, berger := exact(rounds, all, l.ID)
		for what, x := range map[string]struct {
			got  pairing.Score
			want *big.Rat
		}{"points": {l.Points, all[l.ID]}, "Buchholz": {l.Buchholz, buchholz}, "Sonneborn-Berger": {l.SonnebornBerger, berger}} {
			if big.NewRat(int64(x.got), int64(pairing.Win)).Cmp(x.want) != 0 {
				t.Errorf("%s: %s: got %d, want %s wins", l.ID, what, x.got, x.want)
			}
		}
	}
}

func TestResultsThatCannotBe(t *testing.T) {
	good := round("anna boris 1 2", "")
	for _, x := range []struct {
		round pairing.Played
		kind  error
		want  string
	}{
		{round("anna 1", ""), pairing.ErrTable, `seats and places of a table don't match: ["anna"], places [1]`},
		{round("anna boris 1", ""), pairing.ErrTable, `seats and places of a table don't match: ["anna" "boris"], places [1]`},
		{round("a b c d e f g h i 1 2 3 4 5 6 7 8 9", ""), pairing.ErrTable, `seats and places of a table don't match: ["a" "b" "c" "d" "e" "f" "g" "h" "i"], places [1 2 3 4 5 6 7 8 9]`},
		{round("anna anna 1 2", ""), pairing.ErrTwice, `a player is listed twice: "anna"`},
		{round("anna boris 1 2, clara boris 1 2", ""), pairing.ErrTwice, `a player is listed twice: "boris"`},
		{round("anna boris 1 2", "boris"), pairing.ErrTwice, `a player is listed twice: "boris"`},
	} {
		_, err := pairing.Standings([]pairing.Played{good, x.round})
		if want := "pairing: round 2: " + x.want; !errors.Is(err, x.kind) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, err := pairing.Players([]string{"anna"}, []pairing.Played{x.round}, nil); !errors.Is(err, x.kind) {
			t.Errorf("players: got %v, want %v", err, x.kind)
		}
	}
	if _, err := pairing.Players([]string{"anna", "anna"}, nil, nil); !errors.Is(err, pairing.ErrTwice) {
		t.Errorf("got %v, want %v", err, pairing.ErrTwice)
	}
}

func TestPlayersCarryTheirPast(t *testing.T) {
	rounds := []pairing.Played{round("anna boris 1 2", "clara"), round("clara anna 1 2", "boris"), round("boris gone anna 1 2 3", "")}
	got, err := pairing.Players([]string{"late", "anna", "boris"}, rounds, map[string]float64{"anna": 30})
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Player{
		{ID: "late", Met: map[string]int{}},
		// Boris has two wins, Clara two, and who is gone half of one.
		{ID: "anna", Points: pairing.Win, Buchholz: 2*pairing.Win + 2*pairing.Win + pairing.Win*5/4, Rating: 30, Met: map[string]int{"boris": 2, "clara": 1, "gone": 1}, Began: 1, Row: -2},
		{ID: "boris", Points: 2 * pairing.Win, Buchholz: pairing.Win + 2*pairing.Win + pairing.Win*3/4, Met: map[string]int{"anna": 2, "gone": 1}, Byes: 1, Began: 1, Row: 1},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}
