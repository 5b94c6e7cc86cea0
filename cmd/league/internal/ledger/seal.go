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

// isSeal reports whether a text is a SHA-256 as records have it.
func isSeal(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == 32 && hex.EncodeToString(sum) == text
}

// TakeSeal keeps what was told of a match's luck, once. The error is an [ErrBad] if it is
// no seal of a match.
func (l *Ledger) TakeSeal(ctx context.Context, from From, s wire.Seal) (taken Taken, err error) {
	err = l.write(ctx, "seal of match "+plain(s.Match), func(t *tx) {
		if !IsMatch(s.Match) || !isSeal(s.Seal) || s.Seq < 1 {
			t.fail(ErrBad)
		}
		taken = t.takeSeal(t.hear(from), s)
	})
	return taken, err
}

func (t *tx) takeSeal(h heard, s wire.Seal) Taken {
	old, known := t.held(s.Match)
	own := known && old.box == h.Box
	fell := slices.ContainsFunc(old.verdict.Seals, func(o audit.Seal) bool { return o.Seal == s.Seal && o.First > 0 })
	switch {
	case h.revoked:
		return t.putAside(aside{h: h, match: s.Match, sum: s.Seal, body: marshal(s), heard: t.now}, Revoked, "")
	case own && contradicts(s, old.verdict):
		return t.putAside(aside{h: h, match: s.Match, sum: s.Seal, body: marshal(s), heard: t.now}, Seal, "")
	case !h.member:
		t.atMost(MostWaiting-1, `SELECT count(*) FROM seals WHERE box = $1`, h.Box)
	}
	n := t.do(`
		INSERT INTO seals (matchid, box, seal, seq, told, late) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
		s.Match, h.Box, s.Seal, s.Seq, h.told, number(own && fell))
	if n == 0 {
		return Known
	}
	return New
}

// contradicts reports whether a record goes as far as the seal was told, and has no such
// seal. One whose secrets are left out need not have all.
func contradicts(s wire.Seal, v audit.Verdict) bool {
	has := slices.ContainsFunc(v.Seals, func(o audit.Seal) bool { return o.Seal == s.Seal })
	return !has && s.Seq <= v.Facts && v.Luck != audit.Open
}

// otherSeal returns a seal of the box that contradicts a record.
func (t *tx) otherSeal(box string, r Told) (detail string, found bool) {
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

// witnessed reports whether each seal with an outcome was told before it, and before the
// record that is told now.
func (t *tx) witnessed(put aside, seals []audit.Seal) bool {
	needed, had := 0, 0
	for _, s := range seals {
		if s.First == 0 {
			continue
		}
		needed++
		var n int64
		t.find(`
			SELECT count(*) FROM seals
			WHERE matchid = $1 AND box = $2 AND seal = $3 AND seq < $4 AND told < $5 AND late = 0`,
			[]any{put.match, put.h.Box, s.Seal, s.First, put.h.told}, &n)
		had += int(n)
	}
	return needed > 0 && had == needed
}
