package games

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// What some rules have beside the methods of Rules, and some states beside those of
// State. Each is asked for by the function of its name, which also answers for those
// without it.
type (
	beginner interface{ Begins() Seat }
	facer    interface {
		Faces(s Setup, stream string) []Face
	}
	tooler  interface{ Tool() bool }
	tracker interface{ Tracker() bool }
	written interface{ Program() string }

	identified interface{ ID() string }
	shaper     interface{ Shapes() []Shape }
	limiter    interface {
		Limit() (seconds int, of string)
	}
	canonizer interface{ Canonical(Decision) Decision }
	auditor   interface{ Audit() Audit }
)

// Begins returns the seat that begins unless the table wants it otherwise, by the
// method Begins of r; 0, which is all without one have: it is drawn.
func Begins(r Rules) Seat {
	if b, ok := r.(beginner); ok {
		return b.Begins()
	}
	return Chance
}

// Face is something that a die shows, and what it counts.
type Face struct {
	Name   string
	Points int
}

// Faces returns what each die of a stream shows whose outcomes tell several dice at
// once ("dice red white"), all faces equally likely, in the order in which reports list
// them, by the method Faces of r; nil, which is all without one have: an outcome of the
// stream is one answer.
func Faces(r Rules, s Setup, stream string) []Face {
	if f, ok := r.(facer); ok {
		return f.Faces(s, stream)
	}
	return nil
}

// IsTool reports whether r has a method Tool that says so: it is no game of an evening
// but something that any table uses beside one. It has no result that counts.
func IsTool(r Rules) bool {
	t, ok := r.(tooler)
	return ok && t.Tool()
}

// Canonical returns d as notation has it, where people wrote it otherwise and Apply
// understands it all the same ("13 — 20" for "13-20"), by the method Canonical of s;
// d itself, which is all without one have. What a record of old may say stays as it is.
func Canonical(s State, d Decision) Decision {
	if c, ok := s.(canonizer); ok {
		return c.Canonical(d)
	}
	return d
}

// Audit is what the cards of a round that is over prove.
type Audit struct {
	Round    int // from 1; 0: no round lies there to be looked back at
	Findings []Finding
}

// Finding is a rule that somebody broke: proof was held when card was played.
type Finding struct {
	Seat  Seat
	Trick int    // of the round, from 1
	Card  string // as notation has it: "keys 6"
	Proof string // likewise, shown later
}

// AuditOf returns what s proves of the round before it, by the method Audit of s; false,
// which is all without one have: the game looks for nothing.
func AuditOf(s State) (Audit, bool) {
	a, ok := s.(auditor)
	if !ok {
		return Audit{}, false
	}
	return a.Audit(), true
}

// IsTracker reports whether the rules keep the score of games that have no rules of
// their own here, by the method Tracker of r.
func IsTracker(r Rules) bool {
	t, ok := r.(tracker)
	return ok && t.Tracker()
}

// Roller is implemented by the rules of a tool that rolls what people name.
type Roller interface {
	Rules
	Cups() []string                    // offered until people have named others: "d6", "2d6"
	Dice() []string                    // what a cup is put together of: "d4", "d6"
	Roll(cup string) Decision          // what rolls a cup
	Rolled(d Decision) (cup string)    // the cup that d rolls, "" if it rolls none
	With(own string) map[string]string // the options for dice of the table's own, "" for none
	Own(s Setup) string                // the dice of the table's own in s
	Build(s Setup, cup string) []Part  // what can be added to a cup, or changed in it; "" is the empty one
}

// Part is a step in putting a cup together with a few keys: what can be added to a
// notation or changed in it, and the notation that makes.
type Part struct {
	Text Text
	Cup  string // with "#" in the place of a number where From < To
	// A number is asked first if From < To, both included; Now is where its dial starts.
	From, To, Now int
	Of            []Part // one of these is chosen instead: which dice
}

// With returns the notation that p makes with a number. A 1 in front of dice isn't
// written: "d6".
func (p Part) With(n int) string {
	before, after, ok := strings.Cut(p.Cup, "#")
	if ok && (n != 1 || after == "") {
		before += strconv.Itoa(n)
	}
	return before + after
}

// Shape is a game that rules for many can be, as a table knows it: its word, and what to
// set up for it.
type Shape struct {
	Name    string            // a word of the catalogues, under "shape.NAME"
	Seats   int               // usually
	Options map[string]string // without those that have their default
}

// Shapes returns the games that r offers to be, the most usual first, by the method Shapes
// of r; nil, which is all without one have: r is one game.
func Shapes(r Rules) []Shape {
	if s, ok := r.(shaper); ok {
		return s.Shapes()
	}
	return nil
}

// Program returns the text of the file that r was read from, by the method Program of r;
// "", which is all without one have: the game has a folder here.
func Program(r Rules) string {
	if w, ok := r.(written); ok {
		return w.Program()
	}
	return ""
}

// ID tells r from all other rules, also from another version of the same file, by the
// method ID of r; without one it is the name. Rules with a program have that of [IDOf].
func ID(r Rules) string {
	if i, ok := r.(identified); ok {
		return i.ID()
	}
	return r.Name()
}

// IDOf is the ID of rules that were read from a file: their name, "@" and 16 hexadecimal
// digits of the SHA-256 of their program.
func IDOf(name, program string) string {
	sum := sha256.Sum256([]byte(program))
	return name + "@" + hex.EncodeToString(sum[:8])
}

// Limit returns how many seconds there are for what s asks, by the method Limit of s; 0,
// which is all without one have: as many as one likes. Of tells what they are for: as long
// as it is the same they run on. Rules know no time: whoever shows s counts it, and nothing
// happens when it is up but that the table is told.
func Limit(s State) (seconds int, of string) {
	if l, ok := s.(limiter); ok {
		return l.Limit()
	}
	return 0, ""
}
