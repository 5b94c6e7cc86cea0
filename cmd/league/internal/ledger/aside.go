package ledger

import (
	"context"
	"database/sql"
	"encoding/json"

	"tabletop/companion/club/wire"
)

// aside is something that may be kept aside.
type aside struct {
	h                heard
	match, sum, body string
	heard            int64
}

// putAside keeps it aside, once.
func (t *tx) putAside(a aside, reason, detail string) Taken {
	if !a.h.member {
		t.atMost(MostWaiting-1, `SELECT count(*) FROM aside WHERE box = $1 AND reason = $2`, a.h.Box, reason)
		t.atMost(MostBytes-int64(len(a.body)), `SELECT coalesce(sum(octet_length(body)), 0) FROM aside WHERE box = $1`, a.h.Box)
	}
	t.do(`
		INSERT INTO aside (id, matchid, box, sum, reason, detail, body, heard, told)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (matchid, box, sum) DO NOTHING`,
		t.next("aside"), a.match, a.h.Box, a.sum, reason, detail, a.body, a.heard, a.h.told)
	if reason == Unknown {
		return Waiting
	}
	return Aside
}

// Kept is something that is kept aside: a record, or a seal, which has no lines.
type Kept struct {
	ID             int64
	From           From
	Reason, Detail string
	Heard          int64 // ms since 1970
	Record         wire.Record
	Seal           wire.Seal
}

// Aside returns up to limit of what is kept aside above an id, by id.
func (l *Ledger) Aside(ctx context.Context, after int64, limit int) ([]Kept, error) {
	return l.kept(ctx, `aside.id > $1`, after, limit)
}

// Waiting returns up to limit records, above an id, that wait for their box, which is
// enrolled by now. Whoever checks one hands it to [Ledger.TakeRecord] as if it was told
// again.
func (l *Ledger) Waiting(ctx context.Context, after int64, limit int) ([]Kept, error) {
	return l.kept(ctx, `aside.id > $1 AND reason = '`+Unknown+`' AND enrolled > 0 AND revoked = 0`, after, limit)
}

func (l *Ledger) kept(ctx context.Context, where string, after int64, limit int) (all []Kept, err error) {
	err = l.read(ctx, "aside", func(t *tx) {
		all = nil
		t.each(`
			SELECT aside.id, box, key, reason, detail, heard, body FROM aside JOIN boxes ON boxes.id = box
			WHERE `+where+` ORDER BY aside.id LIMIT $2`, []any{after, limit}, func(rows *sql.Rows) error {
			var k Kept
			var body string
			if err := rows.Scan(&k.ID, &k.From.Box, &k.From.Key, &k.Reason, &k.Detail, &k.Heard, &body); err != nil {
				return err
			}
			err := json.Unmarshal([]byte(body), &k.Record)
			if err == nil && k.Record.Lines == "" {
				err = json.Unmarshal([]byte(body), &k.Seal)
			}
			all = append(all, k)
			return err
		})
	})
	return all, err
}
