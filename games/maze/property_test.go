package maze_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

// anyTable draws a table: seats and every option, the start now and then.
func anyTable(t *rapid.T) string {
	line := "seats=" + rapid.SampledFrom([]string{"1", "2"}).Draw(t, "seats")
	for _, o := range []struct{ name, values string }{
		{"setup", "standard small balanced"},
		{"shadow", "path jump"},
		{"tree", "path jump"},
		{"rabbit", "one many"},
		{"pawns", "exact upto"},
		{"square1", "light dark"},
		{"starts", "off off 1"},
		{"grade", "easy medium hard master"},
	} {
		line += " " + o.name + "=" + rapid.SampledFrom(strings.Fields(o.values)).Draw(t, o.name)
	}
	if rapid.Bool().Draw(t, "sparse") {
		line += " start=" + sparse(t)
	}
	return line
}

// sparse is a start with few pieces, in any order.
func sparse(t *rapid.T) string {
	start := ""
	for range 2 {
		side := rapid.Permutation(strings.Split("SSLLRRTTBB112233", "")).Draw(t, "pieces")
		few := rapid.IntRange(0, 16).Draw(t, "few")
		for i := few; i < len(side); i++ {
			side[i] = "."
		}
		start += strings.Join(rapid.Permutation(side).Draw(t, "side"), "")
	}
	return start
}

// afterChance is a table's first position in which somebody is to move.
func afterChance(t *rapid.T, line string) games.State {
	s := begun(t, line)
	for s.Turn() == games.Chance {
		c := rapid.SampledFrom(s.Legal()).Draw(t, "set")
		s = gamestest.After(t, s, c.At(rapid.IntRange(0, c.Len()-1).Draw(t, "number")))
	}
	return s
}

// along plays a random game and looks at every move: the piece, and the places it
// leaves and comes to.
func along(t *testing.T, look func(t *rapid.T, before, after oracle, h hop)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		line := anyTable(t)
		s := afterChance(t, line)
		for range rapid.IntRange(0, 100).Draw(t, "moves") {
			if s.Turn() == games.Nobody {
				return
			}
			before := oracleOf(s, nil)
			d := rapid.SampledFrom(s.Legal()).Draw(t, "move").Says
			s = gamestest.After(t, s, d)
			after := oracleOf(s, nil)
			if s.Turn() == games.Nobody {
				after.turn = before.turn ^ 'w' ^ 'b'
			}
			look(t, before, after, hopOf(string(d)))
		}
	})
}

// hopOf reads a move by the diagram.
func hopOf(says string) (h hop) {
	from, to, _ := strings.Cut(says, "-")
	for row := range numbers {
		for column, n := range numbers[row] {
			switch strconv.Itoa(n) {
			case from:
				h.fromRow, h.fromColumn = row, column
			case to:
				h.toRow, h.toColumn = row, column
			}
		}
	}
	return h
}

func TestNothingIsEverTakenAndOnlyOnePieceMoves(t *testing.T) {
	along(t, func(t *rapid.T, before, after oracle, h hop) {
		want := before.after(h)
		if after.men != want.men || after.turn != want.turn {
			t.Fatalf("%s: got %v, want %v", h, after.men, want.men)
		}
		if before.free(h.fromRow, h.fromColumn) || !before.free(h.toRow, h.toColumn) {
			t.Fatalf("%s leads from a free square, or to one that is taken", h)
		}
	})
}

func TestEachSideMovesInItsHalfWhatMayMove(t *testing.T) {
	along(t, func(t *rapid.T, before, _ oracle, h hop) {
		if (h.fromColumn < 5) != (before.turn == 'w') || before.men[h.fromRow][h.fromColumn].stuck {
			t.Fatalf("%c moves %s: %v", before.turn, h, before.men[h.fromRow][h.fromColumn])
		}
	})
}

// Kerry Handcomb's note, where the book has a 3 for the 2.
func TestSomePiecesNeverLeaveTheColourOfTheirSquare(t *testing.T) {
	along(t, func(t *rapid.T, before, _ oracle, h hop) {
		m := before.men[h.fromRow][h.fromColumn]
		steps := abs(h.toRow-h.fromRow) + abs(h.toColumn-h.fromColumn)
		if strings.ContainsRune("MLRB", rune(m.letter)) && steps%2 == 1 {
			t.Fatalf("%c goes %s, to the other colour", m.letter, h)
		}
	})
}

func TestTimePawnsNeverGoBack(t *testing.T) {
	along(t, func(t *rapid.T, before, _ oracle, h hop) {
		m := before.men[h.fromRow][h.fromColumn]
		ahead := h.toColumn - h.fromColumn
		if m.colour == 'b' {
			ahead = -ahead
		}
		if strings.ContainsRune("123", rune(m.letter)) && (ahead < 0 || ahead > 0 && h.toRow != h.fromRow) {
			t.Fatalf("%c%c goes %s", m.colour, m.letter, h)
		}
	})
}

func TestWhatIsPrintedIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := anyTable(t)
		s := begun(t, line)
		for range rapid.IntRange(0, 60).Draw(t, "decisions") {
			choices, take := s.Legal(), s.Apply
			if fixes := s.Fixes(); len(fixes) > 0 && rapid.IntRange(0, 4).Draw(t, "ruling") == 0 {
				choices, take = fixes, s.Fix
			}
			if len(choices) == 0 {
				break
			}
			c := rapid.SampledFrom(choices).Draw(t, "choice")
			next, err := take(c.At(rapid.IntRange(0, c.Len()-1).Draw(t, "number")))
			if err != nil {
				t.Fatalf("%s: %v\n%s", c, err, s)
			}
			s = next
		}
		back, err := maze.Rules{}.Parse(gamestest.Setup(line), s.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
		if back.String() != s.String() || !slices.Equal(back.Legal(), s.Legal()) || back.Turn() != s.Turn() {
			t.Fatalf("got\n%s\nwant\n%s", back, s)
		}
	})
}

func TestASignThatIsTrueIsNeverNeeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := afterChance(t, anyTable(t))
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			if s.Turn() == games.Nobody {
				return
			}
			d := rapid.SampledFrom(s.Legal()).Draw(t, "move").Says
			next := gamestest.After(t, s, d)
			last := lastLine(next)
			signed := gamestest.After(t, s, games.Decision(last[1]))
			from, to, _, _ := maze.ParseMove(string(d))
			_, coordinates := maze.Both(from, to)
			if coordinates != last[2] {
				t.Fatalf("%s is shown as %s, want %s", d, last[2], coordinates)
			}
			other := gamestest.After(t, s, games.Decision(coordinates))
			if signed.String() != next.String() || other.String() != next.String() {
				t.Fatalf("%s, %s and %s differ", d, last[1], coordinates)
			}
			s = next
		}
	})
}

// turned is a position seen from the other side of the table: the board by half a
// turn, the colours exchanged, and with them those of the squares, for a white
// Tree's light squares are a black one's dark ones.
func turned(o oracle) (back oracle) {
	for row := range o.men {
		for column, m := range o.men[row] {
			if m.colour != 0 {
				m.colour ^= 'w' ^ 'b'
			}
			back.men[5-row][9-column] = m
		}
	}
	back.turn = o.turn ^ 'w' ^ 'b'
	return back
}

// mirrored is a position upside down: every square changes its colour.
func mirrored(o oracle) (back oracle) {
	for row := range o.men {
		back.men[5-row] = o.men[row]
	}
	back.turn = o.turn
	return back
}

// stated is a position drawn by the rules under test.
func stated(t gamestest.Failing, o oracle, options string) games.State {
	t.Helper()
	text := ""
	for row := range o.men {
		text += string(rune('a' + row))
		for column, m := range o.men[row] {
			switch {
			case numbers[row][column] == 0:
			case m.colour == 0:
				text += " ."
			default:
				text += " " + string(m.colour) + string(m.letter)
				if m.stuck {
					text += "×"
				}
			}
		}
		text += "\n"
	}
	side := map[byte]string{'w': "white", 'b': "black"}[o.turn]
	return drawn(t, side+" "+options, text)
}

func TestTheRulesAreTheSameFromBothSidesOfTheTable(t *testing.T) {
	changes := map[string]func(oracle) oracle{"turned": turned, "upside down": mirrored}
	rapid.Check(t, func(t *rapid.T) {
		options := "shadow=" + rapid.SampledFrom([]string{"path", "jump"}).Draw(t, "shadow") +
			" tree=" + rapid.SampledFrom([]string{"path", "jump"}).Draw(t, "tree") +
			" rabbit=" + rapid.SampledFrom([]string{"one", "many"}).Draw(t, "rabbit") +
			" pawns=" + rapid.SampledFrom([]string{"exact", "upto"}).Draw(t, "pawns")
		s := afterChance(t, "seats=2 "+options+" start="+sparse(t))
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			if s.Turn() == games.Nobody {
				return
			}
			s = gamestest.After(t, s, rapid.SampledFrom(s.Legal()).Draw(t, "move").Says)
		}
		if s.Turn() == games.Nobody {
			return
		}
		o := oracleOf(s, nil)
		for name, change := range changes {
			other := stated(t, change(o), options+" square1=dark")
			if got, want := maze.Perft(other, 2), maze.Perft(s, 2); got != want {
				t.Fatalf("%s: got %d, want %d\n%s\n%s", name, got, want, other, s)
			}
		}
	})
}

func itoa(n int) string { return strconv.Itoa(n) }
