package mazaitsy

import (
	"slices"
	"strings"

	"tabletop/games"
)

// card is a card of the field, the row or the top of the pile.
type card struct {
	kind  square
	plain bool // lacks the symbol that cards of its type can bear
	way   way  // of a current on the field
}

// unnamed is the kind of a card that nobody has seen yet.
const unnamed = squares

var blank = card{kind: unnamed}

// current reports whether cards of the type carry boats.
func (q square) current() bool { return q == straight || q == side }

// symbol reports whether c bears the symbol of a hare.
func (c card) symbol() bool { return c.kind < squares && c.kind.bears() && !c.plain }

// bare returns c as it lies in row and pile: a current without direction.
func (c card) bare() card {
	c.way = north
	return c
}

// marks returns where a stock counts c: 1 with the symbol, 0 without.
func (c card) marks() int {
	if c.symbol() {
		return 1
	}
	return 0
}

// stock counts cards by type, those without the symbol and those with it.
type stock [squares][2]uint8

// of counts the cards of a type.
func (k *stock) of(q square) int { return int(k[q][0]) + int(k[q][1]) }

// twin reports whether c is the one of its type without the symbol: where none bears
// it, none is.
func (t *table) twin(c card) bool { return c.plain && t.box[c.kind][1] > 0 }

// sum counts all cards of a stock.
func (k *stock) sum() int {
	n := 0
	for q := range squares {
		n += k.of(q)
	}
	return n
}

// face is a card as notation names it.
type face struct {
	says games.Decision
	card card
	odds uint32 // the directions of a current are as likely as one card of another type
}

// Faces in the order of their names: of the pile and the row, and of the field,
// where currents have directions.
var (
	pileFaces  = nameFaces(false)
	fieldFaces = nameFaces(true)
)

// nameFaces names all faces, with directions for the field or without.
func nameFaces(directed bool) []face {
	var all []face
	for q := range squares {
		for _, w := range q.directions() {
			says, odds := "card "+q.String(), uint32(1)
			switch {
			case directed && q.current():
				says += " " + w.String()
			case w != q.directions()[0]:
				continue
			case directed:
				odds = 4
			}
			c := card{kind: q, plain: q.bears(), way: w}
			if !directed {
				c = c.bare()
			}
			all = append(all, face{games.Decision(says), c, odds})
			if c.plain {
				c.plain = false
				all = append(all, face{games.Decision(says + " hare"), c, odds})
			}
		}
	}
	slices.SortFunc(all, func(a, b face) int { return strings.Compare(string(a.says), string(b.says)) })
	return all
}

// directions are those in which a card of the type can lie, by name; one of
// several that mean nothing for a card that is no current.
func (q square) directions() []way {
	switch q {
	case straight:
		return upright[:]
	case side:
		return diagonal[:]
	}
	return []way{north}
}
