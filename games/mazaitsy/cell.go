package mazaitsy

// spot is a card's place on the field: 6 times its row plus its column, both
// from 0. A field of 5×5 has the first five of each.
type spot uint8

const (
	across        = 6
	allSpots      = across * across
	nowhere  spot = allSpots // not on the field: the shore
)

// spotNames are "a1" to "f6": columns from the left, rows from the top.
var spotNames = nameSpots()

func nameSpots() (names [allSpots]string) {
	for p := range names {
		names[p] = string([]byte{'a' + byte(p%across), '1' + byte(p/across)})
	}
	return names
}

// byName are all spots in the order of their names: a1, a2 … f6.
var byName = orderSpots()

func orderSpots() (order [allSpots]spot) {
	for i := range order {
		order[i] = spot(i%across*across + i/across)
	}
	return order
}

// String returns the name of a spot, or "-" for nowhere.
func (p spot) String() string {
	if p >= allSpots {
		return "-"
	}
	return spotNames[p]
}

// bit is the spot in a set of them.
func (p spot) bit() uint64 { return 1 << p }

// parseSpot reads "c3".
func parseSpot(word string) (spot, bool) {
	if len(word) != 2 || word[0] < 'a' || word[0] >= 'a'+across || word[1] < '1' || word[1] >= '1'+across {
		return nowhere, false
	}
	return spot(word[1]-'1')*across + spot(word[0]-'a'), true
}

// spot reads a place of this table's field.
func (t *table) spot(word string) (spot, bool) {
	p, ok := parseSpot(word)
	return p, ok && t.holds(p)
}

// size returns how many cards the field has in a row.
func (t *table) size() int {
	if t.seats == 2 {
		return across - 1
	}
	return across
}

// holds reports whether a card lies at p.
func (t *table) holds(p spot) bool {
	return p < allSpots && int(p)%across < t.size() && int(p)/across < t.size()
}

// beside returns what lies next to p, or nowhere on the shore.
func (t *table) beside(p spot, w way) spot {
	column, row := int(p)%across+steps[w].right, int(p)/across+steps[w].down
	if column < 0 || column >= t.size() || row < 0 || row >= t.size() {
		return nowhere
	}
	return spot(row*across + column)
}

// coast reports whether a boat at p can unload: it is one of the outermost.
func (t *table) coast(p spot) bool {
	for w := north; w < ways; w += 2 {
		if t.beside(p, w) == nowhere {
			return true
		}
	}
	return false
}

// centre returns the spots where boats begin, in the order their cards are laid.
func (t *table) centre() []spot {
	if t.seats == 2 {
		return smallCentre[:]
	}
	return largeCentre[:]
}

var (
	smallCentre = [...]spot{2*across + 2}
	largeCentre = [...]spot{2*across + 2, 2*across + 3, 3*across + 2, 3*across + 3}
)

// central reports whether p is one of the centre.
func (t *table) central(p spot) bool {
	for _, q := range t.centre() {
		if p == q {
			return true
		}
	}
	return false
}
