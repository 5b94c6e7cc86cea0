package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"tabletop/companion"
	"tabletop/companion/match"
)

var (
	openMatches = statement{"open matches", `SELECT number, id FROM matches WHERE over = 0 ORDER BY played DESC`}
	factsOf     = statement{"facts", `SELECT line FROM facts WHERE match = ? ORDER BY seq`}
	secretOf    = statement{"secret", `SELECT secret FROM secrets WHERE match = ? ORDER BY seal DESC LIMIT 1`}
	allPlayers  = statement{"players", `SELECT name FROM players ORDER BY seated DESC`}
	allFirsts   = statement{"firsts", `SELECT began, count(*) FROM matches WHERE over = 1 AND began <> '' GROUP BY began`}
	allSettings = statement{"settings", `SELECT key, value FROM settings`}
)

func (s *session) evening(ctx context.Context) (e companion.Evening, err error) {
	e.Settings = map[string]string{}
	err = s.rows(ctx, allSettings, func(rows *sql.Rows) error {
		var key, value string
		err := rows.Scan(&key, &value)
		e.Settings[key] = value
		return err
	})
	if err == nil {
		e.Players, err = s.texts(ctx, allPlayers)
	}
	if err == nil {
		e.Open, err = s.records(ctx)
	}
	if err == nil {
		e.Firsts, err = s.firsts(ctx, e.Open)
	}
	return e, err
}

// firsts counts who began: the ended matches by their summaries, the open ones by
// their lines.
func (s *session) firsts(ctx context.Context, open []companion.Record) (firsts map[string]int, err error) {
	firsts = map[string]int{}
	err = s.rows(ctx, allFirsts, func(rows *sql.Rows) error {
		var name string
		var n int
		err := rows.Scan(&name, &n)
		firsts[name] = n
		return err
	})
	for _, r := range open {
		if name := began(r.Lines); name != "" {
			firsts[name]++
		}
	}
	return firsts, err
}

// began returns who was drawn to begin, or sat first, once something was decided; ""
// before, and of a match of one.
func began(lines string) string {
	var names []string
	first, decided := 1, false
	for line := range strings.Lines(lines) {
		var f match.Fact
		switch err := json.Unmarshal([]byte(line), &f); {
		case err != nil:
			return ""
		case f.Kind == match.Started:
			names = f.Seats
		case f.Kind == match.Drawn:
			_, _ = fmt.Sscanf(f.Says, "first %d", &first)
		case f.Kind == match.Decided:
			decided = true
		}
		if decided {
			break
		}
	}
	if !decided || len(names) < 2 || first < 1 || first > len(names) {
		return ""
	}
	return names[first-1]
}

// records reads the open matches, the one written latest first.
func (s *session) records(ctx context.Context) ([]companion.Record, error) {
	var numbers []int64
	var records []companion.Record
	err := s.rows(ctx, openMatches, func(rows *sql.Rows) error {
		var number int64
		var r companion.Record
		err := rows.Scan(&number, &r.Match)
		numbers, records = append(numbers, number), append(records, r)
		return err
	})
	for i := 0; i < len(records) && err == nil; i++ {
		err = s.fill(ctx, &records[i], numbers[i])
	}
	return records, err
}

// fill reads the lines of match number and the secret that isn't opened yet: an
// opened one stands in the lines.
func (s *session) fill(ctx context.Context, r *companion.Record, number int64) error {
	var lines strings.Builder
	err := s.rows(ctx, factsOf, func(rows *sql.Rows) error { return appendLine(rows, &lines) }, number)
	if err != nil {
		return err
	}
	r.Lines = lines.String()
	secrets, err := s.texts(ctx, secretOf, number)
	if len(secrets) > 0 && !strings.Contains(r.Lines, secrets[0]) {
		r.Secret = secrets[0]
	}
	return err
}

// appendLine adds the line of a row, with its line feed.
func appendLine(rows *sql.Rows, lines *strings.Builder) error {
	var line sql.RawBytes
	err := rows.Scan(&line)
	lines.Write(line)
	lines.WriteByte('\n')
	return err
}

func (s *session) texts(ctx context.Context, q statement, args ...any) (texts []string, err error) {
	err = s.rows(ctx, q, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		texts = append(texts, text)
		return err
	}, args...)
	return texts, err
}
