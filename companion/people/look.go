package people

import "maps"

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

// Colours lists the colours to choose. The first eight are the colours of the seats 1 to 8 on the
// matrix.
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

// Chosen returns the look that the player of that name has chosen.
func (p People) Chosen(name string) Look {
	l := p.Looks[name]
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

// AtTable returns the looks of the players of one table, by seat. No two seats have the same colour
// or the same picture, as long as there are enough. A player has the chosen look unless a player of
// an earlier seat has chosen it too. All others get the first free ones.
func (p People) AtTable(names []string) []Look {
	colours, pictures := make([]int, len(names)), make([]int, len(names))
	for i, name := range names {
		l := p.Chosen(name)
		colours[i], pictures[i] = l.Colour, l.Picture
	}
	distinct(colours, len(Colours))
	distinct(pictures, len(Pictures))
	looks := make([]Look, len(names))
	for i := range looks {
		looks[i] = Look{colours[i], pictures[i]}
	}
	return looks
}

// distinct replaces zeros, and numbers that occur earlier in all, by numbers from 1 to most that
// don't occur. A number is free again once all are in use. The number of the place comes first.
func distinct(all []int, most int) {
	used := make([]int, most+1)
	for i, n := range all {
		if n > 0 && used[n] > 0 {
			all[i] = 0
			continue
		}
		used[n]++
	}
	for i, n := range all {
		if n > 0 {
			continue
		}
		best := i%most + 1
		for k := 1; k <= most; k++ {
			if used[k] < used[best] {
				best = k
			}
		}
		all[i] = best
		used[best]++
	}
}
