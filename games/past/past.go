// Package past has the rules of plays that were not recorded while they were played. People enter the
// result of such a play by hand, or it comes from another program.
//
// A past play is the record of a match of the game "past" with its result in the options. It has no
// decisions and no chance, so nothing in it can be verified. It is over from the beginning.
//
//	{"at":"2026-11-21T19:00:00+03:00","kind":"started","game":"past","seats":["Аня","Боря"],"options":{"game":"mice","scores":"12 7","won":"1"}}
//	{"at":"2026-11-21T19:40:00+03:00","ms":2400000,"kind":"ended"}
//
// The rules are a tool: no menu lists them, and the club doesn't get their matches.
package past

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

// Name is the name of the rules in records.
const Name = "past"

// Names of the options.
const (
	Game   = "game"   // name of a game that the companion knows; or else
	Title  = "title"  // title of any other game
	Scores = "scores" // points by seat, separated by blanks; "" for none
	Won    = "won"    // seats of the winners, ascending, separated by blanks
	Lowest = "lowest" // "yes": fewer points are better
	First  = "first"  // seat with the first turn; "" if unknown
	Time   = "time"   // "no": only the date of the play is known
	Place  = "place"
	Note   = "note"
	Source = "source" // distinguishes plays with the same result on the same day
)

// Bounds of a past play.
const (
	MostSeats = 12
	MostTitle = 60  // characters of a title or a place
	MostNote  = 500 // characters of a note
	MostScore = 1_000_000
)

// Rules are the rules of past plays.
type Rules struct{}

// Name returns Name.
func (Rules) Name() string { return Name }

// Seats returns 1 and MostSeats.
func (Rules) Seats() (least, most int) { return 1, MostSeats }

// Tool returns true.
func (Rules) Tool() bool { return true }

// Options returns the options, which are texts but for two switches.
func (Rules) Options() (all []games.Option) {
	for _, name := range []string{Game, Title, Scores, Won, First, Place, Note, Source} {
		all = append(all, games.Option{Name: name, Grammar: "text"})
	}
	return append(all, games.Option{Name: Lowest, Default: "no", Values: []string{"no", "yes"}}, games.Option{Name: Time, Default: "yes", Values: []string{"no", "yes"}})
}

// Assets returns nil: no device shows a past play as a position.
func (Rules) Assets() map[string]string { return nil }

// New returns the position with the result in s.
func (r Rules) New(s games.Setup) (games.State, error) {
	p := position{seats: s.Seats, lowest: s.Value(r.Options(), Lowest) == "yes", scores: make([]int32, s.Seats)}
	if wrong := p.set(s.Options); wrong != "" {
		return nil, games.Refuse(games.Decision(wrong+"="+s.Options[wrong]), "rule.setup.value", "")
	}
	return p, nil
}

// set sets the result from the options. It returns the name of an option with a wrong value, or "".
func (p *position) set(options map[string]string) (wrong string) {
	for _, text := range []struct {
		name string
		most int
	}{{Title, MostTitle}, {Place, MostTitle}, {Note, MostNote}, {Source, MostTitle}, {Game, MostTitle}} {
		if utf8.RuneCountInString(options[text.name]) > text.most {
			return text.name
		}
	}
	scores, ok := numbers(options[Scores], -MostScore, MostScore)
	if !ok || len(scores) != 0 && len(scores) != p.seats {
		return Scores
	}
	copy(p.scores, scores)
	won, ok := numbers(options[Won], 1, p.seats)
	if !ok || !slices.IsSorted(won) || len(slices.Compact(slices.Clone(won))) != len(won) {
		return Won
	}
	for _, seat := range won {
		p.won = append(p.won, games.Seat(seat))
	}
	first, ok := numbers(options[First], 1, p.seats)
	if !ok || len(first) > 1 {
		return First
	}
	if (options[Game] == "") == (options[Title] == "") || strings.HasPrefix(options[Game], games.InPast) || options[Game] == Name {
		return Game
	}
	return ""
}

// numbers parses numbers that are separated by blanks.
func numbers(text string, least, most int) (all []int32, ok bool) {
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		if err != nil || n < least || n > most {
			return nil, false
		}
		all = append(all, int32(n))
	}
	return all, true
}

// Parse returns the position of s. The text must be "over".
func (r Rules) Parse(s games.Setup, text string) (games.State, error) {
	if strings.TrimSpace(text) != over {
		return nil, games.Refuse(games.Decision(text), "rule.over")
	}
	return r.New(s)
}

// Past returns the play that is set up by s.
func (r Rules) Past(s games.Setup) games.PastPlay {
	o := s.Options
	p := games.PastPlay{Game: o[Game], Title: o[Title], First: games.Nobody, Day: o[Time] == "no", Place: o[Place], Note: o[Note]}
	if p.Game == "" {
		p.Game = games.InPast + p.Title
	}
	if n, err := strconv.Atoi(o[First]); err == nil {
		p.First = games.Seat(n)
	}
	return p
}

const over = "over"

// position is the only position of a past play: its result.
type position struct {
	seats  int
	lowest bool
	scores []int32
	won    []games.Seat
}

// Turn returns Nobody.
func (position) Turn() games.Seat { return games.Nobody }

// Legal returns nil.
func (position) Legal() []games.Choice { return nil }

// Fixes returns nil.
func (position) Fixes() []games.Choice { return nil }

// Apply refuses every decision.
func (position) Apply(d games.Decision) (games.State, error) {
	return nil, games.Refuse(d, "rule.over")
}

// Fix refuses every ruling.
func (position) Fix(d games.Decision) (games.State, error) { return nil, games.Refuse(d, "rule.over") }

// View returns an empty view.
func (position) View(games.Seat) games.View { return games.View{} }

// Standing returns the result.
func (p position) Standing() games.Standing {
	return games.Standing{Over: true, Scores: slices.Clone(p.scores), Lowest: p.lowest, Won: slices.Clone(p.won)}
}

// String returns "over": the result is in the set-up.
func (position) String() string { return over }
