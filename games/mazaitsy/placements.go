package mazaitsy

import (
	"slices"
	"strings"

	"tabletop/games"
)

// tail is what follows the spot of a place: a direction, or ways for none, and a source.
type tail struct {
	words string
	way   way
	from  source
}

// placings are all decisions to lay a card, by spot, direction and source.
var placings = namePlacings()

func namePlacings() (all [allSpots][ways + 1][fromPile + 1]games.Decision) {
	for p := range spot(allSpots) {
		for w := range ways + 1 {
			for from := range fromPile + 1 {
				all[p][w][from] = games.Decision("place " + p.String() + tailOf(w, from).words)
			}
		}
	}
	return all
}

func tailOf(w way, from source) tail {
	words := ""
	if w < ways {
		words += " " + w.String()
	}
	switch {
	case from == fromPile:
		words += " from pile"
	case from > 0:
		words += " from " + string(rune('1'+from))
	}
	return tail{words, w, from}
}

// tails lists what may be laid, in the order of the words.
func (f *flood) tails() []tail {
	var room [4 * (mostSeats + 1)]tail
	all := room[:0]
	add := func(from source, c card) {
		if !c.kind.current() {
			all = append(all, tailOf(ways, from))
			return
		}
		for _, w := range c.kind.directions() {
			all = append(all, tailOf(w, from))
		}
	}
	for i := range f.deck.row {
		if i == 0 || f.choosy() {
			add(source(i), f.open[i].card)
		}
	}
	if f.deck.pile > 0 && f.choosy() {
		add(fromPile, f.top)
	}
	slices.SortFunc(all, func(a, b tail) int { return strings.Compare(a.words, b.words) })
	return slices.Clone(all)
}

func (f *flood) legalPlaces() []games.Choice {
	tails := f.tails()
	legal := make([]games.Choice, 0, allSpots*len(tails))
	for _, p := range byName {
		if !f.table.holds(p) || !f.free(p) {
			continue
		}
		for _, t := range tails {
			legal = append(legal, games.Choice{Says: placings[p][t.way][t.from]})
		}
	}
	return legal
}
