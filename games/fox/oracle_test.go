package fox_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// A second reading of the book, as simple as it can be and shared with nothing.

// pip is a card: the letter of its suit and its rank.
type pip struct{ suit, rank byte }

func (p pip) String() string {
	return map[byte]string{'b': "bells ", 'k': "keys ", 'm': "moons "}[p.suit] + strconv.Itoa(int(p.rank))
}

// pack is all 33 cards.
func pack() []pip {
	var all []pip
	for _, suit := range []byte("bkm") {
		for rank := byte(1); rank <= 11; rank++ {
			all = append(all, pip{suit, rank})
		}
	}
	return all
}

// takes reports whether b, the answer to a, wins the trick.
func takes(a, b pip, trump byte) bool {
	aIsTrump, bIsTrump := a.suit == trump, b.suit == trump
	if a.rank == 9 && b.rank != 9 {
		aIsTrump = true
	}
	if b.rank == 9 && a.rank != 9 {
		bIsTrump = true
	}
	switch {
	case aIsTrump && bIsTrump:
		return b.rank > a.rank
	case bIsTrump:
		return true
	case aIsTrump:
		return false
	case b.suit == a.suit:
		return b.rank > a.rank
	}
	return false
}

// leader returns who leads next, 0 for whoever led a, 1 for the other.
func leader(a, b pip, trump byte) int {
	winner, loser, lost := 0, 1, b
	if takes(a, b, trump) {
		winner, loser, lost = 1, 0, a
	}
	if lost.rank == 1 {
		return loser
	}
	return winner
}

// allowed returns the cards of hand that may answer lead.
func allowed(hand []pip, lead pip) []pip {
	var same []pip
	for _, p := range hand {
		if p.suit == lead.suit {
			same = append(same, p)
		}
	}
	switch {
	case len(same) == 0:
		return hand
	case lead.rank != 11:
		return same
	}
	high := slices.MaxFunc(same, func(a, b pip) int { return int(a.rank) - int(b.rank) })
	return slices.DeleteFunc(same, func(p pip) bool { return p != high && p.rank != 1 })
}

// worth is the table of the book.
func worth(tricks int) int {
	switch {
	case tricks <= 3:
		return 6
	case tricks <= 6:
		return tricks - 3
	case tricks <= 9:
		return 6
	}
	return 0
}

func TestEveryTwoCardsUnderEveryTrumpAreWonAsTheSentencesSay(t *testing.T) {
	for _, trump := range []byte("bkm") {
		for _, first := range []string{"1", "2"} {
			for _, a := range pack() {
				for _, b := range pack() {
					if a != b {
						compareTrick(t, a, b, trump, first)
					}
				}
			}
		}
	}
}

// compareTrick plays a and b under a decree of trump that is neither.
func compareTrick(t *testing.T, a, b pip, trump byte, first string) {
	t.Helper()
	decree := slices.IndexFunc(pack(), func(p pip) bool { return p.suit == trump && p != a && p != b })
	s := after(t, "seats=2", games.Decision("decree "+pack()[decree].String()), games.Decision("fix turn "+first))
	for _, p := range []pip{a, b} {
		if s = gamestest.After(t, s, games.Decision("play "+p.String())); p.rank == 3 {
			s = gamestest.After(t, s, "keep")
		}
	}
	led := int(first[0] - '1')
	winner := led
	if takes(a, b, trump) {
		winner = 1 - led
	}
	won := []string{"0", "0"}
	won[winner] = "1"
	turn := games.Seat((led+leader(a, b, trump))%2 + 1)
	if title := s.View(games.Nobody).Title; !slices.Equal(title.Args, won) || s.Turn() != turn {
		t.Errorf("trump %c, seat %s leads %s, then %s: tricks %v, seat %d leads; want %v, %d", trump, first, a, b, title.Args, s.Turn(), won, turn)
	}
}

// An exchange after either card changes trump before the winner is found.
func TestAnExchangeDecidesTheTrickItIsMadeIn(t *testing.T) {
	for _, a := range pack() {
		for _, b := range pack() {
			for _, given := range pack() {
				decree := pip{'m', 10}
				if a == b || given == a || given == b || a.rank != 3 && b.rank != 3 || slices.Contains([]pip{a, b, given}, decree) {
					continue
				}
				s := after(t, "seats=2", games.Decision("decree "+decree.String()))
				exchanged := false
				for _, p := range []pip{a, b} {
					s = gamestest.After(t, s, games.Decision("play "+p.String()))
					switch {
					case p.rank == 3 && exchanged:
						s = gamestest.After(t, s, "keep")
					case p.rank == 3:
						s = gamestest.After(t, s, games.Decision("exchange "+given.String()))
						exchanged = true
					}
				}
				if want := games.Seat(leader(a, b, given.suit) + 1); s.Turn() != want {
					t.Errorf("%s, %s, decree %s given: seat %d leads, want %d\n%s", a, b, given, s.Turn(), want, s)
				}
			}
		}
	}
}

// What is refused for a known card is what no hand with that card could play: any
// further cards only forbid more.
func TestACardIsRefusedExactlyWhereNoHandWithTheKnownCardCouldPlayIt(t *testing.T) {
	fills := []pip{{'b', 2}, {'k', 2}, {'m', 2}, {'b', 4}}
	for _, known := range pack() {
		for _, lead := range pack() {
			var used []pip
			for _, p := range append([]pip{{'k', 3}, {'b', 3}, {'m', 3}}, fills...) {
				if p != known && p != lead {
					used = append(used, p)
				}
			}
			fox := slices.IndexFunc(used, func(p pip) bool { return p.rank == 3 })
			led, given := used[len(used)-1], used[len(used)-2]
			if known == lead {
				continue
			}
			s := after(t, "seats=2", say("decree", known), say("play", led), say("play", used[fox]), say("exchange", given), "fix turn 1", say("play", lead))
			if lead.rank == 3 {
				s = gamestest.After(t, s, "keep")
			}
			for _, c := range pack() {
				open := []pip{led, used[fox], given, lead}
				want := !slices.Contains(open, c) && slices.Contains(allowed([]pip{known, c}, lead), c)
				if got := slices.Contains(legal(s), "play "+c.String()); got != want {
					t.Errorf("%s is known, %s led: %s is legal: %v, want %v\n%s", known, lead, c, got, want, s)
				}
			}
		}
	}
}

func say(verb string, p pip) games.Decision { return games.Decision(verb + " " + p.String()) }

func TestTheBooksTableOfPointsIsPaid(t *testing.T) {
	for n := 0; n <= 13; n++ {
		s := after(t, "seats=2 mode=quick target=999", games.Decision(fmt.Sprintf("round %d-%d treasures 0-0", n, 13-n)))
		if got, want := fmt.Sprint(s.Standing().Scores), fmt.Sprint([]int{worth(n), worth(13 - n)}); got != want {
			t.Errorf("%d tricks: got %s, want %s", n, got, want)
		}
	}
}

// Two rounds of equal points are possible in one way only: six tricks and all
// three Treasures against seven.
func TestARoundIsLevelOnlyAtSixTricksWithAllTreasures(t *testing.T) {
	var level []string
	first := after(t, "seats=2 mode=quick target=999")
	for _, c := range first.Legal() {
		if st := gamestest.After(t, first, c.Says).Standing(); st.Scores[0] == st.Scores[1] {
			level = append(level, string(c.Says))
		}
	}
	if got := strings.Join(level, ", "); got != "round 6-7 treasures 3-0, round 7-6 treasures 0-3" {
		t.Errorf("got %s", got)
	}
}
