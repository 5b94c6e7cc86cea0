package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"tabletop/cmd/league/internal/audit"
	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
)

// Taken is what became of what a box has told.
type Taken string

// What becomes of it. All but Waiting is to be acknowledged: it is held for good, or what
// is held is as good.
const (
	New      Taken = "new"
	Extended Taken = "extended" // it took the place of an older record of its match
	Renamed  Taken = "renamed"  // the same facts, by other names
	Known    Taken = "known"    // it was held already, or goes less far than what is
	Aside    Taken = "aside"    // it is kept aside
	Waiting  Taken = "waiting"  // likewise, until the box is enrolled
)

// Reasons why something is kept aside, beside those of package audit.
const (
	Differs = "differs" // another record of that match is held
	Moved   = "moved"   // another box goes on with a match that is held of one
	Seal    = "seal"    // another seal was told
	Unknown = "unknown" // the box isn't enrolled
	Revoked = "revoked" // the box was revoked
)

// Told is a record and what package audit has found.
type Told struct {
	From
	Record  wire.Record
	Verdict audit.Verdict
	Fault   *audit.Fault // nil: the verdict counts
}

// MostID is how long the id of a match may be, in bytes.
const MostID = 64

// IsMatch reports whether a text may be the id of a match: letters, digits, "-", "_", "."
// and ":".
func IsMatch(id string) bool {
	odd := func(r rune) bool {
		return notLetter(r) && (r < 'A' || r > 'Z') && !strings.ContainsRune("-_.:", r)
	}
	return id != "" && len(id) <= MostID && !strings.ContainsFunc(id, odd)
}

// held is what is known of a match.
type held struct {
	box, sum, lines string
	facts           int
	players         map[string]string
	verdict         audit.Verdict
}

// held finds a match and locks it.
func (t *tx) held(id string) (h held, ok bool) {
	var players, verdict string
	ok = t.find(`SELECT box, sum, lines, facts, players, verdict FROM records WHERE matchid = $1`+t.locked(), []any{id},
		&h.box, &h.sum, &h.lines, &h.facts, &players, &verdict)
	if !ok {
		return h, false
	}
	err := errors.Join(json.Unmarshal([]byte(players), &h.players), json.Unmarshal([]byte(verdict), &h.verdict))
	if err != nil {
		t.fail(err)
	}
	return h, true
}

// Knows reports whether that very record of a box is held, or kept aside for good, so that
// nobody has to look into it.
func (l *Ledger) Knows(ctx context.Context, box string, rec wire.Record) (known bool, err error) {
	sum := rec.Sum()
	err = l.read(ctx, "match "+rec.Match, func(t *tx) {
		var n int64
		t.find(`
			SELECT (SELECT count(*) FROM records WHERE matchid = $1 AND sum = $2) +
			       (SELECT count(*) FROM aside WHERE matchid = $1 AND sum = $2 AND box = $3 AND reason <> $4)`,
			[]any{rec.Match, sum, box, Unknown}, &n)
		known = n > 0
	})
	return known, err
}

// TakeRecord takes a record that was told, once, and says what became of it. The error is
// an [ErrBad] if its match can have no such id, and an [ErrFull] if too much waits.
func (l *Ledger) TakeRecord(ctx context.Context, r Told) (taken Taken, err error) {
	sum := r.Record.Sum()
	err = l.write(ctx, "record of match "+plain(r.Record.Match), func(t *tx) {
		if !IsMatch(r.Record.Match) {
			t.fail(ErrBad)
		}
		taken = t.takeRecord(t.hear(r.From), r, sum)
	})
	return taken, err
}

func (t *tx) takeRecord(h heard, r Told, sum string) Taken {
	var reason string
	at, told := t.now, h.told
	before := t.find(`SELECT reason, heard, told FROM aside WHERE matchid = $1 AND box = $2 AND sum = $3`,
		[]any{r.Record.Match, h.Box, sum}, &reason, &at, &told)
	gone := t.gone(`box = $1`, h.Box)[h.Box]
	switch {
	case before && (reason != Unknown || h.revoked):
		return Aside
	case before && !h.member:
		return Waiting
	case before: // it was waiting, and is taken as if now told then
		t.do(`DELETE FROM aside WHERE matchid = $1 AND box = $2 AND sum = $3`, r.Record.Match, h.Box, sum)
	}
	h.told = told
	put := aside{h: h, match: r.Record.Match, sum: sum, heard: at}
	rec, names := struck(r.Record, gone)
	put.body = marshal(rec)
	switch {
	case h.revoked:
		return t.putAside(put, Revoked, "")
	case !h.member:
		return t.putAside(put, Unknown, "")
	case r.Fault != nil && names != nil: // its error may quote one
		return t.putAside(put, string(r.Fault.Reason), "")
	case r.Fault != nil:
		return t.putAside(put, string(r.Fault.Reason), plain(r.Fault.Err.Error()))
	}
	if names != nil {
		r.Record, r.Verdict = rec, renamed(r.Verdict, names, gone)
	}
	return t.takeChecked(put, r, at)
}

// takeChecked takes a record that contradicts nothing in itself.
func (t *tx) takeChecked(put aside, r Told, at int64) Taken {
	if detail, ok := t.otherSeal(put.h.Box, r); ok {
		return t.putAside(put, Seal, detail)
	}
	old, known := t.held(put.match)
	if !known && t.insert(put, r, at) {
		return New
	}
	if !known { // another box was faster
		old, _ = t.held(put.match)
	}
	relation := audit.Compare(old.lines, r.Verdict.Lines)
	if old.lines == "" || r.Verdict.Lines == "" { // names couldn't be struck
		relation = audit.Less
	}
	switch {
	case relation == audit.Other:
		return t.putAside(put, Differs, "")
	case relation == audit.More && old.box != put.h.Box:
		return t.putAside(put, Moved, "")
	case relation == audit.More:
		t.replace(put, r)
		return Extended
	case relation == audit.Same && old.box == put.h.Box && old.sum != put.sum && len(r.Record.Players) >= len(old.players):
		t.replace(put, r)
		return Renamed
	}
	return Known
}

// insert keeps a match that wasn't held, and reports false if it is by now.
func (t *tx) insert(put aside, r Told, at int64) bool {
	n := t.do(`
		INSERT INTO records (matchid, box, sum, facts, lines, players, heard, told, verdict, witnessed, rev)
		VALUES ($1, $2, '', 0, '', '{}', $3, $4, '{}', 0, 0) ON CONFLICT DO NOTHING`, put.match, put.h.Box, at, put.h.told)
	if n > 0 {
		t.replace(put, r)
	}
	return n > 0
}

// replace puts a record in the place of what is held of its match.
func (t *tx) replace(put aside, r Told) {
	v := r.Verdict
	seats := v.Seats
	v.Seats, v.Lines = nil, ""
	witnessed := t.witnessed(put, v.Seals)
	t.do(`DELETE FROM results WHERE matchid = $1`, put.match)
	var values []any
	for i, s := range seats {
		values = append(values, put.match, i+1, s.Player, s.Name, s.Score, s.Rank, number(s.Won))
	}
	t.do(`INSERT INTO results (matchid, seat, player, name, score, rank, won) VALUES `+rowsOf(len(seats), 7), values...)
	for name, id := range r.Record.Players {
		t.do(`INSERT INTO aliases (player, box, name) VALUES ($1, $2, $3) ON CONFLICT (player) DO NOTHING`, id, put.h.Box, name)
	}
	t.do(`
		UPDATE records SET box = $2, sum = $3, facts = $4, lines = $5, players = $6, verdict = $7, witnessed = $8, rev = $9
		WHERE matchid = $1`, put.match, put.h.Box, put.sum, v.Facts, r.Verdict.Lines, marshal(r.Record.Players), marshal(v),
		number(witnessed), t.next("results"))
}

// renamed is a verdict in which some sit under other names. Lines in which they can't be
// struck are left out.
func renamed(v audit.Verdict, names map[string]string, gone map[string]bool) audit.Verdict {
	v.Seats = slices.Clone(v.Seats)
	for i, s := range v.Seats {
		if other, ok := names[s.Name]; ok {
			v.Seats[i].Name = other
		}
		if gone[s.Player] {
			v.Seats[i].Player = ""
		}
	}
	lines, err := mask.Lines(v.Lines, names)
	if err != nil {
		lines = ""
	}
	v.Lines = lines
	return v
}
