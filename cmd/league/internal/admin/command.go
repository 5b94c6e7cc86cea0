package admin

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Kind is the kind of a command.
type Kind string

// Kinds of commands, each with the fields of its Body.
const (
	NameClub     Kind = "called"  // the club's name is Name
	MergePlayers Kind = "merged"  // Player and With are the same person; Code is the code of With on the box Box
	NamePerson   Kind = "named"   // the person of Player has the name Name in this league
	OpenLeague   Kind = "opened"  // opens the league Name of Games
	CloseLeague  Kind = "closed"  // the League accepts no further seasons
	Season       Kind = "season"  // adds a season Name of the League, from From to To, inclusive
	StrikeMatch  Kind = "struck"  // the Match does not count, because of Why
	CorrectRanks Kind = "ruled"   // Ranks replace the ranks of the Match, seat 1 first, because of Why
	BeginEvent   Kind = "event"   // begins the tournament Name of the only game in Games, by System, with Size seats per table
	EnterPlayer  Kind = "entered" // Player plays in the Event from its next round on
	RemovePlayer Kind = "left"    // Player leaves the Event before its next round
	PairRound    Kind = "paired"  // the next round of the Event has Tables and Byes
	EnterResult  Kind = "scored"  // Ranks are the result of the Table in the Round of the Event
	Undo         Kind = "undone"  // cancels the command with seq Undoes
)

// Command is one command of an organiser.
type Command struct {
	Seq  int    `json:"seq"` // number of the command, from 1
	At   string `json:"at"`  // RFC 3339, UTC
	By   string `json:"by"`  // the name of the account
	Kind Kind   `json:"kind"`
	Body
}

// Body contains the arguments of a command. Each kind uses its own fields; the others are zero.
type Body struct {
	Player string     `json:"player,omitempty"`
	With   string     `json:"with,omitempty"`
	Box    string     `json:"box,omitempty"`
	Code   string     `json:"code,omitempty"`
	Name   string     `json:"name,omitempty"`
	League int        `json:"league,omitempty"` // seq of the command that opened it
	Games  []string   `json:"games,omitempty"`
	From   string     `json:"from,omitempty"` // 2006-01-02
	To     string     `json:"to,omitempty"`
	Match  string     `json:"match,omitempty"`
	Ranks  []int      `json:"ranks,omitempty"`
	Why    string     `json:"why,omitempty"`
	Event  int        `json:"event,omitempty"` // seq of the command that began it
	System System     `json:"system,omitempty"`
	Size   int        `json:"size,omitempty"`
	Tables [][]string `json:"tables,omitempty"` // players by seat
	Byes   []string   `json:"byes,omitempty"`
	Round  int        `json:"round,omitempty"` // from 1
	Table  int        `json:"table,omitempty"` // from 1
	Undoes int        `json:"undoes,omitempty"`
}

// Parse parses a command in JSON.
func Parse(line []byte) (d Command, err error) {
	if err = json.Unmarshal(line, &d); err != nil {
		err = fmt.Errorf("deed %q: %w", line, err)
	}
	return d, err
}

// Fault is the reason why a command is refused. Key is the words key of its message.
type Fault struct{ Key, Arg string }

func (f Fault) Error() string { return "admin: " + f.Key + " " + f.Arg }

// Fold returns the desk after all commands, in order of their seqs.
func Fold(deeds []Command) State {
	d := newDesk()
	off := undone(deeds)
	for _, deed := range deeds {
		d.last = deed.Seq
		if off[deed.Seq] {
			continue
		}
		if fault := d.apply(deed); fault != nil {
			d.Impossible = append(d.Impossible, deed.Seq)
		}
	}
	d.deeds = slices.Clip(deeds)
	return d
}

// undone returns the seqs of cancelled commands. Cancelling a cancellation restores the
// command.
func undone(deeds []Command) map[int]bool {
	off := map[int]bool{}
	for _, deed := range slices.Backward(deeds) {
		if deed.Kind == Undo && !off[deed.Seq] {
			off[deed.Undoes] = true
		}
	}
	return off
}

// Add appends a command. It returns the new desk and the command with its Seq, or a Fault if
// the command is not possible.
func (d State) Add(deed Command) (State, Command, error) {
	deed.Seq = d.last + 1
	if fault := d.check(deed); fault != nil {
		return d, deed, fault
	}
	next := Fold(append(d.deeds, deed))
	return next, deed, nil
}

// check returns the Fault of a command in the present state, or nil.
func (d State) check(deed Command) error {
	if deed.Kind == Undo {
		if deed.Undoes < 1 || deed.Undoes > d.last || undone(d.deeds)[deed.Undoes] {
			return Fault{"undo.nothing", fmt.Sprint(deed.Undoes)}
		}
		return nil
	}
	next := Fold(d.deeds)
	return next.apply(deed)
}

// Commands returns all commands in order, cancelled ones included.
func (d State) Commands() []Command { return d.deeds }

// InForce reports whether a command is in force, that is, not cancelled.
func (d State) InForce(seq int) bool { return !undone(d.deeds)[seq] }
