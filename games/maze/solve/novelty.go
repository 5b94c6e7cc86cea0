package solve

// novelty records which pieces were seen on which squares, and which pairs of them, in
// positions that are equally near to the goal (of one kind). The number of pages is fixed;
// kinds on the same page are not distinguished.
type novelty struct {
	rows []row
}

// row contains the squares seen together with a class on a square, by class.
type row [wall]set

const (
	pageRows  = int(wall) * squares
	pageBytes = pageRows * int(wall) * 8
)

func newNovelty(pages int) novelty {
	return novelty{rows: make([]row, pages*pageRows)}
}

func (n *novelty) clear() { clear(n.rows) }

// Degrees of novelty, the newest first.
const (
	newFact = iota
	newPair
	nothingNew
	degrees
)

// see returns the degree of novelty of the moved piece on its square, among the others, and
// records it.
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
