package mice_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestTheMiceAreExplained(t *testing.T) { gamestest.Teaches(t, mice.Rules{}) }

func TestALureByTwoEqualDiceIsAboutPairs(t *testing.T) {
	for dice, want := range map[string]string{"dice red red": "pair", "dice white white": "pair", "dice red blue": "two"} {
		s, err := mice.Rules{}.New(games.Setup{Seats: 2})
		for _, says := range []games.Decision{"roll", games.Decision(dice)} {
			if err == nil {
				s, err = s.Apply(says)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		topics := games.Topics(mice.Rules{}, games.Setup{Seats: 2})
		if got, _ := games.TopicAbout(topics, games.About(s, "lure red")); got.Key != want {
			t.Errorf("after %s a red mouse is about %q, want %q", dice, got.Key, want)
		}
	}
}
