package games

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// The interfaces of optional methods of Rules and State. For each there is an exported function
// that calls the method, or returns a default if the method is missing.
type (
	beginner interface{ Begins() Seat }
	facer    interface {
		Faces(s Setup, stream string) []Face
	}
	tooler  interface{ Tool() bool }
	tracker interface{ Tracker() bool }
	written interface{ Program() string }
	listed  interface{ BGG() int }

	identified interface{ ID() string }
	shaper     interface{ Shapes() []Shape }
	limiter    interface {
		Limit() (seconds int, of string)
	}
	canonizer interface{ Canonical(Decision) Decision }
	seater    interface{ Seats() int }
	leaver    interface{ Left() []Seat }
	auditor   interface{ Audit() Audit }
)

// Begins returns the seat that begins by default. It is the result of the method Begins of r.
// Without that method it is Chance: the first seat is drawn.
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

// Faces returns the faces of each die in a stream whose outcomes name several dice at once ("dice
// red white"). It is the result of the method Faces of r. All faces are equally likely, and
// reports list them in this order. Without that method it is nil: each outcome of the stream
// counts as a whole.
func Faces(r Rules, s Setup, stream string) []Face {
	if f, ok := r.(facer); ok {
		return f.Faces(s, stream)
	}
	return nil
}

// IsTool reports whether r is a tool: an aid that is used beside games and has no result. It is
// the result of the method Tool of r, or false without that method.
func IsTool(r Rules) bool {
	t, ok := r.(tooler)
	return ok && t.Tool()
}

// Canonical returns the canonical notation of d where Apply accepts several forms: "13-20" for
// "13 — 20". It is the result of the method Canonical of s, or d without that method. Decisions
// in old records stay as they are.
func Canonical(s State, d Decision) Decision {
	if c, ok := s.(canonizer); ok {
		return c.Canonical(d)
	}
	return d
}

// Audit lists the broken rules that the cards of a finished round prove.
type Audit struct {
	Round    int // number of the audited round, from 1; 0 if there is none
	Findings []Finding
}

// Finding is a broken rule: the seat held the card Proof when it played Card.
type Finding struct {
	Seat  Seat
	Trick int    // number of the trick in the round, from 1
	Card  string // the card that the rules did not allow, in notation: "keys 6"
	Proof string // the card in notation that the seat played later
}

// AuditOf returns the audit of the round before s, and true. It is the result of the method Audit
// of s. Without that method AuditOf returns false: the game has no audit.
func AuditOf(s State) (Audit, bool) {
	a, ok := s.(auditor)
	if !ok {
		return Audit{}, false
	}
	return a.Audit(), true
}

// IsTracker reports whether r only records scores, for games whose rules the companion doesn't
// know. It is the result of the method Tracker of r, or false without that method.
func IsTracker(r Rules) bool {
	t, ok := r.(tracker)
	return ok && t.Tracker()
}

// Roller is the interface of a tool that rolls dice named by people. A cup is a set of dice that
// are rolled together, written in a notation such as "2d6".
type Roller interface {
	Rules
	// Cups returns cups to suggest before people have entered their own: "d6", "2d6".
	Cups() []string
	// Dice returns the dice of which people build a cup: "d4", "d6".
	Dice() []string
	// Roll returns the decision that rolls a cup.
	Roll(cup string) Decision
	// Rolled returns the cup that d rolls, or "" if d rolls none.
	Rolled(d Decision) (cup string)
	// With returns the set-up options for a table that defines its own dice. The parameter own is
	// the definition of these dice; "" defines none.
	With(own string) map[string]string
	// Own returns the definition of own dice in s, or "" if s defines none.
	Own(s Setup) string
	// Build returns the possible steps that extend or change a cup. The cup "" is empty.
	Build(s Setup, cup string) []Part
}

// Restater is the interface of a Roller some of whose notations once had another meaning.
type Restater interface {
	// Restated returns the former and the present meaning of a cup, each as a notation of today. They
	// are equal if the meaning is the same. A notation is "" if the cup was or is refused.
	Restated(s Setup, cup string) (before, now string)
}

// Restated returns the result of the method Restated of r, or the cup twice without that method.
func Restated(r Roller, s Setup, cup string) (before, now string) {
	if of, ok := r.(Restater); ok {
		return of.Restated(s, cup)
	}
	return cup, cup
}

// Part is a step in building a cup on a device with few keys: it extends or changes the notation
// of the cup.
type Part struct {
	Text Text
	Cup  string // the resulting notation; if From < To, "#" stands for the number to enter
	// If From < To, people first enter a number from From to To, both included. The entry begins
	// with Now.
	From, To, Now int
	Of            []Part // if not empty, people choose one of these parts, such as a kind of die
}

// With returns p.Cup with n in the place of "#". It omits the number 1 in front of dice: "d6".
func (p Part) With(n int) string {
	before, after, ok := strings.Cut(p.Cup, "#")
	if ok && (n != 1 || after == "") {
		before += strconv.Itoa(n)
	}
	return before + after
}

// Shape is a known game with its set-up, for rules that can play many games.
type Shape struct {
	Name    string            // key in the catalogues, which have the name under "shape.NAME"
	Seats   int               // the usual number of seats
	Options map[string]string // the options that differ from their defaults
}

// Shapes returns the known games that r can play, the most usual first. It is the result of the
// method Shapes of r. Without that method it is nil: r plays only one game.
func Shapes(r Rules) []Shape {
	if s, ok := r.(shaper); ok {
		return s.Shapes()
	}
	return nil
}

// Program returns the text of the file from which r was read. It is the result of the method
// Program of r. Without that method it is "": the rules are a Go package in this repository.
func Program(r Rules) string {
	if w, ok := r.(written); ok {
		return w.Program()
	}
	return ""
}

// BGG returns the number of the game on boardgamegeek.com, by which other programs recognize it. It is
// the result of the method BGG of r, or 0 without that method: the number is unknown.
func BGG(r Rules) int {
	if l, ok := r.(listed); ok {
		return l.BGG()
	}
	return 0
}

// ID returns a name that distinguishes r from all other rules, also from rules of another version
// of the same file. It is the result of the method ID of r, or r.Name() without that method.
// Rules with a program have the ID from [IDOf].
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

// Limit returns the time limit for the decision at s, in seconds, and the purpose of the limit.
// It is the result of the method Limit of s. Without that method it returns 0, "": no limit. The
// time runs on from position to position as long as the purpose stays the same. Rules have no
// clock: the program that shows s counts the time. When the time is up, the table sees a message
// and nothing else happens.
func Limit(s State) (seconds int, of string) {
	if l, ok := s.(limiter); ok {
		return l.Limit()
	}
	return 0, ""
}

// SeatsAt returns the number of seats at s. It is the result of the method Seats of s, where players
// may join a match after its start. Without that method it is the number of seats in the set-up. It
// is never less than that number, and newcomers have the last seats.
func SeatsAt(s State, setup Setup) int {
	if w, ok := s.(seater); ok {
		return max(w.Seats(), setup.Seats)
	}
	return setup.Seats
}

// Left returns the seats whose players have left the match for good, in ascending order. These seats
// keep their points, but have no more turns. It is the result of the method Left of s. Without that
// method it is nil: nobody leaves.
func Left(s State) []Seat {
	if l, ok := s.(leaver); ok {
		return l.Left()
	}
	return nil
}
