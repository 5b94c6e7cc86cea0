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

// Outcome is the result of passing a received record or seal to the ledger.
type Outcome string

// Outcomes of taking a message. The worker acknowledges the message to the box unless the outcome
// is Waiting: the ledger stores the message for good, or already has an equal or better one.
const (
	New          Outcome = "new"      // stored as the first record of its match, or as a new seal
	Extended     Outcome = "extended" // stored in place of an older record of its match
	Renamed      Outcome = "renamed"  // stored in place of a record with the same facts and other names
	Known        Outcome = "known"    // not stored, because it is stored already or shorter than the stored record
	InQuarantine Outcome = "aside"    // stored in quarantine
	Waiting      Outcome = "waiting"  // stored in quarantine until the box is enrolled
)

// Reasons for quarantine, in addition to the reasons of package audit.
const (
	Differs = "differs" // the box has published a contradicting record of the match
	Seal    = "seal"    // the box published a seal that the record should contain but does not
	Unknown = "unknown" // the box is not enrolled
	Revoked = "revoked" // the box is revoked
)

// CheckedRecord is a received record with the result of its check by package audit.
type CheckedRecord struct {
	From
	Record  wire.Record
	Verdict audit.Verdict
	Fault   *audit.Fault // fault of the record; nil if Verdict is valid
}

// MostID is the maximum length of a match id, in bytes.
const MostID = 64

// IsMatch reports whether id is a valid match id: at most MostID bytes of letters, digits, "-",
// "_", "." and ":".
func IsMatch(id string) bool {
	odd := func(r rune) bool {
		return notLetter(r) && (r < 'A' || r > 'Z') && !strings.ContainsRune("-_.:", r)
	}
	return id != "" && len(id) <= MostID && !strings.ContainsFunc(id, odd)
}

// matchState is the stored state of a match of one box: its record and its verdict.
type matchState struct {
	sum, lines string
	players    map[string]string
	verdict    audit.Verdict
}

// match returns the stored state of a match of a box. The box's row is locked, so no other
// transaction changes the match meanwhile. ok is false if the box has no record of the match.
func (t *tx) match(box, id string) (h matchState, ok bool) {
	var players, verdict string
	ok = t.find(`SELECT sum, lines, players, verdict FROM records WHERE matchid = $1 AND box = $2`, []any{id, box},
		&h.sum, &h.lines, &players, &verdict)
	if !ok {
		return h, false
	}
	err := errors.Join(json.Unmarshal([]byte(players), &h.players), json.Unmarshal([]byte(verdict), &h.verdict))
	if err != nil {
		t.fail(err)
	}
	return h, true
}

// HasRecord reports whether exactly this record of a box is in quarantine for good, or is stored and
// proves no further player by its codes. Such a record needs no check.
func (l *Ledger) HasRecord(ctx context.Context, box string, rec wire.Record) (known bool, err error) {
	sum := rec.Sum()
	err = l.read(ctx, "match "+rec.Match, func(t *tx) {
		var stored, quarantined int64
		t.find(`
			SELECT (SELECT count(*) FROM records WHERE matchid = $1 AND sum = $2 AND box = $3),
			       (SELECT count(*) FROM aside WHERE matchid = $1 AND sum = $2 AND box = $3 AND reason <> $4)`,
			[]any{rec.Match, sum, box, Unknown}, &stored, &quarantined)
		known = quarantined > 0 || stored > 0 && !t.provesMore(box, rec)
	})
	return known, err
}

// TakeRecord stores a checked record once and returns the outcome. It returns an [ErrMalformed] for
// an invalid match id, and an [ErrFull] if too many messages of the box are waiting.
func (l *Ledger) TakeRecord(ctx context.Context, r CheckedRecord) (taken Outcome, err error) {
	sum := r.Record.Sum()
	r.Record.Codes = proofs(r.Box, r.Record)
	err = l.write(ctx, "record of match "+plain(r.Record.Match), func(t *tx) {
		if !IsMatch(r.Record.Match) {
			t.fail(ErrMalformed)
		}
		taken = t.takeRecord(t.register(r.From), r, sum)
	})
	return taken, err
}

// takeRecord puts a checked record into quarantine or passes it to takeChecked. sum is the hash of
// the record as received.
func (t *tx) takeRecord(h sender, r CheckedRecord, sum string) Outcome {
	var reason string
	at, number := t.now, h.number
	before := t.find(`SELECT reason, heard, told FROM aside WHERE matchid = $1 AND box = $2 AND sum = $3`,
		[]any{r.Record.Match, h.Box, sum}, &reason, &at, &number)
	erased := t.erasedPlayers(`box = $1`, h.Box)[h.Box]
	h.number = number
	put := item{sender: h, match: r.Record.Match, sum: sum, received: at}
	rec, names := maskRecord(r.Record, erased)
	put.body = marshal(withoutCodes(rec))
	switch {
	case before && (reason != Unknown || h.revoked):
		return InQuarantine
	case h.revoked:
		return t.quarantine(put, Revoked, "")
	case !h.member: // the codes wait with the record
		put.body = marshal(rec)
		if before {
			t.addCodes(put)
			return Waiting
		}
		return t.quarantine(put, Unknown, "")
	case before: // the record was waiting; it keeps the time and the number of its first reception
		t.do(`DELETE FROM aside WHERE matchid = $1 AND box = $2 AND sum = $3`, r.Record.Match, h.Box, sum)
	}
	switch {
	case r.Fault != nil && names != nil: // the text of the fault may quote an erased name
		return t.quarantine(put, string(r.Fault.Reason), "")
	case r.Fault != nil:
		return t.quarantine(put, string(r.Fault.Reason), plain(r.Fault.Err.Error()))
	}
	if names != nil {
		r.Record, r.Verdict = rec, maskVerdict(r.Verdict, names, erased)
	}
	return t.takeChecked(put, r, at)
}

// takeChecked stores a faultless record of a member, or puts the record into quarantine. at is the
// time of reception, in ms since 1970.
func (t *tx) takeChecked(put item, r CheckedRecord, at int64) Outcome {
	if detail, ok := t.otherSeal(put.sender.Box, r); ok {
		return t.quarantine(put, Seal, detail)
	}
	old, known := t.match(put.sender.Box, put.match)
	if !known {
		t.prove(put.sender.Box, r.Record)
		t.insert(put, r, at)
		return New
	}
	relation := audit.Compare(old.lines, r.Verdict.Lines)
	if old.lines == "" || r.Verdict.Lines == "" { // names could not be removed from one of the records
		relation = audit.Less
	}
	if relation == audit.Other {
		return t.quarantine(put, Differs, "")
	}
	t.prove(put.sender.Box, r.Record)
	switch {
	case relation == audit.More:
		t.replace(put, r)
		return Extended
	case relation == audit.Same && old.sum != put.sum && len(r.Record.Players) >= len(old.players):
		t.replace(put, r)
		return Renamed
	}
	return Known
}

// insert stores the first record of a match that a box has published. at is the time of reception,
// in ms since 1970.
func (t *tx) insert(put item, r CheckedRecord, at int64) {
	t.do(`
		INSERT INTO records (matchid, box, sum, facts, lines, players, heard, told, verdict, witnessed, unwitnessed, rev)
		VALUES ($1, $2, '', 0, '', '{}', $3, $4, '{}', 0, '', 0)`, put.match, put.sender.Box, at, put.sender.number)
	t.replace(put, r)
}

// replace stores a record in place of the box's stored record of the match.
func (t *tx) replace(put item, r CheckedRecord) {
	v := r.Verdict
	seats := v.Seats
	v.Seats, v.Lines = nil, ""
	reason := t.unwitnessed(put.sender.Box, put.match, v.Seals, put.sender.number)
	t.do(`DELETE FROM results WHERE matchid = $1 AND box = $2`, put.match, put.sender.Box)
	var values []any
	for i, s := range seats {
		values = append(values, put.match, put.sender.Box, i+1, s.Player, s.Name, s.Score, s.Rank, asInt(s.Won))
	}
	t.do(`INSERT INTO results (matchid, box, seat, player, name, score, rank, won) VALUES `+rowsOf(len(seats), 8), values...)
	t.do(`
		UPDATE records SET sum = $3, facts = $4, lines = $5, players = $6, verdict = $7, witnessed = $8, unwitnessed = $9, rev = $10
		WHERE matchid = $1 AND box = $2`, put.match, put.sender.Box, put.sum, v.Facts, r.Verdict.Lines, marshal(r.Record.Players), marshal(v),
		asInt(reason == ""), string(reason), t.next("results"))
}

// maskVerdict returns a verdict with the names of erased players replaced. names maps names to
// replacements. If names cannot be removed from the lines, the verdict has no lines.
func maskVerdict(v audit.Verdict, names map[string]string, erased map[string]bool) audit.Verdict {
	v.Seats = slices.Clone(v.Seats)
	for i, s := range v.Seats {
		if other, ok := names[s.Name]; ok {
			v.Seats[i].Name = other
		}
		if erased[s.Player] {
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
