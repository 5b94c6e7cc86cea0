package mazaitsy

import (
	"slices"
	"strings"

	"tabletop/games"
)

// placeSuffix is the end of a decision to lay a card, after the cell: the direction of a current,
// and the source of the card. For a card that is no current, the field direction has the value of
// the constant directions.
type placeSuffix struct {
	words     string
	direction direction
	from      source
}

// placements contains all decisions to lay a card, by cell, direction and source.
var placements = namePlacements()

func namePlacements() (all [allCells][directions + 1][fromPile + 1]games.Decision) {
	for p := range cell(allCells) {
		for w := range directions + 1 {
			for from := range fromPile + 1 {
				all[p][w][from] = games.Decision("place " + p.String() + placeSuffixOf(w, from).words)
			}
		}
	}
	return all
}

func placeSuffixOf(w direction, from source) placeSuffix {
	words := ""
	if w < directions {
		words += " " + w.String()
	}
	switch {
	case from == fromPile:
		words += " from pile"
	case from > 0:
		words += " from " + string(rune('1'+from))
	}
	return placeSuffix{words, w, from}
}

// placeSuffixes returns the possible ends of decisions to lay a card, sorted by their words.
func (f *fieldState) placeSuffixes() []placeSuffix {
	var room [4 * (mostSeats + 1)]placeSuffix
	all := room[:0]
	add := func(from source, c card) {
		if !c.kind.current() {
			all = append(all, placeSuffixOf(directions, from))
			return
		}
		for _, w := range c.kind.directions() {
			all = append(all, placeSuffixOf(w, from))
		}
	}
	for i := range f.deck.row {
		if i == 0 || f.mayChooseCard() {
			add(source(i), f.row[i].card)
		}
	}
	if f.deck.pile > 0 && f.mayChooseCard() {
		add(fromPile, f.top)
	}
	slices.SortFunc(all, func(a, b placeSuffix) int { return strings.Compare(a.words, b.words) })
	return slices.Clone(all)
}

func (f *fieldState) legalPlaces() []games.Choice {
	tails := f.placeSuffixes()
	legal := make([]games.Choice, 0, allCells*len(tails))
	for _, p := range byName {
		if !f.table.holds(p) || !f.free(p) {
			continue
		}
		for _, t := range tails {
			legal = append(legal, games.Choice{Says: placements[p][t.direction][t.from]})
		}
	}
	return legal
}
