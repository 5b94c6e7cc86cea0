package store

import (
	"database/sql"

	"tabletop/companion/history"
)

var (
	allPlaces = statement{"places", `SELECT number, id, place, played, started, game FROM matches ORDER BY place`}
	setPlace  = statement{"place", `UPDATE matches SET place = ? WHERE number = ?`}
	showMatch = statement{"match", `
		INSERT INTO matches (number, id, started, game, played, over, place, summary, began)
		SELECT number, id, started, game, ?, over, ?, summary, began FROM arrivals WHERE number = ?`}
)

// placedMatch is a stored match with its place in the order of all matches.
type placedMatch struct {
	number, place int64
	id            string
	history.Dated
}

// addMatches moves the staged matches with unknown ids from the table "arrivals" to the table
// "matches". Each match gets its place in the order of all matches. addMatches returns the
// number of moved matches.
func (w *writer) addMatches(all []*stagedMatch) (added int) {
	row, lowest := w.places()
	known := map[string]bool{}
	for _, m := range row {
		known[m.id] = true
	}
	behind, at, highest := map[string][]*stagedMatch{}, "", int64(0) // behind[id]: new matches after the stored match id; "" for none
	for _, a := range all {
		if known[a.ID] || a.number == 0 {
			at = a.ID
			continue
		}
		switch {
		case a.past.Game != "":
			at = idBefore(row, a.past)
		case a.last && len(row) > 0:
			at = row[len(row)-1].id
		}
		behind[at] = append(behind[at], a)
		highest = max(highest, a.played)
		added++
	}
	place := int64(0)
	for _, m := range append([]placedMatch{{}}, row...) {
		if place != m.place && added > 0 {
			w.exec(setPlace, place, m.number)
		}
		place++
		for _, a := range behind[m.id] {
			w.exec(showMatch, a.played+lowest-highest-1, place, a.number)
			w.mark(a.number, ending{count: a.facts, head: a.head[:]})
			w.exec(sweepMatch, a.number)
			place++
		}
	}
	return added
}

// idBefore returns the id of the stored match behind which a past play belongs, or "" if all stored
// matches are later: the one before the first match that began later.
func idBefore(row []placedMatch, past history.Dated) (id string) {
	at, dated := past.Time()
	for _, m := range row {
		if began, ok := m.Time(); dated && ok && began.After(at) {
			return id
		}
		id = m.id
	}
	return id
}

// places returns all stored matches in order, and the lowest value in their column "played".
func (w *writer) places() (row []placedMatch, lowest int64) {
	if w.err != nil {
		return nil, 0
	}
	w.err = w.rows(w.ctx, allPlaces, func(rows *sql.Rows) error {
		var m placedMatch
		var played int64
		err := rows.Scan(&m.number, &m.id, &m.place, &played, &m.Label, &m.Game)
		if len(row) == 0 || played < lowest {
			lowest = played
		}
		row = append(row, m)
		return err
	})
	return row, lowest
}
