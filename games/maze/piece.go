package maze

// colour is a side: the colour of a piece, or of the half of the board in play.
type colour uint8

const (
	white colour = iota
	black
)

var colourNames = [...]string{white: "white", black: "black"}

func (c colour) String() string { return colourNames[c] }

func (c colour) other() colour { return c ^ 1 }

// kind is the kind of a piece; 0 is none.
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

// letters are the letters of the kinds; the first stands for a free square.
const letters = ".MSLRTB123"

// ofEach is the number of pieces of a kind per colour.
const ofEach = 2

// String returns the kind's letter.
func (k kind) String() string { return letters[k : k+1] }

// kindBy maps letters to kinds.
var kindBy = indexKinds()

func indexKinds() map[string]kind {
	kindBy := map[string]kind{}
	for k := mate; k < kinds; k++ {
		kindBy[k.String()] = k
	}
	return kindBy
}

// steps returns the length of a Time Pawn's walk.
func (k kind) steps() int { return int(k-pawn1) + 1 }

// piece is a kind of a colour; 0 is none.
type piece uint8

const blackBit = 16

func pieceOf(c colour, k kind) piece { return piece(c)*blackBit | piece(k) }

func (p piece) kind() kind { return kind(p % blackBit) }

func (p piece) colour() colour { return colour(p / blackBit) }

// String returns the piece in the form of a position: "wM", "b1".
func (p piece) String() string { return p.colour().String()[:1] + p.kind().String() }
