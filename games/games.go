// Package games is the contract between a game and the rest of the companion.
//
// A game is a folder of pure rules. Its [Rules] give its name, its number of seats and its
// options. Its [State] is a position. A state is a value: Apply returns the next one and never
// changes its receiver. So a table can return to any earlier position, and any record can be
// replayed anywhere.
//
// Chance is a seat of its own. Where [State.Turn] is [Chance], Legal lists the outcomes with
// their odds. The device with its sealed random numbers, or people with real dice, give the
// outcome as a [Decision] like any other. The rules never learn which of the two gave it. Where
// several dice, cards or tokens would have too many combinations, the rules ask for the outcome
// of one at a time.
//
// Seats are numbered from 1 in turn order. A decision is one line of notation: words separated
// by single blanks. The first word is its verb; for chance it is the stream ("dice red white",
// "mazai no"). A match record stores decisions in this notation.
//
// This package uses these terms:
//
//	table      the people who play a match together
//	match      one play of a game, from the set-up to the result
//	position   the state of a match between two decisions
//	stream     a source of chance, such as a kind of dice; its outcomes begin with its name
//	ruling     a decision of the table that overrides the rules (see [State.Fix])
//	moment     an event that the table should notice (see [Moment])
//	step       an action that people carry out by hand (see [Step])
//	bearing    the relation of a seat to the turn (see [Bearing])
//	picture    a drawing of the game, by name (see [Rules.Assets])
//
// # Words
//
// The rules use keys, never prose. The catalogues of a game (see [Rules.Assets]) consist of
// lines "key = text"; "#" begins a comment. In a text, {n} stands for [Text.N] and {0} {1} …
// for [Text.Args]. The argument "@2" stands for the name of seat 2, "#red" for the word under
// the key "red", anything else for itself. Where N selects a plural, " | " separates the forms:
// Russian has one, few and many (заяц | зайца | зайцев), English has one and other. If a
// game has a text in one language only, both catalogues have the same line. A text
// "@KEY" refers to the text under another key: in the companion's own catalogue or, if that
// lacks it, in the same one. Every game has these keys:
//
//	title              the game's name, up to 21 characters
//	about              one line for the menu of games
//	option.NAME        an option's label; option.NAME.VALUE is the label of a value.
//	                   If the next option needs VALUE, option.NAME.VALUE.OTHER may be
//	                   the label of VALUE together with OTHER, a value of that option.
//	                   With such labels set-up has one row for both options
//	say.VERB           the text of decisions with that verb. In the text {*} stands for
//	                   all words after the verb, {1} for the first, {2} for the second,
//	                   {@1} for the name of the seat whose number is the first word
//	say.WHOLE LINE     the text of one decision only
//	past.VERB          the text of decisions in the log, behind the name of the seat and a
//	                   colon, if it differs from say.VERB; past.WHOLE LINE as above
//	verb.VERB          the text of the verb alone, if say.VERB needs further words
//	word.WORD          a word of a decision; "red/3" is word.red and seat 3
//	name.WORD          the name of an outcome or a picture alone, if it differs from
//	                   word.WORD; a picture "log-hare" is named by both parts, log and hare
//	letter.WORD        one letter that stands beside the picture WORD wherever the picture
//	                   is small, if the picture alone is hard to tell from another
//	stream.NAME        the heading of a stream of chance in reports
//	rule.…             a rule that was broken, one sentence
//	phase.…            the rule of a phase, up to twelve lines of the panel
//
// # Adding a game
//
// A game needs one folder with the rules, its catalogues, and perft counts and a playthrough in
// testdata; one test that calls gamestest.Check; and one line in the catalogue under cmd.
// Set-up screens, menus, the page, records, undo and history need no further code.
//
// # Games in files
//
// A game may also be a file: a program in Starlark, which package games/script compiles to
// Rules. NAME.star is the game "file/NAME" (see [InFile]); no game in a folder has such a name.
// Its Rules return the text of the file (see [Program]). Users of Rules need not know their
// origin. The companion plays programs in a separate process. A program that loops or uses too
// much memory is killed there; the decision is refused and the position stays as it was.
//
// The record of such a match carries the program in its first fact, "started". Rules are
// therefore looked up by name and program, with [Catalogue.Lookup]. Lookup reads programs with
// Catalogue.Read. For records from other machines it uses Catalogue.Try (see
// [Catalogue.Elsewhere]): such programs must first fulfil the contract in some random games.
// Even if the file has changed or was deleted, the match continues with the program it began
// with. [ID] distinguishes two programs of one name.
package games

import (
	"errors"
	"strings"
)

// Seat is a seat at the table, numbered from 1 in turn order.
type Seat int8

const (
	Nobody Seat = -1 // no seat: the turn of a finished game, or a viewer without a seat
	Chance Seat = 0  // the seat that decides dice, drawn tokens and revealed cards
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

// Text is a text for people: a key of the game's catalogues and the arguments of the text.
type Text struct {
	Key  string
	N    int      // number that selects the plural form and replaces {n}
	Args []string // texts for {0} {1} …: "@2" names seat 2, "#red" is a word, the rest is plain
}

// Say returns the Text with that key and those arguments.
func Say(key string, args ...string) Text { return Text{Key: key, Args: args} }

// Count returns the Text with that key, those arguments and the number n, which selects the
// plural form.
func Count(key string, n int, args ...string) Text { return Text{Key: key, N: n, Args: args} }

// Choice is one legal decision, or a family of decisions that differ in a number or a text at the
// end.
type Choice struct {
	Says     Decision // the whole decision, or the words before a number or a text
	From, To int32    // if From < To, a number from From to To, both included, follows Says
	Now      int32    // for a correction: the present value of that number
	Grammar  string   // if not "", a text of this grammar ("dice", "name") follows; Apply parses it
	Weight   uint32   // for Chance: relative odds of each value; all 0 if only people can answer
}

// Option is a setting of a game that the table chooses before the first turn.
type Option struct {
	Name    string   // name of the option in notation: "scoring" in "scoring=kids"
	Default string   // the value for records without the option; it never changes
	Offer   string   // the value that set-up proposes and writes into the record; "": Default
	Values  []string // the values that have a label in the catalogues
	Silent  bool     // whether set-up never asks, and a new match has Offer; Values need no labels then
	// Grammar describes the allowed values that are not in Values. "FROM..TO" allows the numbers
	// in that range. "counts" allows lists such as "log:6/5,fish:3", whose numbers people correct
	// one by one. "text" allows any text that New accepts. "" means that only Values are allowed.
	Grammar string
	// Needs is a value of another option, such as "field=on". This option has an effect only if
	// the other option has that value. Without that value, set-up doesn't ask for this option, but
	// New accepts it. If Needs is "", this option always has an effect.
	Needs string
}

// Setup contains all settings that a replay needs: the number of seats and the options.
// Inventories and starting positions are options too.
type Setup struct {
	Seats   int               // number of seats, within the bounds of Rules.Seats
	Options map[string]string // chosen values by option name; a missing option has its default
}

// Standing is the present score and, once the game is over, the result.
type Standing struct {
	Over   bool
	Scores []int32 // points by seat, seat 1 first
	Lowest bool    // the seat with the fewest points wins
	Ties   []int32 // counts that break ties (mice, tokens), by seat; nil if there are none
	Won    []Seat  // the winners once Over, ascending; several seats share the victory
	Why    Text    // the reason for the victory, tie-break included
}

// The marks of a cell; a cell may have several.
const (
	MarkLast  uint8 = 1 << iota // the last decision changed the cell
	MarkAlarm                   // the cell is important: the matrix flashes it
	MarkCount                   // the cell's glyph is a number that counts down
	MarkStuck                   // the piece can't move any more, or the die doesn't count
)

// Cell is one square of a board, or one die of a roll.
type Cell struct {
	Glyph string // name of a picture of the game, a number, or "" for an empty cell
	Name  string // name of the cell in notation: "13", "c3"; "" if no decision names it
	Seat  Seat   // the seat that owns the piece, or Nobody
	Mark  uint8
	Tag   string // text of up to three characters in the corner of a large cell: "12"
}

// View is a position as one seat may see it. It contains words and cells, never pixels or
// prose.
type View struct {
	Title  Text      // the stage of the game, such as the round or phase
	Prompt Text      // the next action, in up to two lines of 21 characters
	Lines  []Text    // further lines for the table, the most important first
	Rule   Text      // the rule of this phase, shown on request; the zero Text if there is none
	Strip  []Tally   // the most important numbers, shown in one line: up to MostTallies
	Ask    bool      // Prompt must be visible; otherwise Strip may replace it
	Stakes []Stake   // the risks and gains of decisions, each shown in the row of its decision
	All    bool      // Prompt is for all seats at once, so a panel names no seat beside Prompt
	Piles  []Pile    // groups of further pieces, shown as pictures on screens with enough room
	Seats  []Bearing // the bearing of each seat, seat 1 first; if nil, only State.Turn is known
	W, H   int       // width and height of the board in cells; H is 1 for dice or cards
	Cells  []Cell    // the W×H cells, row by row from the top left
}

// Stake is the risk or the gain of a decision: "25 %", "+7".
type Stake struct {
	Says Decision
	// Text is one to twelve characters long. With a blank it fits behind the text of the decision
	// into a row of 19 characters.
	Text Text
}

// Pile is a group of pieces in front of a seat or in the middle of the table. Its tallies show
// pictures of the game's art. The name of a picture may end in "-" and a word for a variant:
// "red-caught".
type Pile struct {
	What Text // a name for the pile, of one or two words
	Seat Seat // the seat in front of which the pile lies, or Nobody for the middle
	Of   []Tally
}

// ErrIllegal is wrapped by every error that refuses a decision.
var ErrIllegal = errors.New("illegal decision")

// Illegal is the error for a decision that the rules refuse.
type Illegal struct {
	Says Decision // the refused decision
	Rule Text     // the rule that refuses the decision, as a text of the game's catalogues
}

// Error returns a text for developers: the decision and the key of the rule. People see e.Rule
// instead.
func (e Illegal) Error() string {
	return ErrIllegal.Error() + " " + quote(string(e.Says)) + ": " + strings.Join(append([]string{e.Rule.Key}, e.Rule.Args...), " ")
}

// Unwrap returns ErrIllegal.
func (e Illegal) Unwrap() error { return ErrIllegal }

// Refuse returns an Illegal that refuses d. Its Rule is the text under key with those arguments.
func Refuse(d Decision, key string, args ...string) error {
	return Illegal{Says: d, Rule: Say(key, args...)}
}

// Rules is the rule set of one game. Its methods are pure: they have no side effects.
type Rules interface {
	Name() string          // Name returns the game's name in records and options: "mice"
	Seats() (min, max int) // Seats returns the least and greatest number of seats
	Options() []Option     // Options returns the options in the order of the set-up screen
	// Assets returns files of the game by name. "ru" and "en" are the catalogues. "glyphs" has the
	// pictures for the matrix and for small cells, up to 16×16 pixels. "pictures" has the large
	// pictures for the panel, up to 48×48 pixels. A game may have "art" for the page: an SVG file
	// whose symbols are named like the pictures. A game in a file has "cover": the pictures from
	// which the page draws its cover, which is the picture "cover" or the pictures "glyph/1",
	// "glyph/2" and "glyph/3", or "" if it has none.
	Assets() map[string]string
	// New returns the first position. For a set-up that is not allowed, New returns an Illegal
	// whose Says is "option=value" or "seats=n".
	New(Setup) (State, error)
	// Parse returns the position that State.String has printed.
	Parse(Setup, string) (State, error)
}

// State is a position of a game.
type State interface {
	Turn() Seat
	// Legal lists the decisions of the seat on turn, sorted bytewise by Says and unique. It is
	// empty exactly when Turn is Nobody.
	Legal() []Choice
	// Apply returns the position after d. It returns an Illegal if the rules refuse d.
	Apply(d Decision) (State, error)
	// Fixes lists the rulings by which the table may override the rules: "turn 2", "score 1 14".
	// They are sorted like those of Legal. A game that allows for an absent player has the verb
	// skip: "skip 2" skips the turn of seat 2.
	Fixes() []Choice
	// Fix returns the position after the ruling d. It returns an Illegal if the ruling is
	// refused.
	Fix(d Decision) (State, error)
	// View returns the position as seat sees it. The seat Nobody is an onlooker.
	View(seat Seat) View
	Standing() Standing
	// String prints the position as lines of text, which Parse accepts.
	String() string
}
