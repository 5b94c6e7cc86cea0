package audit

import (
	"errors"
	"fmt"

	"tabletop/companion/match"
	"tabletop/games"
)

// Reason is why a record can't be taken.
type Reason string

// Reasons of faults.
const (
	Damaged Reason = "damaged" // it can't be read, or goes beyond the bounds
	Game    Reason = "game"    // it is of a game that isn't known, or whose program breaks the contract
	Illegal Reason = "illegal" // the rules refuse a decision
	Luck    Reason = "luck"    // an outcome differs from what its seal says
	Players Reason = "players" // it tells who somebody is that doesn't sit there
)

// Fault is what is wrong with a record.
type Fault struct {
	Reason Reason
	Err    error
}

// Error names the reason, and what package match says.
func (f *Fault) Error() string { return fmt.Sprintf("audit: %s: %v", f.Reason, f.Err) }

// Unwrap returns what package match says.
func (f *Fault) Unwrap() error { return f.Err }

// ErrBusy is a process for games in files that was lost on the way: the record may be right,
// and is to be looked at again later.
var ErrBusy = errors.New("audit: the process for games in files was lost")

// ruleGone is the key of what is refused because the process that plays it was lost, by
// nothing that the program did.
const ruleGone = "rule.file.gone"

// unread says why a record couldn't be read.
func unread(err error) error {
	illegal, line := games.Illegal{}, &match.LineError{}
	errors.As(err, &line)
	switch {
	case errors.As(err, &illegal) && illegal.Rule.Key == ruleGone:
		return ErrBusy
	case errors.As(err, &illegal):
		return &Fault{Illegal, err}
	case errors.Is(err, games.ErrUnknown) || line.Line == 1 && line.Program != "":
		return &Fault{Game, err}
	}
	return &Fault{Damaged, err}
}
