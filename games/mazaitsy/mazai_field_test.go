package mazaitsy_test

import (
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
)

// drift is a brisk turn: the boat turns about, the first free card is replaced,
// everything that comes out of the pile is water without hares.
func drift(t *testing.T, s games.State) games.State {
	t.Helper()
	seat := s.Turn()
	for s.Turn() == seat {
		switch first := s.Legal()[0].Says; first.Word(0) {
		case "diagonal", "forward", "turn":
			s = after(t, s, "turn left, turn left")
		default:
			s = after(t, s, string(first))
		}
	}
	return s
}

// named answers chance for cards: water.
func named(t *testing.T, s games.State) games.State {
	t.Helper()
	for s.Turn() == games.Chance && strings.HasPrefix(string(s.Legal()[0].Says), "card water") {
		s = after(t, s, string(s.Legal()[len(s.Legal())-1].Says))
	}
	return s
}

// ready returns the first turn on a field of water, the hares all in boats or on
// the field, so that none is drawn.
func ready(t *testing.T, line, boats string) games.State {
	t.Helper()
	cards := map[byte]string{'2': "28", '3': "40", '4': "41"}[line[len("seats=")]]
	return after(t, begun(t, line+" field=on cards=water:51/50 hares=1:1"), "card water hare "+cards+", hare 1, "+boats)
}

// until plays brisk turns until Мазай is asked for, and returns how many.
func until(t *testing.T, s games.State) (games.State, int) {
	t.Helper()
	for turns := 0; ; turns++ {
		if s = named(t, s); s.Turn() == games.Chance && s.Legal()[len(s.Legal())-1].Says == "mazai yes" || s.Turn() == games.Nobody {
			return s, turns
		}
		s = drift(t, s)
	}
}

func TestTwoSeatsMeetMazaiAfterElevenTurnsAndTwentyFive(t *testing.T) {
	s, turns := until(t, ready(t, "seats=2", "boat c3 n, boat c3 s"))
	if got := listed(s.Legal()); turns != 11 || got != "mazai yes" {
		t.Fatalf("behind turn %d: %s", turns, got)
	}
	s = named(t, after(t, s, "mazai yes"))
	if s.Turn() != 2 || s.View(2).Prompt.Key != "ask.news.row" || s.View(2).Strip[1] != (games.Tally{Glyph: "pile", N: 13, Seat: games.Nobody}) {
		t.Errorf("seat 2 will add: got %v", s.View(2))
	}
	s = after(t, s, "turn left, done")
	if got := listed(s.Legal()); got != "add water" {
		t.Errorf("got %s", got)
	}
	s = after(t, s, "add water")
	if got := lineOf(s.String(), "pile"); got != "pile 13 row 2 discard 11 mazai 0..0" || s.Turn() != 1 {
		t.Errorf("he lies under the pile, which isn't shuffled: got %s", got)
	}
	s, turns = until(t, s)
	if got := listed(s.Legal()); 12+turns != 25 || got != "mazai yes" {
		t.Fatalf("behind turn %d: %s", 12+turns, got)
	}
	s = after(t, s, "mazai yes")
	if s.Turn() != 2 {
		t.Fatalf("seat 2 has the last turn:\n%s", s)
	}
	if s = drift(t, s); s.Turn() != games.Nobody || !strings.HasPrefix(s.String(), "turn 26 over") {
		t.Errorf("13 turns each: got\n%s", s)
	}
}

func TestTheCardUnderMazaiIsNamedUnlessTheGameIsOver(t *testing.T) {
	s, _ := until(t, ready(t, "seats=3", "boat c3 n, boat d3 n, boat c4 s"))
	for s.Turn() == games.Chance {
		s = after(t, s, "mazai no")
		s, _ = until(t, s)
		if listed(s.Legal()) == "mazai no, mazai yes" {
			break
		}
	}
	s = after(t, s, "mazai yes")
	if got := listed(s.Legal()); !strings.HasPrefix(got, "card water") {
		t.Errorf("first the card under him: got %s", got)
	}
}

// realMazai is a position in which a real Мазай could lie on top, or a card under him.
func realMazai(t *testing.T) games.State {
	t.Helper()
	s, turns := until(t, ready(t, "seats=4 mazai=real", "boat c3 n, boat d3 n, boat c4 s, boat d4 s"))
	if turns != 7 {
		t.Fatalf("he was asked for behind turn %d:\n%s", turns, s)
	}
	return s
}

func TestARealMazaiIsAskedForAsWithoutTheField(t *testing.T) {
	s := realMazai(t)
	if got := s.Legal(); listed(got) != "mazai no, mazai yes" || got[0].Weight+got[1].Weight != 0 {
		t.Errorf("only people can answer: got %v", got)
	}
	if v := s.View(1); v.Prompt.Key != "ask.mazai" || v.Rule.Key != "how.mazai.real" {
		t.Errorf("got %v, %v", v.Prompt, v.Rule)
	}
	for says, rule := range map[string]string{"mazai": "rule.notation", "mazai maybe": "rule.notation", "card swamp": "rule.cards.none", "place c3": "rule.asking"} {
		if _, err := s.Apply(games.Decision(says)); broken(err) != rule {
			t.Errorf("%s: got %v, want %s", says, err, rule)
		}
	}
	for _, says := range []string{"mazai no", "mazai yes"} {
		if got := listed(after(t, s, says).Legal()); got != "card water, card water hare" {
			t.Errorf("behind %s the card on top is named: got %s", says, got)
		}
	}
}

func TestARealMazaiCanBeNamedAsACardAsInOldRecords(t *testing.T) {
	s := realMazai(t)
	for _, tt := range []struct{ old, usual string }{
		{"card mazai", "mazai yes"},
		{"card water hare", "mazai no, card water hare"},
	} {
		if old, usual := after(t, s, tt.old).String(), after(t, s, tt.usual).String(); old != usual {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.old, old, usual)
		}
	}
	early := after(t, s, "mazai no")
	if _, err := early.Apply("card mazai"); broken(err) != "rule.mazai.early" {
		t.Errorf("he has just been looked for: got %v", err)
	}
}

func TestTheTeamOfTheFirstAdditionLeavesTheSecondToTheOther(t *testing.T) {
	// Seat 1 has added. Seat 4 uncovers him again: seat 1's partner's team would add.
	s := afloat(t, "teams=on turn=16 round=2 added=1 where=second", "a1 n, a6 n, f1 n, f6 n", calm)
	if got := s.View(4).Lines[0]; got.Key != "line.adds" || got.Args[0] != "@1" {
		t.Errorf("got %v", got)
	}
	s = after(t, s, "turn left, turn left, place b1, hare 1, card water hare")
	if got := lineOf(s.String(), "pile"); got != "pile 10 row 4 discard 1 mazai row" {
		t.Errorf("he moves to the end when a card is laid: got %s", got)
	}
	if s = after(t, s, "turn left, turn left"); listed(s.Legal()) != "add water" || s.Turn() != 1 {
		t.Errorf("got seat %d: %s", s.Turn(), listed(s.Legal()))
	}
}

func TestUncoveredByTheLastSeatMazaiEndsTheGameAtOnce(t *testing.T) {
	for _, last := range []bool{true, false} {
		s := ready(t, "seats=3", "boat c3 n, boat d3 n, boat c4 s")
		for range 2 { // rounds with an addition
			s, _ = until(t, s)
			s = named(t, after(t, s, "mazai yes"))
			s = after(t, s, "turn left, turn left, add water")
		}
		s, _ = until(t, s)
		for (turnOf(t, s)%3 == 0) != last {
			s, _ = until(t, after(t, s, "mazai no"))
		}
		s = after(t, s, "mazai yes")
		if over := s.Turn() == games.Nobody; over != last {
			t.Errorf("behind turn %d the game is over: %v\n%s", turnOf(t, s), over, s)
		}
		if top := strings.Contains(s.String(), "top ? "); last && !top {
			t.Errorf("the card under him isn't named any more:\n%s", s)
		}
	}
}

// turnOf returns the number of the turn.
func turnOf(t *testing.T, s games.State) int {
	t.Helper()
	n, err := strconv.Atoi(strings.Fields(s.String())[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
