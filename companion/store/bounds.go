package store

import (
	"bytes"
	"io"

	"tabletop/companion/history"
)

// Bounds of imported files and of the database. The package comment gives the reasons.
const (
	MostBackup    = 64 << 20 // maximum bytes of a backup
	MostRecord    = 8 << 20  // maximum bytes of a record
	MostPlayers   = 1 << 15  // maximum number of names in a file, and of known players
	MostOpen      = 64       // maximum number of open matches after the import of a record
	mostFacts     = 20_000   // maximum number of facts in a record, and in a match that Look folds
	mostOpenFacts = 4096     // maximum number of facts in a single open record
	mostMatches   = 1 << 15  // maximum number of matches in a backup
	mostSettings  = 1 << 20  // maximum bytes of the settings in a backup
	mostDatabase  = 1 << 30  // maximum bytes of the database for which imports are accepted
)

// Bounds of lists.
const (
	mostListed        = 1000     // maximum number of matches that List returns
	mostListedOpen    = MostOpen // maximum number of open matches in a list, the latest written
	mostListedPlayers = 512      // maximum number of players in a list, the latest seated
)

// limitedReader reads from r up to a maximum number of bytes and lines. Beyond these it fails
// with [ErrLarge].
type limitedReader struct {
	r            io.Reader
	bytes, lines int // numbers of bytes and lines that may still be read
}

// Read reads from r within the limits.
func (b *limitedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.bytes -= n
	b.lines -= bytes.Count(p[:n], []byte("\n"))
	if b.bytes < 0 || b.lines < 0 {
		return 0, ErrLarge
	}
	return n, err
}

var (
	usedPages    = statement{"used pages", `SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count`}
	countPlayers = statement{"count players", `SELECT count(*) FROM players`}
	countOpen    = statement{"count open", `SELECT count(*) FROM matches WHERE over = 0`}
)

// checkRoom returns [ErrLarge] if the database is too large for an import.
func (r reader) checkRoom() error {
	const page = 4096
	used, err := r.number(usedPages)
	if err == nil && used*page > mostDatabase {
		err = ErrLarge
	}
	return err
}

// checkLimits makes the transaction fail if the import exceeds a limit. A backup may add any
// number of open matches, so that a box can import its own backup.
func (w *writer) checkLimits(g *staging, kind history.Kind) {
	if g.added.Players > 0 && w.number(countPlayers) > MostPlayers {
		w.fail(ErrLarge)
	}
	if kind == history.KindRecord && g.added.Matches > 0 && w.number(countOpen) > MostOpen && !g.matches[0].Over {
		w.fail(ErrTooManyOpen)
	}
}

// number returns the number in the only row of the query q.
func (w *writer) number(q statement) (n int) {
	w.find(q, nil, &n)
	return n
}
