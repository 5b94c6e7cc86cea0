package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"fmt"
)

// matchRow is the row of a match in the table "matches".
type matchRow struct {
	number                            int64
	id, started, game, summary, began string
	over                              bool
	ending
	storedSum []byte // checksum stored in the row; nil until the facts are chained
}

// columns lists the columns of a matchRow in the order of fields.
const columns = `number, id, started, game, summary, began, over, count, head, cut, sum`

var (
	findShelved = statement{"find shelved", `SELECT ` + columns + ` FROM matches WHERE number = ?`}
	markEnding  = statement{"mark ending", `UPDATE matches SET count = ?, head = ?, cut = ?, sum = ? WHERE number = ?`}
)

// fields returns pointers to the fields, for a Scan of columns.
func (m *matchRow) fields() []any {
	return []any{&m.number, &m.id, &m.started, &m.game, &m.summary, &m.began, &m.over, &m.count, &m.head, &m.cut, &m.storedSum}
}

// sum returns a checksum of the columns that lists show without reading facts: the first 8 bytes
// of a SHA-256.
func (m matchRow) sum() []byte {
	all := fmt.Sprintf("%q %q %q %q %q %t %d %x %d", m.id, m.started, m.game, m.summary, m.began, m.over, m.count, m.head, m.cut)
	whole := sha256.Sum256([]byte(all))
	return whole[:8]
}

// sumFits reports whether the columns match the stored checksum. It returns true if no checksum
// is stored.
func (m matchRow) sumFits() bool { return m.storedSum == nil || bytes.Equal(m.storedSum, m.sum()) }

// matchRow reads the row of the match with that number.
func (w *writer) matchRow(number int64) (m matchRow) {
	if w.err == nil {
		w.err = w.rows(w.ctx, findShelved, func(rows *sql.Rows) error { return rows.Scan(m.fields()...) }, number)
	}
	return m
}

// mark stores the ending of a match and updates the checksum of its row. It must be called after
// all other writes to the row.
func (w *writer) mark(number int64, end ending) {
	m := w.matchRow(number)
	m.ending = end
	if bytes.Equal(m.storedSum, m.sum()) {
		return
	}
	w.exec(markEnding, end.count, end.head, end.cut, m.sum(), number)
}
