package store

import (
	"bytes"
	"database/sql"
	"time"
)

var (
	chainedFacts = statement{"chained facts", `SELECT seq, line, link FROM facts WHERE match = ? ORDER BY seq`}
	setLink      = statement{"link", `UPDATE facts SET link = ? WHERE match = ? AND seq = ?`}
	putAside     = statement{"put aside", `
		INSERT INTO aside (match, seq, line, link, found) SELECT match, seq, line, link, ? FROM facts WHERE match = ? AND seq > ?`}
	cutFacts = statement{"cut", `DELETE FROM facts WHERE match = ? AND seq > ?`}
)

// heal computes the links of the sound facts of a match and moves its other facts to the table
// "aside". It returns the new ending of the match.
func (w *writer) heal(number int64, end ending) ending {
	facts := w.facts(chainedFacts, number)
	good := soundFacts(bySeq(facts), end)
	for i, f := range good {
		if !bytes.Equal(f.link, facts[i].link) {
			w.exec(setLink, f.link, number, f.seq)
		}
	}
	if len(good) < len(facts) {
		w.exec(putAside, w.now.UTC().Format(time.RFC3339), number, len(good))
		w.exec(cutFacts, number, len(good))
	}
	return newEnding(good, max(len(facts), end.count), end.cut)
}

// facts returns the facts that the query q selects.
func (w *writer) facts(q statement, args ...any) (facts []storedFact) {
	if w.err == nil {
		w.err = w.rows(w.ctx, q, func(rows *sql.Rows) error {
			var f storedFact
			err := rows.Scan(&f.seq, &f.line, &f.link)
			facts = append(facts, f)
			return err
		}, args...)
	}
	return facts
}

// newEnding returns the ending of a match with these facts. all is the number of facts that the
// match should have. cut is the first fact that was lost earlier, or 0.
func newEnding(facts []storedFact, all, cut int) ending {
	end := ending{count: len(facts), head: make([]byte, len(link{})), cut: cut}
	if end.count > 0 {
		end.head = facts[end.count-1].link
	}
	if end.count < all {
		end.cut = end.count + 1
	}
	return end
}
