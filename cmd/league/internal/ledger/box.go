package ledger

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
	"unicode"

	"tabletop/companion/club/wire"
)

// Limits for boxes that are not enrolled. The ledger refuses a message beyond MostWaiting or
// MostBytes with ErrFull.
const (
	MostUnknown = 1000    // maximum number of stored boxes that were never enrolled
	MostWaiting = 256     // maximum number of waiting records per box, of waiting seals per box, and of quarantined messages per revoked box
	MostBytes   = 1 << 20 // maximum size of all waiting or quarantined messages per box, in bytes
)

// From is the sender of a message: a box, with its public key in base64.
type From struct{ Box, Key string }

// Box is a box known to the league. Times are in ms since 1970; 0 means never.
type Box struct {
	ID, Key, Name, Version string
	Network                string // network of the last login; "" if the box came by another broker
	Online                 bool
	Since, Seen            int64 // first and last message or login; Since is 0 for boxes from before schema 2
	Enrolled, Revoked      int64
}

// Member reports whether the league accepts messages of the box: it is enrolled and not revoked.
func (b Box) Member() bool { return b.Enrolled > 0 && b.Revoked == 0 }

// sender is the box that sent the present message. Its row in the database is locked.
type sender struct {
	From
	number  int64 // number of the message among the messages of the box, from 1
	member  bool
	revoked bool
}

// insertBoxes begins an SQL statement that adds boxes, and insertBox one that adds a single box.
const (
	insertBoxes = `INSERT INTO boxes (id, key, name, version, network, online, revoked, announced, login, seen, since, told, enrolled) VALUES `
	insertBox   = insertBoxes + `($1, $2, '', '', '', 0, 0, 0, 0, `
)

// register locks the row of a box in the database and gives the box's message its number. It adds
// an unknown box.
func (t *tx) register(from From) sender { return t.registerAll([]From{from})[0] }

// registerAll locks the rows of all boxes that sent messages, and numbers the messages of each box in
// their order. It adds unknown boxes. It locks the rows in the order of their ids, so that
// transactions with several boxes wait for one another without a deadlock.
func (t *tx) registerAll(messages []From) []sender {
	counts, keys := map[string]int64{}, map[string]string{}
	for _, m := range messages {
		counts[m.Box]++
		keys[m.Box] = m.Key
	}
	ids := slices.Sorted(maps.Keys(counts))
	var values []any
	for _, id := range ids {
		values = append(values, id, keys[id], "", "", "", 0, 0, 0, 0, t.now, t.now, counts[id], 0)
	}
	boxes, newcomers := map[string]sender{}, 0
	t.each(insertBoxes+rowsOf(len(ids), 13)+`
		ON CONFLICT (id) DO UPDATE SET key = excluded.key, seen = excluded.seen, told = boxes.told + excluded.told,
			since = CASE WHEN boxes.seen = 0 THEN excluded.since ELSE boxes.since END
		RETURNING id, told, enrolled, revoked`, values, func(rows *sql.Rows) error {
		var id string
		var last, enrolled, revoked int64
		err := rows.Scan(&id, &last, &enrolled, &revoked)
		h := sender{number: last - counts[id], member: enrolled > 0 && revoked == 0, revoked: revoked > 0}
		if h.number == 0 && !h.member {
			newcomers++
		}
		boxes[id] = h
		return err
	})
	for range newcomers {
		t.makeRoom(ids)
	}
	all := make([]sender, len(messages))
	for i, m := range messages {
		h := boxes[m.Box]
		h.number++
		boxes[m.Box] = h
		h.From = m
		all[i] = h
	}
	return all
}

// atMost fails with ErrFull if the SQL query count returns more than limit.
func (t *tx) atMost(limit int64, count string, args ...any) {
	var n int64
	if t.find(count, args, &n); n > limit {
		t.fail(ErrFull)
	}
}

// Online stores a box's announcement that it is online or offline. It reports whether the box is a
// member.
func (l *Ledger) Online(ctx context.Context, from From, o wire.Online) (member bool, err error) {
	err = l.write(ctx, "box "+from.Box, func(t *tx) {
		member = t.register(from).member
		t.do(`UPDATE boxes SET online = $2, name = $3, version = $4 WHERE id = $1`,
			from.Box, asInt(o.Online), plain(o.Name), plain(o.Version))
	})
	return member && err == nil, err
}

// plain returns a text from a box in a form safe for display: one line of at most 64 letters,
// without control characters.
func plain(text string) string {
	letters := []rune(strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text), ""))
	return string(letters[:min(len(letters), 64)])
}

// Enrol admits a box to the league. The box may have been revoked, or may have published nothing
// yet. Messages that it sent before are waiting; see [Ledger.WaitingRecords].
func (l *Ledger) Enrol(ctx context.Context, box string) error {
	return l.write(ctx, "enrol box "+box, func(t *tx) {
		if !wire.IsID(box) {
			t.fail(ErrMalformed)
		}
		t.do(insertBox+`0, 0, 0, $3)
			ON CONFLICT (id) DO UPDATE SET enrolled = excluded.enrolled, revoked = 0`, box, "", t.now)
	})
}

// Revoke makes the league refuse messages of a box. Records of the box that are waiting lose the
// codes of their players. It returns an [ErrNotFound] for an unknown box.
func (l *Ledger) Revoke(ctx context.Context, box string) error {
	return l.write(ctx, "revoke box "+box, func(t *tx) {
		if t.do(`UPDATE boxes SET revoked = $2 WHERE id = $1`, box, t.now) == 0 {
			t.fail(ErrNotFound)
		}
		t.dropCodes(box)
	})
}

const boxColumns = `id, key, name, version, network, online, since, seen, enrolled, revoked`

// Boxes returns all known boxes, ordered by id.
func (l *Ledger) Boxes(ctx context.Context) ([]Box, error) {
	return l.boxes(ctx, `SELECT `+boxColumns+` FROM boxes ORDER BY id`)
}

// UnpublishedEnrolments returns the boxes whose latest enrolment or revocation has not been
// published.
func (l *Ledger) UnpublishedEnrolments(ctx context.Context) ([]Box, error) {
	return l.boxes(ctx, `SELECT `+boxColumns+` FROM boxes WHERE announced <> enrolled + revoked ORDER BY id`)
}

// SetEnrolmentPublished notes that the enrolment or revocation in b has been published.
func (l *Ledger) SetEnrolmentPublished(ctx context.Context, b Box) error {
	return l.write(ctx, "announce box "+b.ID, func(t *tx) {
		t.do(`UPDATE boxes SET announced = $2 WHERE id = $1`, b.ID, b.Enrolled+b.Revoked)
	})
}

func (l *Ledger) boxes(ctx context.Context, query string) (all []Box, err error) {
	err = l.read(ctx, "boxes", func(t *tx) {
		t.each(query, nil, func(rows *sql.Rows) error {
			var b Box
			var online int64
			err := rows.Scan(&b.ID, &b.Key, &b.Name, &b.Version, &b.Network, &online, &b.Since, &b.Seen, &b.Enrolled, &b.Revoked)
			b.Online = online > 0
			all = append(all, b)
			return err
		})
	})
	return all, err
}
