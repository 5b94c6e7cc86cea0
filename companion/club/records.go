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
	window     = 4                // so many wait to be acknowledged
	mostPassed = 32               // beside those that nobody acknowledges, or that can't be told
	mostAlone  = 64               // of a connection without a league
	tired      = 3                // tellings, after which one that isn't acknowledged is passed
	firstPause = 30 * time.Second // before one is told again
	mostPause  = time.Hour
	settle     = 2 * time.Second  // after a match has ended, until the disk has it
	lookEvery  = 10 * time.Minute // for records that came some other way
)

// records are those that the league isn't known to hold, as far as they were told.
type records struct {
	told  map[string]*telling // by match
	look  time.Time           // when to ask the shelf
	acked time.Time           // when the league has acknowledged one last
}

// telling is what has come of telling a record.
type telling struct {
	head   string
	sum    string
	tries  int       // since the connection was made
	breaks int       // tellings that didn't reach the broker
	begun  time.Time // when it was told first on the connection
	due    time.Time
	link   *link
	stuck  bool // it can't be told to this broker
}

// ask has the shelf asked at that time.
func (r *records) ask(at time.Time) {
	if r.look.IsZero() || at.Before(r.look) {
		r.look = at
	}
}

// again has all records told anew, as on a new connection: but for those that didn't reach
// the broker, which wait behind the others.
func (r *records) again(now time.Time) {
	r.look = now
	for _, t := range r.told {
		t.tries, t.stuck = 0, false
		if t.breaks == 0 {
			t.due = now
		}
	}
}

// anew has all records told anew with other names: what the league acknowledges of what it
// was told before doesn't count.
func (r *records) anew(now time.Time) {
	r.again(now)
	for _, t := range r.told {
		t.sum = ""
	}
}

// recordJob tells the record that is due.
func (c *Club) recordJob(now time.Time) *job {
	r := &c.records
	if _, agreed := c.league(); !c.opts.Tell.Records || agreed && len(c.people.erasing) > 0 {
		return nil // a record by new names comes when nobody can tell the old ones again
	}
	if r.ask(now.Add(lookEvery)); now.Before(r.look) {
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
	c.known(reports)
	for range reports {
		at := c.choose(reports, now)
		if at < 0 {
			break
		}
		if j := c.recordOf(reports[at], now); j != nil {
			return j
		}
	}
	r.ask(now.Add(lookEvery))
	c.by(r.look)
	return nil
}

// limit is how many records the shelf is asked for: as many as may be on their way, those
// that don't count, and one more, to know whether there are more.
func (c *Club) limit() int {
	passed, told := 0, 0
	for _, t := range c.records.told {
		if c.passed(t) {
			passed++
		}
		if t.link == c.link {
			told++
		}
	}
	if _, ok := c.league(); !ok {
		return min(told, mostAlone) + window + 1
	}
	return min(passed, mostPassed) + window + 1
}

// passed reports whether a record doesn't keep others waiting: it can't be told, or the
// league acknowledges others and not this one.
func (c *Club) passed(t *telling) bool {
	return t.stuck || t.breaks > 1 || t.tries >= tired && c.records.acked.After(t.begun)
}

// known brings what is known of records in line with what the shelf has.
func (c *Club) known(reports []Report) {
	was := c.records.told
	c.records.told = map[string]*telling{}
	for _, r := range reports {
		t := was[r.ID]
		if t == nil || t.head != string(r.Head) {
			t = &telling{head: string(r.Head)}
		}
		c.records.told[r.ID] = t
	}
	c.status.Waiting, c.status.More = len(reports), len(reports) == c.limit()
	for id := range c.status.Stuck {
		if t := c.records.told[id]; t == nil || !t.stuck {
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
		t := c.records.told[r.ID]
		if t.tries > 0 && !c.passed(t) {
			away++
		}
		switch {
		case t.stuck, !agreed && (t.link == c.link || i >= mostAlone), agreed && t.tries == 0 && away >= window:
		case now.Before(t.due):
			c.records.ask(t.due)
		case best < 0 || t.breaks < c.records.told[reports[best].ID].breaks:
			best = i
		}
	}
	return best
}

// recordOf is the telling of a record; nil, where it can't be told.
func (c *Club) recordOf(r Report, now time.Time) *job {
	t := c.records.told[r.ID]
	t.stuck = true // until it is masked: a panic over it comes once
	tells, err := c.masked(r)
	t.stuck = false
	if err != nil {
		c.stick(r.ID, t, fmt.Errorf("club: record %s: %w", r.ID, err))
		return nil
	}
	j := c.message(wire.RecordKind, tells, job{done: func(err error, now time.Time) { c.recordTold(t, err, now) }})
	if err := c.link.fits(j); err != nil {
		c.stick(r.ID, t, fmt.Errorf("club: record %s: %w", r.ID, err))
		return nil
	}
	if t.tries == 0 {
		t.begun = now
	}
	t.sum, t.link, t.tries = tells.Sum(), c.link, t.tries+1
	t.due = now.Add(growing(firstPause, mostPause, t.tries-1))
	c.records.look = now // there may be another
	return j
}

// recordTold notes whether a record has reached the broker. One that hasn't waits behind the
// others from now on: it may be what the connection broke over.
func (c *Club) recordTold(t *telling, err error, now time.Time) {
	if err == nil {
		t.breaks = 0
		return
	}
	t.tries, t.link = 0, nil
	t.due = now.Add(growing(firstPause, mostPause, t.breaks))
	t.breaks++
}

// stick notes that a record can't be told to this broker. The others go on.
func (c *Club) stick(id string, t *telling, err error) {
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
	players := c.keep(names)
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
		if t := c.seals.told[seal]; t != nil && t.tries > 0 {
			t.held = true
		}
	}
	for id, sum := range a.Records {
		t := c.records.told[id]
		if t == nil || t.sum == "" || t.sum != sum {
			continue
		}
		c.records.acked = now
		if err := c.shelf.SetTold(c.ctx, id, []byte(t.head)); err != nil {
			c.fault("club", fmt.Errorf("club: keep that %s was told: %w", id, err))
			continue // it is told again, and acknowledged again
		}
		delete(c.records.told, id)
		c.records.ask(now)
	}
	c.forget(a.Erased)
}
