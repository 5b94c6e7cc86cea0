package maze

// bag is a way to set the pieces up: the places of a start that chance fills, in
// this order, and whether light and dark squares are to be treated alike.
type bag struct {
	order    []int
	balanced bool
}

// bags are the ways by their names («Начало игры»). In the small one the places next to the
// border stay free, and in the box what isn't drawn.
var bags = map[string]bag{
	"standard": {order: fromTheEnds(16)},
	"balanced": {order: fromTheEnds(16), balanced: true},
	"small":    {order: fromTheEnds(10)},
}

// fromTheEnds lists so many places of each side, those next to the Mates.
func fromTheEnds(each int) (order []int) {
	for i := range len(start{}) {
		if i < each || i >= len(start{})-each {
			order = append(order, i)
		}
	}
	return order
}

// odds returns how likely each kind is to come to place i of a start that is
// filled before it, 0 where none is left.
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

// bound reports whether pieces of the kind never leave the colour of their square.
// (Mates don't either, but they aren't set up by chance.)
func (k kind) bound() bool { return k == lightning || k == rabbit || k == stone || k == pawn2 }

// balancedOdds follow Kerry Handcomb's note in the book: of a side's eight light
// squares one each has a Lightning, a Rabbit, a Stone and a Time Pawn 2, the rest
// four of the eight other pieces; so have the dark ones.
//
// Where f squares of this colour are still free and b bound pieces due on them,
// any of those comes with 1/f, another piece with (f−b)/f, and then each of the o
// that are left is as likely. The odds are these times f·o.
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
