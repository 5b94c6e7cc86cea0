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
	switch {
	case n == 0:
		return Known
	case own && late:
		t.addLateSeal(h, s.Match, old.verdict)
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

// Unwitnessed is the reason why a match is not witnessed. It is "" for a witnessed match.
type Unwitnessed string

// Reasons why a match is not witnessed. Of several seals the first one without a witness counts.
const (
	NoOutcome   Unwitnessed = "nothing" // the device drew no outcome
	NoSeal      Unwitnessed = "none"    // a seal did not arrive
	SealLate    Unwitnessed = "late"    // the box published a seal after the first outcome under it
	SealAfter   Unwitnessed = "after"   // a seal arrived after a record with its outcome
	OlderLedger Unwitnessed = "older"   // the match was stored before schema 2, without the reason
)

// unwitnessed returns the reason why a match of a box is not witnessed. number is the number of the
// record's message. Each seal that the box has published several times counts once.
func (t *tx) unwitnessed(box, match string, seals []audit.Seal, number int64) Unwitnessed {
	type published struct{ seq, number, late int64 }
	all := map[string]published{}
	t.each(`SELECT seal, seq, told, late FROM seals WHERE matchid = $1 AND box = $2`, []any{match, box}, func(rows *sql.Rows) error {
		var seal string
		var p published
		err := rows.Scan(&seal, &p.seq, &p.number, &p.late)
		all[seal] = p
		return err
	})
	reason := NoOutcome
	for _, s := range seals {
		if s.First == 0 {
			continue
		}
		p, found := all[s.Seal]
		switch {
		case !found:
			return NoSeal
		case p.seq >= int64(s.First):
			return SealLate
		case p.late > 0 || p.number >= number:
			return SealAfter
		}
		reason = ""
	}
	return reason
}

// addLateSeal corrects the reason why the match of a seal is not witnessed, if the seal arrived after
// the record.
func (t *tx) addLateSeal(h sender, match string, v audit.Verdict) {
	t.do(`UPDATE records SET unwitnessed = $3, rev = $4 WHERE matchid = $1 AND box = $2 AND witnessed = 0`,
		match, h.Box, string(t.unwitnessed(h.Box, match, v.Seals, h.number)), t.next("results"))
}
