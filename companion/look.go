package companion

import (
	"slices"

	"tabletop/companion/panel"
	"tabletop/companion/people"
)

// setLooks sets the colours of the players of a table, and the picture of the player whose seat the
// matrix shows.
func setLooks(l *panel.Lamps, p people.People, names []string) {
	for i, look := range p.AtTable(names[:min(len(names), len(l.Colours))]) {
		l.Colours[i] = uint8(look.Colour)
		if int(l.Seat) == i+1 {
			l.Emblem = picture(look)
		}
	}
}

// picture returns the name of the picture of a look, or "" if the player has chosen none.
func picture(l people.Look) string {
	if l.Picture == 0 {
		return ""
	}
	return people.Pictures[l.Picture-1]
}

// emblemOf returns the name of the picture of a player at a table, or "" if the player has chosen
// none.
func emblemOf(p people.People, name string, names []string) string {
	i := slices.Index(names, name)
	if i < 0 {
		return ""
	}
	return picture(p.AtTable(names)[i])
}
