package companion

import (
	"slices"

	"tabletop/companion/match"
	"tabletop/companion/people"
)

// enteredName returns the name of the player whom people mean by a typed name: a known player, a
// player in one of the other seats, or a new player. The parameter others has the names in the
// other seats. enteredName returns an error if the name is invalid, ambiguous, or looks like the
// name of another player in others.
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
	for _, other := range others {
		if people.Alike(other, name) {
			return "", newTextError("name.alike", other, name)
		}
	}
	return name, nil
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
