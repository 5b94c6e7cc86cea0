package table_test

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

func TestTheCursorStartsAtTheSeatWhoseNumberIsMissing(t *testing.T) {
	for _, tt := range []struct {
		setup, text string
		want        games.Decision
	}{
		{"3", "round 1", "score 1"},
		{"3", "round 1 / 5 . .", "score 2"},
		{"3", "round 1 / 5 . 4", "score 2"},
		{"3", "round 2 / 5 6 4", "score 1"},
		{"3", "round 2 / 5 6 4 / - . .", "score 2"},
		{"3", "round 2 / order 3 1 2 / 5 6 4", "score 3"},
		{"3", "round 2 / order 3 1 2 / 5 6 4 / . . 1", "score 1"},
		{"3", "over / 5 6 4", ""},
		{"2" + abc, "round 1", "score coins"},
		{"2" + abc, "round 1 / 5,.,. .,.,.", "score coins"},
		{"2" + abc, "round 1 / 5,.,. 7,.,1", "score built"},
		{"2" + abc, "round 1 / 5,-2,. 7,0,1", "score lost"},
	} {
		if got := games.Likely(position(t, tt.setup, tt.text)); got != tt.want {
			t.Errorf("%s: %s: %q is likely, want %q", tt.setup, tt.text, got, tt.want)
		}
	}
}

func TestADialStartsAtTheNumberThatTheSeatHadLast(t *testing.T) {
	const sheet = "2 categories=coins=0..50;built;lost=2..10"
	for _, tt := range []struct {
		setup, text string
		says        games.Decision
		want        int32
	}{
		{"2", "round 1", "score 1", 0},
		{"2", "round 2 / 14 -7", "score 1", 14},
		{"2", "round 2 / 14 -7", "score 2", -7},
		{"2", "round 3 / 14 -7 / 3 0", "score 1", 3},
		{"2", "round 3 / 14 -7 / 3 0", "score 2", 0},
		{"2", "round 3 / 14 -7 / 3 -", "score 2", -7}, // was away in round 2
		{"2", "round 2 / 14 - / 3 .", "score 2", 0},
		{"2", "round 2 / 14 -7 / 3 .", "score 2", -7},
		// a correction: at what stands there, whatever came before or later
		{"2", "round 3 / 14 -7 / 3 0", "edit 1 1", 14},
		{"2", "round 3 / 14 -7 / 3 0", "edit 2 2", 0},
		{"2", "round 3 / 14 -7 / 3 -", "edit 2 2", -7},
		{"2", "round 3 / - 1 / 3 1", "edit 1 1", 0},
		{"2", "round 2 / 14 -7", "finish", 0},
		// each category by itself, within its limits
		{sheet, "round 1", "score coins", 0},
		{sheet, "round 1", "score lost", 2},
		{sheet, "round 1", "for 2 lost", 2},
		{sheet, "round 2 / 5,-2,3 7,8,9", "score built", -2},
		{sheet, "round 2 / 5,-2,3 7,8,9", "for 2 built", 8},
		{sheet, "round 2 / 5,-2,3 7,8,9 / 1,.,. .,.,.", "score lost", 9},
		{sheet, "round 2 / 5,-2,3 7,8,9 / 1,.,. .,.,.", "for 1 lost", 3},
		{sheet, "round 2 / 5,-2,3 7,8,9 / 1,.,. .,.,.", "edit 2 1 coins", 1},
		{sheet, "round 2 / 5,-2,- 7,8,9", "edit 1 1 lost", 2},
	} {
		s := position(t, tt.setup, tt.text)
		legal := s.Legal()
		i := slices.IndexFunc(legal, func(c games.Choice) bool { return c.Says == tt.says })
		if i < 0 {
			t.Errorf("%s: %s: %s isn't legal: %s", tt.setup, tt.text, tt.says, gamestest.Listed(legal))
			continue
		}
		if got := s.(interface{ Starts(games.Choice) int32 }).Starts(legal[i]); got != tt.want {
			t.Errorf("%s: %s: %s starts at %d, want %d", tt.setup, tt.text, tt.says, got, tt.want)
		}
	}
}

// Where the game doesn't know a choice, its number stands.
func TestADialOfAnotherChoiceStartsAtItsNumber(t *testing.T) {
	s := position(t, "2", "round 2 / 14 -7")
	for _, c := range []games.Choice{{Says: "score 3", To: 9, Now: 4}, {Says: "dice", To: 9, Now: 4}, {Says: "finish", Now: 4}} {
		if got := s.(interface{ Starts(games.Choice) int32 }).Starts(c); got != 4 {
			t.Error(fmt.Sprint(c), "starts at", got)
		}
	}
}
