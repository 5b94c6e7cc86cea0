package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
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

// matchKey identifies the record of a match by one box.
type matchKey struct{ match, box string }

// keyArgs returns the keys as values of SQL placeholders, two for each key.
func keyArgs(keys []matchKey) []any {
	var args []any
	for _, k := range keys {
		args = append(args, k.match, k.box)
	}
	return args
}

// matchState is the stored state of a match of one box: its record and its verdict.
type matchState struct {
	sum, lines string
	players    map[string]string
	verdict    audit.Verdict
}

// matchStates returns the stored states of matches, without the matches that have no record. The
// rows of the boxes are locked, so no other transaction changes the matches meanwhile.
func (t *tx) matchStates(keys ...matchKey) map[matchKey]matchState {
	all := map[matchKey]matchState{}
	t.each(`SELECT matchid, box, sum, lines, players, verdict FROM records WHERE (matchid, box) IN (VALUES `+rowsOf(len(keys), 2)+`)`,
		keyArgs(keys), func(rows *sql.Rows) error {
			var key matchKey
			var m matchState
			var players, verdict string
			if err := rows.Scan(&key.match, &key.box, &m.sum, &m.lines, &players, &verdict); err != nil {
				return err
			}
			err := errors.Join(json.Unmarshal([]byte(players), &m.players), json.Unmarshal([]byte(verdict), &m.verdict))
			all[key] = m
			return err
		})
	return all
}

// HasRecord reports whether exactly this record of a box is in quarantine for good, or is stored and
// proves no further player by its codes. Such a record needs no check.
func (l *Ledger) HasRecord(ctx context.Context, box string, rec wire.Record) (known bool, err error) {
	operation := "match " + plain(rec.Match)
	var stored, quarantined int64
	err = l.reader.QueryRowContext(ctx, `
		SELECT (SELECT count(*) FROM records WHERE matchid = $1 AND sum = $2 AND box = $3),
		       (SELECT count(*) FROM aside WHERE matchid = $1 AND sum = $2 AND box = $3 AND reason <> $4)`,
		rec.Match, rec.Sum(), box, Unknown).Scan(&stored, &quarantined) // without a transaction: most records are new
	if err != nil || stored == 0 {
		return quarantined > 0, wrap(operation, err)
	}
	err = l.read(ctx, operation, func(t *tx) { known = quarantined > 0 || !t.provesMore(box, rec) })
	return known, err
}

// MostRecords is the maximum number of records that TakeRecords takes at once.
const MostRecords = 64

// TakeRecords stores up to MostRecords checked records once, in one transaction, and returns the
// outcome of each. If it returns an error, none is stored. It returns an [ErrMalformed] for an
// invalid match id or too many records, and an [ErrFull] if too many messages of a box are waiting:
// the caller may then take the records one by one.
func (l *Ledger) TakeRecords(ctx context.Context, records []CheckedRecord) (taken []Outcome, err error) {
	all := make([]arrival, len(records))
	for i, r := range records {
		all[i] = arrival{r, item{match: r.Record.Match, sum: r.Record.Sum()}}
		all[i].Record.Codes = proofs(r.Box, r.Record)
	}
	malformed := func(a arrival) bool { return !IsMatch(a.match) }
	if len(all) == 0 || len(all) > MostRecords || slices.ContainsFunc(all, malformed) {
		return nil, wrap("records", ErrMalformed)
	}
	operation := fmt.Sprintf("%d records, the first of match %s", len(all), all[0].match)
	if err := l.write(ctx, operation, func(t *tx) { taken = t.takeRecords(all) }); err != nil {
		return nil, err
	}
	return taken, nil
}

// arrival is a received record.
type arrival struct {
	CheckedRecord
	item // the record as it goes into quarantine; sum is the hash of the record as received
}

// takeRecords takes records in their order. It takes a record after an earlier one of the same match
// has been written, because the outcome depends on the stored record.
func (t *tx) takeRecords(all []arrival) (taken []Outcome) {
	t.planEach()
	var from []From
	for _, a := range all {
		from = append(from, a.From)
	}
	for i, h := range t.registerAll(from) {
		all[i].sender, all[i].received = h, t.now
	}
	if distinct(all) < len(all) { // after the first records have drawn revs, a later one may go into quarantine
		t.draw("aside", 0) // locks this counter before that of the revs, like all transactions
	}
	for len(all) > 0 && t.err == nil {
		n := distinct(all)
		taken = append(taken, t.takeBatch(all[:n])...)
		all = all[n:]
	}
	return taken
}

// distinct returns the number of records before the first one whose match and box repeat.
func distinct(all []arrival) int {
	seen := map[matchKey]bool{}
	for n, a := range all {
		if key := a.key(); seen[key] {
			return n
		}
		seen[a.key()] = true
	}
	return len(all)
}

// key returns the key of the record.
func (a arrival) key() matchKey { return matchKey{a.match, a.Box} }

// batch holds the stored rows that decide the outcomes of some records of different matches, and
// the changes that the records make.
type batch struct {
	*tx
	quarantined map[string]quarantinedRow // by the sum of the record and the box
	erased      map[string]map[string]bool
	seals       map[matchKey][]publishedSeal
	stored      map[matchKey]matchState
	proven      []CheckedRecord // records whose codes prove players
	changes     []arrival       // records to store
}

// quarantinedRow is the row of a record that is in quarantine already.
type quarantinedRow struct {
	reason   string
	received int64
	number   int64 // number of its first message
}

// takeBatch takes records of different matches. It reads the stored rows of all of them, decides
// their outcomes, and then writes all changes.
func (t *tx) takeBatch(all []arrival) []Outcome {
	b := &batch{tx: t}
	b.read(all)
	taken := make([]Outcome, len(all))
	for i, a := range all {
		taken[i] = b.take(a)
	}
	t.prove(b.proven)
	b.write()
	return taken
}

// read reads the stored rows of the records' matches.
func (b *batch) read(all []arrival) {
	var keys []matchKey
	var sums, boxes []any
	for _, a := range all {
		keys = append(keys, a.key())
		sums = append(sums, a.match, a.Box, a.sum)
		boxes = append(boxes, a.Box)
	}
	b.quarantined = map[string]quarantinedRow{}
	b.each(`SELECT box, sum, reason, heard, told FROM aside WHERE (matchid, box, sum) IN (VALUES `+rowsOf(len(all), 3)+`)`, sums,
		func(rows *sql.Rows) error {
			var box, sum string
			var q quarantinedRow
			err := rows.Scan(&box, &sum, &q.reason, &q.received, &q.number)
			b.quarantined[sum+box] = q
			return err
		})
	b.erased = b.erasedPlayers(`box IN `+rowsOf(1, len(boxes)), boxes...)
	b.seals = b.publishedSeals(keys...)
	b.stored = b.matchStates(keys...)
}

// take puts a checked record into quarantine or passes it to takeChecked.
func (b *batch) take(a arrival) Outcome {
	old, before := b.quarantined[a.sum+a.Box]
	if before { // the record keeps the time and the number of its first reception
		a.received, a.sender.number = old.received, old.number
	}
	erased := b.erased[a.Box]
	rec, names := maskRecord(a.Record, erased)
	switch {
	case before && (old.reason != Unknown || a.sender.revoked):
		return InQuarantine
	case a.sender.revoked:
		return b.quarantineAs(a, rec, Revoked, "")
	case !a.sender.member: // the codes wait with the record
		a.body = marshal(rec)
		if before {
			b.addCodes(a.item)
			return Waiting
		}
		return b.quarantine(a.item, Unknown, "")
	case before: // the record was waiting
		b.do(`DELETE FROM aside WHERE matchid = $1 AND box = $2 AND sum = $3`, a.match, a.Box, a.sum)
	}
	switch {
	case a.Fault != nil && names != nil: // the text of the fault may quote an erased name
		return b.quarantineAs(a, rec, string(a.Fault.Reason), "")
	case a.Fault != nil:
		return b.quarantineAs(a, rec, string(a.Fault.Reason), plain(a.Fault.Err.Error()))
	}
	if names != nil {
		a.Record, a.Verdict = rec, maskVerdict(a.Verdict, names, erased)
	}
	return b.takeChecked(a)
}

// quarantineAs puts a record into quarantine, without the codes of its players.
func (b *batch) quarantineAs(a arrival, rec wire.Record, reason, detail string) Outcome {
	a.body = marshal(withoutCodes(rec))
	return b.quarantine(a.item, reason, detail)
}

// takeChecked stores a faultless record of a member, or puts the record into quarantine.
func (b *batch) takeChecked(a arrival) Outcome {
	if detail, ok := otherSeal(b.seals[a.key()], a.Verdict); ok {
		return b.quarantineAs(a, a.Record, Seal, detail)
	}
	old, known := b.stored[a.key()]
	relation := audit.More
	if known {
		relation = audit.Compare(old.lines, a.Verdict.Lines)
	}
	if known && (old.lines == "" || a.Verdict.Lines == "") { // names could not be removed from one of the records
		relation = audit.Less
	}
	if relation == audit.Other {
		return b.quarantineAs(a, a.Record, Differs, "")
	}
	b.proven = append(b.proven, a.CheckedRecord)
	outcome := Known
	switch {
	case !known:
		outcome = New
	case relation == audit.More:
		outcome = Extended
	case relation == audit.Same && old.sum != a.sum && len(a.Record.Players) >= len(old.players):
		outcome = Renamed
	}
	if outcome != Known {
		b.changes = append(b.changes, a)
	}
	return outcome
}

// write stores the changed records, in place of the stored records of their matches. It draws their
// revs last, because the counter stays locked until the commit.
func (b *batch) write() {
	if len(b.changes) == 0 {
		return
	}
	var keys []matchKey
	var seats []any
	for _, a := range b.changes {
		if _, known := b.stored[a.key()]; known {
			keys = append(keys, a.key())
		}
		for i, s := range a.Verdict.Seats {
			seats = append(seats, a.match, a.Box, i+1, s.Player, s.Name, s.Score, s.Rank, asInt(s.Won))
		}
	}
	if len(keys) > 0 {
		b.do(`DELETE FROM results WHERE (matchid, box) IN (VALUES `+rowsOf(len(keys), 2)+`)`, keyArgs(keys)...)
	}
	for some := range slices.Chunk(seats, 8*mostRows) {
		b.do(`INSERT INTO results (matchid, box, seat, player, name, score, rank, won) VALUES `+rowsOf(len(some)/8, 8), some...)
	}
	b.writeRecords()
}

// writeRecords stores the changed records without their seats. A record keeps the time and the number
// of the first version.
func (b *batch) writeRecords() {
	var values []any
	for _, a := range b.changes {
		v := a.Verdict
		v.Seats, v.Lines = nil, ""
		reason := unwitnessed(b.seals[a.key()], v.Seals, a.sender.number)
		values = append(values, a.match, a.Box, a.sum, v.Facts, a.Verdict.Lines, marshal(a.Record.Players), a.received, a.sender.number,
			marshal(v), asInt(reason == ""), string(reason), 0)
	}
	const columns = 12
	last := b.draw("results", len(b.changes))
	for i := range b.changes {
		values[i*columns+columns-1] = last - int64(len(b.changes)-1-i)
	}
	b.do(`
		INSERT INTO records (matchid, box, sum, facts, lines, players, heard, told, verdict, witnessed, unwitnessed, rev)
		VALUES `+rowsOf(len(b.changes), columns)+`
		ON CONFLICT (matchid, box) DO UPDATE SET sum = excluded.sum, facts = excluded.facts, lines = excluded.lines, players = excluded.players,
			verdict = excluded.verdict, witnessed = excluded.witnessed, unwitnessed = excluded.unwitnessed, rev = excluded.rev`, values...)
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
