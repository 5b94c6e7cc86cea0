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

// Entry is a match as the disk holds it. Its secret is never there.
type Entry struct {
	ID      string
	Mark    int64  // where it stands among all: the one begun later has the higher
	Over    bool   // it was ended: nobody goes on with it
	Summary string // "" of a match that is open, or ended by a version that wrote none
	Lines   string // JSON Lines; a list has them only where there is no summary. See Shown
	Damaged int    // the fact from which on the lines can't be read, and aren't there; 0: none
}

// ErrUnknown is an id that no match has, or a name that nobody has.
var ErrUnknown = errors.New("it isn't on the shelf")

// Item is a match and its summary.
type Item struct {
	ID      string
	Mark    int64
	Open    bool // somebody may still go on with it
	Tool    bool // no match, but dice and the like: see games.IsTool
	Damaged int  // the first fact that was lost to damage; 0: none
	Summary Summary
}

// Item reads the summary of e, or makes it of the lines.
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

// Match reads the record. Its error is a *match.LineError that calls it by its id.
func (e Entry) Match(catalogue games.Catalogue) (match.Match, error) {
	return match.Read(strings.NewReader(e.Lines), e.ID, catalogue)
}

// Read reads a record from elsewhere, perhaps written by hand: its lines are
// brought into their one form, its summary is made anew. A match that was played to
// its end is over; the id is that of its first seal, or, where it has none, made of
// its lines. The error is a *match.LineError that calls the record by name.
func Read(r io.Reader, name string, catalogue games.Catalogue) (Entry, error) {
	mt, err := match.Read(r, name, catalogue)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Lines: mt.Since(0), Over: mt.Ended() || mt.State().Standing().Over}
	e.ID, e.Summary = idOf(mt, e.Lines), Summarize(mt).String()
	return e, nil
}

// idDigits is how many digits of its first seal a match is called by.
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

// Shown returns the lines of the record that anybody may see now, and how many
// facts they are: while a game forbids looking back, those before what it hides.
// They are a record in themselves.
func Shown(mt match.Match) (lines string, facts int) {
	facts = mt.Veil() - 1
	return mt.UpTo(facts), facts
}
