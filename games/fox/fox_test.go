package fox_test

import (
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

func TestTheContractIsKept(t *testing.T) {
	gamestest.Check(t, fox.Rules{}, gamestest.Hidden(
		gamestest.Twins{
			Name:  "who played what in earlier tricks",
			One:   after(t, "seats=2", "decree bells 4", "play keys 7", "play keys 2", "play moons 8", "play moons 6", "play bells 2"),
			Other: after(t, "seats=2", "decree bells 4", "play moons 8", "play moons 6", "play keys 7", "play keys 2", "play bells 2"),
			Blind: []games.Seat{games.Nobody, 1, 2},
		},
		gamestest.Twins{
			Name:  "a Treasure won in an earlier trick",
			One:   after(t, "seats=2", "decree bells 4", "play keys 7", "play keys 2", "play bells 2"),
			Other: after(t, "seats=2", "decree bells 4", "play keys 8", "play keys 2", "play bells 2"),
			Blind: []games.Seat{games.Nobody, 1},
		},
		gamestest.Twins{
			Name:  "a card given in an exchange and taken back by another",
			One:   after(t, "seats=2", "decree bells 4", "play keys 3", "exchange keys 6", "play keys 8", "play moons 3", "exchange moons 1", "play moons 2"),
			Other: after(t, "seats=2", "decree bells 4", "play keys 3", "exchange keys 7", "play keys 8", "play moons 3", "exchange moons 1", "play moons 2"),
			Blind: []games.Seat{games.Nobody, 1},
		},
		gamestest.Twins{
			Name:  "a Treasure won in an earlier trick, without cards",
			One:   after(t, "seats=2 mode=tricks", "trick 2 treasures 1", "trick 1"),
			Other: after(t, "seats=2 mode=tricks", "trick 2", "trick 1"),
			Blind: []games.Seat{games.Nobody, 1, 2},
		},
	))
}

func BenchmarkGameWithCards(b *testing.B) { gamestest.Games(b, fox.Rules{}, games.Setup{Seats: 2}) }

func BenchmarkGameWithResults(b *testing.B) {
	gamestest.Games(b, fox.Rules{}, games.Setup{Seats: 2, Options: map[string]string{"mode": "quick"}})
}

func BenchmarkGameWithTricks(b *testing.B) {
	gamestest.Games(b, fox.Rules{}, games.Setup{Seats: 2, Options: map[string]string{"mode": "tricks"}})
}

func FuzzParse(f *testing.F) { gamestest.FuzzParse(f, fox.Rules{}, games.Setup{Seats: 2}) }

func FuzzApply(f *testing.F) {
	gamestest.FuzzApply(f, fox.Rules{}, games.Setup{Seats: 2}, notations...)
}

// notations is one decision or ruling of each kind, whole and broken.
var notations = []games.Decision{
	"decree bells 4", "play keys 7", "exchange moons 2", "keep", "round 5-8 treasures 1-2", "more", "score 2 14",
	"trick 1", "trick 2 treasures 1", "trick 1 treasures 3", "tricks 1 4", "treasures 2 1", "treasures 2",
	"swap keys 7 keys 8", "turn 2", "play keys 12", "play keys", "round 5-9 treasures 1-2", "round 5-8", "swap keys 7 keys",
}

// A decision is taken exactly where Legal lists it, a ruling where Fixes does,
// whatever bytes it is made of.
func FuzzNotationIsTakenExactlyWhereItIsListed(f *testing.F) {
	for _, d := range notations {
		f.Add([]byte{0, 1, 2, 3}, string(d), byte(0))
		f.Add([]byte{9, 33, 2, 0, 5}, string(d), byte(1))
		f.Add([]byte{1, 4, 2, 0, 5}, string(d), byte(2))
	}
	f.Fuzz(func(t *testing.T, moves []byte, says string, mode byte) {
		setup := "seats=2 mode=" + []string{"cards", "quick", "tricks"}[mode%3]
		s, d := after(t, setup), games.Decision(says)
		for _, m := range moves[:min(len(moves), 200)] {
			if legal := s.Legal(); len(legal) > 0 {
				s = gamestest.After(t, s, legal[int(m)%len(legal)].Says)
			}
		}
		for _, ask := range []struct {
			listed []games.Choice
			take   func(games.Decision) (games.State, error)
		}{{s.Legal(), s.Apply}, {s.Fixes(), s.Fix}} {
			_, listed := games.Find(ask.listed, d)
			if _, err := ask.take(d); (err == nil) != listed {
				t.Fatalf("%q is listed: %v, but %v\n%s", says, listed, err, s)
			}
		}
	})
}

// after begins a game and takes decisions, rulings as "fix …".
func after(t testing.TB, line string, decisions ...games.Decision) games.State {
	t.Helper()
	return gamestest.After(t, gamestest.Begin(t, fox.Rules{}, line), decisions...)
}

func legal(s games.State) []string {
	var all []string
	for _, c := range s.Legal() {
		all = append(all, string(c.Says))
	}
	return all
}

func TestOptionsAreThoseOfTheBook(t *testing.T) {
	for line, want := range map[string]string{ // set-up → rule, or ""
		"seats=2": "", "seats=2 target=16": "", "seats=2 target=35 mode=quick": "", "seats=2 mode=tricks": "", "seats=2 target=1": "", "seats=2 target=999": "",
		"seats=1":             "rule.setup.seats 2 2",
		"seats=3":             "rule.setup.seats 2 2",
		"seats=2 target=0":    "rule.setup.range 1 999",
		"seats=2 target=1000": "rule.setup.range 1 999",
		"seats=2 target=all":  "rule.setup.range 1 999",
		"seats=2 mode=slow":   "rule.setup.value tricks cards quick",
		"seats=2 goal=21":     "rule.setup.unknown goal mode",
	} {
		_, err := fox.Rules{}.New(gamestest.Setup(line))
		if got := gamestest.Refusal(err); (err != nil || want != "") && got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

func TestTricksAreOfferedAndARecordWithoutAModeHasCards(t *testing.T) {
	if o := (fox.Rules{}).Options()[0]; o.Name != "mode" || o.Proposes() != "tricks" || o.Values[0] != "tricks" {
		t.Errorf("set-up begins with %+v, want the mode, and tricks proposed", o)
	}
	old, cards := after(t, "seats=2", "decree bells 4", "play keys 7"), after(t, "seats=2 mode=cards", "decree bells 4", "play keys 7")
	if old.String() != cards.String() || !slices.Equal(old.Legal(), cards.Legal()) {
		t.Errorf("without a mode:\n%s\nwith cards:\n%s", old, cards)
	}
}

func TestOnlyPeopleCanSayWhichCardIsTurnedUp(t *testing.T) {
	s := after(t, "seats=2")
	if len(s.Legal()) != 33 || s.Turn() != games.Chance {
		t.Fatalf("seat %d has %d decrees, want chance to have 33", s.Turn(), len(s.Legal()))
	}
	for _, c := range s.Legal() {
		if c.Weight != 0 {
			t.Errorf("%s has odds: the device would draw a card of a real deck", c.Says)
		}
	}
}

func TestOnlyPossibleCardsTricksAndResultsAreListed(t *testing.T) {
	for _, tt := range []struct {
		s     games.State
		legal int
	}{
		{after(t, "seats=2"), 33},
		{after(t, "seats=2", "decree bells 4"), 32},
		{after(t, "seats=2", "decree bells 4", "play keys 3"), 32},
		{after(t, "seats=2", "decree bells 4", "play keys 3", "exchange keys 5"), 30},
		{after(t, "seats=2", "decree bells 4", "play keys 7", "play keys 8"), 30},
		{after(t, "seats=2 mode=quick"), 126},
		{after(t, "seats=2 mode=tricks"), 6},
		{after(t, "seats=2 mode=tricks", "trick 1 treasures 2"), 4},
		{after(t, "seats=2 mode=quick target=6", "round 7-6 treasures 0-0"), 0},
	} {
		if got := games.Entry(tt.s); len(got) != tt.legal || !slices.Equal(got, tt.s.Legal()) {
			t.Errorf("%d are listed, want %d\n%s", len(got), tt.legal, tt.s)
		}
	}
}

func TestARoundIsAuditedFromItsEndToTheNextDecree(t *testing.T) {
	s := after(t, "seats=2")
	for i, d := range append(wholeRound, "decree bells 4") {
		s = gamestest.After(t, s, d)
		want := 0
		if i == len(wholeRound)-1 {
			want = 1
		}
		if a, ok := games.AuditOf(s); !ok || a.Round != want {
			t.Errorf("after %d decisions: got an audit of round %d, %v, want %d", i+1, a.Round, ok, want)
		}
	}
}

func TestWhatWasDecidedIsVeiledUntilTheRoundIsOver(t *testing.T) {
	s := after(t, "seats=2 target=6")
	for i, d := range wholeRound {
		if veiled := s.(interface{ Veiled() bool }).Veiled(); veiled != (i > 0) {
			t.Errorf("after %d decisions the round is veiled: %v", i, veiled)
		}
		s = gamestest.After(t, s, d)
	}
	if s.(interface{ Veiled() bool }).Veiled() {
		t.Error("the round is over and still veiled")
	}
}
