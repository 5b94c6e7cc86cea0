package ledger

import (
	"context"
	"database/sql"
	"encoding/json"

	"tabletop/companion/club/wire"
)

// item is a received record or seal that may go into quarantine.
type item struct {
	sender           sender
	match, sum, body string
	received         int64 // time of reception, in ms since 1970
}

// quarantine stores an item in quarantine, if it is not there already. It returns Waiting if the
// reason is Unknown, and InQuarantine otherwise.
func (t *tx) quarantine(a item, reason, detail string) Outcome {
	if !a.sender.member {
		t.atMost(MostWaiting-1, `SELECT count(*) FROM aside WHERE box = $1 AND reason = $2`, a.sender.Box, reason)
		t.atMost(MostBytes-int64(len(a.body)), `SELECT coalesce(sum(octet_length(body)), 0) FROM aside WHERE box = $1`, a.sender.Box)
	}
	t.do(`
		INSERT INTO aside (id, matchid, box, sum, reason, detail, body, heard, told)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (matchid, box, sum) DO NOTHING`,
		t.next("aside"), a.match, a.sender.Box, a.sum, reason, detail, a.body, a.received, a.sender.number)
	if reason == Unknown {
		return Waiting
	}
	return InQuarantine
}

// Quarantined is an item in quarantine: a record or a seal. If it is a seal, Record.Lines is "".
type Quarantined struct {
	ID             int64
	From           From
	Reason, Detail string
	Received       int64 // time of reception, in ms since 1970
	Record         wire.Record
	Seal           wire.Seal
}

// Quarantine returns up to limit items in quarantine with an id above after, ordered by id. Their
// records have no codes of players.
func (l *Ledger) Quarantine(ctx context.Context, after int64, limit int) ([]Quarantined, error) {
	all, err := l.quarantined(ctx, `aside.id > $1`, after, limit)
	for i := range all {
		all[i].Record = withoutCodes(all[i].Record)
	}
	return all, err
}

// WaitingRecords returns up to limit records, with ids above after, that waited for the enrolment
// of a box. These boxes are enrolled by now. The caller checks each record and passes it to
// [Ledger.TakeRecords], like a newly received record.
func (l *Ledger) WaitingRecords(ctx context.Context, after int64, limit int) ([]Quarantined, error) {
	return l.quarantined(ctx, `aside.id > $1 AND reason = '`+Unknown+`' AND enrolled > 0 AND revoked = 0`, after, limit)
}

// quarantined returns up to limit items in quarantine that fulfil the SQL condition where and have
// an id above after.
func (l *Ledger) quarantined(ctx context.Context, where string, after int64, limit int) (all []Quarantined, err error) {
	err = l.read(ctx, "aside", func(t *tx) {
		all = nil
		t.each(`
			SELECT aside.id, box, key, reason, detail, heard, body FROM aside JOIN boxes ON boxes.id = box
			WHERE `+where+` ORDER BY aside.id LIMIT $2`, []any{after, limit}, func(rows *sql.Rows) error {
			var k Quarantined
			var body string
			if err := rows.Scan(&k.ID, &k.From.Box, &k.From.Key, &k.Reason, &k.Detail, &k.Received, &body); err != nil {
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
