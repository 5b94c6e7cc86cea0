package fox_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// deed is the cards of a round that matter to what seat 1 is named for. Tricks are
// parted by "/" and begin with the seat that leads; seat 1 leads the others, so
// that it answers nowhere else.
type deed struct {
	name, decree, tricks string
	want                 string // trick, suspect, proof: "1: keys 6, bells 8"; "" names nobody
}

func TestWhatTheOpenCardsOfARoundProve(t *testing.T) {
	for _, d := range []deed{
		{"the suit is shown later", "moons 10", "2 bells 4 keys 6 / 1 bells 8 keys 8", "1: keys 6, bells 8"},
		{"the suit is never shown", "moons 10", "2 bells 4 keys 6", ""},
		{"only the first card that proves it is named", "moons 10", "2 bells 4 keys 6 / 1 bells 8 keys 8 / 1 bells 6 keys 2", "1: keys 6, bells 8"},
		{"whoever leads owes no suit", "moons 10", "1 keys 6 bells 4 / 1 bells 8 keys 8", ""},
		{"a card given in an exchange counts as shown", "moons 10", "2 bells 4 keys 6 / 1 keys 3 exchange bells 8 keys 8", "1: keys 6, bells 8"},
		{"given with the suspect card itself", "moons 10", "2 bells 4 keys 3 exchange bells 8", "1: keys 3, bells 8"},
		{"a card taken in a later exchange proves nothing", "bells 8", "2 bells 4 keys 6 / 1 keys 3 exchange keys 2 keys 8 / 1 bells 8 keys 4", ""},
		{"a card taken with the suspect card proves nothing", "bells 8", "2 bells 4 keys 3 exchange keys 2 / 1 bells 8 keys 4", ""},
		{"a card taken by another and back proves nothing", "moons 10", "2 bells 4 keys 6 / 1 keys 8 keys 3 exchange bells 8 / 1 moons 3 exchange keys 2 moons 2 / 1 bells 8 keys 4", ""},
		{"a card taken before proves, whatever was drawn since", "bells 8", "1 keys 3 exchange keys 2 keys 8 / 1 keys 5 keys 4 / 2 bells 4 moons 5 / 1 bells 8 bells 2", "3: moons 5, bells 8"},
		{"a card given away and taken back proves by being given", "moons 10", "2 bells 4 keys 6 / 1 keys 3 exchange bells 8 keys 8 / 1 moons 3 exchange keys 2 keys 4 / 1 bells 8 bells 2", "1: keys 6, bells 8"},
		{"the suspect card may have drawn it", "moons 10", "2 bells 4 keys 5 / 1 bells 8 keys 8", ""},
		{"a later Woodcutter may have drawn it", "moons 10", "2 bells 4 keys 6 / 1 keys 5 keys 8 / 1 bells 8 keys 4", ""},
		{"a Woodcutter before the suspect card can't have drawn it", "moons 10", "1 keys 5 keys 8 / 2 bells 4 keys 6 / 1 bells 8 keys 4", "2: keys 6, bells 8"},
		{"it was shown before the Woodcutter drew", "moons 10", "2 bells 4 keys 6 / 1 bells 8 keys 4 / 1 keys 5 keys 8", "1: keys 6, bells 8"},
		{"a Woodcutter didn't draw itself", "moons 10", "2 bells 4 keys 6 / 1 bells 5 keys 4", "1: keys 6, bells 5"},
		{"the other's Woodcutter draws nothing for this hand", "moons 10", "2 bells 4 keys 6 / 1 keys 8 keys 5 / 1 bells 8 keys 4", "1: keys 6, bells 8"},
		{"two such cards and one draw", "moons 10", "2 bells 4 keys 5 / 1 bells 8 keys 8 / 1 bells 10 keys 4", "1: keys 5, bells 10"},
		{"two such cards and two draws", "moons 10", "2 bells 4 keys 5 / 1 bells 8 keys 8 / 1 moons 5 keys 2 / 1 bells 10 keys 4", ""},
		{"two such cards before the second draw", "moons 10", "2 bells 4 keys 5 / 1 bells 8 keys 8 / 1 bells 10 keys 4 / 1 moons 5 keys 2", "1: keys 5, bells 10"},
		{"three such cards and two draws", "moons 10", "2 bells 4 keys 5 / 1 moons 5 keys 2 / 1 bells 8 keys 8 / 1 bells 10 keys 4 / 1 bells 2 bells 1", "1: keys 5, bells 2"},
		{"one draw may excuse either of two tricks, so neither is proven", "moons 10", "2 bells 4 moons 6 / 2 keys 11 keys 8 / 1 moons 5 moons 4 / 1 bells 8 keys 2 / 1 keys 10 keys 6", ""},
		{"each of two tricks is judged by itself", "moons 10", "2 bells 4 moons 6 / 2 keys 11 keys 8 / 1 bells 8 bells 2 / 1 keys 10 keys 6", "1: moons 6, bells 8; 2: keys 8, keys 10"},
		{"a Monarch answered below the highest", "moons 10", "2 bells 11 bells 4 / 1 bells 8 keys 8", "1: bells 4, bells 8"},
		{"a Monarch answered by the highest", "moons 10", "2 bells 11 bells 8 / 1 bells 4 keys 8 / 1 bells 1 keys 4", ""},
		{"a Monarch answered by the Swan", "moons 10", "2 bells 11 bells 1 / 1 bells 8 keys 8", ""},
		{"a Monarch answered by another suit", "moons 10", "2 bells 11 keys 6 / 1 bells 2 keys 8", "1: keys 6, bells 2"},
		{"a Monarch answered by a Woodcutter, who may have drawn one higher card", "moons 10", "2 bells 11 bells 5 / 1 bells 7 keys 8 / 1 bells 2 keys 4", ""},
		{"but not two", "moons 10", "2 bells 11 bells 5 / 1 bells 7 keys 8 / 1 bells 10 keys 4", "1: bells 5, bells 10"},
		{"another card led asks for no highest one", "moons 10", "2 bells 10 bells 4 / 1 bells 8 keys 8", ""},
		{"book: a Witch is followed by her own suit, not by trump", "keys 10", "2 bells 9 keys 6 / 1 bells 8 keys 8", "1: keys 6, bells 8"},
		{"book: a Witch doesn't follow trump", "keys 10", "2 keys 4 bells 9 / 1 keys 6 moons 8", "1: bells 9, keys 6"},
		{"an exchange doesn't change what was to be followed", "moons 10", "2 bells 3 exchange keys 10 keys 6 / 1 bells 8 bells 4", "1: keys 6, bells 8"},
	} {
		if got := d.audit(t); got != d.want {
			t.Errorf("%s:\n%s: got %q, want %q", d.name, d.tricks, got, d.want)
		}
	}
}

// audit plays the round to its end and returns what seat 1 is named for.
func (d deed) audit(t *testing.T) string {
	t.Helper()
	s := after(t, "seats=2 target=999", games.Decision("decree "+d.decree))
	tricks := strings.Split(d.tricks, " / ")
	for _, trick := range tricks {
		s = gamestest.After(t, s, decisions(trick)...)
	}
	for range 13 - len(tricks) {
		s = gamestest.After(t, s, "fix turn 1")
		s = gamestest.After(t, s, say("play", d.harmless(t, s)))
		s = gamestest.After(t, s, games.Decision(answer(s)))
	}
	var all []string
	a, _ := games.AuditOf(s)
	for _, f := range a.Findings {
		if f.Seat == 1 {
			all = append(all, strconv.Itoa(f.Trick)+": "+f.Card+", "+f.Proof)
		}
	}
	return strings.Join(all, "; ")
}

// decisions reads "2 bells 4 keys 3 exchange bells 8".
func decisions(trick string) []games.Decision {
	words := strings.Fields(trick)
	all := []games.Decision{games.Decision("fix turn " + words[0])}
	for words = words[1:]; len(words) > 0; words = words[2:] {
		verb := "play"
		if words[0] == "exchange" {
			verb, words = "exchange", words[1:]
		}
		all = append(all, games.Decision(verb+" "+words[0]+" "+words[1]))
	}
	return all
}

// harmless is a card for seat 1 that proves nothing: beside it every answer of the
// deed was allowed. It has no power that matters.
func (d deed) harmless(t *testing.T, s games.State) pip {
	t.Helper()
	for _, p := range pack() {
		if p.rank != 3 && p.rank != 5 && d.clears(p) && slices.Contains(legal(s), string(say("play", p))) {
			return p
		}
	}
	t.Fatalf("no card is left for seat 1\n%s", s)
	return pip{}
}

// clears reports whether seat 1 may have held p when it answered.
func (d deed) clears(p pip) bool {
	for trick := range strings.SplitSeq(d.tricks, " / ") {
		words := strings.Fields(trick)
		if words[0] != "2" {
			continue
		}
		if words[3] == "exchange" {
			words = slices.Delete(words, 3, 6)
		}
		lead, c := card(words[1:]), card(words[3:])
		if !slices.Contains(allowed([]pip{p, c}, lead), c) {
			return false
		}
	}
	return true
}

// card reads the card that words begin with.
func card(words []string) pip {
	i := slices.IndexFunc(pack(), func(p pip) bool { return p.String() == words[0]+" "+words[1] })
	return pack()[i]
}

// answer is any card but a Fox.
func answer(s games.State) string {
	i := slices.IndexFunc(legal(s), func(d string) bool { return !strings.HasSuffix(d, " 3") })
	return legal(s)[i]
}
