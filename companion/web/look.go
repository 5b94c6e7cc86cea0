package web

import (
	"encoding/hex"

	"tabletop/companion/people"
	"tabletop/companion/screen"
)

// seatLook is the look of a player.
type seatLook struct {
	Tone    int    `json:"tone"`    // number of the colour, from 1; the page has a dark and a light tone for each
	Colour  string `json:"colour"`  // colour of the matrix
	Picture string `json:"picture"` // "" if the player has chosen none
}

// peopleOf returns the looks and mergers of the players in m.
func peopleOf(m *screen.Moment) people.People {
	if m.Offer == nil {
		return people.People{}
	}
	return people.People{Looks: m.Offer.Looks, Same: m.Offer.Same}
}

// looksOf returns the looks of the players of one table.
func looksOf(p people.People, names []string) []seatLook {
	all := []seatLook{}
	for _, l := range p.AtTable(names) {
		rgb := people.Colours[l.Colour-1].RGB
		look := seatLook{Tone: l.Colour, Colour: "#" + hex.EncodeToString(rgb[:])}
		if l.Picture > 0 {
			look.Picture = people.Pictures[l.Picture-1]
		}
		all = append(all, look)
	}
	return all
}
