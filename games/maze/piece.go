package maze

// colour is a side: of a piece, and of the half of the board that is in play.
type colour uint8

const (
	white colour = iota
	black
)

var colourNames = [...]string{white: "white", black: "black"}

func (c colour) String() string { return colourNames[c] }

func (c colour) other() colour { return c ^ 1 }

// kind is what a piece is; 0 is none.
type kind uint8

const (
	mate kind = iota + 1
	shadow
	lightning
	rabbit
	tree
	stone
	pawn1
	pawn2
	pawn3
	kinds
)

// letters call the kinds; the first stands for a square that is free.
const letters = ".MSLRTB123"

// ofEach is how many of a kind each colour has.
const ofEach = 2

// String returns the kind's letter.
func (k kind) String() string { return letters[k : k+1] }

// kindBy finds a kind by its letter.
var kindBy = indexKinds()

func indexKinds() map[string]kind {
	kindBy := map[string]kind{}
	for k := mate; k < kinds; k++ {
		kindBy[k.String()] = k
	}
	return kindBy
}

// steps returns how far a Time Pawn walks.
func (k kind) steps() int { return int(k-pawn1) + 1 }

// piece is a kind of a colour; 0 is none.
type piece uint8

const blackBit = 16

func pieceOf(c colour, k kind) piece { return piece(c)*blackBit | piece(k) }

func (p piece) kind() kind { return kind(p % blackBit) }

func (p piece) colour() colour { return colour(p / blackBit) }

// String returns the piece as a position draws it: "wM", "b1".
func (p piece) String() string { return p.colour().String()[:1] + p.kind().String() }
