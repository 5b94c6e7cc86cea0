package solve

// novelty records which pieces, and which pairs of pieces, stood on which squares in earlier
// positions. Each position has a kind. It is compared only with positions of its kind, which are
// about equally near to the goal. The number of pages is fixed, and kinds that share a page are not
// distinguished.
type novelty struct {
	rows []row
}

// row belongs to a class and a square. It contains the squares of all pieces seen while a piece of
// that class stood on that square: row[c-1] is the set of squares of the pieces of class c.
type row [wall]set

const (
	pageRows  = int(wall) * squares
	pageBytes = pageRows * int(wall) * 8
)

func newNovelty(pages int) novelty {
	return novelty{rows: make([]row, pages*pageRows)}
}

func (n *novelty) clear() { clear(n.rows) }

// Degrees of novelty, from the greatest to the least.
const (
	newFact = iota
	newPair
	nothingNew
	degrees
)

// see returns the degree of novelty of a position, judged by the piece on the square at, and
// records the position.
func (n *novelty) see(p *grid, kind, at int) int {
	c := p.on[at]
	if c > wall {
		c -= whiteHome - whiteMate
	}
	pages := len(n.rows) / pageRows
	r := &n.rows[(kind%pages*int(wall)+int(c-1))*squares+at]
	if !r[c-1].has(at) {
		r.add(p)
		return newFact
	}
	if r.add(p) != 0 {
		return newPair
	}
	return nothingNew
}

// add adds the squares of all pieces to a row and returns the squares that are new.
func (r *row) add(p *grid) (fresh set) {
	mates := [2]set{p.of[whiteMate] | p.of[whiteHome], p.of[blackMate] | p.of[blackHome]}
	for i, some := range mates {
		fresh |= some &^ r[i]
		r[i] |= some
	}
	for i := 2; i < len(r); i++ {
		some := p.of[i+1]
		fresh |= some &^ r[i]
		r[i] |= some
	}
	return fresh
}
