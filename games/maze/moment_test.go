package maze_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

// told is what a position tells of the decision that led to it.
func told(s games.State) string {
	all := make([]string, len(games.Moments(s)))
	for i, m := range games.Moments(s) {
		note := fmt.Sprintf("%s %d", m.Note.Key, m.Note.N)
		if len(m.Note.Args) > 0 {
			note = m.Note.Key + " " + strings.Join(m.Note.Args, " ")
		}
		all[i] = fmt.Sprintf("%s %s (%s) %s", m.Kind, m.Text.Key, note, m.Glyph)
	}
	return strings.Join(all, ", ")
}

func TestWhatTheTableLooksUpFor(t *testing.T) {
	const garden = `
a        .  wT .  .  .  .
b     wL .  wR wL .  .  .  .
c  wM .  .  .  .  .  .  .  .  bM
d  .  .  .  .  .  .  .  .  .  .
e     wM .  .  .  .  .  .  bM
f        .  .  .  .  .  .`
	const rooted = `
a        .   .  .  .  .  .
b     wT× .  .  .  .  .  .  .
c  wM .   .  .  .  .  .  .  bM bM
d  wM .   .  .  .  .  .  .  .  .
e     .   wT .  .  .  .  .  .
f        .   .  .  .  .  .`
	const first = `
a        .  .  .  .  .  .
b     .  .  .  .  .  .  .  wM
c  wM .  .  .  .  .  .  .  .  .
d  .  .  .  .  .  .  .  .  .  bM
e     .  .  .  .  .  bM .  .
f        .  .  .  .  .  .`
	const nearly = `
a        .   .   .   .   .   .
b     .  .   .   .   .   .   .   wM
c  bM× . .   .   .   .   .   .   .   .
d  bM× . .   .   .   .   .   .   .   wM×
e     .  .   .   .   .   .   .   .
f        .   .   .   .   .   .`
	tests := []struct {
		name, turn, board string
		says              games.Decision
		want              string
	}{
		{"an ordinary move", "white", garden, "3-9", ""},
		{"a Lightning ends in a desert", "white", garden, "20-15", "stuck moment.desert (note.stuck #piece.wL 15) wL"},
		{"a Rabbit leaves a desert in which it was set up", "white", garden, "14-26", ""},
		{"a Tree takes root", "white", garden, "13-7", "stuck moment.tree (note.stuck #piece.wT 7) wT"},
		{"a Tree takes root in a desert", "white", garden, "13-18", "stuck moment.tree (note.stuck #piece.wT 18) wT"},
		{"a Mate ends in a desert, and the game is lost by it", "white", garden, "6-15", "stuck moment.desert (note.stuck #piece.wM 15) wM, blocked moment.lost (note.doom.stuck #piece.wM 15) wM"},
		{"a Mate comes to its own home", "white", garden, "6-2", "stuck moment.astray (note.stuck #piece.wM 2) wM, blocked moment.lost (note.doom.stuck #piece.wM 2) wM"},
		{"what is lost is told once", "white", garden, "6-15, 47-43", ""},
		{"what stays for good is told once", "white", garden, "20-15, 47-43", ""},
		{"a Tree roots on a home", "white", rooted, "11-48", "stuck moment.tree (note.stuck #piece.wT 48) wT, blocked moment.lost (note.doom.home #piece.wT 48) wT"},
		{"a Tree walls a Mate in", "white", rooted, "11-5", "stuck moment.tree (note.stuck #piece.wT 5) wT, blocked moment.lost (note.doom.walled #piece.wM 1) wM"},
		{"the first Mate comes home", "black", first, "43-47", "home moment.home (note.home 1) wM"},
		{"the last Mate comes home", "black", nearly, "43-47", "home moment.home (note.home 4) wM"},
		{"white has no move: the game is over, which is told for it", "black", nearly, "43-37", ""},
		{"a ruling", "white", garden, "fix lay 6", ""},
		{"a ruling after a move", "white", garden, "20-15, fix turn white", ""},
		{"a move after a ruling by which the game was lost", "white", garden, "fix lay 6, 3-9", ""},
		{"a move that loses it again after the ruling that saved it", "white", garden, "6-15, fix raise 15, fix turn white, 15-36", "stuck moment.desert (note.stuck #piece.wM 36) wM, blocked moment.lost (note.doom.stuck #piece.wM 36) wM"},
	}
	for _, tt := range tests {
		if got := told(gamestest.After(t, drawn(t, tt.turn, tt.board), tt.says)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestMomentsAreToldByTheMoveThatMakesThemSoOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := afterChance(t, anyTable(t))
		for range rapid.IntRange(0, 120).Draw(t, "moves") {
			if s.Turn() == games.Nobody {
				return
			}
			d := rapid.SampledFrom(s.Legal()).Draw(t, "move").Says
			next := gamestest.After(t, s, d)
			h := hopOf(string(d))
			arrives := oracleOf(next, nil).men[h.toRow][h.toColumn].stuck
			loses := next.Turn() != games.Nobody && dead(s) == "" && dead(next) != ""
			arrived, lost := 0, 0
			for _, m := range games.Moments(next) {
				if m.Kind == games.Blocked {
					lost++
				} else {
					arrived++
				}
			}
			if arrived > 1 || lost > 1 || (arrived == 1) != arrives || (lost == 1) != loses {
				t.Fatalf("%s: %q\n%s", d, told(next), next)
			}
			s = next
		}
	})
}

// The longest names of pieces, in the line under a moment.
func TestANoteFitsItsLineWithTheLongestName(t *testing.T) {
	const line = 21
	for _, lang := range []string{"ru", "en"} {
		for note, piece := range map[string]string{"note.stuck": "piece.b3", "note.doom.stuck": "piece.bM", "note.doom.walled": "piece.bM", "note.doom.home": "piece.b3"} {
			note := strings.NewReplacer("{0}", word(lang, piece), "{1}", "48").Replace(word(lang, note))
			if n := utf8.RuneCountInString(note); n > line {
				t.Errorf("%s: %q has %d characters, want at most %d", lang, note, n, line)
			}
		}
	}
}

// word is the text under a key.
func word(lang, key string) string {
	for text := range strings.Lines(maze.Rules{}.Assets()[lang]) {
		if text, ok := strings.CutPrefix(text, key+" = "); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}
