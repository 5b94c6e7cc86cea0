// Package games is the contract between a game and the rest of the companion.
//
// A game is a folder of pure rules. Its [Rules] say what it is called, how many
// seats it takes and which options it knows; its [State] is a position. A state
// is a value: Apply returns the next one and never changes its receiver, so any
// earlier position can be returned to and any record replays anywhere.
//
// Chance is a seat of its own. Where [State.Turn] is [Chance], Legal lists the
// outcomes with their odds, and whoever knows the answer, the device's sealed
// luck or people with real dice, gives it as a [Decision] like any other. The
// rules never learn which. Outcomes are asked one die, card or token at a time
// where combinations would explode.
//
// Seats are numbered from 1 in turn order. A decision is one line of notation:
// words parted by single blanks, the first of them its verb, for chance the
// stream ("dice red white", "mazai no"). It is what a match record keeps.
//
// # Words
//
// A game speaks in keys, never in prose. Its catalogues (see [Rules.Assets]) are
// lines "key = text"; "#" begins a comment. In a text {n} is [Text.N], {0} {1} …
// are [Text.Args]; an argument "@2" stands for the name of seat 2, "#red" for the
// word under the key "red", anything else for itself. Where N picks a plural the
// forms are parted by " | ": one, few, many in Russian (заяц | зайца | зайцев),
// one, other in English. A text "@KEY" is the one under another key: of the companion's own
// catalogue or, where that lacks it, of the same one. Keys every game has:
//
//	title              the game's name, up to 21 characters
//	about              one line for the menu of games
//	option.NAME        an option's label; option.NAME.VALUE a value's, and with .OTHER
//	                   behind it that of both where the next option needs this value:
//	                   with such words the two are set in one row
//	say.VERB           a decision of that verb, say.WHOLE LINE one decision; in it
//	                   {*} is the rest, {1} {2} … its words, {@1} a word that is
//	                   a seat, as its name
//	verb.VERB          the verb by itself, where say.VERB needs its words
//	word.WORD          a word of a decision; "red/3" is word.red and seat 3
//	name.WORD          what an outcome or a picture is called by itself, if that is not
//	                   word.WORD; a picture "log-hare" is both its parts
//	stream.NAME        what a stream of chance answers, as a report heads it
//	rule.…             a rule that was broken, one sentence
//	phase.…            the rule of a phase, up to twelve lines of the panel
//
// # Adding a game
//
// One folder with the rules, its catalogues, perft counts and a playthrough in
// testdata, one test that calls gamestest.Check, one line in the catalogue under
// cmd. Set-up screens, menus, the page, records, undo and history come by
// themselves.
//
// # Games in files
//
// A game may lie in a file instead: a program in Starlark, which package
// games/script compiles to Rules. NAME.star is the game "file/NAME" (see
// [InFile]), as no game of a folder is called, and its Rules give the text of the
// file back (see [Program]). Who holds Rules need not know where they come from.
// The companion plays programs in a process of their own: one that loops or eats
// memory is killed there, the decision is refused and the position stands.
//
// A record of such a match carries the program in its first fact, "started". So
// rules are looked up by name and program, with [Catalogue.Lookup]: by Read for
// records of this machine, by Try for those from elsewhere (see
// [Catalogue.Elsewhere]), whose programs must first keep the contract in some
// random games. The file may have changed or gone since; the match goes on by the
// program it began with, and [ID] tells two programs of one name apart.
package games

import (
	"errors"
	"strings"
)

// Seat is a place at the table, numbered from 1 in turn order.
type Seat int8

const (
	Nobody Seat = -1 // the turn when a game is over; the viewer who sits nowhere
	Chance Seat = 0  // dice, a drawn token, a revealed card
)

// Decision is one line of notation, such as "lure red green" or "take 3".
type Decision string

// Word returns the i-th word of d, counted from 0, or "" beyond the last.
func (d Decision) Word(i int) string {
	rest := string(d)
	for ; i > 0; i-- {
		_, rest, _ = strings.Cut(rest, " ")
	}
	word, _, _ := strings.Cut(rest, " ")
	return word
}

// Text is something to say: a key of the game's catalogues and what to put into it.
type Text struct {
	Key  string
	N    int      // picks the plural and stands for {n}
	Args []string // stand for {0}, {1} …: "@2" a seat's name, "#red" a word, else itself
}

// Say returns the text under key with its arguments.
func Say(key string, args ...string) Text { return Text{Key: key, Args: args} }

// Count returns the text under key in the plural that fits n.
func Count(key string, n int, args ...string) Text { return Text{Key: key, N: n, Args: args} }

// Choice is one legal decision, or a family of them.
type Choice struct {
	Says     Decision // whole, or the words before a number or a text
	From, To int32    // a number follows if From < To, both included
	Now      int32    // what that number is at present, for whoever corrects it
	Grammar  string   // or a text of this grammar ("dice", "name") follows; Apply parses it
	Weight   uint32   // at Chance: the odds of each value; all 0: only people can answer
}

// Option is a setting of a game that its table chooses before the first turn.
type Option struct {
	Name    string   // as in "scoring=kids"
	Default string   // what a record means that lacks the option; it never changes
	Offer   string   // what set-up proposes, and then writes out; "": the default
	Values  []string // the values that have a word of their own
	// Grammar tells the others: "FROM..TO" a number in that range, "counts" a list
	// such as "log:6/5,fish:3" whose numbers people correct one by one, "text"
	// anything that New accepts, "" none.
	Grammar string
	// Needs is the value of another option without which this one settles nothing:
	// "field=on". Nobody is asked for it then; New takes it all the same. "": none.
	Needs string
}

// Setup is all that a replay needs: inventories and starting positions are options too.
type Setup struct {
	Seats   int               // as many as Rules.Seats allows
	Options map[string]string // what was chosen; an option that is missing has its default
}

// Standing is the score at this moment, and once the game is over the result.
type Standing struct {
	Over   bool
	Scores []int32 // by seat, seat 1 first
	Lowest bool    // fewer points are better
	Ties   []int32 // what parts equal scores (mice, tokens), by seat; nil if nothing does
	Won    []Seat  // the winners once Over, ascending; several share the victory
	Why    Text    // why they won, tie-break included
}

// Marks of a cell.
const (
	MarkLast  uint8 = 1 << iota // touched by the last decision
	MarkAlarm                   // must not be missed: the matrix flashes it
	MarkCount                   // the glyph is a number that counts down
	MarkStuck                   // can't move any more
)

// Cell is one square of a board, or one die of a roll.
type Cell struct {
	Glyph string // a picture of the game's glyphs, a number, or "" for empty
	Name  string // what notation calls it: "13", "c3"; "" if no decision can point at it
	Seat  Seat   // whose it is, or Nobody
	Mark  uint8
	Tag   string // up to three characters in its corner, where the board is shown large: "12"
}

// View is a position as one seat may see it: words and cells, never pixels or prose.
type View struct {
	Title  Text      // where the game is: round, phase
	Prompt Text      // what must happen now; each of its lines has up to 21 characters
	Lines  []Text    // what else the table wants to read, the most important first
	Rule   Text      // the rule of this phase, for whoever asks; zero: none
	Strip  []Tally   // what the table looks at most, in one line: up to MostTallies
	Ask    bool      // Prompt must be read: a panel with no room for both leaves out Strip
	All    bool      // Prompt is for all seats at once: a panel names none of them
	Piles  []Pile    // what else lies about, in pictures, for screens that have room
	Seats  []Bearing // how each seat stands to the turn, seat 1 first; nil: nothing is known but State.Turn
	W, H   int       // of the board in cells; H = 1: the dice or cards on show, drawn on the matrix
	Cells  []Cell    // W×H of them, row by row from the top left
}

// Pile is what lies together in front of a seat, or for all to see. Its pictures are those of
// the game's art, or with "-" and a word behind them how they lie: "red-caught".
type Pile struct {
	What Text // what lies there, in a word or two
	Seat Seat // in front of whom, or Nobody
	Of   []Tally
}

// ErrIllegal is what every refused decision unwraps to.
var ErrIllegal = errors.New("illegal decision")

// Illegal is a decision that the rules refuse, and the rule that does.
type Illegal struct {
	Says Decision // what was asked
	Rule Text     // the rule, in the catalogues of the game
}

// Error names the decision and the key of the rule; people are shown Rule instead.
func (e Illegal) Error() string {
	return ErrIllegal.Error() + " " + quote(string(e.Says)) + ": " + strings.Join(append([]string{e.Rule.Key}, e.Rule.Args...), " ")
}

// Unwrap returns ErrIllegal.
func (e Illegal) Unwrap() error { return ErrIllegal }

// Refuse returns the Illegal that refuses d by the rule under key.
func Refuse(d Decision, key string, args ...string) error {
	return Illegal{Says: d, Rule: Say(key, args...)}
}

// Rules is a game. Its methods are pure.
type Rules interface {
	Name() string          // the word records and options call it by: "mice"
	Seats() (min, max int) // how many can play
	Options() []Option     // in the order the set-up screen asks them
	// Assets are texts: "ru" and "en" the catalogues, "glyphs" what the matrix and small
	// cells show, up to 16×16, "pictures" what the panel shows large, up to 48×48.
	// A game may have "art" for the page: an SVG file of symbols called as its pictures.
	Assets() map[string]string
	// New returns the first position. Its error is an Illegal whose Says is
	// "option=value" or "seats=n".
	New(Setup) (State, error)
	// Parse reads what State.String prints.
	Parse(Setup, string) (State, error)
}

// State is a position.
type State interface {
	Turn() Seat
	// Legal lists the decisions of the seat on turn, sorted bytewise by Says and
	// unique; it is empty exactly when Turn is Nobody.
	Legal() []Choice
	// Apply returns the position after d, or an Illegal.
	Apply(d Decision) (State, error)
	// Fixes lists what the table may rule against the book, sorted like Legal:
	// "turn 2", "score 1 14". A game in which a seat may be away has the verb skip:
	// "skip 2" passes the turn of seat 2 over.
	Fixes() []Choice
	// Fix returns the position after a ruling, or an Illegal.
	Fix(d Decision) (State, error)
	// View shows the position as seat sees it; Nobody is an onlooker.
	View(seat Seat) View
	Standing() Standing
	// String prints the position on lines that Parse reads back.
	String() string
}
