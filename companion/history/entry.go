package history

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// Entry is a stored match. It never contains the secret.
type Entry struct {
	ID      string
	Mark    int64  // position among all matches: a later beginning has a higher mark
	Over    bool   // the match is ended and can't resume
	Summary string // "" for an open match, or one ended by a version without summaries
	Lines   string // JSON Lines; in lists only if there is no summary. See Shown
	Damaged int    // first unreadable fact, from which on lines are missing; 0: none
}

// ErrUnknown means that no match has the id, or no player the name.
var ErrUnknown = errors.New("no such match or player")

// Item is a match with its summary.
type Item struct {
	ID      string
	Mark    int64
	Open    bool // the match may resume
	Tool    bool // not a match, but a tool such as dice: see games.IsTool
	Damaged int  // first fact lost to damage; 0: none
	Summary Summary
}

// Item returns the match with its stored summary, or with one computed from the lines.
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

// Match reads the record. The error is a *match.LineError with the id as name.
func (e Entry) Match(catalogue games.Catalogue) (match.Match, error) {
	return match.Read(strings.NewReader(e.Lines), e.ID, catalogue)
}

// Read reads an imported record, which may be handwritten. It normalizes the lines and computes
// the summary. A finished match is over. The id derives from the first seal, or from the lines
// if there is no seal. The error is a *match.LineError that contains name.
func Read(r io.Reader, name string, catalogue games.Catalogue) (Entry, error) {
	mt, err := match.Read(r, name, catalogue)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Lines: mt.Since(0), Over: mt.Ended() || mt.State().Standing().Over}
	e.ID, e.Summary = idOf(mt, e.Lines), Summarize(mt).String()
	return e, nil
}

// idDigits is the number of digits of the first seal in the id of a match.
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

// PublicLines returns the public lines of the record, and the number of their facts. While a game
// forbids looking back, these are the lines before the hidden part. They are a valid record.
func PublicLines(mt match.Match) (lines string, facts int) {
	facts = mt.FirstHidden() - 1
	return mt.UpTo(facts), facts
}
