package solve

// novelty remembers which pieces were seen on which squares, and which pairs of them, in
// positions that are alike as far as the goal goes (of one kind). There are so many pages;
// kinds that fall on one page are taken for one.
type novelty struct {
	rows []row
}

// row is what was seen together with a class on a square, by class.
type row [wall]set

const (
	pageRows  = int(wall) * squares
	pageBytes = pageRows * int(wall) * 8
)

func newNovelty(pages int) novelty {
	return novelty{rows: make([]row, pages*pageRows)}
}

func (n *novelty) clear() { clear(n.rows) }

// Degrees of novelty, the less the newer.
const (
	newFact = iota
	newPair
	nothingNew
	degrees
)

// see tells how new it is that the piece that has moved stands on a square, among the
// others, and remembers it.
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

// add adds all pieces and returns those that are new.
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
