package store

import (
	"database/sql"
	"encoding/json"
	"slices"
	"strings"

	"tabletop/companion/history"
	"tabletop/companion/match"
)

var (
	allPlaces    = statement{"places", `SELECT number, id, place, played FROM matches ORDER BY place`}
	setPlace     = statement{"place", `UPDATE matches SET place = ? WHERE number = ?`}
	placeMatch   = statement{"match", `INSERT INTO matches (id, started, game, played, over, place, summary, began) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`}
	addOldPlayer = statement{"player", `
		INSERT INTO players (name, seated) VALUES (?, (SELECT coalesce(min(seated), 1) - 1 FROM players))
		ON CONFLICT (name) DO NOTHING`}
	offerSetting = statement{"setting", `INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING`}
	linesOf      = statement{"lines", `SELECT line FROM facts JOIN matches ON match = number WHERE id = ? ORDER BY seq`}
)

// shelved is a match in its place among all.
type shelved struct {
	number, place int64
	id            string
}

// addMatches adds those that aren't known and returns how many they are.
func (w *writer) addMatches(all []arrival) (added int) {
	row, lowest := w.places()
	known := map[string]bool{}
	for _, m := range row {
		known[m.id] = true
	}
	behind, at, highest := map[string][]*arrival{}, "", int64(0) // behind which known match; "": before all
	for i, a := range all {
		if known[a.ID] {
			at = a.ID
			continue
		}
		if a.last && len(row) > 0 {
			at = row[len(row)-1].id
		}
		behind[at] = append(behind[at], &all[i])
		highest = max(highest, a.played)
		added++
	}
	place := int64(0)
	for _, m := range append([]shelved{{}}, row...) {
		if place != m.place && added > 0 {
			w.do(setPlace, place, m.number)
		}
		place++
		for _, a := range behind[m.id] {
			w.addMatch(*a, place, a.played+lowest-highest-1)
			place++
		}
	}
	return added
}

// places reads the matches in their order, and the lowest "played" among them.
func (w *writer) places() (row []shelved, lowest int64) {
	if w.err != nil {
		return nil, 0
	}
	w.err = w.rows(w.ctx, allPlaces, func(rows *sql.Rows) error {
		var m shelved
		var played int64
		err := rows.Scan(&m.number, &m.id, &m.place, &played)
		if len(row) == 0 || played < lowest {
			lowest = played
		}
		row = append(row, m)
		return err
	})
	return row, lowest
}

// addMatch writes a match with its lines.
func (w *writer) addMatch(a arrival, place, played int64) {
	first, _, _ := strings.Cut(a.Lines, "\n")
	var f match.Fact
	w.fail(json.Unmarshal([]byte(first), &f))
	summary, who := "", ""
	if s, err := history.Parse(a.Summary); err == nil && a.Over {
		summary, who = a.Summary, beganIn(s)
	}
	result := w.do(placeMatch, a.ID, f.At, f.Game, played, a.Over, place, summary, who)
	if w.err != nil {
		return
	}
	number, err := result.LastInsertId()
	w.fail(err)
	seq := 0
	for line := range strings.Lines(a.Lines) {
		seq++
		w.do(addFact, number, seq, strings.TrimSuffix(line, "\n"))
	}
}

// same refuses a match that is known with other lines.
func (w *writer) same(e history.Entry) {
	if w.err != nil {
		return
	}
	var lines strings.Builder
	w.fail(w.rows(w.ctx, linesOf, func(rows *sql.Rows) error { return appendLine(rows, &lines) }, e.ID))
	if w.err == nil && lines.String() != e.Lines {
		w.err = ErrKnown
	}
}

// addPlayers adds those that aren't known, the one seated latest last, and returns how
// many they are. They were seated before all who are there.
func (w *writer) addPlayers(names []string) (added int) {
	for _, name := range slices.Backward(names) {
		result := w.do(addOldPlayer, name)
		if w.err != nil {
			return 0
		}
		n, err := result.RowsAffected()
		w.fail(err)
		added += int(n)
	}
	return added
}
