package store

import (
	"database/sql"
	"fmt"
	"io"
	"runtime"
	"strings"
)

var endOfMatch = statement{"end of match", `SELECT count, head, cut FROM matches WHERE number = ?`}

// checked reads the lines of a match, and looks whether they hang together.
type chainReader struct {
	rows   *sql.Rows
	end    ending
	last   link   // of the line read last
	n      int    // how many were read
	rest   []byte // of the line being read
	broken bool   // the next one doesn't follow, or there should be others
}

// Read reads of one line at a time. It ends before a line that doesn't follow.
func (c *chainReader) Read(p []byte) (n int, err error) {
	if len(c.rest) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n = copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// next reads a line.
func (c *chainReader) next() error {
	if !c.rows.Next() {
		c.broken = c.broken || c.end.head != nil && !c.end.equals(c.n, c.last)
		if err := c.rows.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	var f chained
	if err := c.rows.Scan(&f.seq, &f.line, &f.link); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	runtime.Gosched() // see reading.rows
	if f.seq != c.n+1 || !f.follows(c.last, c.end.head == nil) {
		c.broken = true
		return io.EOF
	}
	c.last, c.n = c.last.follow(f.line), f.seq
	c.rest = append(append(c.rest, f.line...), '\n')
	return nil
}

// lines gives read the lines of a match. Where they don't hang together it is given once
// more what of them is sound; damaged is then the number of the first fact that isn't,
// else 0.
func (r reader) lines(number int64, read func(io.Reader) error) (damaged int, err error) {
	var end ending
	if err := r.tx.QueryRowContext(r.ctx, endOfMatch.text, number).Scan(&end.count, &end.head, &end.cut); err != nil {
		return 0, misread(err)
	}
	rows, err := r.tx.QueryContext(r.ctx, chainedFacts.text, number)
	if err != nil {
		return 0, misread(err)
	}
	defer rows.Close()
	in := &chainReader{rows: rows, end: end}
	if err = read(in); !in.broken {
		return end.damaged(), err
	}
	rows.Close()
	good, all, err := r.soundFacts(number, end)
	if err != nil {
		return 0, err
	}
	if len(good) < all {
		damaged = len(good) + 1
	}
	return damaged, read(linesOf(good))
}

// sound are the facts of a match that are what was kept, and how many there should be.
func (r reader) soundFacts(number int64, end ending) (good []chained, all int, err error) {
	var facts []chained
	err = r.rows(chainedFacts, func(rows *sql.Rows) error {
		var f chained
		err := rows.Scan(&f.seq, &f.line, &f.link)
		facts = append(facts, f)
		return err
	}, number)
	return soundFacts(bySeq(facts), end), max(len(facts), end.count), err
}

// text are facts as JSON Lines.
func linesOf(facts []chained) io.Reader {
	var b strings.Builder
	for _, f := range facts {
		b.WriteString(f.line)
		b.WriteByte('\n')
	}
	return strings.NewReader(b.String())
}
