package maze

// colour is the colour of a piece, and of the side that plays a half of the board.
type colour uint8

const (
	white colour = iota
	black
)

var colourNames = [...]string{white: "white", black: "black"}

func (c colour) String() string { return colourNames[c] }

func (c colour) other() colour { return c ^ 1 }

// kind is the kind of a piece; 0 means no piece.
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

// letters contains the letter of each kind, after the sign of a free square.
const letters = ".MSLRTB123"

// ofEach is the number of pieces of each kind per colour.
const ofEach = 2

// String returns the letter of the kind.
func (k kind) String() string { return letters[k : k+1] }

// kindBy maps the letter of each kind to the kind.
var kindBy = indexKinds()

func indexKinds() map[string]kind {
	kindBy := map[string]kind{}
	for k := mate; k < kinds; k++ {
		kindBy[k.String()] = k
	}
	return kindBy
}

// steps returns the number of squares that a Time Pawn of this kind walks in a move.
func (k kind) steps() int { return int(k-pawn1) + 1 }

// piece is a piece of a kind and a colour; 0 means no piece.
type piece uint8

const blackBit = 16

func pieceOf(c colour, k kind) piece { return piece(c)*blackBit | piece(k) }

func (p piece) kind() kind { return kind(p % blackBit) }

func (p piece) colour() colour { return colour(p / blackBit) }

// String returns the piece in the notation of a position: "wM", "b1".
func (p piece) String() string { return p.colour().String()[:1] + p.kind().String() }
