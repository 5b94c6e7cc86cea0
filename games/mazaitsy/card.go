package mazaitsy

import (
	"slices"
	"strings"

	"tabletop/games"
)

// card is a card of the game, on the field, in the row or on top of the pile.
type card struct {
	kind      cardType
	plain     bool      // whether the card lacks the symbol that cards of its type can bear
	direction direction // direction of a current that lies on the field
}

// unseenType is the type of a card that nobody has seen yet.
const unseenType = cardTypes

var unseenCard = card{kind: unseenType}

// current reports whether cards of the type are currents, which carry boats.
func (q cardType) current() bool { return q == straight || q == side }

// bearsSymbol reports whether c bears the symbol of a hare.
func (c card) bearsSymbol() bool { return c.kind < cardTypes && c.kind.bearsSymbol() && !c.plain }

// undirected returns c as it lies in the row or the pile, where a current has no direction.
func (c card) undirected() card {
	c.direction = north
	return c
}

// symbolIndex returns the second index of c in cardCounts: 1 for a card with the symbol, 0 for one
// without.
func (c card) symbolIndex() int {
	if c.bearsSymbol() {
		return 1
	}
	return 0
}

// cardCounts contains the number of cards by type: first those without the symbol, then those with
// the symbol.
type cardCounts [cardTypes][2]uint8

// of returns the number of all cards of a type, whether they bear the symbol or not.
func (k *cardCounts) of(q cardType) int { return int(k[q][0]) + int(k[q][1]) }

// twin reports whether c is the twin of its type: the only card of the type without the symbol. A
// type in which no card bears the symbol has no twin.
func (t *table) twin(c card) bool { return c.plain && t.box[c.kind][1] > 0 }

// sum returns the number of all cards.
func (k *cardCounts) sum() int {
	n := 0
	for q := range cardTypes {
		n += k.of(q)
	}
	return n
}

// face is a card that chance can draw, with the decision that names it.
type face struct {
	says games.Decision
	card card
	odds uint32 // odds per card: 1 in the pile; on the field 4, shared by a current's directions
}

// pileFaces contains the faces of cards in the pile and the row, and fieldFaces those on the
// field, where currents have directions. Both are sorted by name.
var (
	pileFaces  = nameFaces(false)
	fieldFaces = nameFaces(true)
)

// nameFaces returns all faces, with the directions of currents if directed is set.
func nameFaces(directed bool) []face {
	var all []face
	for q := range cardTypes {
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
			c := card{kind: q, plain: q.bearsSymbol(), direction: w}
			if !directed {
				c = c.undirected()
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

// directions returns the possible directions of a card of the type, sorted by name. For a type
// without directions it returns only north, as a placeholder.
func (q cardType) directions() []direction {
	switch q {
	case straight:
		return orthogonals[:]
	case side:
		return diagonals[:]
	}
	return []direction{north}
}
