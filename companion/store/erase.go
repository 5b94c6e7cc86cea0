package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/history"
	"tabletop/companion/match"
)

var (
	findOver   = statement{"find over", `SELECT number, over FROM matches WHERE id = ?`}
	leaveMatch = statement{"leave match", `
		INSERT INTO arrivals (number, id, started, game, over, summary, began)
		SELECT number, id, started, game, over, '', '' FROM matches WHERE number = ?`}
	findUnbegun = statement{"find unbegun", `
		SELECT number FROM matches WHERE id = ? AND over = 0 AND (SELECT count(*) FROM facts WHERE match = number) = 1`}
	eraseFacts   = statement{"erase facts", `DELETE FROM facts WHERE match = ?`}
	eraseSecrets = statement{"erase secrets", `DELETE FROM secrets WHERE match = ?`}
	eraseMatch   = statement{"erase match", `DELETE FROM matches WHERE number = ?`}
	erasePlayer  = statement{"erase player", `DELETE FROM players WHERE name = ? AND staged <> (SELECT number FROM staging)`}
	firstLines   = statement{"first lines", `
		SELECT number, id, over, summary, line FROM matches CROSS JOIN facts ON match = number AND seq = 1`}
	replaceLine  = statement{"replace line", `UPDATE facts SET line = ?, link = ? WHERE match = ? AND seq = ?`}
	renamePlayer = statement{"rename player", `
		INSERT INTO players (name, seated) SELECT ?2, seated FROM players WHERE name = ?1 AND staged <> (SELECT number FROM staging)
		ON CONFLICT (name) DO UPDATE SET seated = max(seated, excluded.seated), staged = 0`}
)

// Erase deletes a finished match with its facts, secrets and summary. The match disappears at
// once; Erase then deletes its facts in small steps. Erase returns [ErrOpen] for an open match,
// which the table may be playing, and [ErrUnknown] if no match has the id.
func (s *Store) Erase(ctx context.Context, id string) error {
	err := s.edit(ctx, func(w *writer) {
		var number int64
		var over bool
		w.find(findOver, []any{id}, &number, &over)
		switch {
		case w.err != nil:
		case number == 0:
			w.err = ErrUnknown
		case !over:
			w.err = ErrOpen
		}
		w.exec(leaveMatch, number)
		w.exec(eraseSecrets, number)
		w.exec(eraseMatch, number)
	})
	if err == nil {
		s.sweepUnlessBusy(ctx)
	}
	return s.failure("erase match "+quote(id), err)
}

// deleteUnbegun deletes an open match whose only fact is its start. It leaves other matches
// alone.
func (w *writer) deleteUnbegun(id string) {
	var number int64
	if w.find(findUnbegun, []any{id}, &number); number == 0 {
		return
	}
	for _, q := range []statement{eraseFacts, eraseSecrets, eraseMatch} {
		w.exec(q, number)
	}
}

// ErasePlayer removes a name from the known players. It returns [ErrUnknown] for an unknown
// name. Matches still contain the name.
func (s *Store) ErasePlayer(ctx context.Context, name string) error {
	return s.ErasePlayers(ctx, []string{name})
}

// ErasePlayers removes names from the known players, in small steps. It skips unknown names, and
// returns [ErrUnknown] if all names are unknown. Names removed before an error stay removed;
// another call removes the other names.
func (s *Store) ErasePlayers(ctx context.Context, names []string) error {
	erased := 0
	for some := range slices.Chunk(names, stepRows) {
		err := s.edit(ctx, func(w *writer) {
			for _, name := range some {
				erased += w.count(erasePlayer, name)
			}
		})
		if err != nil {
			return s.failure("erase players", err)
		}
	}
	if erased == 0 {
		return s.failure("erase player "+quote(strings.Join(names, ", ")), ErrUnknown)
	}
	return nil
}

// Rename changes the name of a player in all matches and among the known players. If the new
// name is known, the two players become one. Rename returns [ErrClash] if both names have seats
// in one match, [ErrOpen] if old has a seat in an open match, [ErrName] if the new name is
// invalid, and [ErrUnknown] if old is unknown.
func (s *Store) Rename(ctx context.Context, old, name string) error {
	doing := "rename " + quote(old) + " to " + quote(name)
	names, err := match.CheckNames([]string{name})
	if err != nil {
		return s.failure(doing, fmt.Errorf("%w: %w", ErrName, err))
	}
	name = names[0]
	err = s.edit(ctx, func(w *writer) {
		if old == name {
			return
		}
		seated := w.matchesWith(old, name)
		for _, m := range seated {
			w.rename(m, old, name)
		}
		w.exec(renamePlayer, old, name)
		if w.count(erasePlayer, old) == 0 && len(seated) == 0 {
			w.fail(ErrUnknown)
		}
	})
	return s.failure(doing, err)
}

// edit runs change in a transaction that changes stored data. A backup that runs at the same
// time then returns ErrChanged.
func (s *Store) edit(ctx context.Context, change func(*writer)) error {
	return s.transact(ctx, func(w *writer) {
		change(w)
		if w.err == nil {
			s.edits.Add(1)
		}
	})
}

// transact runs change in one transaction. If change sets an error, transact rolls the
// transaction back.
func (s *Store) transact(ctx context.Context, change func(*writer)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := ctx.Err()
	if err == nil {
		err = s.reopen()
	}
	if err != nil {
		return err
	}
	s.commits++
	w := &writer{session: s.session, ctx: context.WithoutCancel(ctx), step: s.step, now: s.now}
	w.exec(begin)
	change(w)
	w.step("before commit")
	w.exec(commit)
	if w.err != nil && (!isRefusal(w.err) || w.undo() != nil) {
		s.drop()
	}
	s.step("return")
	return w.err
}

// isRefusal reports whether err is a refusal of the request rather than a failure of the
// database. After a refusal the database is still usable.
func isRefusal(err error) bool {
	return slices.Contains([]error{ErrUnknown, ErrOpen, ErrClash, ErrExists, ErrLarge, ErrTooManyOpen}, kindOf(err))
}

// undo rolls back the transaction of w.
func (w *writer) undo() error {
	_, err := w.conn.ExecContext(w.ctx, "ROLLBACK")
	return err
}

// seatedMatch is a match in which a player to be renamed has a seat.
type seatedMatch struct {
	number  int64
	summary string
}

// matchesWith returns the matches in which the player old has a seat. It sets an error if one of
// these matches can't be changed: ErrClash if name has a seat in it, or ErrOpen if it is open.
func (w *writer) matchesWith(old, name string) (found []seatedMatch) {
	if w.err != nil {
		return nil
	}
	var refused error
	w.err = w.rows(w.ctx, firstLines, func(rows *sql.Rows) error {
		var m seatedMatch
		var id, line string
		var over bool
		err := rows.Scan(&m.number, &id, &over, &m.summary, &line)
		switch names := seatsOf(line).Seats; {
		case !slices.Contains(names, old):
			return err
		case slices.Contains(names, name):
			refused = fmt.Errorf("%w: match %q", ErrClash, id)
		case !over && refused == nil:
			refused = fmt.Errorf("%w: match %q", ErrOpen, id)
		}
		found = append(found, m)
		return err
	})
	if w.err == nil {
		w.err = refused
	}
	return found
}

// seatsOf parses the line of a fact that lists the names of all seats. For any other line it
// returns an empty fact.
func seatsOf(line string) (f match.Fact) {
	if !strings.Contains(line, `"seats":`) {
		return f
	}
	if f.UnmarshalJSON([]byte(line)) != nil {
		return match.Fact{}
	}
	return f
}

// rename changes the name old in the lines and the summary of m, and computes the links of the
// lines again.
func (w *writer) rename(m seatedMatch, old, name string) {
	end := w.heal(m.number, w.matchRow(m.number).ending)
	changed, last := false, link{}
	for _, f := range w.facts(chainedFacts, m.number) {
		line := w.renameIn(f.line, old, name)
		changed = changed || line != f.line
		if last = last.follow(line); changed {
			w.exec(replaceLine, line, last[:], m.number, f.seq)
		}
	}
	if s, err := history.Parse(m.summary); err == nil {
		replaceName(s.Names, old, name)
		w.exec(summarize, s.String(), beganIn(s), m.number)
	}
	end.head = last[:]
	w.mark(m.number, end)
}

// renameIn returns the line with the name old replaced by name. If old isn't among the seats in
// the line, it returns the line unchanged.
func (w *writer) renameIn(line, old, name string) string {
	f := seatsOf(line)
	if !slices.Contains(f.Seats, old) {
		return line
	}
	replaceName(f.Seats, old, name)
	text, err := f.MarshalJSON()
	w.fail(err)
	return string(text)
}

// fail sets w.err to err, unless an earlier error is set.
func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func replaceName(names []string, old, name string) {
	for i := range names {
		if names[i] == old {
			names[i] = name
		}
	}
}

// beganIn returns the name of the player with the first turn, or "" for a match with one seat.
func beganIn(s history.Summary) string {
	if len(s.Names) < 2 {
		return ""
	}
	return s.Began()
}

// quote returns user input for an error text: in quotes, on one line, with at most 40 characters
// of the input.
func quote(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
