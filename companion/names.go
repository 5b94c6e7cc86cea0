package companion

import (
	"slices"
	"strconv"
	"unicode"

	"tabletop/companion/clock"
	"tabletop/companion/match"
	"tabletop/companion/people"
	"tabletop/companion/pixel"
)

// enteredName returns the name of the player whom people mean by a typed name: a known player, a
// player in one of the other seats, or a new player. The parameter others has the names in the
// other seats. enteredName returns an error if the name is invalid, ambiguous, looks like the name
// of another player in others, or is new and has a letter that the fonts lack.
func (h house) enteredName(typed string, others []string) (string, error) {
	name, ok := people.Tidy(typed)
	if !ok {
		return "", newTextError("name.bad")
	}
	if slices.Contains(others, typed) || h.evening.people.Knows(typed) {
		name = typed // stored before names were tidied
	}
	names, err := match.CheckNames([]string{name})
	if err != nil {
		return "", newTextError("name.bad")
	}
	if name, ok = h.evening.people.Recognized(names[0], others); !ok {
		return "", newTextError("name.several", names[0])
	}
	if slices.Contains(others, name) {
		return name, nil // the two players swap seats
	}
	if letter := undrawable(name); letter != "" && !h.evening.people.Knows(name) {
		return "", newTextError("naming.letter", letter)
	}
	for _, other := range others {
		if people.Alike(other, name) {
			return "", newTextError("name.alike", other, name)
		}
	}
	return name, nil
}

// undrawable returns the first letter of a name that the fonts of the panel lack, or "". A sign that
// combines with the letter before it belongs to that letter.
func undrawable(name string) (letter string) {
	for _, r := range name {
		combines := unicode.IsMark(r)
		if combines && !pixel.Body.Has(r) {
			return letter + string(r)
		}
		if letter = string(r); !pixel.Body.Has(r) {
			return letter
		}
	}
	return ""
}

// enteredNames returns the names of the players of one table; see enteredName.
func (h house) enteredNames(typed []string) ([]string, error) {
	names := make([]string, len(typed))
	for i := range typed {
		var err error
		if names[i], err = h.enteredName(typed[i], nil); err != nil {
			return nil, err
		}
	}
	switch a, b, found := people.Twins(names); {
	case found && a == b:
		return nil, newTextError("name.bad")
	case found:
		return nil, newTextError("name.alike", a, b)
	}
	return names, nil
}

// unnamed reports whether name is a default name, which a seat has before people name its player.
func (t localizer) unnamed(name string) bool {
	for k := range clock.MostSeats {
		if name == t.word("setup.player", strconv.Itoa(k+1)) {
			return true
		}
	}
	return false
}
