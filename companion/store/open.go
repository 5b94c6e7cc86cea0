package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"

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
	lastFact  = statement{"last fact", `SELECT line FROM facts WHERE match = ? ORDER BY seq DESC LIMIT 1`}
	// factsBefore selects facts up to the first decision: the start, seals, stirrings and the
	// drawing of the first seat.
	factsBefore = statement{"facts before", `SELECT line FROM facts WHERE match = ? AND seq <= 80 ORDER BY seq`}
	chairFacts  = statement{"chairs", `
		SELECT line FROM facts INDEXED BY chairs
		WHERE match = ? AND (instr(line, '"kind":"seated"') OR instr(line, '"kind":"undone"'))
		ORDER BY seq DESC LIMIT 4096`}
)

// OpenMatches returns the open matches with their current players, the latest written first. It
// reads a few facts of each match, however long the match is.
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
		if matches[i].Names, err = r.seatNames(numbers[i], matches[i].Facts); err == nil {
			matches[i].Touched, err = r.touched(numbers[i])
		}
	}
	return numbers, matches, err
}

// touched returns the time of the last fact of a match, or "" if unknown.
func (r reader) touched(number int64) (string, error) {
	last, err := r.facts(lastFact, number)
	if err != nil || len(last) == 0 {
		return "", err
	}
	return last[0].At, nil
}

// seatNames returns the names of the players of a match by seat, after fact last. It returns nil
// if the first fact can't be read.
func (r reader) seatNames(number int64, last int) ([]string, error) {
	first, err := r.facts(firstFact, number)
	if err != nil || len(first) == 0 {
		return nil, err
	}
	changes, err := r.facts(chairFacts, number)
	names := first[0].Seats
	for _, f := range slices.Backward(notUndone(changes, last)) {
		names = reseat(names, int(f.Seat)-1, f.Says)
	}
	return names, err
}

// notUndone returns the changes of seats that are in effect after fact last. changes are facts
// of the kinds Seated and Undone, the latest first. An Undone removes the facts between itself
// and the fact to which it returns. The result also has the latest fact first.
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

// reseat gives the seat with that index in names, from 0, to a player, and returns the names. If the
// player has another seat, the two players swap seats. A seat beyond the names is that of a newcomer.
func reseat(names []string, seat int, name string) []string {
	if seat < 0 || len(names) == 0 {
		return names
	}
	for seat >= len(names) {
		names = append(names, strconv.Itoa(len(names)+1))
	}
	if other := slices.Index(names, name); other >= 0 {
		names[other] = names[seat]
	}
	names[seat] = name
	return names
}

// facts returns the facts of a match that the query q selects. It skips facts that can't be
// parsed.
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

// Match reads and folds the sound part of an open match. It returns the match with its secret.
// The secret is zero if the seal was opened, if the match has no seal, or if the secret was
// damaged. Match reads on a read-only connection and stops when ctx is done. It returns
// [ErrUnknown] for a finished or missing match.
func (s *Store) Match(ctx context.Context, id string) (loaded companion.Loaded, err error) {
	err = s.read(ctx, func(r reader) error {
		loaded, err = r.match(id, s.games)
		return err
	})
	return loaded, s.failure("read match "+quote(id), err)
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

// secret returns the secret of the match's seal. It returns the zero Secret if the secret is
// missing or damaged.
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

// number returns the number in the only row of the query q. It returns ErrUnknown if there is no
// row.
func (r reader) number(q statement, args ...any) (number int64, err error) {
	err = r.tx.QueryRowContext(r.ctx, q.text, args...).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrUnknown
	}
	return number, err
}
