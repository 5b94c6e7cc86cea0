package games

import (
	"errors"
	"strconv"
	"strings"
)

// Catalogue is where games are looked up: those that have a folder here, and those that
// lie in files, whose text a record carries with it.
type Catalogue struct {
	Games []Rules // in the order menus show them
	// Advisers are those of the games that have one, by name.
	Advisers map[string]Adviser
	// Read returns the rules of a game in a file by its name, which begins with [InFile],
	// and its program. It is called from several goroutines; nil: no program is known.
	Read func(name, program string) (Rules, error)
	// Try is Read for a program from elsewhere, which nobody here has played yet: its rules
	// are tried first. nil: as Read.
	Try func(name, program string) (Rules, error)
}

// InFile is what the name of a game in a file begins with: "file/darts". No other does.
const InFile = "file/"

// Of returns the catalogue of these games and of no program.
func Of(all ...Rules) Catalogue { return Catalogue{Games: all} }

// ErrUnknown is what an unknown game unwraps to.
var ErrUnknown = errors.New("unknown game")

// unknown names a game that isn't there, and the nearest that is.
type unknown struct{ name, nearest string }

func (u unknown) Error() string {
	return ErrUnknown.Error() + " " + quote(u.name) + "; the nearest is " + strconv.Quote(u.nearest)
}

func (u unknown) Unwrap() error { return ErrUnknown }

// Lookup returns the rules of a game by its name or, for a game in a file, by its
// program; "" is none. A name that isn't known is an [ErrUnknown], and so is a program
// where none is.
func (c Catalogue) Lookup(name, program string) (Rules, error) {
	if program != "" && c.Read != nil && strings.HasPrefix(name, InFile) {
		return c.Read(name, program)
	}
	if r := c.Find(name); r != nil && Program(r) == program {
		return r, nil
	}
	return nil, unknown{name, Nearest(name, c.Names())}
}

// Elsewhere returns the catalogue for records that come from elsewhere.
func (c Catalogue) Elsewhere() Catalogue {
	if c.Try != nil {
		c.Read = c.Try
	}
	return c
}

// Find returns the rules of that name among those that menus show, nil where there are
// none.
func (c Catalogue) Find(name string) Rules {
	for _, r := range c.Games {
		if r.Name() == name {
			return r
		}
	}
	return nil
}

// Names returns what the games are called, in their order.
func (c Catalogue) Names() []string {
	names := make([]string, len(c.Games))
	for i, r := range c.Games {
		names[i] = r.Name()
	}
	return names
}
