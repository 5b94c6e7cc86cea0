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

// A step of what is staged ends after so many rows, or bytes of them: the writer is
// free again within 10 ms.
const (
	stepRows  = 256
	stepBytes = 64 << 10
)

// Take adds what a file holds to what is there: matches and players that aren't known
// by their ids and names, and settings that aren't set. What is there stays as it is.
//
// Matches of a backup stand where the backup has them: behind the one before which is
// known, or before all; added players were seated before all others. A single record
// comes after all, unless it is known by its id: then nothing is added, or it is
// [ErrKnown] if the lines are others. One that wasn't played to its end is open,
// without a secret: the table answers for chance.
//
// Everything is read by the rules of its game, and written where nobody sees it, in
// small steps between which others may write; the last one shows all of it. An error,
// or a context that ends, has changed nothing. A file that is none of its kind is a
// *[BackupError] or a *match.LineError.
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

// alone brings something, after another that is being brought, and sweeps out what
// it, or one that was killed, has left.
func (s *Store) exclusive(ctx context.Context, bring func() error) error {
	select {
	case s.importing <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-s.importing }()
	err := s.sweep(ctx)
	if err == nil {
		err = bring()
	}
	_ = s.sweep(context.WithoutCancel(ctx)) // or after the next start
	return err
}

// staging is a file on its way into the database.
type staging struct {
	store   *Store
	ctx     context.Context
	pending []func(*writer) // the rows of the next step
	bytes   int             // of them
	matches []*stagedMatch  // in the order of the file
	added   history.Parcel
}

// arrival is a match of a file. Its lines are let go of once they are staged.
type stagedMatch struct {
	history.Entry
	number int64 // 0: it is known
	facts  int
	head   link  // of the last of them
	played int64 // of an open match: grows with when it was last played
	last   bool  // it comes after all that are there
}

// add puts a row of so many bytes into the next step.
func (g *staging) add(size int, row func(*writer)) error {
	g.pending, g.bytes = append(g.pending, row), g.bytes+size
	if len(g.pending) < stepRows && g.bytes < stepBytes {
		return nil
	}
	return g.flush()
}

// flush is a step.
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

// match stages a match that isn't known.
func (g *staging) match(a *stagedMatch) error {
	known, err := g.known(a)
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
		err = g.add(len(line), func(w *writer) { w.do(addFact, a.number, n, line, l[:]) })
	}
	return err
}

// known reports whether a match is there; a single record must be so with the same
// lines.
func (g *staging) known(a *stagedMatch) (known bool, err error) {
	err = g.store.read(g.ctx, func(r reader) error {
		number, there, err := r.find(a.ID)
		if errors.Is(err, ErrUnknown) {
			return nil
		}
		known = err == nil
		if known && a.last {
			err = r.fill(number, &there)
		}
		if err == nil && a.last && there.Lines != a.Lines {
			err = ErrKnown
		}
		return err
	})
	return known, err
}

// arrive writes a match but for its lines, and gives it its number.
func (w *writer) stageMatch(a *stagedMatch, lines string) {
	first, _, _ := strings.Cut(lines, "\n")
	var f match.Fact
	w.fail(json.Unmarshal([]byte(first), &f))
	summary, who := "", ""
	if s, err := history.Parse(a.Summary); err == nil && a.Over {
		summary, who = a.Summary, beganIn(s)
	}
	a.Summary = ""
	result := w.do(insertArrival, a.ID, f.At, f.Game, a.Over, summary, who)
	if w.err == nil {
		a.number, w.err = result.LastInsertId()
	}
}

// players stages names, the one seated latest last. They were seated before all who
// are there. In the order of the names fewer pages are written.
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

// count runs q and returns how many rows it changed.
func (w *writer) count(q statement, args ...any) int {
	result := w.do(q, args...)
	if w.err != nil {
		return 0
	}
	n, err := result.RowsAffected()
	w.fail(err)
	return int(n)
}

// show makes visible what was staged.
func (g *staging) show(f *file) error {
	return g.store.edit(g.ctx, func(w *writer) {
		g.added.Matches = w.addMatches(g.matches)
		w.do(showPlayers)
		for _, set := range f.settings {
			w.do(offerSetting, set.Key, set.Value)
		}
		w.checkLimits(g, f.kind)
	})
}

// sweepUnlessBusy sweeps now, or leaves it to who is bringing a file.
func (s *Store) sweepUnlessBusy(ctx context.Context) {
	select {
	case s.importing <- struct{}{}:
		_ = s.sweep(context.WithoutCancel(ctx)) // or after the next start
		<-s.importing
	default:
	}
}

// sweep removes in small steps what was staged and never shown, and what an erased match
// has left.
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

// sweepAll runs q, each time in a step of its own, until it changes nothing.
func (s *Store) sweepAll(ctx context.Context, q statement, args ...any) error {
	for {
		n := 0
		err := s.transact(ctx, func(w *writer) { n = w.count(q, args...) })
		if n == 0 || err != nil {
			return err
		}
	}
}
