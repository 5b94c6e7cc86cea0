package club

import (
	"fmt"
	"strings"
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/match"
)

// How records are told.
const (
	window            = 4                // so many wait to be acknowledged
	mostSkipped       = 32               // beside those that nobody acknowledges, or that can't be told
	mostWithoutLeague = 64               // of a connection without a league
	skipAfter         = 3                // tellings, after which one that isn't acknowledged is passed
	firstPause        = 30 * time.Second // before one is told again
	mostPause         = time.Hour
	settle            = 2 * time.Second  // after a match has ended, until the disk has it
	lookEvery         = 10 * time.Minute // for records that came some other way
)

// records are those that the league isn't known to hold, as far as they were told.
type records struct {
	byMatch map[string]*recordState // by match
	look    time.Time               // when to ask the shelf
	acked   time.Time               // when the league has acknowledged one last
}

// recordState is what has come of telling a record.
type recordState struct {
	head   string
	sum    string
	tries  int       // since the connection was made
	breaks int       // tellings that didn't reach the broker
	first  time.Time // when it was told first on the connection
	due    time.Time
	link   *link
	stuck  bool // it can't be told to this broker
}

// lookAt has the shelf asked at that time.
func (r *records) lookAt(at time.Time) {
	if r.look.IsZero() || at.Before(r.look) {
		r.look = at
	}
}

// restart has all records told anew, as on a new connection: but for those that didn't reach
// the broker, which wait behind the others.
func (r *records) restart(now time.Time) {
	r.look = now
	for _, t := range r.byMatch {
		t.tries, t.stuck = 0, false
		if t.breaks == 0 {
			t.due = now
		}
	}
}

// invalidate has all records told anew with other names: what the league acknowledges of what it
// was told before doesn't count.
func (r *records) invalidate(now time.Time) {
	r.restart(now)
	for _, t := range r.byMatch {
		t.sum = ""
	}
}

// recordJob tells the record that is due.
func (c *Club) recordJob(now time.Time) *job {
	r := &c.records
	if _, agreed := c.league(); !c.opts.Tell.Records || agreed && len(c.people.erasing) > 0 {
		return nil // a record by new names comes when nobody can tell the old ones again
	}
	if r.lookAt(now.Add(lookEvery)); now.Before(r.look) {
		c.by(r.look)
		return nil
	}
	reports, err := c.shelf.Untold(c.ctx, c.limit())
	if err != nil {
		r.look = now.Add(shelfPause)
		c.by(r.look)
		c.fault("club", fmt.Errorf("club: read records: %w", err))
		return nil
	}
	r.look = time.Time{}
	c.sync(reports)
	for range reports {
		at := c.choose(reports, now)
		if at < 0 {
			break
		}
		if j := c.newRecordJob(reports[at], now); j != nil {
			return j
		}
	}
	r.lookAt(now.Add(lookEvery))
	c.by(r.look)
	return nil
}

// limit is how many records the shelf is asked for: as many as may be on their way, those
// that don't count, and one more, to know whether there are more.
func (c *Club) limit() int {
	passed, told := 0, 0
	for _, t := range c.records.byMatch {
		if c.skipped(t) {
			passed++
		}
		if t.link == c.link {
			told++
		}
	}
	if _, ok := c.league(); !ok {
		return min(told, mostWithoutLeague) + window + 1
	}
	return min(passed, mostSkipped) + window + 1
}

// skipped reports whether a record doesn't keep others waiting: it can't be told, or the
// league acknowledges others and not this one.
func (c *Club) skipped(t *recordState) bool {
	return t.stuck || t.breaks > 1 || t.tries >= skipAfter && c.records.acked.After(t.first)
}

// sync brings what is known of records in line with what the shelf has.
func (c *Club) sync(reports []Report) {
	was := c.records.byMatch
	c.records.byMatch = map[string]*recordState{}
	for _, r := range reports {
		t := was[r.ID]
		if t == nil || t.head != string(r.Head) {
			t = &recordState{head: string(r.Head)}
		}
		c.records.byMatch[r.ID] = t
	}
	c.status.Waiting, c.status.More = len(reports), len(reports) == c.limit()
	for id := range c.status.Stuck {
		if t := c.records.byMatch[id]; t == nil || !t.stuck {
			delete(c.status.Stuck, id)
		}
	}
	c.status.Stuck = cloned(c.status.Stuck)
}

// choose returns which record is to be told now: of those that are due the oldest, or else
// one that didn't reach the broker before. It returns -1 where none is, and asks for a turn
// when one will be.
func (c *Club) choose(reports []Report, now time.Time) int {
	_, agreed := c.league()
	best, away := -1, 0
	for i, r := range reports {
		t := c.records.byMatch[r.ID]
		if t.tries > 0 && !c.skipped(t) {
			away++
		}
		switch {
		case t.stuck, !agreed && (t.link == c.link || i >= mostWithoutLeague), agreed && t.tries == 0 && away >= window:
		case now.Before(t.due):
			c.records.lookAt(t.due)
		case best < 0 || t.breaks < c.records.byMatch[reports[best].ID].breaks:
			best = i
		}
	}
	return best
}

// newRecordJob is the telling of a record; nil, where it can't be told.
func (c *Club) newRecordJob(r Report, now time.Time) *job {
	t := c.records.byMatch[r.ID]
	t.stuck = true // until it is masked: a panic over it comes once
	tells, err := c.masked(r)
	t.stuck = false
	if err != nil {
		c.markStuck(r.ID, t, fmt.Errorf("club: record %s: %w", r.ID, err))
		return nil
	}
	j := c.message(wire.RecordKind, tells, job{done: func(err error, now time.Time) { c.recordSent(t, err, now) }})
	if err := c.link.fits(j); err != nil {
		c.markStuck(r.ID, t, fmt.Errorf("club: record %s: %w", r.ID, err))
		return nil
	}
	if t.tries == 0 {
		t.first = now
	}
	t.sum, t.link, t.tries = tells.Sum(), c.link, t.tries+1
	t.due = now.Add(backoff(firstPause, mostPause, t.tries-1))
	c.records.look = now // there may be another
	return j
}

// recordSent notes whether a record has reached the broker. One that hasn't waits behind the
// others from now on: it may be what the connection broke over.
func (c *Club) recordSent(t *recordState, err error, now time.Time) {
	if err == nil {
		t.breaks = 0
		return
	}
	t.tries, t.link = 0, nil
	t.due = now.Add(backoff(firstPause, mostPause, t.breaks))
	t.breaks++
}

// markStuck notes that a record can't be told to this broker. The others go on.
func (c *Club) markStuck(id string, t *recordState, err error) {
	t.stuck = true
	if c.status.Stuck == nil {
		c.status.Stuck = map[string]string{}
	}
	if c.status.Stuck[id] != err.Error() {
		c.status.Stuck[id] = err.Error()
		c.opts.Logger.Warn("a record can't be told", "err", err)
	}
}

// masked is a record as it may be told.
func (c *Club) masked(r Report) (wire.Record, error) {
	names, err := seated(r.Lines)
	if err != nil {
		return wire.Record{}, err
	}
	players := c.playerIDs(names)
	lines, err := c.opts.Mask(r.Lines, func(name string) bool { return players[name] != "" }, c.now.Lang)
	return wire.Record{Match: r.ID, Players: players, Lines: lines}, err
}

// seated are all names that have a seat in a record at some time.
func seated(lines string) (names []string, err error) {
	n := 0
	for line := range strings.Lines(lines) {
		n++
		var f match.Fact
		if err := f.UnmarshalJSON([]byte(line)); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		switch f.Kind {
		case match.Started:
			names = append(names, f.Seats...)
		case match.Seated:
			names = append(names, f.Says)
		}
	}
	return names, nil
}

// acknowledge keeps what the league says that it holds.
func (c *Club) acknowledge(a wire.Ack, now time.Time) {
	for _, seal := range a.Seals {
		if t := c.seals.bySeal[seal]; t != nil && t.tries > 0 {
			t.acked = true
		}
	}
	for id, sum := range a.Records {
		t := c.records.byMatch[id]
		if t == nil || t.sum == "" || t.sum != sum {
			continue
		}
		c.records.acked = now
		if err := c.shelf.SetTold(c.ctx, id, []byte(t.head)); err != nil {
			c.fault("club", fmt.Errorf("club: keep that %s was told: %w", id, err))
			continue // it is told again, and acknowledged again
		}
		delete(c.records.byMatch, id)
		c.records.lookAt(now)
	}
	c.forget(a.Erased)
}
