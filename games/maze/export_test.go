package maze

import "tabletop/games"

// Perft counts moves on the compact position that Legal and Apply are built on.
func Perft(s games.State, depth int) uint64 {
	p := s.(state).position
	return p.perft(depth)
}

// perft counts the moves that lie so deep under p: the leaves of the tree of
// games, where one that has ended adds nothing.
func (p position) perft(depth int) uint64 {
	if p.won() {
		return 0
	}
	n := uint64(0)
	for rest := p.movable(); rest != 0; rest &= rest - 1 {
		from := rest.first()
		targets := p.targets(p.on[from], from)
		if depth == 1 {
			n += uint64(targets.count())
			continue
		}
		for ; targets != 0; targets &= targets - 1 {
			next := p
			next.move(from, targets.first())
			n += next.perft(depth - 1)
		}
	}
	return n
}

// PerftMade counts the same, but makes the last moves too instead of counting the
// squares they lead to.
func PerftMade(s games.State, depth int) uint64 { return s.(state).made(depth) }

func (p position) made(depth int) uint64 {
	switch {
	case depth == 0:
		return 1
	case p.won():
		return 0
	}
	n := uint64(0)
	for rest := p.movable(); rest != 0; rest &= rest - 1 {
		from := rest.first()
		for targets := p.targets(p.on[from], from); targets != 0; targets &= targets - 1 {
			next := p
			next.move(from, targets.first())
			n += next.made(depth - 1)
		}
	}
	return n
}

// ParseMove reads a move: its squares by the book's numbers, and its sign.
func ParseMove(text string) (from, to int, sign string, ok bool) {
	m, sign, ok := parseMove(text)
	return int(m.from) + 1, int(m.to) + 1, sign, ok
}

// Both returns a move as both notations have it.
func Both(from, to int) (numbers, coordinates string) {
	m := move{square(from - 1), square(to - 1)}
	return m.String(), m.coordinates()
}

// ParseStart reads a start and prints it again.
func ParseStart(text string) (string, error) {
	s, err := parseStart(text)
	if err != nil {
		return "", err
	}
	return s.String(), nil
}

// Unpack returns the start that ten bytes are, as the option of that name has it.
func Unpack(setup string, packed [PackedBytes]byte) string {
	b := bags[setup]
	s := b.unpack(packed[:])
	return s.String()
}

// Listed returns the starts of a list, as the option of that name has them.
func Listed(number, setup, grade string) (starts []string) {
	l, err := listOf(number, setup, grade, false)
	if err != nil {
		panic(err)
	}
	for n := range l.len() {
		s := l.start(n + 1)
		starts = append(starts, s.String())
	}
	return starts
}

// ListBytes returns a list as it is kept.
func ListBytes(number, setup, grade string) []byte {
	l, err := listOf(number, setup, grade, false)
	if err != nil {
		panic(err)
	}
	return l.packed
}

// BookText is the book of problems as it is kept.
var BookText = bookText

// ReadBook says what is wrong with a book.
func ReadBook(text string) error {
	_, err := readBook(text)
	return err
}
