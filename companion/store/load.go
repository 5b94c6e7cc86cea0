package store

import (
	"context"
	"database/sql"
	"strings"

	"tabletop/companion"
)

var (
	openMatches = statement{"open matches", `SELECT number, id FROM matches WHERE over = 0 ORDER BY played DESC`}
	factsOf     = statement{"facts", `SELECT line FROM facts WHERE match = ? ORDER BY seq`}
	secretOf    = statement{"secret", `SELECT secret FROM secrets WHERE match = ? ORDER BY seal DESC LIMIT 1`}
	allPlayers  = statement{"players", `SELECT name FROM players ORDER BY seated DESC`}
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
	return e, err
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
	var line sql.RawBytes
	err := s.rows(ctx, factsOf, func(rows *sql.Rows) error {
		err := rows.Scan(&line)
		lines.Write(line)
		lines.WriteByte('\n')
		return err
	}, number)
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

func (s *session) texts(ctx context.Context, q statement, args ...any) (texts []string, err error) {
	err = s.rows(ctx, q, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		texts = append(texts, text)
		return err
	}, args...)
	return texts, err
}
