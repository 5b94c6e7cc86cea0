package history

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// Entry is a match as stored. It never contains the secret of a seal.
type Entry struct {
	ID      string
	Mark    int64  // place in the order of all matches: a match that began later has a higher mark
	Over    bool   // the match has ended and can't be resumed
	Summary string // summary as JSON; "" for an open match, or from a version without summaries
	Lines   string // record as JSON Lines; lists contain it only for matches without a summary
	Damaged int    // seq of the first unreadable fact; Lines ends before this fact; 0: none
}

// ErrUnknown means that no match has the given id, or that no player has the given name.
var ErrUnknown = errors.New("no such match or player")

// Item is a match with its summary.
type Item struct {
	ID      string
	Mark    int64
	Open    bool // the match can be resumed
	Tool    bool // the game is a tool such as dice, see games.IsTool
	Damaged int  // seq of the first fact lost to damage; 0: none
	Summary Summary
}

// WithPersons returns the items with the name of the person for each name of a player. A match in which
// two players would have the same name keeps its names.
func WithPersons(items []Item, person func(name string) string) []Item {
	items = slices.Clone(items)
	for i, item := range items {
		names := slices.Clone(item.Summary.Names)
		for seat, name := range names {
			names[seat] = person(name)
		}
		if len(slices.Compact(slices.Sorted(slices.Values(names)))) == len(names) {
			items[i].Summary.Names = names
		}
	}
	return items
}

// Item returns the match as an Item with its stored summary. Without a stored summary, it
// computes one from the lines.
func (e Entry) Item(catalogue games.Catalogue) (Item, error) {
	item := Item{ID: e.ID, Mark: e.Mark, Open: !e.Over, Damaged: e.Damaged}
	s, err := Parse(e.Summary)
	if err != nil {
		mt, err := e.Match(catalogue)
		if err != nil {
			return item, err
		}
		s = Summarize(mt)
	}
	item.Summary = s
	item.Tool = games.IsTool(catalogue.Find(s.Game))
	return item, nil
}

// Match reads the match from the lines of e. The error is a *match.LineError with the id as file
// name.
func (e Entry) Match(catalogue games.Catalogue) (match.Match, error) {
	return match.Read(strings.NewReader(e.Lines), e.ID, catalogue)
}

// Read reads an imported record, which may be handwritten. It normalizes the lines and computes
// the summary. Over is true if the match is finished. The id derives from the first seal, or
// from the lines if there is no seal. The error is a *match.LineError that contains name.
func Read(r io.Reader, name string, catalogue games.Catalogue) (Entry, error) {
	mt, err := match.Read(r, name, catalogue)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Lines: mt.Since(0), Over: mt.Ended() || mt.State().Standing().Over}
	e.ID, e.Summary = idOf(mt, e.Lines), Summarize(mt).String()
	return e, nil
}

// idDigits is the number of hexadecimal digits in the id of a match. They are the first digits
// of its first seal.
const idDigits = 16

func idOf(mt match.Match, lines string) string {
	for f := range mt.Facts() {
		if f.Seal != "" {
			return f.Seal[:idDigits]
		}
	}
	sum := sha256.Sum256([]byte(lines))
	return hex.EncodeToString(sum[:])[:idDigits]
}

// PublicLines returns the public lines of the record, and the number of facts in them. While
// facts are hidden, the public lines end before the first hidden fact; see
// match.Match.FirstHidden. The public lines are a valid record.
func PublicLines(mt match.Match) (lines string, facts int) {
	facts = mt.FirstHidden() - 1
	return mt.UpTo(facts), facts
}
