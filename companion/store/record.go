package store

import (
	"database/sql"
	"fmt"
	"io"
	"runtime"
	"strings"
)

var endOfMatch = statement{"end of match", `SELECT count, head, cut FROM matches WHERE number = ?`}

// chainReader is a reader of the lines of a match that verifies their chain.
type chainReader struct {
	rows   *sql.Rows
	end    ending
	last   link   // link of the last line read
	n      int    // number of lines read
	rest   []byte // unread rest of the current line
	broken bool   // the next line fails the chain, or lines are missing at the end
}

// Read returns bytes of one line at a time. It returns io.EOF before a line that fails the
// chain.
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

// next reads the next line into c.rest.
func (c *chainReader) next() error {
	if !c.rows.Next() {
		c.broken = c.broken || c.end.head != nil && !c.end.equals(c.n, c.last)
		if err := c.rows.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	var f storedFact
	if err := c.rows.Scan(&f.seq, &f.line, &f.link); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	runtime.Gosched() // lets a Keep run; see reader.rows
	if f.seq != c.n+1 || !f.follows(c.last, c.end.head == nil) {
		c.broken = true
		return io.EOF
	}
	c.last, c.n = c.last.follow(f.line), f.seq
	c.rest = append(append(c.rest, f.line...), '\n')
	return nil
}

// lines calls the function read with the lines of a match. If the chain is broken, it calls the
// function again with the sound lines only. damaged is the seq of the first fact that isn't
// sound, or 0.
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

// soundFacts returns the sound facts of a match, and the number of facts that it should have.
func (r reader) soundFacts(number int64, end ending) (good []storedFact, all int, err error) {
	var facts []storedFact
	err = r.rows(chainedFacts, func(rows *sql.Rows) error {
		var f storedFact
		err := rows.Scan(&f.seq, &f.line, &f.link)
		facts = append(facts, f)
		return err
	}, number)
	return soundFacts(bySeq(facts), end), max(len(facts), end.count), err
}

// linesOf returns a reader of the facts as JSON Lines.
func linesOf(facts []storedFact) io.Reader {
	var b strings.Builder
	for _, f := range facts {
		b.WriteString(f.line)
		b.WriteByte('\n')
	}
	return strings.NewReader(b.String())
}
