package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
)

// maskWord is the word in the name of an unnamed player, before the number. Pages translate such
// names; see mask.Number.
const maskWord = "Игрок"

// maskedName returns the name that replaces an erased player's name at seat n, from 1.
func maskedName(n int) string { return fmt.Sprintf("%s %d", maskWord, n) }

// erasedPlayers returns the ids of the erased players of each box. where is an SQL condition.
func (t *tx) erasedPlayers(where string, args ...any) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	t.each(`SELECT box, player FROM erased WHERE `+where, args, func(rows *sql.Rows) error {
		var box, player string
		err := rows.Scan(&box, &player)
		if all[box] == nil {
			all[box] = map[string]bool{}
		}
		all[box][player] = true
		return err
	})
	return all
}

// maskRecord returns a record without the names of erased players, and a map from each removed name
// to its replacement. The map is nil if no player of the record is erased. If the names cannot be
// removed from the lines, the returned record has no lines.
func maskRecord(rec wire.Record, erased map[string]bool) (wire.Record, map[string]string) {
	players := map[string]string{}
	hidden := map[string]bool{}
	for name, id := range rec.Players {
		if hidden[name] = erased[id]; !erased[id] {
			players[name] = id
		}
	}
	if len(players) == len(rec.Players) {
		return rec, nil
	}
	rec.Players, rec.Codes = players, maps.Clone(rec.Codes)
	maps.DeleteFunc(rec.Codes, func(name, _ string) bool { return players[name] == "" })
	names, err := mask.Names(rec.Lines, func(name string) bool { return !hidden[name] }, maskWord)
	if err == nil {
		rec.Lines, err = mask.Lines(rec.Lines, names)
	}
	if err != nil {
		rec.Lines = ""
	}
	if names == nil {
		names = map[string]string{}
	}
	return rec, names
}

// TakeErased removes the names of erased players from all stored messages of a box. players holds
// their ids. The ledger also removes the names from later messages of the box. The files of an
// SQLite database contain the names no longer when TakeErased returns, or soon after; see the
// package comment.
func (l *Ledger) TakeErased(ctx context.Context, from From, players []string) error {
	var removed bool
	err := l.write(ctx, "erased players of box "+from.Box, func(t *tx) {
		h := t.register(from)
		for _, id := range players {
			if len(id) != wire.PlayerLetters {
				t.fail(ErrMalformed)
			}
			t.do(`INSERT INTO erased (player, box, heard) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, from.Box, t.now)
			if t.do(`DELETE FROM aliases WHERE player = $1 AND box = $2`, id, from.Box) > 0 {
				t.erased = true
			}
		}
		if !h.member {
			t.atMost(MostWaiting, `SELECT count(*) FROM erased WHERE box = $1`, from.Box)
		}
		erased := map[string]bool{}
		for _, id := range players {
			erased[id] = true
		}
		t.maskState(from.Box, erased)
		t.maskQuarantined(from.Box, erased)
		t.maskRecords(from.Box, erased)
		if removed = t.erased; removed {
			t.do(`UPDATE counters SET n = 0 WHERE name = 'scrubbed'`)
		}
	})
	if err != nil || !removed {
		return err
	}
	return l.scrub(ctx)
}

// maskState removes the names of erased players from the state of a box.
func (t *tx) maskState(box string, erased map[string]bool) {
	rev := t.next("states") // locks the counter before the row, like takeStates, to avoid a deadlock
	var body string
	var s wire.State
	if !t.find(`SELECT body FROM states WHERE box = $1`+t.locked(), []any{box}, &body) {
		return
	}
	if err := json.Unmarshal([]byte(body), &s); err != nil {
		t.fail(err)
		return
	}
	if next := string(wire.Marshal(withoutNames(s, erased))); next != body {
		t.erased = true
		t.do(`UPDATE states SET body = $2, rev = $3 WHERE box = $1`, box, next, rev)
	}
}

// maskRecords removes the names of erased players from the records of a box, and from the results
// of these records.
func (t *tx) maskRecords(box string, erased map[string]bool) {
	found := map[string]wire.Record{}
	t.each(`SELECT matchid, lines, players FROM records WHERE box = $1`+t.havingPlayers(erased)+t.locked(), []any{box}, func(rows *sql.Rows) error {
		var rec wire.Record
		var players string
		if err := rows.Scan(&rec.Match, &rec.Lines, &players); err != nil {
			return err
		}
		found[rec.Match] = rec
		err := json.Unmarshal([]byte(players), &rec.Players)
		found[rec.Match] = rec
		return err
	})
	if len(found) == 0 {
		return
	}
	t.erased = true
	for _, id := range slices.Sorted(maps.Keys(found)) {
		rec, names := maskRecord(found[id], erased)
		t.do(`UPDATE records SET lines = $3, players = $4 WHERE matchid = $1 AND box = $2`, id, box, rec.Lines, marshal(rec.Players))
		for name, other := range names {
			t.do(`UPDATE results SET name = $4, player = '' WHERE matchid = $1 AND box = $2 AND name = $3`, id, box, name, other)
		}
	}
	rev := t.next("results")
	for id := range found {
		t.do(`UPDATE records SET rev = $3 WHERE matchid = $1 AND box = $2`, id, box, rev)
	}
}

// havingPlayers returns an SQL condition for rows whose column players contains one of the ids. An
// id consists of lower-case letters and digits.
func (t *tx) havingPlayers(erased map[string]bool) string {
	var conditions []string
	for _, id := range slices.Sorted(maps.Keys(erased)) {
		if len(id) != wire.PlayerLetters || strings.ContainsFunc(id, notLetter) {
			t.fail(ErrMalformed)
			return ""
		}
		conditions = append(conditions, `players LIKE '%"`+id+`"%'`)
	}
	return ` AND (` + strings.Join(append(conditions, "1 = 0"), " OR ") + `)`
}

func notLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }

// maskQuarantined removes the names of erased players from the quarantined records of a box.
func (t *tx) maskQuarantined(box string, erased map[string]bool) {
	bodies := map[int64]string{}
	t.each(`SELECT id, body FROM aside WHERE box = $1`, []any{box}, func(rows *sql.Rows) error {
		var id int64
		var body string
		err := rows.Scan(&id, &body)
		bodies[id] = body
		return err
	})
	for _, id := range slices.Sorted(maps.Keys(bodies)) {
		var rec wire.Record
		if err := json.Unmarshal([]byte(bodies[id]), &rec); err != nil {
			t.fail(err)
		}
		if rec, names := maskRecord(rec, erased); names != nil { // names is nil for a seal, which contains no names
			t.erased = true
			t.replaceQuarantined(id, rec)
		}
	}
}

// replaceQuarantined replaces the body and the sum of a record in quarantine. It clears the detail,
// which may quote a name. If the new record of the box is already in quarantine under another id,
// it deletes the item with the given id instead.
func (t *tx) replaceQuarantined(id int64, rec wire.Record) {
	n := t.do(`
		UPDATE aside SET body = $2, sum = $3, detail = '' WHERE id = $1 AND NOT EXISTS (
			SELECT * FROM aside a WHERE a.matchid = aside.matchid AND a.box = aside.box AND a.sum = $3 AND a.id <> $1)`, id, marshal(rec), rec.Sum())
	if n == 0 {
		t.do(`DELETE FROM aside WHERE id = $1`, id)
	}
}

func marshal(v any) string { return string(wire.Marshal(v)) }
