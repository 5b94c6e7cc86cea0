package ledger

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"tabletop/companion/club/wire"
)

// proofs returns the codes in a record that prove players of a box, by name. The id of a player is
// computed from the box and the code, so no other box has a code for it. The result is nil if there
// is none.
func proofs(box string, rec wire.Record) map[string]string {
	var codes map[string]string
	for name, code := range rec.Codes {
		if id := rec.Players[name]; id == "" || id != wire.PlayerID(box, code) {
			continue
		}
		if codes == nil {
			codes = map[string]string{}
		}
		codes[name] = code
	}
	return codes
}

// prove stores which players belong to which boxes, as proven by the codes of records. Of several
// proofs of a player the first one counts. Codes are checked by proofs and are not stored.
func (t *tx) prove(records []CheckedRecord) {
	var values []any
	proven := map[string]bool{}
	for _, r := range records {
		for _, name := range slices.Sorted(maps.Keys(r.Record.Codes)) {
			if player := r.Record.Players[name]; !proven[player] {
				proven[player] = true
				values = append(values, player, r.Box, name, 1)
			}
		}
	}
	for some := range slices.Chunk(values, 4*mostRows) {
		t.do(`
			INSERT INTO aliases (player, box, name, proven) VALUES `+rowsOf(len(some)/4, 4)+`
			ON CONFLICT (player) DO UPDATE SET box = excluded.box, name = excluded.name, proven = 1 WHERE aliases.proven = 0`, some...)
	}
}

// provesMore reports whether a record proves players who are neither proven nor erased.
func (t *tx) provesMore(box string, rec wire.Record) bool {
	for name := range proofs(box, rec) {
		var n int64
		t.find(`
			SELECT (SELECT count(*) FROM aliases WHERE player = $1 AND proven = 1) +
			       (SELECT count(*) FROM erased WHERE player = $1 AND box = $2)`, []any{rec.Players[name], box}, &n)
		if n == 0 {
			return true
		}
	}
	return false
}

// addCodes adds the codes of a record to the same record that waits for the enrolment of its box,
// if that one came without.
func (t *tx) addCodes(waiting item) {
	t.atMost(MostBytes-int64(len(waiting.body)), `
		SELECT coalesce(sum(octet_length(body)), 0) FROM aside WHERE box = $1 AND NOT (matchid = $2 AND sum = $3)`,
		waiting.sender.Box, waiting.match, waiting.sum)
	t.do(`UPDATE aside SET body = $4 WHERE matchid = $1 AND box = $2 AND sum = $3 AND octet_length(body) < $5`,
		waiting.match, waiting.sender.Box, waiting.sum, waiting.body, len(waiting.body))
}

// dropCodes removes the codes from all waiting records of a box.
func (t *tx) dropCodes(box string) {
	bodies := map[int64]string{}
	t.each(`SELECT id, body FROM aside WHERE box = $1 AND reason = $2`, []any{box, Unknown}, func(rows *sql.Rows) error {
		var id int64
		var body string
		if err := rows.Scan(&id, &body); err != nil {
			return err
		}
		row := map[string]any{"body": body}
		err := removeCodes(row)
		bodies[id] = row["body"].(string)
		return err
	})
	for _, id := range slices.Sorted(maps.Keys(bodies)) {
		t.do(`UPDATE aside SET body = $2 WHERE id = $1`, id, bodies[id])
	}
}

// withoutCodes returns a record without the codes of its players.
func withoutCodes(rec wire.Record) wire.Record {
	rec.Codes = nil
	return rec
}

// Alias is the owner of a player: the box, and the player's name there.
type Alias struct {
	Box, Name string
	Proven    bool // false if an earlier version linked the player to the first box that named it
}

// Aliases returns the owners of all players who are not erased, by player id. Players whom no box
// has proven are missing.
func (l *Ledger) Aliases(ctx context.Context) (owners map[string]Alias, err error) {
	err = l.read(ctx, "aliases", func(t *tx) {
		owners = map[string]Alias{}
		t.each(`SELECT player, box, name, proven FROM aliases`, nil, func(rows *sql.Rows) error {
			var player string
			var proven int64
			var a Alias
			err := rows.Scan(&player, &a.Box, &a.Name, &proven)
			a.Proven = proven > 0
			owners[player] = a
			return err
		})
	})
	return owners, err
}
