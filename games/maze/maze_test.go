package maze_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

func TestTheContractIsKept(t *testing.T) {
	t.Parallel()
	gamestest.Check(t, maze.Rules{}, gamestest.Together)
}

func FuzzParse(f *testing.F) {
	gamestest.FuzzParse(f, maze.Rules{}, gamestest.Setup("seats=2 setup=small"))
}

func FuzzApply(f *testing.F) {
	gamestest.FuzzApply(f, maze.Rules{}, gamestest.Setup("seats=2 start="+crowded),
		"set 3 L", "13-20", "1-10", "c1-e3", "7-14×", "40-48◯", "lay 13", "raise 13", "swap 13 20", "turn black", "stop")
}

// Starts for tests: every place of a column alike, and none at all.
const (
	crowded = "SLRTB123SLRTB123SLRTB123SLRTB123"
	nobody  = "................................"
)

// begun returns the first position of a set-up.
func begun(t gamestest.Failing, line string) games.State {
	t.Helper()
	return gamestest.Begin(t, maze.Rules{}, line)
}

// drawn reads a board under a line such as "black" or "white shadow=jump": who is
// to move, and the options. The start is any that has these pieces.
func drawn(t gamestest.Failing, line, board string) games.State {
	t.Helper()
	turn, options, _ := strings.Cut(line, " ")
	start := startOf(board)
	text := "turn " + turn + " moves 0 last -\nstart " + start + "\n" + header + neat(board)
	return gamestest.Position(t, maze.Rules{}, "seats=2 start="+start+" "+options, text)
}

const header = "    1   2   3   4   5   6   7   8   9   10\n"

// startOf lines up the pieces of a board, Mates left out.
func startOf(board string) string {
	start := map[byte]string{}
	for _, word := range strings.Fields(board) {
		if len(word) > 1 && word[1] != 'M' {
			start[word[0]] += word[1:2]
		}
	}
	return strings.ReplaceAll(fmt.Sprintf("%-16s%-16s", start['w'], start['b']), " ", ".")
}

// neat lays out a board whose rows have their letter and their squares, a free
// desert as a point too.
func neat(board string) string {
	text := ""
	for line := range strings.Lines(strings.TrimLeft(board, "\n")) {
		words := strings.Fields(line)
		if len(words)-1 != map[string]int{"a": 6, "b": 8, "c": 10, "d": 10, "e": 8, "f": 6}[words[0]] {
			panic("not a row of the board: " + line)
		}
		line = words[0] + strings.Repeat(" ", 3+2*(10-len(words)+1))
		for i, word := range words[1:] {
			column := i + (10-len(words)+1)/2 + 1
			if word == "." && (column == 4 || column == 7) {
				word = ":"
			}
			line += fmt.Sprintf("%-4s", word)
		}
		text += strings.TrimRight(line, " ") + "\n"
	}
	return text
}

// board returns a position's board.
func board(s games.State) string {
	_, rows, _ := strings.Cut(s.String(), header)
	return rows
}

// targets lists where the piece on a square can go.
func targets(s games.State, from string) string {
	var to []string
	for _, c := range s.Legal() {
		if target, ok := strings.CutPrefix(string(c.Says), from+"-"); ok {
			to = append(to, target)
		}
	}
	slices.SortFunc(to, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return strings.Join(to, " ")
}

// lastLine is what a view says of the last move: the piece, the move with its
// sign, and the move by rows and columns.
func lastLine(s games.State) []string {
	for _, line := range s.View(games.Nobody).Lines {
		if line.Key == "line.last" {
			return line.Args
		}
	}
	return nil
}
