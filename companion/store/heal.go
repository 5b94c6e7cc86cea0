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

// heal leaves of a match the facts that are sound, chained, and puts what stands behind
// them aside. It returns how the match ends then.
func (w *writer) heal(number int64, end ending) ending {
	facts := w.chained(number)
	good := sound(inOrder(facts), end)
	for i, f := range good {
		if !bytes.Equal(f.link, facts[i].link) {
			w.do(setLink, f.link, number, f.seq)
		}
	}
	if len(good) < len(facts) {
		w.do(putAside, time.Now().UTC().Format(time.RFC3339), number, len(good))
		w.do(cutFacts, number, len(good))
	}
	return endOf(good)
}

// chained reads the facts of a match.
func (w *writer) chained(number int64) (facts []chained) {
	if w.err == nil {
		w.err = w.rows(w.ctx, chainedFacts, func(rows *sql.Rows) error {
			var f chained
			err := rows.Scan(&f.seq, &f.line, &f.link)
			facts = append(facts, f)
			return err
		}, number)
	}
	return facts
}

// endOf is how a match ends that has those facts.
func endOf(facts []chained) ending {
	var l link
	if n := len(facts); n > 0 {
		return ending{n, facts[n-1].link}
	}
	return ending{0, l[:]}
}
