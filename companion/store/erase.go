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

// Erase forgets a match that is ended: its facts, its secret, its summary. It is gone
// at once; its facts, of which there may be many, are then swept out in small steps. An
// open one is refused with [ErrOpen], since somebody may be playing it; one that isn't
// there with [ErrUnknown].
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
		w.do(leaveMatch, number)
		w.do(eraseSecrets, number)
		w.do(eraseMatch, number)
	})
	if err == nil {
		s.sweepUnlessBusy(ctx)
	}
	return s.failure("erase match "+quoted(id), err)
}

// forget forgets an open match in which nothing has happened since its start; any other
// stays.
func (w *writer) deleteUnbegun(id string) {
	var number int64
	if w.find(findUnbegun, []any{id}, &number); number == 0 {
		return
	}
	for _, q := range []statement{eraseFacts, eraseSecrets, eraseMatch} {
		w.do(q, number)
	}
}

// ErasePlayer strikes a name from the known players, or returns [ErrUnknown]. Matches
// keep the name: they are what happened.
func (s *Store) ErasePlayer(ctx context.Context, name string) error {
	return s.ErasePlayers(ctx, []string{name})
}

// ErasePlayers strikes names from the known players, in small steps; those that nobody
// knows are passed over. It returns [ErrUnknown] if there was none else. What was
// struck before an error stays so: who asks again strikes the rest.
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
		return s.failure("erase player "+quoted(strings.Join(names, ", ")), ErrUnknown)
	}
	return nil
}

// Rename gives who was called old another name, in all matches and among the known
// players. If others are called so already, they are one from now on. It is refused
// with [ErrClash] if both sit in one match, with [ErrOpen] if old sits in one that
// isn't ended, with [ErrName] if it is no name, and with [ErrUnknown] if nobody is
// called old.
func (s *Store) Rename(ctx context.Context, old, name string) error {
	doing := "rename " + quoted(old) + " to " + quoted(name)
	names, err := match.CheckNames([]string{name})
	if err != nil {
		return s.failure(doing, fmt.Errorf("%w: %w", ErrName, err))
	}
	name = names[0]
	err = s.edit(ctx, func(w *writer) {
		if old == name {
			return
		}
		seated := w.seatedIn(old, name)
		for _, m := range seated {
			w.rename(m, old, name)
		}
		w.do(renamePlayer, old, name)
		if w.count(erasePlayer, old) == 0 && len(seated) == 0 {
			w.fail(ErrUnknown)
		}
	})
	return s.failure(doing, err)
}

// edit changes what was kept, and says so to a backup that is being written.
func (s *Store) edit(ctx context.Context, change func(*writer)) error {
	return s.transact(ctx, func(w *writer) {
		change(w)
		if w.err == nil {
			s.edits.Add(1)
		}
	})
}

// transact writes in one transaction; an error in it undoes all.
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
	w.do(begin)
	change(w)
	w.step("before commit")
	w.do(commit)
	if w.err != nil && (!isRefusal(w.err) || w.undo() != nil) {
		s.drop()
	}
	s.step("return")
	return w.err
}

// refusal reports whether err says that something was not to be, rather than that it
// failed: the database is as sound as before.
func isRefusal(err error) bool {
	return slices.Contains([]error{ErrUnknown, ErrOpen, ErrClash, ErrKnown, ErrLarge, ErrMany}, kindOf(err))
}

// undo takes back what the transaction did.
func (w *writer) undo() error {
	_, err := w.conn.ExecContext(w.ctx, "ROLLBACK")
	return err
}

// seats is a match in which a name sits.
type seatedMatch struct {
	number  int64
	summary string
}

// seatedIn finds the matches in which old sits, or says why they can't be changed.
func (w *writer) seatedIn(old, name string) (found []seatedMatch) {
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

// seatsOf reads a fact that says who sits where; one that can't be read names nobody.
func seatsOf(line string) (f match.Fact) {
	if !strings.Contains(line, `"seats":`) {
		return f
	}
	if f.UnmarshalJSON([]byte(line)) != nil {
		return match.Fact{}
	}
	return f
}

// rename changes the name in the lines and the summary of m, and chains the lines anew.
func (w *writer) rename(m seatedMatch, old, name string) {
	end := w.heal(m.number, w.matchRow(m.number).ending)
	changed, last := false, link{}
	for _, f := range w.facts(chainedFacts, m.number) {
		line := w.renameIn(f.line, old, name)
		changed = changed || line != f.line
		if last = last.follow(line); changed {
			w.do(replaceLine, line, last[:], m.number, f.seq)
		}
	}
	if s, err := history.Parse(m.summary); err == nil {
		exchange(s.Names, old, name)
		w.do(summarize, s.String(), beganIn(s), m.number)
	}
	end.head = last[:]
	w.mark(m.number, end)
}

// renamed is a line with another name in it, if it names seats.
func (w *writer) renameIn(line, old, name string) string {
	f := seatsOf(line)
	if !slices.Contains(f.Seats, old) {
		return line
	}
	exchange(f.Seats, old, name)
	text, err := f.MarshalJSON()
	w.fail(err)
	return string(text)
}

// fail notes err, if it is one and the first.
func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func exchange(names []string, old, name string) {
	for i := range names {
		if names[i] == old {
			names[i] = name
		}
	}
}

// beganIn returns who began a match of several.
func beganIn(s history.Summary) string {
	if len(s.Names) < 2 {
		return ""
	}
	return s.Began()
}

// quoted is what people gave, for an error: short, and on one line.
func quoted(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
