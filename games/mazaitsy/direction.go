package mazaitsy

// way is a direction on the field, clockwise from north, which is up.
type way uint8

const (
	north way = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
	ways // how many there are
)

var wayNames = [ways]string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

var steps = [ways]struct{ right, down int }{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

// Directions in the order of their names.
var (
	upright  = [...]way{east, north, south, west}
	diagonal = [...]way{northEast, northWest, southEast, southWest}
)

// String returns the direction as notation says it.
func (w way) String() string { return wayNames[w] }

// parseWay reads a direction.
func parseWay(word string) (way, bool) {
	for w, name := range wayNames {
		if name == word {
			return way(w), true
		}
	}
	return 0, false
}

// by returns the direction so many eighths of a turn clockwise from w.
func (w way) by(eighths int) way { return way((int(w) + eighths + int(ways)) % int(ways)) }

// slanting reports whether w points at a corner.
func (w way) slanting() bool { return w%2 == 1 }
