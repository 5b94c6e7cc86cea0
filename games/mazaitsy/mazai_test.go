package mazaitsy_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

// course is a whole game as the rules tell it: when Мазай was uncovered, who
// added hares, how many turns each seat had, and how likely all that was.
type course struct {
	uncovered []int // the turns, from 1
	added     []int // the seats
	turns     []int // of each seat
	odds      *big.Rat
}

func (c *course) String() string { return fmt.Sprint(c.uncovered, c.added, c.turns) }

// courses walks through every answer of chance, on nothing but moves, cards and additions.
func courses(t *testing.T, s games.State, seats int) []course {
	t.Helper()
	return walk(t, s, course{turns: make([]int, seats), odds: big.NewRat(1, 1)})
}

func walk(t *testing.T, s games.State, c course) []course {
	t.Helper()
	for s.Turn() != games.Nobody {
		if s.Turn() == games.Chance {
			return fork(t, s, c)
		}
		seat, says := int(s.Turn()), next(s.Legal())
		switch says {
		case "done":
			c.turns = slices.Clone(c.turns)
			c.turns[seat-1]++
		case "add log 1":
			c.added = append(slices.Clone(c.added), seat)
		}
		s = after(t, s, says)
	}
	return []course{c}
}

// next returns how a brisk seat goes on; with rule 2 it takes from the pile.
func next(legal []games.Choice) string {
	for _, says := range []games.Decision{"done", "place from pile", "place"} {
		if _, ok := games.Find(legal, says); ok {
			return string(says)
		}
	}
	return "add log 1"
}

func fork(t *testing.T, s games.State, c course) []course {
	t.Helper()
	var all []course
	total := int64(0)
	for _, a := range s.Legal() {
		total += int64(a.Weight)
	}
	for _, a := range s.Legal() {
		b := c
		b.odds = new(big.Rat).Mul(c.odds, big.NewRat(int64(a.Weight), total))
		if a.Says == "mazai yes" {
			turns := 0
			for _, n := range c.turns {
				turns += n
			}
			b.uncovered = append(slices.Clone(c.uncovered), turns)
		}
		all = append(all, walk(t, after(t, s, string(a.Says)), b)...)
	}
	return all
}

// mazai is his card in the piles below; the others are blank.
const mazai, blank = true, false

// played deals real cards as the book says, Мазай with so many cards under him in
// each round, and plays them: the second, literal reading that the rules are held against.
func played(seats int, teams bool, under []int) course {
	field := 36
	if seats == 2 {
		field = 25
	}
	row, discard := 0, 0
	pile := hidden(51-field, under[0])
	c := course{turns: make([]int, seats)}
	draw := func() {
		for row < seats && len(pile) > 0 && pile[0] == blank {
			row, pile = row+1, pile[1:]
		}
	}
	draw()
	waits, final := -1, false // turns until hares are added
	for turn := 1; ; turn++ {
		seat := (turn-1)%seats + 1
		c.turns[seat-1]++
		if waits == 0 {
			c.added = append(c.added, seat)
			if seats > 2 {
				pile, discard = hidden(len(pile)+discard, under[len(c.added)]), 0
			} else {
				pile = append(pile, mazai)
			}
		} else {
			row, discard = row-1, discard+1
		}
		waits--
		draw()
		if len(pile) > 0 && pile[0] == mazai {
			pile = pile[1:]
			c.uncovered = append(c.uncovered, turn)
			final = len(c.uncovered) == len(under)
			waits = 0
			if teams && len(c.uncovered) == 2 && (seat%seats+1-c.added[0])%2 == 0 {
				waits = 1
			}
			if final {
				waits = -1
			}
			draw()
		}
		if final && seat == seats {
			return c
		}
	}
}

// hidden returns a pile of n cards with Мазай over so many of them.
func hidden(n, under int) []bool {
	return slices.Insert(make([]bool, n), n-under, mazai)
}

// hidings returns every way to hide Мазай in each of the rounds.
func hidings(seats, rounds, places int) [][]int {
	if seats == 2 {
		return [][]int{{13, 0}}
	}
	all := [][]int{nil}
	for range rounds {
		var longer [][]int
		for _, h := range all {
			for u := range places {
				longer = append(longer, append(slices.Clone(h), u))
			}
		}
		all = longer
	}
	return all
}

func TestEveryHidingPlaceLeadsToTheGameThatRealCardsMake(t *testing.T) {
	for _, tt := range []struct {
		setup                 string
		seats, rounds, places int
	}{
		{"seats=2", 2, 2, 1},
		{"seats=3", 3, 3, 5},
		{"seats=3 places=4", 3, 3, 4},
		{"seats=3 rounds=4", 3, 4, 5},
		{"seats=3 rounds=5 places=4", 3, 5, 4},
		{"seats=4", 4, 3, 5},
		{"seats=4 places=4", 4, 3, 4},
		{"seats=4 rounds=4", 4, 4, 5},
		{"seats=4 teams=on", 4, 3, 5},
		{"seats=4 teams=on places=4", 4, 3, 4},
		{"seats=4 teams=on rounds=4", 4, 4, 5},
		{"seats=4 teams=on rounds=5 places=4", 4, 5, 4},
		{"seats=2 adv2=on", 2, 2, 1},
		{"seats=3 adv2=on", 3, 3, 5},
		{"seats=4 teams=on adv2=on", 4, 3, 5},
	} {
		t.Run(tt.setup, func(t *testing.T) {
			got := courses(t, begun(t, tt.setup+" hares=1:9 cards=log:51/50"), tt.seats)
			var want []course
			for _, under := range hidings(tt.seats, tt.rounds, tt.places) {
				want = append(want, played(tt.seats, strings.Contains(tt.setup, "teams=on"), under))
			}
			compare(t, got, want)
			even(t, got)
		})
	}
}

// compare fails unless both hold the same games, and all are equally likely.
func compare(t *testing.T, got, want []course) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d games, want %d", len(got), len(want))
	}
	each := big.NewRat(1, int64(len(want)))
	order := func(a, b course) int { return strings.Compare(a.String(), b.String()) }
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	for i := range got {
		if got[i].String() != want[i].String() || got[i].odds.Cmp(each) != 0 {
			t.Fatalf("got %v with odds %v\nwant %v with odds %v", &got[i], got[i].odds, &want[i], each)
		}
	}
}

// even fails unless all seats have equally many turns, none of them after the
// circle in which Мазай came last.
func even(t *testing.T, all []course) {
	t.Helper()
	for i := range all {
		c := &all[i]
		seats := len(c.turns)
		circles := (c.uncovered[len(c.uncovered)-1] + seats - 1) / seats
		for _, n := range c.turns {
			if n != circles {
				t.Fatalf("%v: a seat has %d turns, want %d", c, n, circles)
			}
		}
	}
}

func TestTwoPlayersUncoverHimOnTurns11And25(t *testing.T) {
	got := courses(t, begun(t, "seats=2 hares=1:9 cards=log:51/50"), 2)
	if want := "[11 25] [2] [13 13]"; len(got) != 1 || got[0].String() != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestHowManyTurnsARoundTakes(t *testing.T) {
	for _, tt := range []struct {
		setup        string
		seats        int
		first, later [2]int
	}{
		{"seats=3", 3, [2]int{8, 12}, [2]int{9, 13}},
		{"seats=4", 4, [2]int{7, 11}, [2]int{8, 12}},
		{"seats=3 places=4", 3, [2]int{9, 12}, [2]int{10, 13}},
		{"seats=4 places=4", 4, [2]int{8, 11}, [2]int{9, 12}},
	} {
		all := courses(t, begun(t, tt.setup+" hares=1:9 cards=log:51/50"), tt.seats)
		rounds := make([]map[int]*big.Rat, 3)
		for _, c := range all {
			last := 0
			for i, turn := range c.uncovered {
				if rounds[i] == nil {
					rounds[i] = map[int]*big.Rat{}
				}
				if rounds[i][turn-last] == nil {
					rounds[i][turn-last] = new(big.Rat)
				}
				rounds[i][turn-last].Add(rounds[i][turn-last], c.odds)
				last = turn
			}
		}
		for i, lengths := range rounds {
			want := tt.later
			if i == 0 {
				want = tt.first
			}
			if len(lengths) != want[1]-want[0]+1 {
				t.Errorf("%s: round %d has %d lengths, want %d to %d turns", tt.setup, i+1, len(lengths), want[0], want[1])
			}
			for n := want[0]; n <= want[1]; n++ {
				if p := big.NewRat(1, int64(len(lengths))); lengths[n] == nil || lengths[n].Cmp(p) != 0 {
					t.Errorf("%s: round %d has %d turns with odds %v, want %v", tt.setup, i+1, n, lengths[n], p)
				}
			}
		}
	}
}

func TestOfTwoTeamsBothAddHares(t *testing.T) {
	moved := 0
	for _, c := range courses(t, begun(t, "seats=4 teams=on hares=1:9 cards=log:51/50"), 4) {
		if c.added[0]%2 == c.added[1]%2 {
			t.Fatalf("%v: seats %d are one team", &c, c.added)
		}
		if c.added[1] != c.uncovered[1]%4+1 {
			moved++
		}
	}
	// The second time he comes 12 turns after the first, less one for each card
	// under him: an even number with 0, 2 and 4 of them.
	if want := 5 * 3 * 5; moved != want {
		t.Errorf("in %d of 125 games the other team's seat adds, want %d", moved, want)
	}
}

func TestHeGoesSecondFromTheEndForTheOtherTeam(t *testing.T) {
	s := position(t, `
seats=4 teams=on
turn 16 mazai
round 2 added 1
pile 0 row 4 discard 11 mazai 0..0
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
seat 4 boat - ashore - written 0/0
`)
	for _, tt := range []struct{ says, want string }{
		{"mazai yes", "turn 17 move news\nround 2 added 1\npile 0 row 4 discard 11 mazai second\n"},
		{"done", "turn 17 replace\nround 2 added 1\npile 0 row 4 discard 11 mazai second\n"},
		{"place", "turn 18 move news\nround 2 added 1\npile 0 row 3 discard 12 mazai row\n"}, // nothing to refill
		{"done", "turn 18 add\nround 2 added 1\npile 0 row 3 discard 12 mazai row\n"},
		{"add log 6", "turn 19 move news\nround 3 added 1\npile 11 row 4 discard 0 mazai 0..4\n"}, // to length again
	} {
		s = after(t, s, tt.says)
		if !strings.HasPrefix(s.String(), tt.want) {
			t.Fatalf("%s: got\n%s\nwant\n%s", tt.says, s, tt.want)
		}
	}
}

func TestWithARealPileOnlyPeopleAnswer(t *testing.T) {
	for _, c := range position(t, strings.Replace(question, "seats=3", "seats=3 mazai=real", 1)).Legal() {
		if c.Weight != 0 {
			t.Errorf("%s has odds %d, want none", c, c.Weight)
		}
	}
}

func TestTheOddsAreThePlacesLeft(t *testing.T) {
	s := position(t, question)
	for places := 5; places > 0; places-- {
		want := []games.Choice{{Says: "mazai no", Weight: uint32(places - 1)}, {Says: "mazai yes", Weight: 1}}
		if places == 1 {
			want = want[1:]
		}
		if got := s.Legal(); !slices.Equal(got, want) {
			t.Errorf("%d places: got %v, want %v", places, got, want)
		}
		if places > 1 {
			s = after(t, s, "mazai no, done, place")
		}
	}
}
