package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
)

// Command is a command of an organiser, as stored in the ledger. The kind determines the form of
// the body.
type Command struct {
	Seq  int64  // number of the command, from 1
	At   int64  // time in ms since 1970
	Who  string // name of the organiser's account
	Kind string
	Body json.RawMessage
}

// AddCommand appends a command. last is the seq of the last command that the caller knows, or 0.
// AddCommand returns the command with its seq and time. It returns an [ErrConflict] if there are
// later commands.
func (l *Ledger) AddCommand(ctx context.Context, last int64, d Command) (Command, error) {
	d.Seq = last + 1
	err := l.write(ctx, "deed", func(t *tx) {
		var latest int64
		d.At = t.now
		t.find(`SELECT coalesce(max(seq), 0) FROM deeds`, nil, &latest)
		switch {
		case !json.Valid(d.Body):
			t.fail(ErrMalformed)
		case latest != last:
			t.fail(ErrConflict)
		}
		n := t.do(`INSERT INTO deeds (seq, at, who, kind, body) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
			d.Seq, d.At, d.Who, d.Kind, string(d.Body))
		if n == 0 {
			t.fail(ErrConflict)
		}
	})
	return d, err
}

// Commands returns up to limit commands with a seq above after, in the order of their seqs.
func (l *Ledger) Commands(ctx context.Context, after int64, limit int) (all []Command, err error) {
	err = l.read(ctx, "deeds", func(t *tx) {
		all = nil
		t.each(`SELECT seq, at, who, kind, body FROM deeds WHERE seq > $1 ORDER BY seq LIMIT $2`, []any{after, limit}, func(rows *sql.Rows) error {
			var d Command
			var body string
			err := rows.Scan(&d.Seq, &d.At, &d.Who, &d.Kind, &body)
			d.Body = json.RawMessage(body)
			all = append(all, d)
			return err
		})
	})
	return all, err
}
