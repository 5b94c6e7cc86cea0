package store

import (
	"bytes"
	"io"

	"tabletop/companion/history"
)

// What files may hold, and what all of them may come to. The package comment says why.
const (
	MostBackup    = 64 << 20 // bytes of a backup
	MostRecord    = 8 << 20  // bytes of a single record
	MostPlayers   = 1 << 15  // names in a file, and known players
	MostOpen      = 64       // open matches, for one more that is imported
	mostFacts     = 20_000   // of a single record, and of what is folded just to look at it
	mostOpenFacts = 4096     // of a single record that is open
	mostMatches   = 1 << 15  // in a backup
	mostSettings  = 1 << 20  // bytes of settings in a backup
	mostDatabase  = 1 << 30  // bytes of the database, for anything more to be brought
)

// How many there are on a list at most.
const (
	mostListed        = 1000     // matches that List returns
	mostListedOpen    = MostOpen // those written latest
	mostListedPlayers = 512      // those seated latest
)

// bounded reads so many bytes and lines, and then fails with [ErrLarge].
type limitedReader struct {
	r            io.Reader
	bytes, lines int // that may still come
}

// Read reads what may come.
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

// room returns [ErrLarge] where there is none for more.
func (r reader) checkRoom() error {
	const page = 4096
	used, err := r.number(usedPages)
	if err == nil && used*page > mostDatabase {
		err = ErrLarge
	}
	return err
}

// within refuses what has just been shown where it is too much. What a backup has of
// open matches is taken: it comes at the wish of the table's own keys.
func (w *writer) checkLimits(g *staging, kind history.Kind) {
	if g.added.Players > 0 && w.one(countPlayers) > MostPlayers {
		w.fail(ErrLarge)
	}
	if kind == history.KindRecord && g.added.Matches > 0 && w.one(countOpen) > MostOpen && !g.matches[0].Over {
		w.fail(ErrMany)
	}
}

// one returns the one number that q finds.
func (w *writer) one(q statement) (n int) {
	w.find(q, nil, &n)
	return n
}
