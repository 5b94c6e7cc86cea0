package mazaitsy

// cell is the place of a card on the field: 6 times its row plus its column, both counted from 0.
// A field of 5×5 cards uses the first five rows and columns.
type cell uint8

const (
	rowLength      = 6
	allCells       = rowLength * rowLength
	nowhere   cell = allCells // stands for the shore, and for a place that is not on the field
)

// cellNames contains the names of the cells, "a1" to "f6". The letter is the column from the left,
// the number the row from the top.
var cellNames = nameCells()

func nameCells() (names [allCells]string) {
	for p := range names {
		names[p] = string([]byte{'a' + byte(p%rowLength), '1' + byte(p/rowLength)})
	}
	return names
}

// byName contains all cells sorted by name: a1, a2 … f6.
var byName = orderCells()

func orderCells() (order [allCells]cell) {
	for i := range order {
		order[i] = cell(i%rowLength*rowLength + i/rowLength)
	}
	return order
}

// String returns the name of a cell, or "-" for nowhere.
func (p cell) String() string {
	if p >= allCells {
		return "-"
	}
	return cellNames[p]
}

// bit returns the bit that stands for the cell in a set of cells.
func (p cell) bit() uint64 { return 1 << p }

// parseCell parses the name of a cell, such as "c3".
func parseCell(word string) (cell, bool) {
	if len(word) != 2 || word[0] < 'a' || word[0] >= 'a'+rowLength || word[1] < '1' || word[1] >= '1'+rowLength {
		return nowhere, false
	}
	return cell(word[1]-'1')*rowLength + cell(word[0]-'a'), true
}

// parseCell parses the name of a cell on the field of this match.
func (t *table) parseCell(word string) (cell, bool) {
	p, ok := parseCell(word)
	return p, ok && t.holds(p)
}

// size returns the number of cards in a row and in a column of the field.
func (t *table) size() int {
	if t.seats == 2 {
		return rowLength - 1
	}
	return rowLength
}

// holds reports whether the cell p is on the field of this match.
func (t *table) holds(p cell) bool {
	return p < allCells && int(p)%rowLength < t.size() && int(p)/rowLength < t.size()
}

// neighbour returns the cell next to p in direction w, or nowhere if that is the shore.
func (t *table) neighbour(p cell, w direction) cell {
	column, row := int(p)%rowLength+steps[w].right, int(p)/rowLength+steps[w].down
	if column < 0 || column >= t.size() || row < 0 || row >= t.size() {
		return nowhere
	}
	return cell(row*rowLength + column)
}

// coast reports whether p is at the edge of the field, where a boat can unload.
func (t *table) coast(p cell) bool {
	for w := north; w < directions; w += 2 {
		if t.neighbour(p, w) == nowhere {
			return true
		}
	}
	return false
}

// centre returns the cells where boats begin, in the order in which their cards are laid.
func (t *table) centre() []cell {
	if t.seats == 2 {
		return smallCentre[:]
	}
	return largeCentre[:]
}

var (
	smallCentre = [...]cell{2*rowLength + 2}
	largeCentre = [...]cell{2*rowLength + 2, 2*rowLength + 3, 3*rowLength + 2, 3*rowLength + 3}
)

// central reports whether p is a cell of the centre.
func (t *table) central(p cell) bool {
	for _, q := range t.centre() {
		if p == q {
			return true
		}
	}
	return false
}
