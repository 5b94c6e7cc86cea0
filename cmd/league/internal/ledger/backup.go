package ledger

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"

	"tabletop/companion/club/wire"
)

// tables maps the name of each table to the order of its rows in a backup.
var tables = map[string]string{
	"boxes": "id", "states": "box", "seals": "matchid, box, seal", "records": "matchid, box", "results": "matchid, box, seat",
	"aside": "id", "aliases": "player", "erased": "player, box", "deeds": "seq", "accounts": "made, token",
	"settings": "name", "counters": "name",
}

// head is the first line of a backup.
type head struct {
	League int64 `json:"league"` // version of the schema
}

// row is any line of a backup after the first: one row of a table.
type row struct {
	Table string         `json:"table"`
	Row   map[string]any `json:"row"`
}

// Backup writes a consistent snapshot of all tables to the given writer, as JSON Lines. It omits the
// codes of players in waiting records.
func (l *Ledger) Backup(ctx context.Context, to io.Writer) error {
	out := bufio.NewWriter(to)
	enc := json.NewEncoder(out)
	return l.read(ctx, "backup", func(t *tx) {
		var version int64
		t.find(`SELECT max(version_id) FROM goose_db_version WHERE is_applied`, nil, &version)
		if t.err == nil {
			t.err = enc.Encode(head{version})
		}
		for _, table := range slices.Sorted(maps.Keys(tables)) {
			t.each(`SELECT * FROM `+table+` ORDER BY `+tables[table], nil, func(rows *sql.Rows) error {
				r, err := rowOf(table, rows)
				if table == "aside" && err == nil {
					err = removeCodes(r.Row)
				}
				return errors.Join(err, enc.Encode(r))
			})
		}
		if err := out.Flush(); err != nil {
			t.fail(err)
		}
	})
}

// rowOf reads a row of a table with any columns.
func rowOf(table string, rows *sql.Rows) (row, error) {
	names, err := rows.Columns()
	if err != nil {
		return row{}, err
	}
	values := make([]any, len(names))
	into := make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	if err := rows.Scan(into...); err != nil {
		return row{}, err
	}
	r := row{table, map[string]any{}}
	for i, name := range names {
		if text, ok := values[i].([]byte); ok {
			values[i] = string(text)
		}
		r.Row[name] = values[i]
	}
	return r, nil
}

// removeCodes removes the codes of players from a row of the table aside.
func removeCodes(row map[string]any) error {
	body, _ := row["body"].(string)
	var rec wire.Record
	if err := json.Unmarshal([]byte(body), &rec); err != nil {
		return err
	}
	if rec.Codes != nil {
		row["body"] = marshal(withoutCodes(rec))
	}
	return nil
}

// Errors of restoring.
var (
	ErrBackup   = errors.New("ledger: restore: not a backup of a league")
	ErrNotEmpty = errors.New("ledger: restore: the database isn't empty: restore into a new one")
)

// Restore reads a backup into an empty database and upgrades the database to this version. It
// returns an [ErrBackup] for other input, an [ErrNewer] for a backup of a newer version, and an
// [ErrNotEmpty] if the database is not empty.
func (l *Ledger) Restore(ctx context.Context, from io.Reader) error {
	dec := json.NewDecoder(bufio.NewReader(from))
	dec.UseNumber()
	var h head
	if err := dec.Decode(&h); err != nil || h.League < 1 {
		return ErrBackup
	}
	p, err := l.provider()
	if err != nil {
		return fmt.Errorf("ledger: restore: %w", err)
	}
	if sources := p.ListSources(); h.League > sources[len(sources)-1].Version {
		return ErrNewer
	}
	if err := l.reset(ctx, p, h.League); err != nil {
		return err
	}
	err = l.migrate(ctx, func(p *goose.Provider) error {
		_, err := p.UpTo(ctx, h.League)
		return err
	})
	if err == nil {
		err = l.transactOnce(ctx, dec)
	}
	if err != nil {
		return err
	}
	return l.Migrate(ctx)
}

// reset drops the tables of an empty database whose schema is newer than version, so that the schema
// of an older backup can be created. It returns an [ErrNotEmpty] if the database is not empty.
func (l *Ledger) reset(ctx context.Context, p *goose.Provider, version int64) error {
	now, err := p.GetDBVersion(ctx)
	if err != nil || now <= version {
		return wrap("restore", err)
	}
	return wrap("restore", l.transact(ctx, l.writer, nil, func(t *tx) {
		t.mustBeEmpty()
		for _, table := range append(slices.Sorted(maps.Keys(tables)), "goose_db_version") {
			t.do(`DROP TABLE ` + table)
		}
	}))
}

// mustBeEmpty fails with ErrNotEmpty if a table other than counters has rows.
func (t *tx) mustBeEmpty() {
	for table := range tables {
		var n int64
		t.find(`SELECT count(*) FROM `+table, nil, &n)
		if n > 0 && table != "counters" {
			t.fail(ErrNotEmpty)
		}
	}
}

// transactOnce inserts the rows of a backup in one transaction. It does not retry, because the
// input cannot be read twice.
func (l *Ledger) transactOnce(ctx context.Context, dec *json.Decoder) error {
	return wrap("restore", l.transact(ctx, l.writer, nil, func(t *tx) {
		t.mustBeEmpty()
		t.do(`DELETE FROM counters`)
		for t.err == nil {
			var r row
			err := dec.Decode(&r)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil || tables[r.Table] == "" {
				t.fail(errors.Join(ErrBackup, err))
			}
			t.put(r)
		}
	}))
}

// put inserts a row of a backup. It fails with ErrBackup for a malformed row.
func (t *tx) put(r row) {
	names := slices.Sorted(maps.Keys(r.Row))
	values := make([]any, len(names))
	for i, name := range names {
		if strings.ContainsFunc(name, func(c rune) bool { return c < 'a' || c > 'z' }) {
			t.fail(ErrBackup)
			return
		}
		switch v := r.Row[name].(type) {
		case string:
			values[i] = v
		case json.Number:
			n, err := v.Int64()
			if err != nil {
				t.fail(errors.Join(ErrBackup, err))
			}
			values[i] = n
		default:
			t.fail(ErrBackup)
		}
	}
	if len(names) == 0 {
		t.fail(ErrBackup)
	}
	t.do(`INSERT INTO `+r.Table+` (`+strings.Join(names, ", ")+`) VALUES `+rowsOf(1, len(names)), values...)
}
