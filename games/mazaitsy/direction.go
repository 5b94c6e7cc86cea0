package mazaitsy

// direction is one of the eight directions on the field, clockwise from north, which is up.
type direction uint8

const (
	north direction = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
	directions // number of directions
)

var directionNames = [directions]string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

var steps = [directions]struct{ right, down int }{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

// Directions of currents, sorted by name: straight currents have the orthogonals, side currents the
// diagonals.
var (
	orthogonals = [...]direction{east, north, south, west}
	diagonals   = [...]direction{northEast, northWest, southEast, southWest}
)

// String returns the name of the direction in notation, such as "ne".
func (w direction) String() string { return directionNames[w] }

// parseDirection parses the name of a direction.
func parseDirection(word string) (direction, bool) {
	for w, name := range directionNames {
		if name == word {
			return direction(w), true
		}
	}
	return 0, false
}

// turned returns the direction w turned clockwise by a number of eighths.
func (w direction) turned(eighths int) direction {
	return direction((int(w) + eighths + int(directions)) % int(directions))
}

// diagonal reports whether w is a diagonal direction, such as north-east.
func (w direction) diagonal() bool { return w%2 == 1 }
