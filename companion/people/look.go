package people

import (
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Look is the colour and the picture that a person has chosen: numbers from 1 of Colours and
// Pictures. 0 means that the person has chosen none.
type Look struct {
	Colour  int `json:"colour,omitempty"`
	Picture int `json:"picture,omitempty"`
}

// Colour is a colour to choose. Key is the end of the key of its name in the catalogues.
type Colour struct {
	Key string
	RGB [3]uint8
}

// Colours lists the colours to choose. They are also the colours of the seats 1 to 12 on the matrix.
var Colours = []Colour{
	{"red", [3]uint8{255, 60, 40}},
	{"blue", [3]uint8{40, 120, 255}},
	{"green", [3]uint8{40, 200, 60}},
	{"yellow", [3]uint8{255, 190, 0}},
	{"purple", [3]uint8{200, 60, 220}},
	{"turquoise", [3]uint8{0, 190, 190}},
	{"orange", [3]uint8{255, 120, 20}},
	{"grey", [3]uint8{190, 190, 190}},
	{"pink", [3]uint8{255, 130, 170}},
	{"brown", [3]uint8{150, 80, 30}},
	{"lime", [3]uint8{170, 230, 40}},
	{"indigo", [3]uint8{80, 60, 200}},
}

// Pictures lists the pictures to choose, by name. Package screen draws them.
var Pictures = []string{"hare", "fox", "cat", "bear", "mouse", "owl", "fish", "star", "moon", "flower", "boat", "crown"}

// LookOf returns the look with a colour and a picture, given by name; "" is none. It returns false for
// an unknown name.
func LookOf(colour, picture string) (l Look, ok bool) {
	l.Colour = slices.IndexFunc(Colours, func(c Colour) bool { return c.Key == colour }) + 1
	l.Picture = slices.Index(Pictures, picture) + 1
	return l, (l.Colour > 0) == (colour != "") && (l.Picture > 0) == (picture != "")
}

// Keys returns the names of the colour and of the picture of l, "" for none. It is the inverse of
// LookOf.
func (l Look) Keys() (keys struct{ Colour, Picture string }) {
	if l.Colour > 0 {
		keys.Colour = Colours[l.Colour-1].Key
	}
	if l.Picture > 0 {
		keys.Picture = Pictures[l.Picture-1]
	}
	return keys
}

// Chosen returns the look that the player of that name has chosen. A name that was merged has the
// look of its person unless it has one of its own.
func (p People) Chosen(name string) Look {
	l, ok := p.Looks[name]
	if !ok {
		l = p.Looks[p.Person(name)]
	}
	return Look{inRange(l.Colour, len(Colours)), inRange(l.Picture, len(Pictures))}
}

// inRange returns n, or 0 if n is not 1 to most.
func inRange(n, most int) int {
	if n < 1 || n > most {
		return 0
	}
	return n
}

// WithLook returns the people after a player has chosen a look.
func (p People) WithLook(name string, l Look) People {
	looks := maps.Clone(p.Looks)
	if looks == nil {
		looks = map[string]Look{}
	}
	if looks[name] = l; l == (Look{}) {
		delete(looks, name)
	}
	if len(looks) == 0 {
		looks = nil
	}
	p.Looks = looks
	return p
}

// clearest is the number of colours at the start of Colours that differ most clearly.
const clearest = 6

// usualColour returns the colour of the player of that name that nobody has chosen. It depends on
// the name only, so that people keep it when they change seats. A guest, whose name ends in a number,
// has the colour of that number.
func (p People) usualColour(name string) int {
	if n := Number(name); n > 0 {
		return (n-1)%len(Colours) + 1
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(Fold(p.Person(name))))
	return int(h.Sum32()%clearest) + 1
}

// Number returns the number at the end of a guest's name, as in "Player 2", or 0 for other names.
func Number(name string) int {
	at := strings.LastIndexByte(name, ' ')
	if at < 0 || len(name)-at > len(" 99") {
		return 0
	}
	n, err := strconv.ParseUint(name[at+1:], 10, 8)
	if err != nil {
		return 0
	}
	return int(n)
}

// Lights returns the colours of the seats of one table on the matrix. From seat 13 on they are those
// of the seats from 1.
func (p People) Lights(names []string) [][3]uint8 {
	all := make([][3]uint8, len(names))
	for i := range all {
		all[i] = Colours[i%len(Colours)].RGB
	}
	for i, l := range p.AtTable(names[:min(len(names), len(Colours))]) {
		all[i] = Colours[l.Colour-1].RGB
	}
	return all
}

// AtTable returns the looks of the players of one table, by seat. No two seats have the same colour
// or the same picture, as long as there are enough. A player has the chosen colour and picture. If
// several have chosen the same, the first of them by name has it, and the others have the first free
// ones. Players without a chosen colour have their usual one, or the first free one. Players without
// a chosen picture have none: the letters of a name or the number of a guest stand in its place. The looks depend on the names at the table, but not on the seats.
func (p People) AtTable(names []string) []Look {
	sorted := slices.Sorted(slices.Values(names))
	var colours, usual, pictures []int
	for _, name := range sorted {
		l := p.Chosen(name)
		colours, usual = append(colours, l.Colour), append(usual, p.usualColour(name))
		pictures = append(pictures, l.Picture)
	}
	colours, distinctPictures := distinct(len(Colours), colours, usual), distinct(len(Pictures), pictures)
	looks := make([]Look, len(names))
	for i, name := range names {
		at, _ := slices.BinarySearch(sorted, name)
		looks[i].Colour = colours[at]
		if pictures[at] > 0 {
			looks[i].Picture = distinctPictures[at]
		}
	}
	return looks
}

// distinct returns a number from 1 to most for each player. wanted lists the numbers that players
// want, the more important lists first; 0 is none. A player has the first wanted number that is
// still free, or else the first free one. All numbers are free again once each is in use.
func distinct(most int, wanted ...[]int) []int {
	all, used := make([]int, len(wanted[0])), make([]int, most+1)
	for _, numbers := range wanted {
		for i, n := range numbers {
			if all[i] == 0 && n > 0 && used[n] == 0 {
				all[i] = n
				used[n]++
			}
		}
	}
	for i := range all {
		if all[i] == 0 {
			all[i] = leastUsed(used)
			used[all[i]]++
		}
	}
	return all
}

// leastUsed returns the first index from 1 whose count in used is smallest.
func leastUsed(used []int) int {
	best := 1
	for n := range used {
		if n > 0 && used[n] < used[best] {
			best = n
		}
	}
	return best
}
