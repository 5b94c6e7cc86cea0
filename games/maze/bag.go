package maze

// bag is a method by which chance sets up the pieces. order contains the places of a start in the
// order in which they are filled. balanced means that light and dark squares get the same pieces.
type bag struct {
	order    []int
	balanced bool
}

// bags maps the name of each set-up to its method (in the book: «Начало игры»). In the small
// set-up the places next to the border stay free, and pieces that are not drawn stay in the box.
var bags = map[string]bag{
	"standard": {order: fromTheEnds(16)},
	"balanced": {order: fromTheEnds(16), balanced: true},
	"small":    {order: fromTheEnds(10)},
}

// fromTheEnds returns the first places of each side, next to the Mates. each is the number of
// places per side.
func fromTheEnds(each int) (order []int) {
	for i := range len(start{}) {
		if i < each || i >= len(start{})-each {
			order = append(order, i)
		}
	}
	return order
}

// odds returns the odds of each kind of piece for place i of a start whose earlier places are
// filled. The odds are 0 if none of a kind is left.
func (t *table) odds(s *start, i int) [kinds]uint32 {
	if t.bag.balanced {
		return t.balancedOdds(s, i)
	}
	var odds [kinds]uint32
	c, _ := spot(i)
	for k := shadow; k < kinds; k++ {
		odds[k] = uint32(ofEach - s.count(c, k))
	}
	return odds
}

// bound reports whether pieces of the kind never leave the colour of their square. That is also
// true of Mates, but chance doesn't set them up.
func (k kind) bound() bool { return k == lightning || k == rabbit || k == stone || k == pawn2 }

// balancedOdds returns the odds for the balanced set-up, after Kerry Handcomb's note in the book.
// Each side has eight light squares: one for a Lightning, one for a Rabbit, one for a Stone, one
// for a Time Pawn 2, and four for pieces of other kinds. The same holds for the dark squares.
//
// Suppose f squares of the colour of place i are still free, and b of the four bound pieces must
// still come to them. Then each of these b pieces comes with probability 1/f, and a piece of
// another kind with (f−b)/f. The side has o pieces of other kinds left, which are equally likely.
// The odds are the probabilities times f·o.
func (t *table) balancedOdds(s *start, i int) (odds [kinds]uint32) {
	c, at := spot(i)
	free, bound, others := perSide/2, 4, perSide/2
	var has [kinds]bool
	for j := int(c) * perSide; j < i; j++ {
		k := s[j]
		if !k.bound() {
			others--
		}
		_, earlier := spot(j)
		if t.house.light.has(earlier) != t.house.light.has(at) {
			continue
		}
		free--
		if k.bound() {
			has[k] = true
			bound--
		}
	}
	for k := shadow; k < kinds; k++ {
		switch {
		case !k.bound():
			odds[k] = uint32((free - bound) * (ofEach - s.count(c, k)))
		case !has[k]:
			odds[k] = uint32(max(others, 1))
		}
	}
	return odds
}
