package admin

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Kind says what was done.
type Kind string

// Kinds of deeds, with what each has.
const (
	Called  Kind = "called"  // the club is called Name
	Merged  Kind = "merged"  // Player and With are one person; Code is With's, of the box Box
	Named   Kind = "named"   // the person of Player is called Name here
	Opened  Kind = "opened"  // a league Name of Games begins
	Closed  Kind = "closed"  // the League takes no seasons any more
	Season  Kind = "season"  // of the League, called Name, From … To, days included
	Struck  Kind = "struck"  // the Match counts for nothing; Why
	Ruled   Kind = "ruled"   // the Ranks of the Match are these, seat 1 first; Why
	Hosted  Kind = "event"   // a tournament Name of the one of Games by the System, Size at a table
	Entered Kind = "entered" // the Player plays in the Event from its next round on
	Left    Kind = "left"    // and from then on not any more
	Paired  Kind = "paired"  // the next round of the Event: Tables, and who has a bye
	Scored  Kind = "scored"  // at the Table of the Round of the Event the Ranks were these
	Undone  Kind = "undone"  // the deed of that Seq was not meant
)

// Deed is one thing that an organiser did.
type Deed struct {
	Seq  int    `json:"seq"` // counts deeds from 1
	At   string `json:"at"`  // RFC 3339, UTC
	By   string `json:"by"`  // the name of the account
	Kind Kind   `json:"kind"`
	Body
}

// Body is what a deed is about. Each kind has its own; the others are zero.
type Body struct {
	Player string     `json:"player,omitempty"`
	With   string     `json:"with,omitempty"`
	Box    string     `json:"box,omitempty"`
	Code   string     `json:"code,omitempty"`
	Name   string     `json:"name,omitempty"`
	League int        `json:"league,omitempty"` // the seq of its deed
	Games  []string   `json:"games,omitempty"`
	From   string     `json:"from,omitempty"` // 2006-01-02
	To     string     `json:"to,omitempty"`
	Match  string     `json:"match,omitempty"`
	Ranks  []int      `json:"ranks,omitempty"`
	Why    string     `json:"why,omitempty"`
	Event  int        `json:"event,omitempty"` // the seq of its deed
	System System     `json:"system,omitempty"`
	Size   int        `json:"size,omitempty"`
	Tables [][]string `json:"tables,omitempty"` // players by seat
	Byes   []string   `json:"byes,omitempty"`
	Round  int        `json:"round,omitempty"` // from 1
	Table  int        `json:"table,omitempty"` // from 1
	Undoes int        `json:"undoes,omitempty"`
}

// Parse reads a deed as JSON has it.
func Parse(line []byte) (d Deed, err error) {
	if err = json.Unmarshal(line, &d); err != nil {
		err = fmt.Errorf("deed %q: %w", line, err)
	}
	return d, err
}

// Fault is why something can't be done; Key is that of the words for it.
type Fault struct{ Key, Arg string }

func (f Fault) Error() string { return "admin: " + f.Key + " " + f.Arg }

// Fold returns the desk after all deeds, in the order of their seqs.
func Fold(deeds []Deed) Desk {
	d := empty()
	off := undone(deeds)
	for _, deed := range deeds {
		d.last = deed.Seq
		if off[deed.Seq] {
			continue
		}
		if fault := d.take(deed); fault != nil {
			d.Idle = append(d.Idle, deed.Seq)
		}
	}
	d.deeds = slices.Clip(deeds)
	return d
}

// undone are the seqs that were taken back and not brought back again.
func undone(deeds []Deed) map[int]bool {
	off := map[int]bool{}
	for _, deed := range slices.Backward(deeds) {
		if deed.Kind == Undone && !off[deed.Seq] {
			off[deed.Undoes] = true
		}
	}
	return off
}

// Add returns the desk after one more deed, whose Seq is set, or the Fault that keeps it
// from being done.
func (d Desk) Add(deed Deed) (Desk, Deed, error) {
	deed.Seq = d.last + 1
	if fault := d.check(deed); fault != nil {
		return d, deed, fault
	}
	next := Fold(append(d.deeds, deed))
	return next, deed, nil
}

// check returns what keeps a deed from being done now.
func (d Desk) check(deed Deed) error {
	if deed.Kind == Undone {
		if deed.Undoes < 1 || deed.Undoes > d.last || undone(d.deeds)[deed.Undoes] {
			return Fault{"undo.nothing", fmt.Sprint(deed.Undoes)}
		}
		return nil
	}
	next := Fold(d.deeds)
	return next.take(deed)
}

// Deeds are all of them, in their order, with what was taken back.
func (d Desk) Deeds() []Deed { return d.deeds }

// Done reports whether a deed stands: it wasn't taken back.
func (d Desk) Done(seq int) bool { return !undone(d.deeds)[seq] }
