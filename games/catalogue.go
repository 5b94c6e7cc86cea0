package games

import (
	"errors"
	"strconv"
	"strings"
)

// Catalogue finds the rules of a game: of games with a folder here, and of games in files,
// whose text a record carries.
type Catalogue struct {
	Games []Rules // in the order of the menus
	// Advisers maps names of games to their advisers.
	Advisers map[string]Adviser
	// Read returns the rules of a game in a file. The name begins with [InFile]; program is the
	// text of the file. Read is called from several goroutines. If it is nil, no program is
	// known.
	Read func(name, program string) (Rules, error)
	// Try is Read for a program from elsewhere that was never played here. It tests the rules
	// before it returns them. If it is nil, Read is used.
	Try func(name, program string) (Rules, error)
}

// InFile is the prefix of the names of games in files, as in "file/darts". No other name has
// it.
const InFile = "file/"

// Of returns a catalogue of these games that knows no programs.
func Of(all ...Rules) Catalogue { return Catalogue{Games: all} }

// ErrUnknown is wrapped by the error for an unknown game.
var ErrUnknown = errors.New("unknown game")

// unknown is the error for a game that is not in the catalogue. It suggests the nearest name.
type unknown struct{ name, nearest string }

func (u unknown) Error() string {
	return ErrUnknown.Error() + " " + quote(u.name) + "; the nearest is " + strconv.Quote(u.nearest)
}

func (u unknown) Unwrap() error { return ErrUnknown }

// Lookup returns the rules of a game by its name. For a game in a file, program is its text;
// otherwise it is "". An unknown name is an [ErrUnknown], and so is a program given for a game
// without one.
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

// Find returns the rules with that name among the games of the menus, or nil.
func (c Catalogue) Find(name string) Rules {
	for _, r := range c.Games {
		if r.Name() == name {
			return r
		}
	}
	return nil
}

// Names returns the names of the games, in their order.
func (c Catalogue) Names() []string {
	names := make([]string, len(c.Games))
	for i, r := range c.Games {
		names[i] = r.Name()
	}
	return names
}
