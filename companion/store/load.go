package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"tabletop/companion"
	"tabletop/companion/match"
)

var (
	openRecords = statement{"open matches", `SELECT number, id FROM matches WHERE over = 0 ORDER BY played DESC LIMIT ?`}
	factsOf     = statement{"facts", `SELECT line FROM facts WHERE match = ? ORDER BY seq`}
	secretOf    = statement{"secret", `SELECT secret FROM secrets WHERE match = ? ORDER BY seal DESC LIMIT 1`}
	allPlayers  = statement{"players", `
		SELECT name FROM players WHERE staged <> (SELECT number FROM staging) ORDER BY seated DESC LIMIT ?`}
	allFirsts   = statement{"firsts", `SELECT began, count(*) FROM matches WHERE over = 1 AND began <> '' GROUP BY began`}
	allSettings = statement{"settings", `SELECT key, value FROM settings`}
)

// evening reads what the table starts with.
func (r reading) evening() (e companion.Evening, err error) {
	e.Settings = map[string]string{}
	err = r.rows(allSettings, func(rows *sql.Rows) error {
		var key, value string
		err := rows.Scan(&key, &value)
		e.Settings[key] = value
		return err
	})
	if err == nil {
		e.Players, err = r.texts(allPlayers, mostListedPlayers)
	}
	if err == nil {
		e.Open, err = r.records()
	}
	if err == nil {
		e.Firsts, err = r.firsts()
	}
	return e, err
}

// firsts counts who began: the ended matches by their summaries, the open ones by
// their first lines.
func (r reading) firsts() (firsts map[string]int, err error) {
	firsts = map[string]int{}
	err = r.rows(allFirsts, func(rows *sql.Rows) error {
		var name string
		var n int
		err := rows.Scan(&name, &n)
		firsts[name] = n
		return err
	})
	if err != nil {
		return nil, err
	}
	numbers, _, err := r.openRecords()
	for i := 0; i < len(numbers) && err == nil; i++ {
		var name string
		if name, err = r.began(numbers[i]); name != "" {
			firsts[name]++
		}
	}
	return firsts, err
}

// began returns who was drawn to begin, or sat first, once something was decided; ""
// before, and of a match of one.
func (r reading) began(number int64) (string, error) {
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

// records reads the open matches, the one written latest first.
func (r reading) records() ([]companion.Record, error) {
	numbers, records, err := r.openRecords()
	for i := 0; i < len(records) && err == nil; i++ {
		err = r.fill(&records[i], numbers[i])
	}
	return records, err
}

// openRecords finds the open matches, and reads none of them.
func (r reading) openRecords() (numbers []int64, records []companion.Record, err error) {
	err = r.rows(openRecords, func(rows *sql.Rows) error {
		var number int64
		var record companion.Record
		err := rows.Scan(&number, &record.Match)
		numbers, records = append(numbers, number), append(records, record)
		return err
	}, mostListedOpen)
	return numbers, records, err
}

// fill reads the lines of match number and the secret that isn't opened yet: an
// opened one stands in the lines.
func (r reading) fill(record *companion.Record, number int64) (err error) {
	if record.Lines, err = r.lines(number); err != nil {
		return err
	}
	secrets, err := r.texts(secretOf, number)
	if len(secrets) > 0 && !strings.Contains(record.Lines, secrets[0]) {
		record.Secret = secrets[0]
	}
	return err
}
