package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/settings"
)

var (
	secretOf   = statement{"secret", `SELECT secret FROM secrets WHERE match = ? ORDER BY seal DESC LIMIT 1`}
	allPlayers = statement{"players", `
		SELECT name FROM players WHERE staged <> (SELECT number FROM staging) ORDER BY seated DESC LIMIT ?`}
	allFirsts   = statement{"firsts", `SELECT began, count(*) FROM matches WHERE over = 1 AND began <> '' GROUP BY began`}
	allSettings = statement{"settings", `SELECT key, value FROM settings`}
)

// evening reads the data that the companion needs at the start of an evening: settings, players,
// open matches and counts of first turns.
func (r reader) evening() (e companion.Evening, err error) {
	err = r.rows(allSettings, func(rows *sql.Rows) error {
		var s settings.Line
		err := rows.Scan(&s.Key, &s.Value)
		e.Settings = append(e.Settings, s)
		return err
	})
	if err == nil {
		e.Players, err = r.texts(allPlayers, mostListedPlayers)
	}
	var numbers []int64
	if err == nil {
		numbers, e.Open, err = r.openMatches()
	}
	if err == nil {
		e.Firsts, err = r.firsts(numbers)
	}
	if err == nil {
		e.Ended, err = r.ended()
	}
	return e, err
}

// ended returns the ended matches among those begun last, the latest first. It omits matches without
// a readable summary.
func (r reader) ended() (items []history.Item, err error) {
	_, entries, err := r.entries(listMatches, int64(math.MaxInt64), companion.MostEnded)
	for _, e := range entries {
		s, wrong := history.Parse(e.Summary)
		if e.Over && wrong == nil && s.Ended {
			items = append(items, history.Item{ID: e.ID, Mark: e.Mark, Damaged: e.Damaged, Summary: s})
		}
	}
	return items, err
}

// firsts returns the number of matches that each player began. For finished matches it reads the
// summaries, for open matches the first facts.
func (r reader) firsts(open []int64) (firsts map[string]int, err error) {
	firsts = map[string]int{}
	err = r.rows(allFirsts, func(rows *sql.Rows) error {
		var name string
		var n int
		err := rows.Scan(&name, &n)
		firsts[name] = n
		return err
	})
	for i := 0; i < len(open) && err == nil; i++ {
		var name string
		if name, err = r.began(open[i]); name != "" {
			firsts[name]++
		}
	}
	return firsts, err
}

// began returns the name of the player who was drawn to begin a match, or of the player in seat
// 1 if there was no draw. It returns "" before the first decision and for matches with one seat.
func (r reader) began(number int64) (string, error) {
	var names []string
	first, decided := 1, false
	err := r.rows(factsBefore, func(rows *sql.Rows) error {
		if decided {
			return nil
		}
		var line sql.RawBytes
		err := rows.Scan(&line)
		var f match.Fact
		switch bad := json.Unmarshal(line, &f); {
		case bad != nil:
		case f.Kind == match.Started:
			names = f.Seats
		case f.Kind == match.Drawn:
			_, _ = fmt.Sscanf(f.Says, "first %d", &first)
		case f.Kind == match.Decided:
			decided = true
		}
		return err
	}, number)
	if !decided || len(names) < 2 || first < 1 || first > len(names) {
		return "", err
	}
	return names[first-1], err
}
