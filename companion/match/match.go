// Package match is a game as it was played: facts, and what follows from them.
//
// A [Match] is a value. It grows by one fact at a time through [Match.Fold],
// which refuses what the rules refuse, and every older value stays what it was.
// The facts are a list that nothing is ever struck from. What was decided stands
// on a second list, the line: an undone fact moves the match back to where an
// earlier fact left it, and forwards again to redo, and the next decision goes on
// from there. Stirrings, seals and the end lie beside the line: going back
// doesn't unstir them, or people could stir again until they like an outcome.
//
// A seat is played by whoever sits there. A fact of kind seated gives a seat to
// somebody else, {"kind":"seated","seat":2,"says":"Вера"}, or, where that name has
// a seat already, lets the two change places. Points and time stay with the seat.
//
// Advice that the table asked for is a fact beside the line, too: {"kind":"hinted",
// "says":"13-20"}. Going back doesn't take it back. See [Match.Hint].
//
// The first seat is drawn among all chairs, or, where the fact says so, among some:
// {"kind":"drawn","says":"first 3","among":[1,3],"luck":"device"}. Each chair among
// them has the weight 1, the others 0.
//
// Records are JSON Lines, one fact a line; [Read] reads them, also those written
// by hand, and [Match.WriteTo] writes what reads back as the same match.
// [Verify] recomputes every outcome of the device's luck once its seal is opened.
//
// A secret that is lost, with the card it lay on, can't be opened any more. That is a
// fact of its own, which brings the seal that luck goes on under:
// {"kind":"sealed","seal":"…","lost":true}. What the device answered before it nobody
// can check, so nobody goes back beyond it either: undo ends there, and what could have
// been redone stays undone. Verify checks what follows, and names what it can't check.
//
// The package is pure: no clock, no files, no randomness of its own.
package match

import (
	"iter"
	"slices"

	"tabletop/games"
)

// Match is a game at one moment. Its zero value is no match; see IsZero.
type Match struct {
	table   *table
	history *trail[entry]
	line    *trail[position]
	ahead   *trail[position] // begins with line; what lies beyond it can be redone
	luck    sealState
	ended   bool
}

// table is what never changes in a match.
type table struct {
	rules games.Rules
	setup games.Setup
	fact  *Fact
	clock Clock
}

// entry is a fact and where the line stood after it.
type entry struct {
	fact *Fact
	text string // the fact's line of JSON, without line feed
	line *trail[position]
}

// position is a place on the line.
type position struct {
	fact     *Fact // what led here
	state    games.State
	outcomes []tally  // up to here
	first    int      // the chair that is seat 1, from 1; 0 until drawn
	names    []string // by seat; never changed, always cloned
}

// sealed is the device's luck as people know it.
type sealState struct {
	seal      string
	opened    bool  // the secret is public
	used      bool  // an outcome fell under this seal, so nobody may stir any more
	lost      int32 // the seq of the last seal that took the place of a lost one; 0: none did
	stirrings *trail[string]
}

// seats is how many there are; a chair is a seat before the first one was drawn.
func (m Match) seats() int { return m.table.setup.Seats }

// IsZero reports whether m is no match at all. A match that is has no rules and
// no state.
func (m Match) IsZero() bool { return m.history == nil }

// Rules returns the game that is played.
func (m Match) Rules() games.Rules { return m.table.rules }

// Setup returns what the match began with. Its options must not be changed.
func (m Match) Setup() games.Setup { return m.table.setup }

// State returns the present position.
func (m Match) State() games.State { return m.line.value.state }

// Seq returns the number of the last fact, 0 for no match.
func (m Match) Seq() int { return m.history.size() }

// MS returns the match time of the last fact in milliseconds.
func (m Match) MS() int64 {
	if m.IsZero() {
		return 0
	}
	return m.history.value.fact.MS
}

// Names returns who sits on seat 1, 2 …; drawing the first seat rotates them, and
// somebody else may come to play a seat.
func (m Match) Names() []string { return slices.Clone(m.line.value.names) }

// NamesAt returns who sat on seat 1, 2 … after the fact of that seq, from 1 to Seq.
func (m Match) NamesAt(seq int) []string {
	return slices.Clone(m.history.at(seq).value.line.value.names)
}

// Name returns who sits there, "" for chance and nobody.
func (m Match) Name(seat games.Seat) string {
	names := m.line.value.names
	if seat < 1 || int(seat) > len(names) {
		return ""
	}
	return names[seat-1]
}

// Series returns what links the match to others of its series, or "".
func (m Match) Series() string { return m.table.fact.Series }

// Luck returns who answers for chance unless a fact says otherwise: Device or Table.
func (m Match) Luck() string {
	if m.table.fact.Luck == "" {
		return Device
	}
	return m.table.fact.Luck
}

// Clock returns how the seats' time is counted; its zero value is not at all.
func (m Match) Clock() Clock {
	if m.IsZero() {
		return Clock{}
	}
	return m.table.clock
}

// Seal returns the seal in force or last opened, "" if there never was one.
func (m Match) Seal() string { return m.luck.seal }

// Opened reports whether the secret of that seal is public.
func (m Match) Opened() bool { return m.luck.opened }

// Lost returns the seq of the last seal that took the place of one whose secret is
// lost, and 0 where none did. Nobody goes back beyond it.
func (m Match) Lost() int { return int(m.luck.lost) }

// Stirrings returns the lines that were mixed into the luck, in their order.
func (m Match) Stirrings() []string {
	lines := make([]string, 0, m.luck.stirrings.size())
	for line := range m.luck.stirrings.after(0) {
		lines = append(lines, line)
	}
	return lines
}

// Ended reports whether the match was left for good.
func (m Match) Ended() bool { return m.ended }

// Facts yields all facts in order, undone ones too.
func (m Match) Facts() iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		for e := range m.history.after(0) {
			if !yield(*e.fact) {
				return
			}
		}
	}
}

// Fact returns the fact of that seq, from 1 to Seq; any other is the zero Fact.
func (m Match) Fact(seq int) Fact {
	if seq < 1 || seq > m.Seq() {
		return Fact{}
	}
	return *m.history.at(seq).value.fact
}

// Line yields the facts that led to the present position, in order: the start,
// the drawing of the first seat, decisions, rulings and changes of seats that were
// not undone.
func (m Match) Line() iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		for p := range m.line.after(0) {
			if !yield(*p.fact) {
				return
			}
		}
	}
}

// Before returns the position in which the fact of that seq, from 2 to Seq, found
// the game.
func (m Match) Before(seq int) games.State {
	return m.history.at(seq - 1).value.line.value.state
}
