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

// freeNumber is an SQL expression for the number of the next match. Staged matches have numbers
// too.
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

// Keep stores k in one transaction, which is on disk when Keep returns nil. It compares lines
// that exist already: storing the same lines again changes nothing. Keep returns [ErrDiffers] if
// a stored line is different, and [ErrGap] if earlier lines are missing; it then writes nothing.
// If k has new lines, Over is the state of the match after the last of them, so an undo can
// reopen a finished match. Without new lines, Over can only finish the match.
//
// Keep returns an error if ctx is done before Keep begins; once begun, Keep finishes. After an
// error the database is reopened before its next use, and the caller may try the same Keep
// again.
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
	w.exec(begin)
	if b.Match != "" {
		w.match(b)
	}
	if b.Drop != "" {
		w.deleteUnbegun(b.Drop)
	}
	for _, name := range b.Players {
		w.exec(addPlayer, name)
	}
	for _, set := range slices.Concat(b.Settings, s.paces.due(s.now)) {
		w.set(set)
	}
	w.step("before commit")
	w.exec(commit)
	return w.err
}

// writer runs the statements of one transaction. After an error it runs no more statements.
type writer struct {
	*session
	ctx  context.Context
	step func(name string)
	now  time.Time // time at which the store was opened
	err  error
}

func (w *writer) exec(q statement, args ...any) sql.Result {
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

// find runs the query q and scans its row into the variables. Without a row it leaves them
// unchanged.
func (w *writer) find(q statement, arg []any, into ...any) {
	if w.err != nil {
		return
	}
	w.err = w.rows(w.ctx, q, func(rows *sql.Rows) error { return rows.Scan(into...) }, arg...)
	w.step(q.name)
}

// matchState is the stored state of a match. Number 0 means that the match doesn't exist.
type matchState struct {
	number, played int64
	over           bool
	ending
	last   int    // seq of the last line
	link   []byte // link of the last line
	latest int64  // highest value in the column "played" of all open matches
}

// intact reports whether a new line can be chained to the stored lines of m.
func (m matchState) intact() bool {
	return m.number == 0 || m.head != nil && m.count == m.last && bytes.Equal(m.head, m.link)
}

// match writes the match of b. If the match is damaged or not chained yet, it heals the match
// first.
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
		w.updateMatch(m, b)
	}
	for i, line := range b.Lines {
		w.line(&m, b.First+i, line)
	}
	if !b.Secret.IsZero() {
		w.exec(addSecret, m.number, b.Secret.String())
	}
	if b.Summary != nil {
		w.exec(summarize, b.Summary.String(), beganIn(*b.Summary), m.number)
	}
	w.mark(m.number, m.ending)
}

// healState heals the match of m and updates m accordingly.
func (w *writer) healState(m *matchState) {
	m.ending = w.heal(m.number, m.ending)
	m.last, m.link = m.count, m.head
}

// follows returns ErrGap if lines are missing between those of m and those of b, or if a new
// match has no lines.
func (b batch) follows(m matchState) error {
	if len(b.Lines) == 0 && m.number != 0 {
		return nil
	}
	if len(b.Lines) == 0 || b.First < 1 || b.First > m.last+1 {
		return fmt.Errorf("%w: match %q has %d, the next begin at %d", ErrGap, b.Match, m.last, b.First)
	}
	return nil
}

// start writes the row of a new match and returns the number of the match.
func (w *writer) start(b batch, played int64) (number int64) {
	result := w.exec(addMatch, b.Match, b.started, b.game, played, b.Over)
	if w.err == nil {
		number, w.err = result.LastInsertId()
	}
	return number
}

// updateMatch updates the columns over and played in the row of m. If b has new lines, m becomes
// the match played latest.
func (w *writer) updateMatch(m matchState, b batch) {
	over, played := m.over || b.Over, m.played
	if len(b.Lines) > 0 && b.First+len(b.Lines)-1 > m.last {
		over = b.Over
		if m.over || m.latest > m.played {
			played = m.latest + 1
		}
	}
	if over != m.over || played != m.played {
		w.exec(markMatch, played, over, m.number)
	}
}

// line adds a line to the match, or compares the line with the stored line seq. If the two
// differ, the stored line may be damaged: the method heals the match, and adds the line if the
// stored one was moved aside.
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

// has reports whether line is stored as fact seq of the match.
func (w *writer) has(m *matchState, seq int, line string) bool {
	var there string
	w.find(findFact, []any{m.number, seq}, &there)
	return w.err == nil && there == line
}

// add stores a line as the next fact of m and extends the chain.
func (w *writer) add(m *matchState, line string) {
	var before link
	copy(before[:], m.head)
	after := before.follow(line)
	m.count, m.last, m.head, m.link = m.count+1, m.last+1, after[:], after[:]
	w.exec(addFact, m.number, m.last, line, after[:])
}

func (w *writer) set(s settings.Line) {
	if s.Value == "" {
		w.exec(deleteSetting, s.Key)
		return
	}
	w.exec(setSetting, s.Key, s.Value)
}
