package past

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabletop/games"
)

func TestAPastPlayIsOverWithTheResultInItsOptions(t *testing.T) {
	for _, tt := range []struct {
		seats   int
		options map[string]string
		want    string
	}{
		{2, map[string]string{Game: "mice", Scores: "12 -7", Won: "1"}, "[12 -7] false [1] mice  -1 false"},
		{3, map[string]string{Title: "Catan", Won: "1 3", Lowest: "yes", First: "2", Time: "no"}, "[0 0 0] true [1 3] past/Catan Catan 2 true"},
		{1, map[string]string{Title: "Пасьянс"}, "[0] false [] past/Пасьянс Пасьянс -1 false"},
	} {
		setup := games.Setup{Seats: tt.seats, Options: tt.options}
		if err := games.CheckSetup(Rules{}, setup); err != nil {
			t.Fatal(err)
		}
		state, err := Rules{}.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		st := state.Standing()
		p, ok := games.PastOf(Rules{}, setup)
		if got := fmt.Sprint(st.Scores, st.Lowest, st.Won, " ", p.Game, " ", p.Title, " ", p.First, p.Day); !ok || !st.Over || strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(tt.want), " ") {
			t.Errorf("got %s, want %s", got, tt.want)
		}
		if again, err := (Rules{}).Parse(setup, state.String()); err != nil || fmt.Sprint(again) != fmt.Sprint(state) {
			t.Errorf("parsed as %v, %v", again, err)
		}
		_, decided := state.Apply("win 1")
		_, ruled := state.Fix("win 1")
		if state.Turn() != games.Nobody || len(state.Legal())+len(state.Fixes()) > 0 || !errors.Is(decided, games.ErrIllegal) || !errors.Is(ruled, games.ErrIllegal) {
			t.Errorf("%v goes on", tt.options)
		}
	}
}

func TestAWrongResultIsRefusedWithItsOption(t *testing.T) {
	for want, options := range map[string]map[string]string{
		"scores=1":         {Game: "mice", Scores: "1"},
		"scores=1 x":       {Game: "mice", Scores: "1 x"},
		"scores=1 9999999": {Game: "mice", Scores: "1 9999999"},
		"won=3":            {Game: "mice", Won: "3"},
		"won=2 1":          {Game: "mice", Won: "2 1"},
		"won=1 1":          {Game: "mice", Won: "1 1"},
		"first=0":          {Game: "mice", First: "0"},
		"first=1 2":        {Game: "mice", First: "1 2"},
		"game=":            {},
		"game=mice":        {Game: "mice", Title: "Catan"},
		"game=past":        {Game: "past"},
		"game=past/Catan":  {Game: "past/Catan"},
		"note=" + strings.Repeat("я", MostNote+1): {Game: "mice", Note: strings.Repeat("я", MostNote+1)},
	} {
		_, err := Rules{}.New(games.Setup{Seats: 2, Options: options})
		if illegal := (games.Illegal{}); !errors.As(err, &illegal) || string(illegal.Says) != want {
			t.Errorf("%v: %v", options, err)
		}
	}
}
