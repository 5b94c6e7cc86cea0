package audit

import (
	"errors"
	"fmt"

	"tabletop/companion/match"
	"tabletop/games"
)

// Reason is the reason why a record is not accepted.
type Reason string

// Reasons why a record is not accepted.
const (
	Damaged Reason = "damaged" // the record cannot be parsed, or exceeds the limits
	Game    Reason = "game"    // the game is unknown, or its program breaks the contract
	Illegal Reason = "illegal" // the rules refuse a decision
	Luck    Reason = "luck"    // an outcome does not follow from its seal
	Players Reason = "players" // the record names a player without a seat, or a wrong player id
)

// Fault is a contradiction in a record.
type Fault struct {
	Reason Reason
	Err    error
}

// Error returns the reason and the text of the underlying error.
func (f *Fault) Error() string { return fmt.Sprintf("audit: %s: %v", f.Reason, f.Err) }

// Unwrap returns the underlying error.
func (f *Fault) Unwrap() error { return f.Err }

// ErrBusy means that the process for games in files was lost during the check. The record may
// be correct and should be checked again later.
var ErrBusy = errors.New("audit: the process for games in files was lost")

// keyProcessLost is the words key of a refusal because the process that runs a game in a file was
// lost. The program of the game is not at fault.
const keyProcessLost = "rule.file.gone"

// readFault converts an error of match.Read to a Fault, or to ErrBusy.
func readFault(err error) error {
	illegal, line := games.Illegal{}, &match.LineError{}
	errors.As(err, &line)
	switch {
	case errors.As(err, &illegal) && illegal.Rule.Key == keyProcessLost:
		return ErrBusy
	case errors.As(err, &illegal):
		return &Fault{Illegal, err}
	case errors.Is(err, games.ErrUnknown) || line.Line == 1 && line.Program != "":
		return &Fault{Game, err}
	}
	return &Fault{Damaged, err}
}
