package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"tabletop/companion"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

var (
	openMatches = statement{"open matches", `
		SELECT number, id, game, started, (SELECT coalesce(max(seq), 0) FROM facts WHERE match = number)
		FROM matches WHERE over = 0 AND (count > 0 OR head IS NULL) ORDER BY played DESC LIMIT ?`}
	openMatch = statement{"open match", `SELECT number FROM matches WHERE id = ? AND over = 0`}
	firstFact = statement{"first fact", `SELECT line FROM facts WHERE match = ? AND seq = 1`}
	// What stands before the first decision: label, seals, stirrings and draws.
	factsBefore = statement{"facts before", `SELECT line FROM facts WHERE match = ? AND seq <= 80 ORDER BY seq`}
	chairFacts  = statement{"chairs", `
		SELECT line FROM facts INDEXED BY chairs
		WHERE match = ? AND (instr(line, '"kind":"seated"') OR instr(line, '"kind":"undone"'))
		ORDER BY seq DESC LIMIT 4096`}
)

// OpenMatches lists the matches that aren't ended, the one written latest first, with
// who sits there now. It reads a few facts of each, however long it is.
func (s *Store) OpenMatches(ctx context.Context) (matches []companion.OpenMatch, err error) {
	err = s.read(ctx, func(r reader) error {
		_, matches, err = r.openMatches()
		return err
	})
	return matches, s.failure("list open matches", err)
}

func (r reader) openMatches() (numbers []int64, matches []companion.OpenMatch, err error) {
	err = r.rows(openMatches, func(rows *sql.Rows) error {
		var number int64
		var m companion.OpenMatch
		err := rows.Scan(&number, &m.ID, &m.Game, &m.Started, &m.Facts)
		numbers, matches = append(numbers, number), append(matches, m)
		return err
	}, mostListedOpen)
	for i := 0; i < len(matches) && err == nil; i++ {
		matches[i].Names, err = r.seated(numbers[i], matches[i].Facts)
	}
	return numbers, matches, err
}

// seated returns who sits in a match after its last fact; nobody where the first
// can't be read.
func (r reader) seated(number int64, last int) ([]string, error) {
	first, err := r.facts(firstFact, number)
	if err != nil || len(first) == 0 {
		return nil, err
	}
	changes, err := r.facts(chairFacts, number)
	names := first[0].Seats
	for _, f := range slices.Backward(notUndone(changes, last)) {
		reseat(names, int(f.Seat)-1, f.Says)
	}
	return names, err
}

// standing are those of the changes that nobody took back, the latest first, as they
// come: what was undone lies between an undone fact and the one it leads back to.
func notUndone(changes []match.Fact, last int) (stand []match.Fact) {
	at := last
	for _, f := range changes {
		switch {
		case f.Seq > at:
		case f.Kind == match.Undone:
			at = f.BackTo
		case f.Kind == match.Seated:
			stand = append(stand, f)
		}
	}
	return stand
}

// take gives a seat to a name; who has it already takes the place of the other.
func reseat(names []string, seat int, name string) {
	if seat < 0 || seat >= len(names) {
		return
	}
	if other := slices.Index(names, name); other >= 0 {
		names[other] = names[seat]
	}
	names[seat] = name
}

// facts reads those of a match that q finds, but for what can't be read.
func (r reader) facts(q statement, number int64) (facts []match.Fact, err error) {
	err = r.rows(q, func(rows *sql.Rows) error {
		var line sql.RawBytes
		err := rows.Scan(&line)
		var f match.Fact
		if json.Unmarshal(line, &f) == nil {
			facts = append(facts, f)
		}
		return err
	}, number)
	return facts, err
}

// Match folds one open match, as far as it is sound, and returns its secret, which is zero
// once it is opened, where there never was one, and where it was damaged. It reads on a
// connection that can't write, and stops when ctx ends. A match that is ended is
// [ErrUnknown] like one that isn't there.
func (s *Store) Match(ctx context.Context, id string) (loaded companion.Loaded, err error) {
	err = s.read(ctx, func(r reader) error {
		loaded, err = r.match(id, s.games)
		return err
	})
	return loaded, s.failure("read match "+quoted(id), err)
}

func (r reader) match(id string, catalogue games.Catalogue) (loaded companion.Loaded, err error) {
	number, err := r.number(openMatch, id)
	if err != nil {
		return loaded, err
	}
	loaded.ID = id
	loaded.Damaged, err = r.lines(number, func(in io.Reader) error {
		loaded.Match, err = match.Read(in, id, catalogue)
		return err
	})
	if err == nil && !loaded.Match.Opened() {
		loaded.Secret, err = r.secret(number, loaded.Match)
	}
	return loaded, err
}

// secret is that of the seal of a match; one that was damaged is none.
func (r reader) secret(number int64, mt match.Match) (luck.Secret, error) {
	secrets, err := r.texts(secretOf, number)
	if len(secrets) == 0 {
		return luck.Secret{}, err
	}
	secret, bad := luck.ParseSecret(secrets[0])
	if bad != nil || secret.Seal() != mt.Seal() {
		return luck.Secret{}, err
	}
	return secret, err
}

// number returns the one number that q finds.
func (r reader) number(q statement, args ...any) (number int64, err error) {
	err = r.tx.QueryRowContext(r.ctx, q.text, args...).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrUnknown
	}
	return number, err
}
