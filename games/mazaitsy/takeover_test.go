package mazaitsy_test

import (
	"math/rand/v2"
	"testing"

	"tabletop/games"
	"tabletop/games/mazaitsy"
)

// among is the number of cards among which people are told to hide Мазай; −1 if they are told nothing.
func among(t *testing.T, s games.State) int {
	t.Helper()
	texts, ok := games.TakeOver(s)
	if !ok {
		t.Fatal("a position has nothing to take over")
	}
	for _, text := range texts {
		if text.Key == "takeover.mazai" {
			return text.N
		}
	}
	return -1
}

// Whoever hides Мазай anew by hand has the odds that the device would have had.
func TestMazaiIsHiddenAnewAmongThePlacesThatAreLeft(t *testing.T) {
	asked := 0
	for _, field := range []string{"off", "on"} {
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 7))
			s, err := mazaitsy.Rules{}.New(games.Setup{Seats: 3, Options: map[string]string{"field": field}})
			for n := 0; n < 600 && err == nil && s.Turn() != games.Nobody; n++ {
				legal := s.Legal()
				if yes, ok := games.Find(legal, "mazai yes"); ok && yes.Weight > 0 && len(legal) == 2 {
					asked++
					if places := int(legal[0].Weight + legal[1].Weight); among(t, s) != places-1 {
						t.Fatalf("hidden among %d cards, and %d places are left:\n%s", among(t, s), places, s)
					}
				}
				c := legal[r.IntN(len(legal))]
				s, err = s.Apply(c.At(r.IntN(c.Len())))
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.Turn() == games.Nobody && among(t, s) >= 0 {
				t.Errorf("after the game somebody is told to hide him:\n%s", s)
			}
		}
	}
	if asked == 0 {
		t.Error("no game has asked for him")
	}
}

func TestWhatPeopleHideThemselvesNeedsNoTakeOver(t *testing.T) {
	for name, setup := range map[string]games.Setup{
		"people hide him":        {Seats: 3, Options: map[string]string{"mazai": "real"}},
		"two seats: one place":   {Seats: 2},
		"all cards are real":     {Seats: 4, Options: map[string]string{"field": "on", "deal": "table", "mazai": "real"}},
		"two, with all cards so": {Seats: 2, Options: map[string]string{"field": "on", "deal": "table"}},
	} {
		s, err := mazaitsy.Rules{}.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		if texts, ok := games.TakeOver(s); !ok || len(texts) > 0 {
			t.Errorf("%s: %v", name, texts)
		}
	}
}
