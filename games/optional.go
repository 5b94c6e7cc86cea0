package games

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Optional methods of rules and of states. The exported function named after each calls it, or
// returns a default if there is no such method.
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

// Begins returns the seat that begins by default: the result of the method Begins of r. Without
// that method it returns Chance: the first seat is drawn.
func Begins(r Rules) Seat {
	if b, ok := r.(beginner); ok {
		return b.Begins()
	}
	return Chance
}

// Face is a face of a die and its value in points.
type Face struct {
	Name   string
	Points int
}

// Faces returns the faces of each die in a stream whose outcomes name several dice at once
// ("dice red white"): the result of the method Faces of r. All faces are equally likely; they
// have the order of reports. Without that method it returns nil: each outcome of the stream is
// a single answer.
func Faces(r Rules, s Setup, stream string) []Face {
	if f, ok := r.(facer); ok {
		return f.Faces(s, stream)
	}
	return nil
}

// IsTool reports whether the method Tool of r returns true. A tool is not a game of an evening
// but an aid beside other games; it has no result that counts. Without that method IsTool
// returns false.
func IsTool(r Rules) bool {
	t, ok := r.(tooler)
	return ok && t.Tool()
}

// Canonical returns the canonical notation of d where Apply accepts several forms ("13 — 20"
// for "13-20"): the result of the method Canonical of s. Without that method it returns d.
// Decisions in old records stay as they are.
func Canonical(s State, d Decision) Decision {
	if c, ok := s.(canonizer); ok {
		return c.Canonical(d)
	}
	return d
}

// Audit is the list of broken rules that the cards of a finished round prove.
type Audit struct {
	Round    int // number of the round, from 1; 0: no round to audit
	Findings []Finding
}

// Finding is a broken rule: the seat held the card Proof when it played Card.
type Finding struct {
	Seat  Seat
	Trick int    // number of the trick in the round, from 1
	Card  string // in notation: "keys 6"
	Proof string // in notation; played later
}

// AuditOf returns the audit of the round before s: the result of the method Audit of s. Without
// that method it returns false: the game audits nothing.
func AuditOf(s State) (Audit, bool) {
	a, ok := s.(auditor)
	if !ok {
		return Audit{}, false
	}
	return a.Audit(), true
}

// IsTracker reports whether the method Tracker of r returns true: the rules record the score of
// games that have no rules of their own here.
func IsTracker(r Rules) bool {
	t, ok := r.(tracker)
	return ok && t.Tracker()
}

// Roller is implemented by the rules of a tool that rolls dice named by people.
type Roller interface {
	Rules
	Cups() []string                    // suggestions until people have named cups: "d6", "2d6"
	Dice() []string                    // the dice to build a cup of: "d4", "d6"
	Roll(cup string) Decision          // the decision that rolls a cup
	Rolled(d Decision) (cup string)    // the cup that d rolls, or ""
	With(own string) map[string]string // the options for the table's own dice; "" for none
	Own(s Setup) string                // the table's own dice in s
	Build(s Setup, cup string) []Part  // the possible additions to a cup and changes of it; "" is the empty cup
}

// Part is a step in building a cup with a few keys: an addition to a notation or a change of
// it, with the resulting notation.
type Part struct {
	Text Text
	Cup  string // the notation, with "#" in the place of a number where From < To
	// A number from From to To, both included, is asked for first if From < To; Now is its
	// start value.
	From, To, Now int
	Of            []Part // if not empty, one of these is chosen instead: which dice
}

// With returns the notation of p with a number. A 1 in front of dice is omitted: "d6".
func (p Part) With(n int) string {
	before, after, ok := strings.Cut(p.Cup, "#")
	if ok && (n != 1 || after == "") {
		before += strconv.Itoa(n)
	}
	return before + after
}

// Shape is one of the known games that rules for many games can play, with its set-up.
type Shape struct {
	Name    string            // a word of the catalogues, under "shape.NAME"
	Seats   int               // the usual number
	Options map[string]string // the options that differ from their defaults
}

// Shapes returns the games that r can play, the most usual first: the result of the method
// Shapes of r. Without that method it returns nil: r is one game.
func Shapes(r Rules) []Shape {
	if s, ok := r.(shaper); ok {
		return s.Shapes()
	}
	return nil
}

// Program returns the text of the file from which r was read: the result of the method Program
// of r. Without that method it returns "": the game has a folder here.
func Program(r Rules) string {
	if w, ok := r.(written); ok {
		return w.Program()
	}
	return ""
}

// ID identifies r among all rules, also among versions of the same file: it is the result of
// the method ID of r. Without that method it is the name. Rules with a program have the ID from
// [IDOf].
func ID(r Rules) string {
	if i, ok := r.(identified); ok {
		return i.ID()
	}
	return r.Name()
}

// IDOf returns the ID of rules read from a file: their name, "@" and 16 hexadecimal digits of
// the SHA-256 of their program.
func IDOf(name, program string) string {
	sum := sha256.Sum256([]byte(program))
	return name + "@" + hex.EncodeToString(sum[:8])
}

// Limit returns the time limit for the decision at s, in seconds, and its purpose: the result
// of the method Limit of s. Without that method it returns 0: no limit. The time continues to
// run as long as of stays the same. Rules have no clock: the program that shows s counts the
// time. When it is up, the table sees a message and nothing else happens.
func Limit(s State) (seconds int, of string) {
	if l, ok := s.(limiter); ok {
		return l.Limit()
	}
	return 0, ""
}
