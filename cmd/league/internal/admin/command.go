package admin

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Kind is the kind of a command.
type Kind string

// Kinds of commands. The comments name the fields of Body that each kind uses.
const (
	NameClub     Kind = "called"  // sets the name of the club to Name
	MergePlayers Kind = "merged"  // makes Player and With the same person; Code is the code of With on the box Box
	NamePerson   Kind = "named"   // gives the person of Player the name Name in this league
	OpenLeague   Kind = "opened"  // opens a league called Name for Games
	CloseLeague  Kind = "closed"  // closes League: it accepts no further seasons
	Season       Kind = "season"  // adds a season called Name to League, from day From to day To, inclusive
	StrikeMatch  Kind = "struck"  // makes Match not count, for the reason Why
	CorrectRanks Kind = "ruled"   // replaces the ranks of Match in the record of Box by Ranks, seat 1 first, for the reason Why
	Consent      Kind = "consent" // links Player to Box, so that the records of Box count for Player
	Choose       Kind = "choose"  // makes the record of Box count for Match, of the records with that id
	BeginEvent   Kind = "event"   // begins a tournament called Name in the only game of Games, paired by System, with Size seats per table and Rounds rounds, or the usual number
	ImportEvent  Kind = "trf"     // begins a tournament in the only game of Games with players and rounds of the TRF16 file File; its name is Name or that of the file
	SetRounds    Kind = "rounds"  // sets the number of rounds of Event to Rounds
	EndEvent     Kind = "ended"   // ends Event: no further round is paired
	AddGuest     Kind = "guest"   // enters a guest called Name into Event from its next round on; see IsGuest
	AskBye       Kind = "asked"   // gives Player a bye in the next round of Event, which counts as a tie
	EnterPlayer  Kind = "entered" // enters Player into Event from its next round on
	RemovePlayer Kind = "left"    // removes Player from Event before its next round
	PairRound    Kind = "paired"  // adds a round with Tables, Byes and Half to Event
	EnterResult  Kind = "scored"  // sets the result of Table in Round of Event to Ranks
	Undo         Kind = "undone"  // cancels the command with seq Undoes
)

// Command is one command of an organiser.
type Command struct {
	Seq  int    `json:"seq"` // number of the command, from 1
	At   string `json:"at"`  // time in UTC, RFC 3339
	By   string `json:"by"`  // name of the organiser's account
	Kind Kind   `json:"kind"`
	Body
}

// Body holds the arguments of a command. Each kind of command uses some fields; its other fields
// are zero.
type Body struct {
	Player string     `json:"player,omitempty"`
	With   string     `json:"with,omitempty"`
	Box    string     `json:"box,omitempty"`
	Code   string     `json:"code,omitempty"`
	Name   string     `json:"name,omitempty"`
	League int        `json:"league,omitempty"` // seq of the command that opened the league
	Games  []string   `json:"games,omitempty"`
	From   string     `json:"from,omitempty"` // first day of a season, as 2006-01-02
	To     string     `json:"to,omitempty"`   // last day of a season, as 2006-01-02
	Match  string     `json:"match,omitempty"`
	Ranks  []int      `json:"ranks,omitempty"`
	Why    string     `json:"why,omitempty"`
	Event  int        `json:"event,omitempty"` // seq of the command that began the event
	System System     `json:"system,omitempty"`
	Size   int        `json:"size,omitempty"`
	Tables [][]string `json:"tables,omitempty"` // ids of players by seat, for each table
	Byes   []string   `json:"byes,omitempty"`
	Half   []string   `json:"half,omitempty"`   // ids of players with a bye that they asked for
	Rounds int        `json:"rounds,omitempty"` // number of rounds
	File   string     `json:"file,omitempty"`
	Round  int        `json:"round,omitempty"` // number of the round, from 1
	Table  int        `json:"table,omitempty"` // number of the table in its round, from 1
	Undoes int        `json:"undoes,omitempty"`
}

// Parse parses a command in JSON.
func Parse(line []byte) (d Command, err error) {
	if err = json.Unmarshal(line, &d); err != nil {
		err = fmt.Errorf("deed %q: %w", line, err)
	}
	return d, err
}

// Fault is the reason why a command is refused. Key is the words key of its text, Arg the argument
// of the text.
type Fault struct{ Key, Arg string }

func (f Fault) Error() string { return "admin: " + f.Key + " " + f.Arg }

// Fold returns the state after all commands, which must be in the order of their seqs.
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

// undone returns the set of seqs of cancelled commands. If a cancellation is cancelled itself, its
// command is in force again.
func undone(deeds []Command) map[int]bool {
	off := map[int]bool{}
	for _, deed := range slices.Backward(deeds) {
		if deed.Kind == Undo && !off[deed.Seq] {
			off[deed.Undoes] = true
		}
	}
	return off
}

// Add appends a command. It returns the new state and the command with its Seq. It returns a Fault
// if the command is not possible.
func (d State) Add(deed Command) (State, Command, error) {
	deed.Seq = d.last + 1
	if fault := d.check(deed); fault != nil {
		return d, deed, fault
	}
	next := Fold(append(d.deeds, deed))
	return next, deed, nil
}

// check returns the Fault of a command in the present state, or nil if the command is possible.
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

// Commands returns all commands in order, including cancelled ones.
func (d State) Commands() []Command { return d.deeds }

// InForce reports whether the command with that seq has not been cancelled.
func (d State) InForce(seq int) bool { return !undone(d.deeds)[seq] }
