// Package match represents a played game: its facts and the positions that follow from them.
//
// A [Match] is an immutable value. [Match.Fold] returns a new value with one more fact and
// refuses facts that the rules refuse. Facts are never removed. A second list, the line,
// contains the facts that lead to the present position. An undone fact moves the end of the
// line back to an earlier fact, or forwards for a redo; the next decision continues from there.
// Stirrings, seals and the end are not on the line: an undo doesn't remove stirrings, or people
// could stir again until they like an outcome.
//
// A player can change during a match. A fact of kind seated gives a seat to another name:
// {"kind":"seated","seat":2,"says":"Вера"}. If that name has a seat already, the two swap
// seats. Points and time stay with the seat.
//
// Advice given to the table is a fact that is not on the line either:
// {"kind":"hinted","says":"13-20"}. An undo doesn't remove it. See [Match.Hint].
//
// The first seat is drawn among all chairs, or among the chairs that the fact lists:
// {"kind":"drawn","says":"first 3","among":[1,3],"luck":"device"}. Listed chairs have the
// weight 1, the others 0.
//
// Records are JSON Lines, one fact per line. [Read] reads records, also handwritten ones.
// [Match.WriteTo] writes a record that reads back as the same match. [Verify] recomputes every
// outcome of the device's luck once the seal is opened.
//
// A secret can be lost together with its card. It can then never be opened. A fact records the
// loss and brings a new seal: {"kind":"sealed","seal":"…","lost":true}. The device's earlier
// outcomes can't be verified, so an undo can't go back beyond that fact, and earlier undone
// facts can't be redone. Verify checks the later outcomes and reports those that it can't
// check.
//
// The package is pure: it uses no clock, no files and no randomness of its own.
package match

import (
	"iter"
	"slices"

	"tabletop/games"
)

// Match is a game at one moment. The zero value is not a match; see IsZero.
type Match struct {
	table   *table
	history *trail[entry]
	line    *trail[position]
	ahead   *trail[position] // the line extended by the facts that can be redone
	luck    sealState
	ended   bool
}

// table holds the constant data of a match.
type table struct {
	rules games.Rules
	setup games.Setup
	fact  *Fact
	clock Clock
}

// entry is a fact with the line after it.
type entry struct {
	fact *Fact
	text string // the fact's line of JSON, without line feed
	line *trail[position]
}

// position is a node of the line.
type position struct {
	fact     *Fact // the fact that led to the position
	state    games.State
	outcomes []tally  // outcomes so far
	first    int      // chair that became seat 1, from 1; 0 until drawn
	names    []string // by seat; cloned before every change
}

// sealState is the public state of the device's luck.
type sealState struct {
	seal      string
	opened    bool  // the secret is public
	used      bool  // an outcome was drawn under this seal, so stirring has ended
	lost      int32 // seq of the last seal that replaced a lost one; 0 for none
	stirrings *trail[string]
}

// seats returns the number of seats. Before the first seat is drawn, seats are called chairs.
func (m Match) seats() int { return m.table.setup.Seats }

// IsZero reports whether m is the zero value, which has no rules and no state.
func (m Match) IsZero() bool { return m.history == nil }

// Rules returns the rules of the game.
func (m Match) Rules() games.Rules { return m.table.rules }

// Setup returns the setup at the start. The caller must not change its options.
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
// the names, and players can change.
func (m Match) Names() []string { return slices.Clone(m.line.value.names) }

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

// Seal returns the current or last opened seal, or "" if there was none.
func (m Match) Seal() string { return m.luck.seal }

// Opened reports whether the secret of that seal is public.
func (m Match) Opened() bool { return m.luck.opened }

// LostSeq returns the seq of the last seal that replaced one with a lost secret, or 0. An undo
// can't go back beyond it.
func (m Match) LostSeq() int { return int(m.luck.lost) }

// Stirrings returns the lines stirred into the luck, in order.
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
