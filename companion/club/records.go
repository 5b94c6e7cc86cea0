package club

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/match"
)

// Limits and pauses of the publication of records.
const (
	// window is the number of records that may wait for an acknowledgement at once.
	window      = 4
	mostSkipped = 32 // maximum number of skipped records, which don't count in window
	// mostWithoutLeague is the maximum number of records per connection without a league.
	mostWithoutLeague = 64
	// skipAfter is the number of attempts after which an unacknowledged record is skipped.
	skipAfter  = 3
	firstPause = 30 * time.Second // first pause before a record is published again
	mostPause  = time.Hour        // longest pause before a record is published again
	settle     = 2 * time.Second  // delay of the query after a match ends, for the disk
	queryEvery = 10 * time.Minute // interval of queries for imported and restored records
)

// records holds the state of the records that the league has not acknowledged.
type records struct {
	byMatch   map[string]*recordState // states of the records by match
	nextQuery time.Time               // time of the next query of the shelf
	acked     time.Time               // time of the last acknowledgement
}

// recordState is the state of the publication of a record.
type recordState struct {
	head   string    // head of the published version
	sum    string    // checksum that the league acknowledges; "" for none
	tries  int       // number of attempts on this connection
	breaks int       // number of attempts in a row that didn't reach the broker
	first  time.Time // time of the first attempt on this connection
	due    time.Time // time of the next attempt
	link   *link     // connection of the last attempt
	stuck  bool      // whether the record can't be published to this broker

	names   []string          // all players of the record
	players map[string]string // ids of the players whom the published version names
}

// queryAt schedules a query of the shelf for a time, unless a query is scheduled earlier.
func (r *records) queryAt(at time.Time) {
	if r.nextQuery.IsZero() || at.Before(r.nextQuery) {
		r.nextQuery = at
	}
}

// restart schedules all records again, as on a new connection. A record that didn't reach the
// broker keeps its pause and is published after all other records.
func (r *records) restart(now time.Time) {
	r.nextQuery = now
	for _, t := range r.byMatch {
		t.tries, t.stuck = 0, false
		if t.breaks == 0 {
			t.due = now
		}
	}
}

// invalidate schedules all records again with other names. Acknowledgements of the earlier versions
// don't count.
func (r *records) invalidate(now time.Time) {
	r.restart(now)
	for _, t := range r.byMatch {
		t.sum = ""
	}
}

// recordJob publishes the next record that is due.
func (c *Club) recordJob(now time.Time) *job {
	r := &c.records
	if _, agreed := c.league(); !c.opts.Tell.Records || agreed && len(c.people.erasing) > 0 {
		return nil // masked records follow once the league has forgotten the old names
	}
	if r.queryAt(now.Add(queryEvery)); now.Before(r.nextQuery) {
		c.wakeAt(r.nextQuery)
		return nil
	}
	reports, err := c.shelf.Unpublished(c.ctx, c.limit())
	if err != nil {
		r.nextQuery = now.Add(shelfPause)
		c.wakeAt(r.nextQuery)
		c.fault("club", fmt.Errorf("club: read records: %w", err))
		return nil
	}
	r.nextQuery = time.Time{}
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
	r.queryAt(now.Add(queryEvery))
	c.wakeAt(r.nextQuery)
	return nil
}

// limit returns the number of records to query from the shelf: the window, the skipped records, and
// one more, which shows that there are further records.
func (c *Club) limit() int {
	skipped, published := 0, 0
	for _, t := range c.records.byMatch {
		if c.skipped(t) {
			skipped++
		}
		if t.link == c.link {
			published++
		}
	}
	if _, ok := c.league(); !ok {
		return min(published, mostWithoutLeague) + window + 1
	}
	return min(skipped, mostSkipped) + window + 1
}

// skipped reports whether a record doesn't count in the window. There are three reasons: the record
// can't be published; two attempts in a row didn't reach the broker; or the league acknowledges
// other records but not this one.
func (c *Club) skipped(t *recordState) bool {
	return t.stuck || t.breaks > 1 || t.tries >= skipAfter && c.records.acked.After(t.first)
}

// sync keeps the states of the records in reports, adds missing ones and drops all others. It also
// updates the status.
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

// choose returns the index of the record to publish, or -1 if none is due. Of the due records it
// chooses the oldest of those with the fewest attempts in a row that did not reach the broker. For
// each record that is due later it schedules a query.
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
			c.records.queryAt(t.due)
		case agreed && t.tries == 0 && c.seals.awaited(r.ID, c.link):
			c.records.queryAt(now.Add(sealPause))
		case best < 0 || t.breaks < c.records.byMatch[reports[best].ID].breaks:
			best = i
		}
	}
	return best
}

// newRecordJob returns the job for a record, or nil if the record can't be published.
func (c *Club) newRecordJob(r Report, now time.Time) *job {
	t := c.records.byMatch[r.ID]
	t.stuck = true // stays true after a panic, so that the record isn't tried again
	names, err := seated(r.Lines)
	record := wire.Record{}
	if err == nil {
		record, err = c.masked(r, names)
	}
	t.stuck = false
	if err != nil {
		c.markStuck(r.ID, t, fmt.Errorf("club: record %s: %w", r.ID, err))
		return nil
	}
	if c.people.lacksCode(names) { // otherwise the league would store a nameless version for good
		t.due = c.people.pausedUntil
		c.records.queryAt(t.due)
		return nil
	}
	j := c.message(wire.RecordKind, record, job{done: func(err error, now time.Time) { c.recordSent(t, err, now) }})
	if err := c.link.fits(j); err != nil {
		c.markStuck(r.ID, t, fmt.Errorf("club: record %s: %w", r.ID, err))
		return nil
	}
	if t.tries == 0 {
		t.first = now
	}
	t.sum, t.link, t.tries = record.Sum(), c.link, t.tries+1
	t.names, t.players = names, record.Players
	t.due = now.Add(backoff(firstPause, mostPause, t.tries-1))
	c.records.nextQuery = now // queries at once, because another record may be due
	return j
}

// recordSent stores the result of a publication. A record that didn't reach the broker follows all
// others from then on, because it may have broken the connection.
func (c *Club) recordSent(t *recordState, err error, now time.Time) {
	if err == nil {
		t.breaks = 0
		return
	}
	t.tries, t.link = 0, nil
	t.due = now.Add(backoff(firstPause, mostPause, t.breaks))
	t.breaks++
}

// markStuck stores the reason why this broker can't receive a record.
func (c *Club) markStuck(id string, t *recordState, err error) {
	t.stuck = true
	if c.status.Stuck == nil {
		c.status.Stuck = map[string]string{}
	}
	if c.status.Stuck[id] != err.Error() {
		c.status.Stuck[id] = err.Error()
		c.opts.Logger.Warn("a record can't be published", "err", err)
	}
}

// masked returns the message for a record, with masked names and with the codes of all other
// players.
func (c *Club) masked(r Report, names []string) (wire.Record, error) {
	players := c.playerIDs(names)
	codes := map[string]string{}
	for name := range players {
		codes[name] = c.people.named[name]
	}
	lines, err := c.opts.Mask(r.Lines, func(name string) bool { return players[name] != "" }, c.now.Lang)
	return wire.Record{Match: r.ID, Players: players, Codes: codes, Lines: lines}, err
}

// seated returns all names that sit on a seat at some time in a record.
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

// acknowledge stores the acknowledgements that the league has sent.
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
		if !maps.Equal(t.players, c.playerIDs(t.names)) { // players have agreed since, or it was published before the table had read them
			t.sum, t.due = "", now
			c.records.queryAt(now)
			continue
		}
		c.records.acked = now
		if err := c.shelf.MarkPublished(c.ctx, id, []byte(t.head)); err != nil {
			c.fault("club", fmt.Errorf("club: store the acknowledgement of record %s: %w", id, err))
			continue // the record will be published and acknowledged again
		}
		delete(c.records.byMatch, id)
		c.seals.drop(id)
		c.records.queryAt(now)
	}
	c.forget(a.Erased)
}
