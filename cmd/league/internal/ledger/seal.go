package ledger

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"

	"tabletop/cmd/league/internal/audit"
	"tabletop/companion/club/wire"
)

// isSeal reports whether text has the form of seals in records: a SHA-256 in lower-case hexadecimal
// digits.
func isSeal(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == 32 && hex.EncodeToString(sum) == text
}

// TakeSeal stores a published seal once and returns the outcome. It returns an [ErrMalformed] for a
// malformed seal.
func (l *Ledger) TakeSeal(ctx context.Context, from From, s wire.Seal) (taken Outcome, err error) {
	err = l.write(ctx, "seal of match "+plain(s.Match), func(t *tx) {
		if !IsMatch(s.Match) || !isSeal(s.Seal) || s.Seq < 1 {
			t.fail(ErrMalformed)
		}
		taken = t.takeSeal(t.register(from), s)
	})
	return taken, err
}

func (t *tx) takeSeal(h sender, s wire.Seal) Outcome {
	old, own := t.match(h.Box, s.Match)
	late := slices.ContainsFunc(old.verdict.Seals, func(o audit.Seal) bool { return o.Seal == s.Seal && o.First > 0 })
	switch {
	case h.revoked:
		return t.quarantine(item{sender: h, match: s.Match, sum: s.Seal, body: marshal(s), received: t.now}, Revoked, "")
	case own && contradicts(s, old.verdict):
		return t.quarantine(item{sender: h, match: s.Match, sum: s.Seal, body: marshal(s), received: t.now}, Seal, "")
	case !h.member:
		t.atMost(MostWaiting-1, `SELECT count(*) FROM seals WHERE box = $1`, h.Box)
	}
	n := t.do(`
		INSERT INTO seals (matchid, box, seal, seq, told, late) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
		s.Match, h.Box, s.Seal, s.Seq, h.number, asInt(own && late))
	if n == 0 {
		return Known
	}
	return New
}

// contradicts reports whether a record contradicts a published seal: the record reaches the seq of
// the seal but does not contain the seal. A record without secrets need not contain all seals.
func contradicts(s wire.Seal, v audit.Verdict) bool {
	has := slices.ContainsFunc(v.Seals, func(o audit.Seal) bool { return o.Seal == s.Seal })
	return !has && s.Seq <= v.Facts && v.Luck != audit.Open
}

// otherSeal returns the text about a seal that the box has published and that contradicts a record.
// found is false if there is none.
func (t *tx) otherSeal(box string, r CheckedRecord) (detail string, found bool) {
	t.each(`SELECT seal, seq FROM seals WHERE matchid = $1 AND box = $2 ORDER BY told`, []any{r.Record.Match, box}, func(rows *sql.Rows) error {
		var s wire.Seal
		err := rows.Scan(&s.Seal, &s.Seq)
		if !found && contradicts(s, r.Verdict) {
			detail, found = fmt.Sprintf("seq %d: %s", s.Seq, s.Seal), true
		}
		return err
	})
	return detail, found
}

// witnessed reports whether the box published each seal in time: before the first outcome under the
// seal, and before the present record. It ignores seals without an outcome.
func (t *tx) witnessed(put item, seals []audit.Seal) bool {
	needed, found := 0, 0
	for _, s := range seals {
		if s.First == 0 {
			continue
		}
		needed++
		var n int64
		t.find(`
			SELECT count(*) FROM seals
			WHERE matchid = $1 AND box = $2 AND seal = $3 AND seq < $4 AND told < $5 AND late = 0`,
			[]any{put.match, put.sender.Box, s.Seal, s.First, put.sender.number}, &n)
		found += int(n)
	}
	return needed > 0 && found == needed
}
