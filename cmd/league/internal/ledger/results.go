package ledger

import (
	"context"
	"database/sql"
	"encoding/json"

	"tabletop/cmd/league/internal/audit"
)

// Match is the record of a match by one box. Records of several boxes may have the same ID.
type Match struct {
	ID, Box   string
	Received  int64 // time of receiving the first record, in ms since 1970
	Witnessed bool
	// Unwitnessed is the reason why the match is not witnessed.
	Unwitnessed Unwitnessed
	Rev         int64
	Verdict     audit.Verdict // verdict without Lines; see Ledger.Lines
}

// Results returns up to limit matches with a rev above since, the lowest rev first. It also returns
// the rev to pass as since in the next call. A match that changes gets a new rev and is returned
// again.
func (l *Ledger) Results(ctx context.Context, since int64, limit int) (all []Match, rev int64, err error) {
	err = l.read(ctx, "results", func(t *tx) { all, rev = t.matches(since, limit) })
	return all, rev, err
}

func (t *tx) matches(since int64, limit int) (all []Match, rev int64) {
	at := map[[2]string]int{} // indexes by match id and box
	t.find(`SELECT n FROM counters WHERE name = 'results'`, nil, &rev)
	last := rev // matches with the same rev are never split between two calls
	t.find(`SELECT rev FROM records WHERE rev > $1 ORDER BY rev LIMIT 1 OFFSET $2`, []any{since, limit - 1}, &last)
	t.each(`SELECT matchid, box, heard, witnessed, unwitnessed, rev, verdict FROM records WHERE rev > $1 AND rev <= $2 ORDER BY rev, matchid, box`,
		[]any{since, last}, func(rows *sql.Rows) error {
			var m Match
			var witnessed int64
			var verdict string
			if err := rows.Scan(&m.ID, &m.Box, &m.Received, &witnessed, &m.Unwitnessed, &m.Rev, &verdict); err != nil {
				return err
			}
			m.Witnessed, at[[2]string{m.ID, m.Box}] = witnessed > 0, len(all)
			all = append(all, m)
			return json.Unmarshal([]byte(verdict), &all[len(all)-1].Verdict)
		})
	t.each(`
		SELECT results.matchid, results.box, player, name, score, rank, won FROM results
		JOIN records ON records.matchid = results.matchid AND records.box = results.box
		WHERE rev > $1 AND rev <= $2 ORDER BY results.matchid, results.box, seat`, []any{since, last}, func(rows *sql.Rows) error {
		var key [2]string
		var s audit.Seat
		var won int64
		err := rows.Scan(&key[0], &key[1], &s.Player, &s.Name, &s.Score, &s.Rank, &won)
		s.Won = won > 0
		all[at[key]].Verdict.Seats = append(all[at[key]].Verdict.Seats, s)
		return err
	})
	return all, last
}

// Lines returns a box's record of a match as JSON Lines. It returns "" if erased names could not be
// removed from the record, and an [ErrNotFound] if the box has no record of the match.
func (l *Ledger) Lines(ctx context.Context, box, id string) (lines string, err error) {
	err = l.read(ctx, "lines of match "+plain(id), func(t *tx) {
		if !t.find(`SELECT lines FROM records WHERE matchid = $1 AND box = $2`, []any{id, box}, &lines) {
			t.fail(ErrNotFound)
		}
	})
	return lines, err
}
