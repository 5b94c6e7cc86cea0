package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/games/past"
)

var (
	insertArrival = statement{"arrival", `
		INSERT INTO arrivals (number, id, started, game, over, summary, began) VALUES (` + freeNumber + `, ?, ?, ?, ?, ?, ?)`}
	lowestSeat  = statement{"lowest seat", `SELECT coalesce(min(seated), 1) FROM players`}
	stagePlayer = statement{"player", `
		INSERT INTO players (name, seated, staged) VALUES (?, ?, (SELECT number FROM staging))
		ON CONFLICT (name) DO NOTHING`}
	showPlayers  = statement{"show players", `UPDATE staging SET number = number + 1`}
	offerSetting = statement{"setting", `INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING`}

	leftMatches = statement{"left matches", `SELECT number FROM arrivals`}
	leftPlayers = statement{"left players", `SELECT count(*) FROM players WHERE staged = (SELECT number FROM staging)`}
	sweepFacts  = statement{"sweep lines", `
		DELETE FROM facts WHERE match = ?1 AND seq < (SELECT min(seq) FROM facts WHERE match = ?1) + ?2`}
	sweepMatch   = statement{"sweep match", `DELETE FROM arrivals WHERE number = ?`}
	sweepPlayers = statement{"sweep players", `
		DELETE FROM players WHERE name IN (
			SELECT name FROM players WHERE staged = (SELECT number FROM staging) ORDER BY seated LIMIT ?)`}
)

// Bounds of one step of an import. They keep the writer busy for less than 10 ms.
const (
	stepRows  = 256      // maximum number of rows
	stepBytes = 64 << 10 // maximum bytes of the rows
)

// Take adds the contents of a file: matches with unknown ids, players with unknown names, and
// settings that aren't set. It doesn't change existing data.
//
// Matches of a backup keep their order. Each follows the known match that precedes it in the
// backup; without such a match, it precedes all known matches. Added players count as seated
// before all known players. A single record is added after all matches. If the id of the record
// is known, Take adds nothing, and returns [ErrExists] if the lines differ. An unfinished record
// becomes an open match without a secret: people then answer for chance.
//
// Take checks the whole file by the rules of its games and stages its contents, invisible to
// readers. It writes in small steps, between which other writers may write. The last step makes
// all of the contents visible. After an error, or when ctx is done, the visible data is
// unchanged. For an invalid file the error is a *[BackupError] or a *match.LineError.
func (s *Store) Take(ctx context.Context, kind history.Kind, r io.Reader) (history.Parcel, error) {
	g := &staging{store: s, ctx: ctx}
	err := s.exclusive(ctx, func() error {
		f := newFile(ctx, kind, r, s.games)
		f.each = g.match
		err := s.read(ctx, reader.checkRoom)
		if err == nil {
			err = f.read()
			g.added.Damaged = f.damaged
		}
		if err == nil {
			err = g.players(f.players)
		}
		if err == nil {
			err = g.flush()
		}
		if err == nil {
			err = g.show(f)
		}
		return err
	})
	if err != nil {
		return history.Parcel{}, s.failure("take a "+string(kind), err)
	}
	return g.added, nil
}

// exclusive calls run while no other import runs. Before and after the call, it deletes the
// staged rows of this import and of imports that were killed.
func (s *Store) exclusive(ctx context.Context, run func() error) error {
	select {
	case s.importing <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-s.importing }()
	err := s.sweep(ctx)
	if err == nil {
		err = run()
	}
	_ = s.sweep(context.WithoutCancel(ctx)) // after an error, Check or the next import sweeps again
	return err
}

// staging writes the contents of a file into the database, in small steps.
type staging struct {
	store   *Store
	ctx     context.Context
	pending []func(*writer) // rows of the next step
	bytes   int             // size of the pending rows in bytes
	matches []*stagedMatch  // matches of the file, in file order
	added   history.Parcel
}

// stagedMatch is a match from a file. Its lines are dropped once they are staged.
type stagedMatch struct {
	history.Entry
	number int64 // number in the table "arrivals"; 0 if the match exists already
	facts  int
	head   link          // link of the last fact
	played int64         // orders open matches: the match played later has the higher value
	last   bool          // the match is placed after all existing matches
	many   bool          // the match is one of many in a file that is no backup
	past   history.Dated // label and game of a past play, which is placed by its date; zero for any other match
}

// add appends a row to the next step. size is the size of the row in bytes. If the step is then
// full, add writes its rows.
func (g *staging) add(size int, row func(*writer)) error {
	g.pending, g.bytes = append(g.pending, row), g.bytes+size
	if len(g.pending) < stepRows && g.bytes < stepBytes {
		return nil
	}
	return g.flush()
}

// flush writes the pending rows in one step.
func (g *staging) flush() error {
	rows := g.pending
	g.pending, g.bytes = nil, 0
	if len(rows) == 0 {
		return g.ctx.Err()
	}
	return g.store.transact(g.ctx, func(w *writer) {
		for _, row := range rows {
			row(w)
		}
	})
}

// match stages a match if its id is unknown.
func (g *staging) match(a *stagedMatch) error {
	known, err := g.exists(a)
	lines := a.Lines
	a.Lines = ""
	g.matches = append(g.matches, a)
	if known || err != nil {
		return err
	}
	err = g.add(len(a.Summary), func(w *writer) { w.stageMatch(a, lines) })
	for line := range strings.Lines(lines) {
		if err != nil {
			return err
		}
		line = strings.TrimSuffix(line, "\n")
		a.facts, a.head = a.facts+1, a.head.follow(line)
		n, l := a.facts, a.head
		err = g.add(len(line), func(w *writer) { w.exec(addFact, a.number, n, line, l[:]) })
	}
	return err
}

// exists reports whether the store has a match with the id of a. It returns ErrExists if a is a
// single record and the stored lines differ, unless it is one of many.
func (g *staging) exists(a *stagedMatch) (known bool, err error) {
	err = g.store.read(g.ctx, func(r reader) error {
		number, there, err := r.find(a.ID)
		if errors.Is(err, ErrUnknown) {
			return nil
		}
		known = err == nil
		if known && a.last && !a.many {
			err = r.fill(number, &there)
		}
		if err == nil && a.last && !a.many && there.Lines != a.Lines {
			err = ErrExists
		}
		return err
	})
	return known, err
}

// stageMatch writes the row of a match to the table "arrivals", without the lines, and sets
// a.number.
func (w *writer) stageMatch(a *stagedMatch, lines string) {
	first, _, _ := strings.Cut(lines, "\n")
	var f match.Fact
	w.fail(json.Unmarshal([]byte(first), &f))
	if a.last && f.Game == past.Name {
		a.past = history.Dated{Label: f.At, Game: f.Game}
	}
	summary, who := "", ""
	if s, err := history.Parse(a.Summary); err == nil && a.Over {
		summary, who = a.Summary, beganIn(s)
	}
	a.Summary = ""
	result := w.exec(insertArrival, a.ID, f.At, f.Game, a.Over, summary, who)
	if w.err == nil {
		a.number, w.err = result.LastInsertId()
	}
}

// players stages names of players, given with the latest seated last. The staged players count
// as seated before all known players. players writes them in alphabetical order, which touches
// fewer pages.
func (g *staging) players(names []string) error {
	lowest := int64(0)
	err := g.add(0, func(w *writer) { w.find(lowestSeat, nil, &lowest) })
	type seat struct {
		name string
		n    int
	}
	sorted := make([]seat, len(names))
	for i, name := range names {
		sorted[i] = seat{name, len(names) - i}
	}
	slices.SortFunc(sorted, func(a, b seat) int { return cmp.Compare(a.name, b.name) })
	for i := 0; i < len(sorted) && err == nil; i++ {
		err = g.add(len(sorted[i].name), func(w *writer) {
			g.added.Players += w.count(stagePlayer, sorted[i].name, lowest-int64(sorted[i].n))
		})
	}
	return err
}

// count runs the statement q and returns the number of rows that it changed.
func (w *writer) count(q statement, args ...any) int {
	result := w.exec(q, args...)
	if w.err != nil {
		return 0
	}
	n, err := result.RowsAffected()
	w.fail(err)
	return int(n)
}

// show makes the staged rows of f visible, in one transaction.
func (g *staging) show(f *file) error {
	return g.store.edit(g.ctx, func(w *writer) {
		g.added.Matches = w.addMatches(g.matches)
		w.exec(showPlayers)
		for _, set := range f.settings {
			w.exec(offerSetting, set.Key, set.Value)
		}
		w.checkLimits(g, f.kind)
	})
}

// sweepUnlessBusy sweeps, unless an import is running. An import sweeps at its end.
func (s *Store) sweepUnlessBusy(ctx context.Context) {
	select {
	case s.importing <- struct{}{}:
		_ = s.sweep(context.WithoutCancel(ctx)) // after an error, Check or the next import sweeps again
		<-s.importing
	default:
	}
}

// sweep deletes staged rows that never became visible, and the facts of erased matches. It works
// in small steps.
func (s *Store) sweep(ctx context.Context) error {
	var numbers []int64
	players := 0
	err := s.read(ctx, func(r reader) error {
		err := r.rows(leftMatches, func(rows *sql.Rows) error {
			var number int64
			err := rows.Scan(&number)
			numbers = append(numbers, number)
			return err
		})
		return errors.Join(err, r.tx.QueryRowContext(ctx, leftPlayers.text).Scan(&players))
	})
	for i := 0; i < len(numbers) && err == nil; i++ {
		if err = s.sweepAll(ctx, sweepFacts, numbers[i], stepRows); err == nil {
			err = s.sweepAll(ctx, sweepMatch, numbers[i])
		}
	}
	if players > 0 && err == nil {
		err = s.sweepAll(ctx, sweepPlayers, stepRows)
	}
	return err
}

// sweepAll runs the statement q until it changes no row. Each run is a transaction of its own.
func (s *Store) sweepAll(ctx context.Context, q statement, args ...any) error {
	for {
		n := 0
		err := s.transact(ctx, func(w *writer) { n = w.count(q, args...) })
		if n == 0 || err != nil {
			return err
		}
	}
}
