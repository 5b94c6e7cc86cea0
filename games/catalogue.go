package games

import (
	"errors"
	"strconv"
	"strings"
)

// Catalogue is the list of the known games. It finds the rules of a game by the game's name. The
// rules are either a Go package in this repository or a program in a file. The record of a match
// of such a program contains the text of the file.
type Catalogue struct {
	Games []Rules // the games that menus list, in their order
	// Hidden are rules that no menu lists. Only records have them.
	Hidden []Rules
	// Advisers maps names of games to their advisers.
	Advisers map[string]Adviser
	// Read returns the rules of a game in a file. The name begins with [InFile], and program is
	// the text of the file. Several goroutines may call Read at once. If Read is nil, the
	// catalogue knows no programs.
	Read func(name, program string) (Rules, error)
	// Try returns the same as Read. It is used for a program that comes from another machine and
	// was never played on this one. Try tests the rules before it returns them. If Try is nil,
	// Read is used.
	Try func(name, program string) (Rules, error)
}

// InFile is the prefix of the names of games in files, as in "file/darts". The names of other
// games do not have this prefix.
const InFile = "file/"

// Of returns a catalogue of the given games that knows no programs.
func Of(all ...Rules) Catalogue { return Catalogue{Games: all} }

// ErrUnknown is the error for a game that the catalogue does not know. Lookup returns errors that
// wrap it.
var ErrUnknown = errors.New("unknown game")

// unknown is the error for a game that is not in the catalogue. It suggests the nearest known
// name.
type unknown struct{ name, nearest string }

func (u unknown) Error() string {
	return ErrUnknown.Error() + " " + quote(u.name) + "; the nearest is " + strconv.Quote(u.nearest)
}

func (u unknown) Unwrap() error { return ErrUnknown }

// Lookup returns the rules of the game with that name. For a game in a file, program is the text
// of the file; for other games it is "". Lookup returns an error that wraps [ErrUnknown] if the
// catalogue has no game with that name and program.
func (c Catalogue) Lookup(name, program string) (Rules, error) {
	if program != "" && c.Read != nil && strings.HasPrefix(name, InFile) {
		return c.Read(name, program)
	}
	if r := c.Find(name); r != nil && Program(r) == program {
		return r, nil
	}
	for _, r := range c.Hidden {
		if r.Name() == name && program == "" {
			return r, nil
		}
	}
	return nil, unknown{name, Nearest(name, c.Names())}
}

// Elsewhere returns a copy of c for records from other machines. The copy reads programs with Try
// if c has it.
func (c Catalogue) Elsewhere() Catalogue {
	if c.Try != nil {
		c.Read = c.Try
	}
	return c
}

// Find returns the rules with that name among c.Games, or nil if there are none.
func (c Catalogue) Find(name string) Rules {
	for _, r := range c.Games {
		if r.Name() == name {
			return r
		}
	}
	return nil
}

// Names returns the names of c.Games, in the order of the menus.
func (c Catalogue) Names() []string {
	names := make([]string, len(c.Games))
	for i, r := range c.Games {
		names[i] = r.Name()
	}
	return names
}
