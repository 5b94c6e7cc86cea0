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
	key := matchKey{s.Match, h.Box}
	old, own := t.matchStates(key)[key]
	late := slices.ContainsFunc(old.verdict.Seals, func(o audit.Seal) bool { return o.Seal == s.Seal && o.First > 0 })
	put := item{sender: h, match: s.Match, sum: s.Seal, body: marshal(s), received: t.now}
	switch {
	case h.revoked:
		return t.quarantine(put, Revoked, "")
	case own && contradicts(s, old.verdict):
		return t.quarantine(put, Seal, "")
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

// publishedSeal is a seal that a box has published.
type publishedSeal struct {
	wire.Seal
	number int64 // number of its message among the messages of the box
	late   bool  // true if a record with an outcome under the seal was stored before
}

// publishedSeals returns the published seals of matches, in the order of their messages.
func (t *tx) publishedSeals(keys ...matchKey) map[matchKey][]publishedSeal {
	all := map[matchKey][]publishedSeal{}
	t.each(`SELECT matchid, box, seal, seq, told, late FROM seals WHERE (matchid, box) IN (VALUES `+rowsOf(len(keys), 2)+`) ORDER BY 5`,
		keyArgs(keys), func(rows *sql.Rows) error {
			var key matchKey
			var s publishedSeal
			var late int64
			err := rows.Scan(&key.match, &key.box, &s.Seal.Seal, &s.Seq, &s.number, &late)
			s.late = late > 0
			all[key] = append(all[key], s)
			return err
		})
	return all
}

// contradicts reports whether a record contradicts a published seal: the record reaches the seq of
// the seal but does not contain the seal. A record without secrets need not contain all seals.
func contradicts(s wire.Seal, v audit.Verdict) bool {
	has := slices.ContainsFunc(v.Seals, func(o audit.Seal) bool { return o.Seal == s.Seal })
	return !has && s.Seq <= v.Facts && v.Luck != audit.Open
}

// otherSeal returns the text about the first published seal that contradicts a record. found is
// false if there is none.
func otherSeal(published []publishedSeal, v audit.Verdict) (detail string, found bool) {
	for _, s := range published {
		if contradicts(s.Seal, v) {
			return fmt.Sprintf("seq %d: %s", s.Seq, s.Seal.Seal), true
		}
	}
	return "", false
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

// unwitnessed returns the reason why a match is not witnessed. published holds its published seals,
// seals the seals of its record, and number the number of the record's message. Each seal that the
// box has published several times counts once.
func unwitnessed(published []publishedSeal, seals []audit.Seal, number int64) Unwitnessed {
	reason := NoOutcome
	for _, s := range seals {
		if s.First == 0 {
			continue
		}
		i := slices.IndexFunc(published, func(p publishedSeal) bool { return p.Seal.Seal == s.Seal })
		switch {
		case i < 0:
			return NoSeal
		case published[i].Seq >= s.First:
			return SealLate
		case published[i].late || published[i].number >= number:
			return SealAfter
		}
		reason = ""
	}
	return reason
}

// addLateSeal corrects the reason why the match of a seal is not witnessed, if the seal arrived after
// the record.
func (t *tx) addLateSeal(h sender, match string, v audit.Verdict) {
	key := matchKey{match, h.Box}
	reason := unwitnessed(t.publishedSeals(key)[key], v.Seals, h.number)
	t.do(`UPDATE records SET unwitnessed = $3, rev = $4 WHERE matchid = $1 AND box = $2 AND witnessed = 0`,
		match, h.Box, string(reason), t.next("results"))
}
