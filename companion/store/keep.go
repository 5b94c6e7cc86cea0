package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"tabletop/companion"
	"tabletop/companion/settings"
)

// freeNumber is that of the next match. Those that are being brought have numbers too.
const freeNumber = `(SELECT 1 + max(coalesce((SELECT max(number) FROM matches), 0), coalesce((SELECT max(number) FROM arrivals), 0)))`

var (
	begin     = statement{"begin", `BEGIN IMMEDIATE`}
	commit    = statement{"commit", `COMMIT`}
	findMatch = statement{"find match", `
		SELECT coalesce(number, 0), coalesce(played, 0), coalesce(over, 0), coalesce(count, 0), head,
			(SELECT coalesce(max(seq), 0) FROM facts WHERE match = number),
			(SELECT link FROM facts WHERE match = number ORDER BY seq DESC LIMIT 1),
			(SELECT coalesce(max(played), 0) FROM matches WHERE over = 0)
		FROM (SELECT 1) LEFT JOIN matches ON id = ?`}
	addMatch = statement{"match", `
		INSERT INTO matches (number, id, started, game, played, over, place)
		VALUES (` + freeNumber + `, ?, ?, ?, ?, ?, (SELECT 1 + coalesce(max(place), 0) FROM matches))`}
	summarize = statement{"summary", `UPDATE matches SET summary = ?1, began = ?2 WHERE number = ?3 AND summary <> ?1`}
	markMatch = statement{"mark", `UPDATE matches SET played = ?, over = ? WHERE number = ?`}
	addFact   = statement{"line", `INSERT INTO facts (match, seq, line, link) VALUES (?, ?, ?, ?)`}
	findFact  = statement{"find line", `SELECT line FROM facts WHERE match = ? AND seq = ?`}
	addSecret = statement{"secret", `
		INSERT INTO secrets (match, seal, secret)
		SELECT ?1, 1 + (SELECT count(*) FROM secrets WHERE match = ?1), ?2
		WHERE NOT EXISTS (SELECT * FROM secrets WHERE match = ?1 AND secret = ?2)`}
	addPlayer = statement{"player", `
		INSERT INTO players (name, seated) VALUES (?, (SELECT 1 + coalesce(max(seated), 0) FROM players))
		ON CONFLICT (name) DO UPDATE SET seated = excluded.seated, staged = 0`}
	setSetting = statement{"setting", `
		INSERT INTO settings (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`}
	deleteSetting = statement{"setting", `DELETE FROM settings WHERE key = ?`}
)

// Keep writes k in one transaction, which is on disk when Keep returns nil. Lines
// that are there already are compared: keeping the same again changes nothing,
// [ErrDiffers] and [ErrGap] write nothing. With new lines, Over says how the match
// stands after the last of them, so that an ended match is open again when play
// went back; without, it can only end it.
//
// A context that is done beforehand is an error; what was begun is finished. After
// an error the database is opened again before anything else is done with it, and
// the same Keep may be tried again.
func (s *Store) Keep(ctx context.Context, k companion.Keep) error {
	b, err := newBatch(k)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return s.failure("keep", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reopen()
	if err == nil && !b.empty() {
		s.commits++
		if err = s.write(context.WithoutCancel(ctx), b); err != nil {
			s.drop()
		}
	}
	s.step("return")
	return s.failure("keep", err)
}

func (s *Store) write(ctx context.Context, b batch) error {
	w := &writer{session: s.session, ctx: ctx, step: s.step, now: s.now}
	w.step("before begin")
	w.do(begin)
	if b.Match != "" {
		w.match(b)
	}
	if b.Drop != "" {
		w.deleteUnbegun(b.Drop)
	}
	for _, name := range b.Players {
		w.do(addPlayer, name)
	}
	for _, set := range slices.Concat(b.Settings, s.paces.due(s.now)) {
		w.set(set)
	}
	w.step("before commit")
	w.do(commit)
	return w.err
}

// writer runs the statements of one transaction; after an error it runs none.
type writer struct {
	*session
	ctx  context.Context
	step func(name string)
	now  time.Time // when the store was opened
	err  error
}

func (w *writer) do(q statement, args ...any) sql.Result {
	if w.err != nil {
		return nil
	}
	stmt, err := w.prepared(w.ctx, q)
	if err != nil {
		w.err = err
		return nil
	}
	result, err := stmt.ExecContext(w.ctx, args...)
	w.err = err
	w.step(q.name)
	return result
}

// find scans the one row of q, if there is one.
func (w *writer) find(q statement, arg []any, into ...any) {
	if w.err != nil {
		return
	}
	w.err = w.rows(w.ctx, q, func(rows *sql.Rows) error { return rows.Scan(into...) }, arg...)
	w.step(q.name)
}

// kept is what the database knows of a match; number 0: nothing.
type matchState struct {
	number, played int64
	over           bool
	ending
	last   int    // seq of its last line
	link   []byte // of that line
	latest int64  // highest played of all open matches
}

// sound reports whether more can be chained to what is there.
func (m matchState) intact() bool {
	return m.number == 0 || m.head != nil && m.count == m.last && bytes.Equal(m.head, m.link)
}

// match writes what b says of its match. One that isn't chained yet, or was damaged, is
// healed before.
func (w *writer) match(b batch) {
	var m matchState
	w.find(findMatch, []any{b.Match}, &m.number, &m.played, &m.over, &m.count, &m.head, &m.last, &m.link, &m.latest)
	if !m.intact() {
		w.healState(&m)
	}
	if w.err == nil {
		w.err = b.follows(m)
	}
	if m.number == 0 {
		m.number = w.start(b, m.latest+1)
	} else {
		w.open(m, b)
	}
	for i, line := range b.Lines {
		w.line(&m, b.First+i, line)
	}
	if !b.Secret.IsZero() {
		w.do(addSecret, m.number, b.Secret.String())
	}
	if b.Summary != nil {
		w.do(summarize, b.Summary.String(), beganIn(*b.Summary), m.number)
	}
	w.mark(m.number, m.ending)
}

// healKept heals a match of which m is known.
func (w *writer) healState(m *matchState) {
	m.ending = w.heal(m.number, m.ending)
	m.last, m.link = m.count, m.head
}

// follows refuses lines that don't follow those of m, and a match without any.
func (b batch) follows(m matchState) error {
	if len(b.Lines) == 0 && m.number != 0 {
		return nil
	}
	if len(b.Lines) == 0 || b.First < 1 || b.First > m.last+1 {
		return fmt.Errorf("%w: match %q has %d, the next begin at %d", ErrGap, b.Match, m.last, b.First)
	}
	return nil
}

// start writes a new match and returns its number.
func (w *writer) start(b batch, played int64) (number int64) {
	result := w.do(addMatch, b.Match, b.started, b.game, played, b.Over)
	if w.err == nil {
		number, w.err = result.LastInsertId()
	}
	return number
}

// open notes whether m is over, and that it was played after all others.
func (w *writer) open(m matchState, b batch) {
	over, played := m.over || b.Over, m.played
	if len(b.Lines) > 0 && b.First+len(b.Lines)-1 > m.last {
		over = b.Over
		if m.over || m.latest > m.played {
			played = m.latest + 1
		}
	}
	if over != m.over || played != m.played {
		w.do(markMatch, played, over, m.number)
	}
}

// line adds a line, or compares it with the one that is there. One that differs may
// have been damaged: then play goes on from what is sound.
func (w *writer) line(m *matchState, seq int, line string) {
	if seq <= m.last && !w.has(m, seq, line) {
		w.healState(m)
	}
	if seq > m.last {
		w.add(m, line)
	} else if w.err == nil && !w.has(m, seq, line) {
		w.err = fmt.Errorf("%w: fact %d", ErrDiffers, seq)
	}
}

// has reports whether that line is there already.
func (w *writer) has(m *matchState, seq int, line string) bool {
	var there string
	w.find(findFact, []any{m.number, seq}, &there)
	return w.err == nil && there == line
}

// add chains a line to m.
func (w *writer) add(m *matchState, line string) {
	var before link
	copy(before[:], m.head)
	after := before.follow(line)
	m.count, m.last, m.head, m.link = m.count+1, m.last+1, after[:], after[:]
	w.do(addFact, m.number, m.last, line, after[:])
}

func (w *writer) set(s settings.Line) {
	if s.Value == "" {
		w.do(deleteSetting, s.Key)
		return
	}
	w.do(setSetting, s.Key, s.Value)
}
