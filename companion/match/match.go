// Package match represents a played game: its facts and the positions that follow from them.
//
// A fact is one event of a match, such as a decision or an outcome of chance. Its number is its
// seq, from 1. A [Match] is an immutable value. [Match.Fold] returns a new value with one more
// fact. It refuses a fact that breaks the rules. Facts are never removed.
//
// The line of play, or line, contains the facts that lead to the present position. An undo is a
// fact that moves the end of the line back to an earlier fact; a redo moves it forwards again.
// The next decision continues from there.
//
// The device draws outcomes of chance from a secret. A seal, the hash of the secret, is public
// from the start. A stirring is a line of text that people add to the secret before the first
// outcome under its seal. The stirrings of a match also count for its later seals. A seal is opened
// when its secret is published. Stirrings, seals and the end of the match are not on the line. So an
// undo doesn't remove stirrings; otherwise people could stir again until they like an outcome.
//
// Seats are numbered from 1 in the order of play. Before the first seat is drawn, seats are
// called chairs. The drawing makes one chair seat 1.
//
// A player can change during a match. A fact of kind seated gives a seat to another name:
// {"kind":"seated","seat":2,"says":"Вера"}. If that name has a seat already, the two players
// swap seats. Points and time stay with the seat.
//
// In some games the table may rule "join 3": a newcomer takes a seat after the last one, until the
// ruling is undone. The names and the times have one seat more from then on. The seat is called by
// its number until a fact of kind seated names its player. That fact directly after the ruling belongs
// to the ruling: both are undone and redone together; see [Match.Join]. After "leave 2" the seat
// stays, with its name, points and time, but its player takes no part; see [Match.Left].
//
// Advice given to the table is a fact that is not on the line either:
// {"kind":"hinted","says":"13-20"}. An undo doesn't remove it. See [Match.Hint].
//
// The first seat is drawn among all chairs, or among the chairs that the fact lists:
// {"kind":"drawn","says":"first 3","among":[1,3],"luck":"device"}. In the draw, a listed chair
// has the weight 1 and any other chair the weight 0.
//
// Records are JSON Lines, one fact per line. [Read] reads records, also handwritten ones.
// [Match.WriteTo] writes a record that reads back as the same match. [Verify] recomputes every
// outcome of the device's luck once the seal is opened.
//
// A secret can be lost together with its card. Its seal can then never be opened. A fact records
// the loss and brings a new seal: {"kind":"sealed","seal":"…","lost":true}. The device's earlier
// outcomes can't be verified, so an undo can't go back beyond that fact, and earlier undone
// facts can't be redone. Verify checks the later outcomes and reports those that it can't check.
//
// The package is pure: it uses no clock, no files and no randomness of its own.
package match

import (
	"iter"
	"slices"

	"tabletop/games"
)

// Match is a played game after one of its facts. The zero value is not a match; see IsZero.
type Match struct {
	table   *table
	history *trail[entry]
	line    *trail[position]
	ahead   *trail[position] // the line, extended by the undone facts that can be redone
	luck    sealState
	rounds  int32 // maximum of the rounds of all positions ever reached
	ended   bool
}

// table contains the unchanging data of a match.
type table struct {
	rules games.Rules
	setup games.Setup
	fact  *Fact
	clock Clock
}

// entry is a fact in the history, with the line as it was after the fact.
type entry struct {
	fact *Fact
	text string // the fact's line of JSON, without line feed
	line *trail[position]
}

// position is one position on the line.
type position struct {
	fact     *Fact // the fact that led to the position
	state    games.State
	outcomes []tally  // number of outcomes of each stream up to this position
	first    int      // number of the chair that became seat 1, from 1; 0 before the drawing
	names    []string // names of the players by seat, seat 1 first; cloned before every change
	rounds   int32    // number of rounds that have begun on the line: see Match.FirstHidden
	veiled   bool     // result of games.Veiled for state
}

// sealState is the public state of the device's luck.
type sealState struct {
	seal      string
	opened    bool  // the secret of the seal is public
	used      bool  // an outcome was drawn under this seal, so stirring has ended
	lost      int32 // seq of the last fact that records the loss of a secret; 0: no secret was lost
	stirrings *trail[string]
}

// chairs returns the number of seats at the start of the match. Before the first seat is drawn,
// seats are called chairs.
func (m Match) chairs() int { return m.table.setup.Seats }

// seats returns the number of seats at p: the chairs and the seats of newcomers.
func (p *position) seats() int { return len(p.names) }

// IsZero reports whether m is the zero value, which has no rules and no state.
func (m Match) IsZero() bool { return m.history == nil }

// Rules returns the rules of the game.
func (m Match) Rules() games.Rules { return m.table.rules }

// Setup returns the setup at the start. Newcomers don't change its number of seats. The caller must
// not change its options.
func (m Match) Setup() games.Setup { return m.table.setup }

// State returns the present position.
func (m Match) State() games.State { return m.line.value.state }

// Seq returns the number of the last fact, or 0 for the zero value.
func (m Match) Seq() int { return m.history.size() }

// MS returns the match time of the last fact in milliseconds.
func (m Match) MS() int64 {
	if m.IsZero() {
		return 0
	}
	return m.history.value.fact.MS
}

// Names returns the names of the players by seat, seat 1 first. Drawing the first seat rotates
// the names, players can change, and newcomers add names.
func (m Match) Names() []string { return slices.Clone(m.line.value.names) }

// Seats returns the number of seats now: the number of names.
func (m Match) Seats() int { return m.line.value.seats() }

// NamesAt returns the names by seat after fact seq, which is from 1 to Seq.
func (m Match) NamesAt(seq int) []string {
	return slices.Clone(m.history.at(seq).value.line.value.names)
}

// Name returns the name of the player on a seat, or "" for chance and nobody.
func (m Match) Name(seat games.Seat) string {
	names := m.line.value.names
	if seat < 1 || int(seat) > len(names) {
		return ""
	}
	return names[seat-1]
}

// Left returns the seats whose players left the match for good, in ascending order.
func (m Match) Left() []games.Seat {
	if m.IsZero() {
		return nil
	}
	return games.Left(m.State())
}

// Newcomer returns the seat that fact seq added for a newcomer, or 0 if it added none.
func (m Match) Newcomer(seq int) games.Seat {
	if m.Fact(seq).Kind != Ruled {
		return 0
	}
	before, after := m.history.at(seq-1).value.line.value.seats(), m.history.at(seq).value.line.value.seats()
	if after == before {
		return 0
	}
	return games.Seat(after)
}

// Series returns the name of the series to which the match belongs, or "".
func (m Match) Series() string { return m.table.fact.Series }

// Luck returns the default source of chance: Device or Table.
func (m Match) Luck() string {
	if m.table.fact.Luck == "" {
		return Device
	}
	return m.table.fact.Luck
}

// Clock returns the clock of the match. The zero value means no clock.
func (m Match) Clock() Clock {
	if m.IsZero() {
		return Clock{}
	}
	return m.table.clock
}

// Seal returns the seal in force, or the last one that was opened. It returns "" if the match
// never had a seal.
func (m Match) Seal() string { return m.luck.seal }

// Opened reports whether the secret of the seal that Seal returns is public.
func (m Match) Opened() bool { return m.luck.opened }

// LostSeq returns the seq of the last fact that records the loss of a secret and brings a new
// seal. It returns 0 if no secret was lost. An undo can't go back beyond that fact.
func (m Match) LostSeq() int { return int(m.luck.lost) }

// Stirrings returns the lines of text that people stirred into the luck, in order.
func (m Match) Stirrings() []string {
	lines := make([]string, 0, m.luck.stirrings.size())
	for line := range m.luck.stirrings.after(0) {
		lines = append(lines, line)
	}
	return lines
}

// Ended reports whether the match was ended for good.
func (m Match) Ended() bool { return m.ended }

// Facts yields all facts in order, including undone ones.
func (m Match) Facts() iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		for e := range m.history.after(0) {
			if !yield(*e.fact) {
				return
			}
		}
	}
}

// Fact returns fact seq, or the zero Fact if seq is not from 1 to Seq.
func (m Match) Fact(seq int) Fact {
	if seq < 1 || seq > m.Seq() {
		return Fact{}
	}
	return *m.history.at(seq).value.fact
}

// Line yields the facts that led to the present position, in order: the start, the drawing of
// the first seat, and all decisions, rulings and changes of seats that were not undone.
func (m Match) Line() iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		for p := range m.line.after(0) {
			if !yield(*p.fact) {
				return
			}
		}
	}
}

// Before returns the position before fact seq, which is from 2 to Seq.
func (m Match) Before(seq int) games.State {
	return m.history.at(seq - 1).value.line.value.state
}
