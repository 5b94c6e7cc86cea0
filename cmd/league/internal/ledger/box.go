package ledger

import (
	"context"
	"database/sql"
	"strings"
	"unicode"

	"tabletop/companion/club/wire"
)

// Bounds of what is kept for boxes that aren't enrolled.
const (
	MostUnknown = 1000    // boxes that nobody has enrolled
	MostWaiting = 256     // records of one, and seals, and what is kept of a revoked one
	MostBytes   = 1 << 20 // that all those take of one
)

// From is who tells something: a box, and its public key in base64.
type From struct{ Box, Key string }

// Box is one that has told something. Times are in ms since 1970, 0: never.
type Box struct {
	ID, Key, Name, Version string
	Online                 bool
	Seen                   int64
	Enrolled, Revoked      int64
}

// Member reports whether what the box tells is taken.
func (b Box) Member() bool { return b.Enrolled > 0 && b.Revoked == 0 }

// heard is a box under its lock, and the number of what it tells now.
type heard struct {
	From
	told    int64
	member  bool
	revoked bool
}

// hear locks the row of a box and numbers what it tells.
func (t *tx) hear(from From) (h heard) {
	h.From = from
	var enrolled, revoked int64
	t.find(`
		INSERT INTO boxes (id, key, name, version, online, seen, told, enrolled, revoked, announced)
		VALUES ($1, $2, '', '', 0, $3, 1, 0, 0, 0)
		ON CONFLICT (id) DO UPDATE SET key = excluded.key, seen = excluded.seen, told = boxes.told + 1
		RETURNING told, enrolled, revoked`, []any{from.Box, from.Key, t.now}, &h.told, &enrolled, &revoked)
	h.member, h.revoked = enrolled > 0 && revoked == 0, revoked > 0
	if h.told == 1 && !h.member {
		t.makeRoom(from.Box)
	}
	return h
}

// makeRoom forgets the box that nobody has enrolled and that was silent longest, if there
// are too many with the one that has just come. What waited for it was never acknowledged.
func (t *tx) makeRoom(come string) {
	var unknown int64
	if t.find(`SELECT count(*) FROM boxes WHERE enrolled = 0`, nil, &unknown); unknown <= MostUnknown {
		return
	}
	var silent string
	t.find(`SELECT id FROM boxes WHERE enrolled = 0 AND id <> $1 ORDER BY seen, id LIMIT 1`, []any{come}, &silent)
	for _, table := range []string{"states", "seals", "aside", "erased"} {
		t.do(`DELETE FROM `+table+` WHERE box = $1`, silent)
	}
	t.do(`DELETE FROM boxes WHERE id = $1 AND enrolled = 0`, silent)
}

// atMost refuses what would be more than that.
func (t *tx) atMost(most int64, count string, args ...any) {
	var n int64
	if t.find(count, args, &n); n > most {
		t.fail(ErrFull)
	}
}

// Online takes over what a box says of itself.
func (l *Ledger) Online(ctx context.Context, from From, o wire.Online) (member bool, err error) {
	err = l.write(ctx, "box "+from.Box, func(t *tx) {
		member = t.hear(from).member
		t.do(`UPDATE boxes SET online = $2, name = $3, version = $4 WHERE id = $1`,
			from.Box, number(o.Online), plain(o.Name), plain(o.Version))
	})
	return member && err == nil, err
}

// plain is a text of a box that may be shown: one line, not too long.
func plain(text string) string {
	letters := []rune(strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text), ""))
	return string(letters[:min(len(letters), 64)])
}

// Enrol lets a box tell, also one that nobody has heard of yet, or that was revoked. What
// it has told before waits: see [Ledger.Waiting].
func (l *Ledger) Enrol(ctx context.Context, box string) error {
	return l.write(ctx, "enrol box "+box, func(t *tx) {
		if !wire.IsID(box) {
			t.fail(ErrBad)
		}
		t.do(`
			INSERT INTO boxes (id, key, name, version, online, seen, told, enrolled, revoked, announced)
			VALUES ($1, '', '', '', 0, 0, 0, $2, 0, 0)
			ON CONFLICT (id) DO UPDATE SET enrolled = excluded.enrolled, revoked = 0`, box, t.now)
	})
}

// Revoke takes nothing more of a box. The error is an [ErrNone] for one that isn't there.
func (l *Ledger) Revoke(ctx context.Context, box string) error {
	return l.write(ctx, "revoke box "+box, func(t *tx) {
		if t.do(`UPDATE boxes SET revoked = $2 WHERE id = $1`, box, t.now) == 0 {
			t.fail(ErrNone)
		}
	})
}

const boxColumns = `id, key, name, version, online, seen, enrolled, revoked`

// Boxes returns all boxes, by id.
func (l *Ledger) Boxes(ctx context.Context) ([]Box, error) {
	return l.boxes(ctx, `SELECT `+boxColumns+` FROM boxes ORDER BY id`)
}

// Unannounced returns boxes that were enrolled or revoked, and the broker wasn't told.
func (l *Ledger) Unannounced(ctx context.Context) ([]Box, error) {
	return l.boxes(ctx, `SELECT `+boxColumns+` FROM boxes WHERE announced <> enrolled + revoked ORDER BY id`)
}

// Announced says that the broker was told of a box as it was then.
func (l *Ledger) Announced(ctx context.Context, b Box) error {
	return l.write(ctx, "announce box "+b.ID, func(t *tx) {
		t.do(`UPDATE boxes SET announced = $2 WHERE id = $1`, b.ID, b.Enrolled+b.Revoked)
	})
}

func (l *Ledger) boxes(ctx context.Context, query string) (all []Box, err error) {
	err = l.read(ctx, "boxes", func(t *tx) {
		t.each(query, nil, func(rows *sql.Rows) error {
			var b Box
			var online int64
			err := rows.Scan(&b.ID, &b.Key, &b.Name, &b.Version, &online, &b.Seen, &b.Enrolled, &b.Revoked)
			b.Online = online > 0
			all = append(all, b)
			return err
		})
	})
	return all, err
}
