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

// word is what stands before the number of who isn't named. A page says it in the language
// of its reader: see mask.Number.
const word = "Игрок"

func masked(n int) string { return fmt.Sprintf("%s %d", word, n) }

// gone returns which players are erased, by box.
func (t *tx) gone(where string, args ...any) map[string]map[string]bool {
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

// struck is a record without the names of players that are erased, and the names that stand
// in their place; nil: nobody is. Lines in which they can't be struck are left out.
func struck(rec wire.Record, gone map[string]bool) (wire.Record, map[string]string) {
	players := map[string]string{}
	hidden := map[string]bool{}
	for name, id := range rec.Players {
		if hidden[name] = gone[id]; !gone[id] {
			players[name] = id
		}
	}
	if len(players) == len(rec.Players) {
		return rec, nil
	}
	rec.Players = players
	names, err := mask.Names(rec.Lines, func(name string) bool { return !hidden[name] }, word)
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

// TakeErased strikes players of a box from all that it has told, and from what it will tell.
func (l *Ledger) TakeErased(ctx context.Context, from From, players []string) error {
	return l.write(ctx, "erased players of box "+from.Box, func(t *tx) {
		h := t.hear(from)
		for _, id := range players {
			if len(id) != wire.PlayerLetters {
				t.fail(ErrBad)
			}
			t.do(`INSERT INTO erased (player, box, heard) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, from.Box, t.now)
			t.do(`DELETE FROM aliases WHERE player = $1 AND box = $2`, id, from.Box)
		}
		if !h.member {
			t.atMost(MostWaiting, `SELECT count(*) FROM erased WHERE box = $1`, from.Box)
		}
		gone := map[string]bool{}
		for _, id := range players {
			gone[id] = true
		}
		t.strikeState(from.Box, gone)
		t.strikeAside(from.Box, gone)
		t.strikeRecords(from.Box, gone)
	})
}

func (t *tx) strikeState(box string, gone map[string]bool) {
	rev := t.next("states") // before the row, as takeStates has it: no deadlock
	var body string
	var s wire.State
	if !t.find(`SELECT body FROM states WHERE box = $1`+t.locked(), []any{box}, &body) {
		return
	}
	if err := json.Unmarshal([]byte(body), &s); err != nil {
		t.fail(err)
		return
	}
	if next := string(wire.Marshal(withoutNames(s, gone))); next != body {
		t.do(`UPDATE states SET body = $2, rev = $3 WHERE box = $1`, box, next, rev)
	}
}

// strikeRecords strikes names from the records of a box, and from their results.
func (t *tx) strikeRecords(box string, gone map[string]bool) {
	found := map[string]wire.Record{}
	t.each(`SELECT matchid, lines, players FROM records WHERE box = $1`+t.naming(gone)+t.locked(), []any{box}, func(rows *sql.Rows) error {
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
	for _, id := range slices.Sorted(maps.Keys(found)) {
		rec, names := struck(found[id], gone)
		t.do(`UPDATE records SET lines = $2, players = $3 WHERE matchid = $1`, id, rec.Lines, marshal(rec.Players))
		for name, other := range names {
			t.do(`UPDATE results SET name = $3, player = '' WHERE matchid = $1 AND name = $2`, id, name, other)
		}
	}
	rev := t.next("results")
	for id := range found {
		t.do(`UPDATE records SET rev = $2 WHERE matchid = $1`, id, rev)
	}
}

// naming narrows a query to rows that have one of the ids in players. Ids are letters and
// digits.
func (t *tx) naming(gone map[string]bool) string {
	var have []string
	for _, id := range slices.Sorted(maps.Keys(gone)) {
		if len(id) != wire.PlayerLetters || strings.ContainsFunc(id, notLetter) {
			t.fail(ErrBad)
			return ""
		}
		have = append(have, `players LIKE '%"`+id+`"%'`)
	}
	return ` AND (` + strings.Join(append(have, "1 = 0"), " OR ") + `)`
}

func notLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }

// strikeAside strikes names from the records of a box that are kept aside.
func (t *tx) strikeAside(box string, gone map[string]bool) {
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
		if rec, names := struck(rec, gone); names != nil { // a seal has none
			t.restate(id, rec)
		}
	}
}

// restate puts a record in the place of one that is kept aside, under the sum that it has
// now, without the detail, which may quote a name; if that one is kept as well, it is one of them.
func (t *tx) restate(id int64, rec wire.Record) {
	n := t.do(`
		UPDATE aside SET body = $2, sum = $3, detail = '' WHERE id = $1 AND NOT EXISTS (
			SELECT * FROM aside a WHERE a.matchid = aside.matchid AND a.box = aside.box AND a.sum = $3 AND a.id <> $1)`, id, marshal(rec), rec.Sum())
	if n == 0 {
		t.do(`DELETE FROM aside WHERE id = $1`, id)
	}
}

func marshal(v any) string { return string(wire.Marshal(v)) }
