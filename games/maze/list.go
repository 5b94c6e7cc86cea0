package maze

import (
	"embed"
	"fmt"
	"strconv"

	"tabletop/games"
)

// lists contains starts that can be won, found by internal/mkstarts. It has a folder for each
// number of the option starts, with a file for each set-up and grade. A published list never
// changes, because records name its starts by their numbers.
//
//go:embed starts
var lists embed.FS

// list is a list of packed starts for one set-up and grade.
type list struct {
	bag    bag
	packed []byte
	number string // number of the list, as in the option starts
	grade  string
	// dark means that square 1 is dark. The starts are then upside down, and can be won just the
	// same.
	dark bool
}

// listOf returns the list that the options name, or nil if number is "off".
func listOf(number, setup, grade string, dark bool) (*list, error) {
	if number == "off" {
		return nil, nil
	}
	packed, err := lists.ReadFile("starts/" + number + "/" + setup + "-" + grade)
	if err != nil {
		return nil, fmt.Errorf("maze: %w", err)
	}
	return &list{bag: bags[setup], packed: packed, number: number, grade: grade, dark: dark}, nil
}

func (l *list) len() int { return len(l.packed) / PackedBytes }

// start returns the n-th start of the list, counted from 1.
func (l *list) start(n int) start {
	s := l.bag.unpack(l.packed[(n-1)*PackedBytes:][:PackedBytes])
	if l.dark {
		return s.mirrored()
	}
	return s
}

// find returns the number of a start in the list, counted from 1, or 0.
func (l *list) find(s *start) int {
	for n := range l.len() {
		if l.start(n+1) == *s {
			return n + 1
		}
	}
	return 0
}

// mirrored returns the start upside down, with each piece on a square of the other colour.
func (s *start) mirrored() (turned start) {
	for i, k := range s {
		turned[mirror[i]] = k
	}
	return turned
}

// mirror maps each place of a start to its mirror image across the horizontal middle of the
// board.
var mirror = mirrorPlaces()

func mirrorPlaces() (across [len(start{})]int) {
	at := map[square]int{}
	for i := range across {
		_, square := spot(i)
		at[square] = i
	}
	for square, i := range at {
		p := places[square]
		across[i] = at[squareAt[place{rows - 1 - p.row, p.column}]]
	}
	return across
}

// legalStarts returns the numbers of the starts that chance can draw, as choices.
func (s *state) legalStarts() []games.Choice {
	return []games.Choice{{Says: "start", From: 1, To: int32(s.table.list.len()), Weight: 1}}
}

// take applies the decision "start 17", by which chance draws a start of the list.
func (s state) take(d games.Decision) (games.State, error) {
	if _, ok := games.Find(s.legalStarts(), d); !ok {
		return nil, games.Refuse(d, "rule.list.number", strconv.Itoa(s.table.list.len()))
	}
	n, _ := strconv.Atoi(d.Word(1)) // valid, because the choice limits the number
	for i, k := range s.table.list.start(n) {
		s.setUp(i, k)
	}
	s.filled, s.listed = len(s.table.bag.order), n
	return s.withPhase(), nil
}
