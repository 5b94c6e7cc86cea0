package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"fmt"
)

// shelved is what stands of a match beside its facts.
type matchRow struct {
	number                            int64
	id, started, game, summary, began string
	over                              bool
	ending
	storedSum []byte // what the disk has for sum; nil until the facts are chained
}

// columns are those of a shelved match, in the order in which scan takes them.
const columns = `number, id, started, game, summary, began, over, count, head, cut, sum`

var (
	findShelved = statement{"find shelved", `SELECT ` + columns + ` FROM matches WHERE number = ?`}
	markEnding  = statement{"mark ending", `UPDATE matches SET count = ?, head = ?, cut = ?, sum = ? WHERE number = ?`}
)

// into are the places for the columns.
func (m *matchRow) fields() []any {
	return []any{&m.number, &m.id, &m.started, &m.game, &m.summary, &m.began, &m.over, &m.count, &m.head, &m.cut, &m.storedSum}
}

// sum is a check of what can be shown of a match without reading its facts: the first 8
// bytes of the SHA-256 of its columns.
func (m matchRow) sum() []byte {
	all := fmt.Sprintf("%q %q %q %q %q %t %d %x %d", m.id, m.started, m.game, m.summary, m.began, m.over, m.count, m.head, m.cut)
	whole := sha256.Sum256([]byte(all))
	return whole[:8]
}

// honest reports whether the columns are what was kept, as far as that can be told.
func (m matchRow) sumFits() bool { return m.storedSum == nil || bytes.Equal(m.storedSum, m.sum()) }

// shelved reads what stands of a match.
func (w *writer) matchRow(number int64) (m matchRow) {
	if w.err == nil {
		w.err = w.rows(w.ctx, findShelved, func(rows *sql.Rows) error { return rows.Scan(m.fields()...) }, number)
	}
	return m
}

// mark notes how a match ends now, once all else of it is written.
func (w *writer) mark(number int64, end ending) {
	m := w.matchRow(number)
	m.ending = end
	if bytes.Equal(m.storedSum, m.sum()) {
		return
	}
	w.do(markEnding, end.count, end.head, end.cut, m.sum(), number)
}
