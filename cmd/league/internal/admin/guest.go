package admin

import (
	"fmt"
	"slices"
	"strings"
)

// guestPrefix begins the id of a guest. The id of a player of a box has no hyphen.
const guestPrefix = "guest-"

// IsGuest reports whether an id is that of a guest: a person without a box, whom an organiser has
// entered by name into an event. An organiser can later merge the guest with the player of a box.
func IsGuest(player string) bool { return strings.HasPrefix(player, guestPrefix) }

// guestID returns the id of a guest whom the command with that seq has entered, with a number if the
// command enters several.
func guestID(seq, number int) string {
	if number == 0 {
		return fmt.Sprintf("%s%d", guestPrefix, seq)
	}
	return fmt.Sprintf("%s%d-%d", guestPrefix, seq, number)
}

// addGuest enters a person by name into the next round of an event.
func (d *State) addGuest(deed Command) error {
	if fault := checkName(deed.Name); fault != nil {
		return fault
	}
	deed.Player = guestID(deed.Seq, 0)
	return onlyIf(d.seat(deed, true), func() { d.names = append(d.names, personName{deed.Player, strings.TrimSpace(deed.Name)}) })
}

// Guests returns one id for each guest who isn't merged with the player of a box.
func (d State) Guests() (all []string) {
	for _, n := range d.names {
		if person := d.Person(n.player); IsGuest(person) && !slices.Contains(all, person) {
			all = append(all, person)
		}
	}
	return all
}
