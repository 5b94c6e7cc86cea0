package maze_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

func TestBothNotationsNameTheSameSquares(t *testing.T) {
	tests := []struct {
		numbers, coordinates string
		from, to             int
	}{
		{"3-9", "b2-c3", 3, 9},
		{"7-14", "a3-b4", 7, 14},
		{"8-15", "b3-c4", 8, 15},
		{"1-48", "c1-d10", 1, 48},
		{"2-47", "d1-c10", 2, 47},
		{"6-46", "e2-e9", 6, 46},
		{"12-42", "f3-f8", 12, 42},
		{"24-25", "f5-a6", 24, 25},
	}
	for _, tt := range tests {
		if n, c := maze.Both(tt.from, tt.to); n != tt.numbers || c != tt.coordinates {
			t.Errorf("%d to %d: got %s, %s, want %s, %s", tt.from, tt.to, n, c, tt.numbers, tt.coordinates)
		}
		for _, text := range []string{tt.numbers, tt.coordinates} {
			for _, sign := range []string{"", "×", "◯"} {
				if from, to, got, ok := maze.ParseMove(text + sign); !ok || from != tt.from || to != tt.to || got != sign {
					t.Errorf("%s%s: got %d to %d, %q, %v", text, sign, from, to, got, ok)
				}
			}
		}
	}
	for row, line := range numbers {
		for column, n := range line {
			if n == 0 {
				continue
			}
			_, want := maze.Both(n, n)
			if got := string(rune('a'+row)) + itoa(column+1); got+"-"+got != want {
				t.Errorf("%d: got %s, want %s", n, want, got)
			}
		}
	}
}

func FuzzMove(f *testing.F) {
	for _, seed := range []string{"13-20", "b3-c4", "7-14×", "40-48◯", "1-", "-", "×", "c1-48", "13 — 20 ×", "1− 2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		from, to, sign, ok := maze.ParseMove(text)
		if !ok {
			return
		}
		numbers, coordinates := maze.Both(from, to)
		a, b, _ := strings.Cut(numbers, "-")
		c, d, _ := strings.Cut(coordinates, "-")
		for _, written := range []string{a + "-" + b, a + "-" + d, c + "-" + b, c + "-" + d} {
			if plain(text) == written+sign {
				return
			}
		}
		t.Errorf("%q is read as %s%s", text, numbers, sign)
	})
}

// plain returns a move without blanks, and with a hyphen for any dash.
func plain(move string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case unicode.Is(unicode.Dash, r):
			return '-'
		}
		return r
	}, move)
}

func FuzzStart(f *testing.F) {
	f.Add(crowded)
	f.Add(nobody)
	f.Add("SSSLLL")
	f.Add(strings.ToLower(crowded))
	f.Fuzz(func(t *testing.T, text string) {
		got, err := maze.ParseStart(text)
		if err != nil && !errors.Is(err, games.ErrIllegal) {
			t.Errorf("%q: %v is no refusal", text, err)
		}
		if err == nil && got != strings.ToUpper(text) { // small letters are read, too
			t.Errorf("%q is read as %q", text, got)
		}
	})
}

func TestParseNamesWhatIsNoPosition(t *testing.T) {
	good := begun(t, "seats=2 setup=small").String()
	for range 20 {
		s, err := maze.Rules{}.Parse(gamestest.Setup("seats=2 setup=small"), good)
		if err != nil {
			t.Fatal(err)
		}
		good = gamestest.After(t, s, s.Legal()[0].Says).String()
	}
	begins := begun(t, "seats=2 setup=small").String()
	replace := func(old, by string) string { return strings.Replace(good, old, by, 1) }
	tests := []struct{ name, text, want string }{
		{"nothing", "", "no start has . on square 3"},
		{"a line too many", good + "\n", `maze: line "": not a line of a position`},
		{"a foreign line", good + "mouse\n", `line "mouse": not a line of a position`},
		{"a foreign row", good + "g . .\n", "not in the form of a position"},
		{"no phase", replace("turn white", "turn"), "is not a side"},
		{"a foreign side", replace("turn white", "turn red"), `"red" is not a side`},
		{"no count of moves", replace(" moves 0", ""), "not a line of a position"},
		{"a count that is none", replace("moves 0", "moves x"), "invalid syntax"},
		{"a count that isn't short", replace("moves 0", "moves 00"), "not in the form of a position"},
		{"less than no moves", replace("moves 0", "moves -1"), "a negative number of moves"},
		{"a last move that is none", replace("last -", "last 3-3"), `"3-3" is not a move`},
		{"a last move to a free square", replace("last -", "last 3-24"), "last move can't have been made"},
		{"a last move from a piece", replace("last -", "last 3-4"), "last move can't have been made"},
		{"a start that is short", replace("........", "......."), "rule.start.length"},
		{"a piece that isn't of the start", replace("w1", "w2"), "of w"},
		{"a row that is short", replace("  bM\n", "\n"), "square 47 is missing"},
		{"a foreign piece", replace("w1", "wX"), "1 of w1, want 2"},
		{"a phase that has passed", replace("turn white", "blocked white"), "the phase is blocked, want turn"},
		{"a win that is none", replace("turn white", "won"), "the phase is won, want turn"},
		{"a square that isn't set up", strings.Replace(begins, "set 3", "set 13", 1), `"13" is not a square of the set-up`},
		{"a square that isn't next", strings.Replace(begins, "set 3", "set 4", 1), "no start has . on square 3"},
		{"a piece before it was set up", strings.Replace(begins, "b       .", "b       wL", 1), "pieces on the board that were not set up"},
		{"a start before it was set up", strings.Replace(begins, "start .", "start L", 1), "the start is L"},
		{"a Mate that stays before it was set up", strings.Replace(begins, "wM", "wM×", 1), "pieces on the board that were not set up"},
		{"a square set up in a fixed game", begins, "the phase is set, want turn"},
	}
	for _, tt := range tests {
		line := "seats=2 setup=small"
		if strings.HasPrefix(tt.name, "a square set up in") {
			line += " start=" + nobody
		}
		_, err := maze.Rules{}.Parse(gamestest.Setup(line), tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestAStartOfAnotherGameIsRefused(t *testing.T) {
	s := begun(t, "seats=2 start="+nobody)
	_, err := maze.Rules{}.Parse(gamestest.Setup("seats=2 start=L"+nobody[1:]), s.String())
	if err == nil || !strings.Contains(err.Error(), "want L...") {
		t.Errorf("got %v, want the start of the option", err)
	}
}
