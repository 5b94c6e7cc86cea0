package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
)

// Deed is something that an organiser has done. What its body means its kind says.
type Deed struct {
	Seq  int64  // counts them from 1
	At   int64  // ms since 1970
	Who  string // the name of the account
	Kind string
	Body json.RawMessage
}

// AddDeed adds a deed after the one with that seq, 0 if there is none yet, and returns it
// with its own. The error is an [ErrMoved] if that isn't the last any more.
func (l *Ledger) AddDeed(ctx context.Context, last int64, d Deed) (Deed, error) {
	d.Seq = last + 1
	err := l.write(ctx, "deed", func(t *tx) {
		var now int64
		d.At = t.now
		t.find(`SELECT coalesce(max(seq), 0) FROM deeds`, nil, &now)
		switch {
		case !json.Valid(d.Body):
			t.fail(ErrBad)
		case now != last:
			t.fail(ErrMoved)
		}
		n := t.do(`INSERT INTO deeds (seq, at, who, kind, body) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
			d.Seq, d.At, d.Who, d.Kind, string(d.Body))
		if n == 0 {
			t.fail(ErrMoved)
		}
	})
	return d, err
}

// Deeds returns up to limit deeds after the one with that seq, in order.
func (l *Ledger) Deeds(ctx context.Context, after int64, limit int) (all []Deed, err error) {
	err = l.read(ctx, "deeds", func(t *tx) {
		all = nil
		t.each(`SELECT seq, at, who, kind, body FROM deeds WHERE seq > $1 ORDER BY seq LIMIT $2`, []any{after, limit}, func(rows *sql.Rows) error {
			var d Deed
			var body string
			err := rows.Scan(&d.Seq, &d.At, &d.Who, &d.Kind, &body)
			d.Body = json.RawMessage(body)
			all = append(all, d)
			return err
		})
	})
	return all, err
}
