package dice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Die is a kind of die. Its faces are the numbers From to To or, if Faces is not empty, those in
// Faces.
type Die struct {
	// Name is "" for a numbered die. Otherwise it is "F", "F.1", "coin", "66", "00", a list of
	// faces such as "{1,1,2}", or the name of an own die.
	Name     string
	From, To int
	Faces    []Face
}

// Face is one side of a die: a number, or a word without a value.
type Face struct {
	Name  string // name of the side in notation: "4", "-1", "+", "red"
	Value int    // the number; 0 for a word
	Word  bool
}

var (
	fate = Die{Name: "F", From: -1, To: 1}
	coin = Die{Name: "coin", Faces: []Face{{Name: "heads", Word: true}, {Name: "tails", Word: true}}}
)

// Names of dice whose faces are not the numbers from 1.
const (
	fewer = "F.1" // fate die with six faces: one minus, one plus, four blank
	tens  = "00"
)

// fewerFate returns the fate die with four blank faces.
func fewerFate() Die {
	blank := Face{Name: "0"}
	return Die{Name: fewer, Faces: []Face{{Name: "-1", Value: -1}, blank, blank, blank, blank, {Name: "1", Value: 1}}}
}

// tensDie returns the die with ten faces: 00, 10 … 90.
func tensDie() Die {
	d := Die{Name: tens}
	for n := 0; n < 100; n += 10 {
		d.Faces = append(d.Faces, Face{Name: fmt.Sprintf("%02d", n), Value: n})
	}
	return d
}

// isFate reports whether d is a fate die.
func (d *Die) isFate() bool { return d.Name == fate.Name || d.Name == fewer }

// d66 is the name of d66Die.
const d66 = "66"

// d66Die is the die for the notation d66, which is among the own dice from the second edition on. It
// stands for two dice of six faces, tens and units, and has 36 faces, the numbers 11 to 66 without
// the digits 0, 7, 8 and 9.
var d66Die = makeD66()

// onlyD66 contains the own dice of a table that has none itself, from the second edition on.
var onlyD66 = []Die{d66Die}

func makeD66() Die {
	d := Die{Name: d66}
	for tens := 1; tens <= 6; tens++ {
		for units := 1; units <= 6; units++ {
			n := 10*tens + units
			d.Faces = append(d.Faces, Face{Name: strconv.Itoa(n), Value: n})
		}
	}
	return d
}

// String returns the notation of d: "d6", "dF", "coin", "dcolour". The notation is also the name
// of the stream of d.
func (d Die) String() string {
	switch d.Name {
	case "":
		return "d" + strconv.Itoa(d.To)
	case coin.Name:
		return d.Name
	}
	return "d" + d.Name
}

// Len returns the number of faces of d.
func (d Die) Len() int {
	if d.Faces != nil {
		return len(d.Faces)
	}
	return d.To - d.From + 1
}

// Face returns the i-th face of d, counted from 0.
func (d Die) Face(i int) Face { return d.face(i) }

func (d *Die) face(i int) Face {
	if d.Faces != nil {
		return d.Faces[i]
	}
	return Face{Name: strconv.Itoa(d.From + i), Value: d.From + i}
}

// Index returns the index of the first face of d with that name, or -1.
func (d Die) Index(name string) int {
	if d.Faces != nil {
		return slices.IndexFunc(d.Faces, func(f Face) bool { return f.Name == name })
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < d.From || n > d.To || strconv.Itoa(n) != name {
		return -1
	}
	return n - d.From
}

// value returns the value of the i-th face of d, counted from 0.
func (d *Die) value(i int) int {
	if d.Faces != nil {
		return d.Faces[i].Value
	}
	return d.From + i
}

// bounds returns the least and greatest value among the faces of d.
func (d *Die) bounds() (least, most int) {
	if d.Faces == nil {
		return d.From, d.To
	}
	least, most = d.Faces[0].Value, d.Faces[0].Value
	for _, f := range d.Faces {
		least, most = min(least, f.Value), max(most, f.Value)
	}
	return least, most
}

// pieces returns the number of real dice that people roll for d: 2 for d66, otherwise 1.
func (d *Die) pieces() int {
	if d.Name == d66 {
		return 2
	}
	return 1
}

// isTwenty reports whether d is numbered from 1 to 20.
func (d *Die) isTwenty() bool { return d.Faces == nil && d.From == 1 && d.To == 20 }

// words reports whether some face of d is a word. The method numbers reports whether some face is
// a number.
func (d *Die) words() bool {
	return slices.ContainsFunc(d.Faces, func(f Face) bool { return f.Word })
}

func (d *Die) numbers() bool {
	return d.Faces == nil || slices.ContainsFunc(d.Faces, func(f Face) bool { return !f.Word })
}

// choices returns the outcomes of d as choices. Equal faces are one outcome with a greater
// weight.
func (d Die) choices() []games.Choice {
	says := games.Decision(d.String())
	if d.Faces == nil {
		return []games.Choice{{Says: says, From: int32(d.From), To: int32(d.To), Weight: 1}}
	}
	weights := map[string]uint32{}
	for _, f := range d.Faces {
		weights[f.Name]++
	}
	var all []games.Choice
	for name, weight := range weights {
		all = append(all, games.Choice{Says: says + " " + games.Decision(name), Weight: weight})
	}
	slices.SortFunc(all, func(a, b games.Choice) int { return strings.Compare(string(a.Says), string(b.Says)) })
	return all
}
