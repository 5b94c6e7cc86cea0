package fox_test

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/companion/pixel"
	"tabletop/games"
	"tabletop/games/fox"
)

func TestTheStripShowsCountsDecreeAndWhatIsAtStake(t *testing.T) {
	for _, tt := range []struct {
		s    games.State
		want string // glyph, number, /seat, * if marked
	}{
		{after(t, "seats=2"), ""},
		{after(t, "seats=2", "decree bells 4"), "trick 0/1, trick 0/2, worth 6/1, worth 6/2, bells 4"},
		{after(t, "seats=2", "decree bells 4", "play keys 7"), "trick 0/1, trick 0/2, worth 6/1, worth 6/2, treasure 1*"},
		{after(t, "seats=2", "decree bells 4", "play keys 7", "play bells 7"), "trick 0/1, trick 1/2, worth 6/1, worth 6/2, bells 4"},
		{after(t, "seats=2", "decree bells 4", "play keys 7", "play keys 3"), "trick 0/1, trick 0/2, worth 6/1, worth 6/2, treasure 1*"},
		{after(t, "seats=2", "decree bells 4", "play keys 7", "play keys 3", "exchange moons 11"), "trick 1/1, trick 0/2, worth 6/1, worth 6/2, moons 11*"},
		{after(t, "seats=2", wholeRound...), ""},
		{after(t, "seats=2 mode=tricks"), "trick 0/1, trick 0/2, worth 6/1, worth 6/2"},
		{after(t, "seats=2 mode=tricks", "trick 2 treasures 2", "trick 1"), "trick 1/1, trick 1/2, worth 6/1, worth 6/2"},
		{after(t, "seats=2 mode=tricks", "trick 1", "trick 1", "trick 1", "trick 1"), "trick 4/1, trick 0/2, worth 1/1, worth 6/2"},
		{after(t, "seats=2 mode=tricks", "fix round 8-5 treasures 0-2"), "trick 0/1, trick 0/2, worth 6/1, worth 6/2"},
		{after(t, "seats=2 mode=quick"), ""},
		{after(t, "seats=2 mode=quick", "round 5-8 treasures 1-2"), ""},
		{after(t, "seats=2 mode=quick", "round 5-8 treasures 1-2", "round 5-8 treasures 1-2", "round 5-8 treasures 1-2"), "trick 5/1, trick 8/2, treasure 1/1, treasure 2/2"},
	} {
		var all []string
		for _, n := range tt.s.View(games.Nobody).Strip {
			said := fmt.Sprintf("%s %d", n.Glyph, n.N)
			if n.Seat != games.Nobody {
				said += fmt.Sprintf("/%d", n.Seat)
			}
			all = append(all, said+strings.Repeat("*", int(n.Mark)))
		}
		if got := strings.Join(all, ", "); got != tt.want {
			t.Errorf("got %q, want %q\n%s", got, tt.want, tt.s)
		}
	}
}

func TestPicturesFitWhereTheyAreShown(t *testing.T) {
	pictures, err := pixel.ParsePictures(fox.Rules{}.Assets()["pictures"])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bells", "keys", "moons", "trick", "treasure", "worth"} {
		if p := pictures[name]; p.W < 8 || p.W > 14 || p.H < 8 || p.H > 14 {
			t.Errorf("%s has %d×%d px, want at most 14×14", name, p.W, p.H)
		}
		if p := pictures[name+"/large"]; name != "worth" && (p.W != 24 || p.H != 32) {
			t.Errorf("%s/large has %d×%d px, want 24×32", name, p.W, p.H)
		}
	}
	for _, name := range []string{"card-back", "card-edge"} {
		if p := pictures[name]; p.W != 24 || p.H != 32 {
			t.Errorf("%s has %d×%d px, want 24×32", name, p.W, p.H)
		}
	}
	for _, name := range strings.Fields("suits layout decree lead follow beats won odd points power-1 power-3 power-5 power-7 power-9 power-11") {
		if p := pictures[name]; p.W < 24 || p.W > 44 || p.H < 40 || p.H > 48 {
			t.Errorf("%s has %d×%d px, want at most 44×48", name, p.W, p.H)
		}
	}
}
