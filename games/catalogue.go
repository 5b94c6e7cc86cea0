package games

import (
	"errors"
	"strconv"
)

// Catalogue are the games there are, in the order menus show them.
type Catalogue []Rules

// ErrUnknown is what an unknown game unwraps to.
var ErrUnknown = errors.New("unknown game")

// unknown names a game that isn't there, and the nearest that is.
type unknown struct{ name, nearest string }

func (u unknown) Error() string {
	return ErrUnknown.Error() + " " + quote(u.name) + "; the nearest is " + strconv.Quote(u.nearest)
}

func (u unknown) Unwrap() error { return ErrUnknown }

// Lookup returns the rules of a game by its name or, for a game in a file, by its
// program; "" is none. A name or program that isn't known is an [ErrUnknown]. No game in
// a file is known yet.
func (c Catalogue) Lookup(name, program string) (Rules, error) {
	names := make([]string, len(c))
	for i, r := range c {
		if names[i] = r.Name(); names[i] == name && program == "" {
			return r, nil
		}
	}
	return nil, unknown{name, Nearest(name, names)}
}

// Find returns the rules of that name, nil where there are none.
func (c Catalogue) Find(name string) Rules {
	r, err := c.Lookup(name, "")
	if err != nil {
		return nil
	}
	return r
}

// Names returns what the games are called, in their order.
func (c Catalogue) Names() []string {
	names := make([]string, len(c))
	for i, r := range c {
		names[i] = r.Name()
	}
	return names
}
