package club

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/games"
)

// Pauses between two messages of an unacknowledged seal, from first to longest.
const (
	sealPause     = 2 * time.Second
	mostSealPause = 30 * time.Second
)

// idDigits is the length of a match's id, which is the beginning of the match's first seal.
const idDigits = 16

// Limits for seals that are no longer open.
const (
	mostClosed = 64 // maximum number of seals that the club publishes again; it drops the oldest
	// sealTries is the number of attempts on a connection for which the record of a match waits for
	// the acknowledgement of its seals. A league believes only a seal that arrives before the record.
	sealTries = 2
)

// seals holds the state of the publication of seals. A seal is open until the first outcome under it
// is known.
type seals struct {
	bySeal map[string]*sealState // states of the open seals, and of closed ones to publish again, by seal
	count  int                   // number of states so far
	at     match.Match           // match that the field open is about
	open   bool                  // result of untouched(at)
}

// sealState is the state of the publication of a seal.
type sealState struct {
	seal    wire.Seal // message; its Seq no longer changes once it is sent
	number  int       // number of the state, in the order of their creation
	open    bool
	sending bool // whether it is being published
	sent    bool // whether a broker has received it while it was open
	acked   bool // whether the league has acknowledged the seal
	tries   int
	due     time.Time
	link    *link // connection of the last attempt
}

// sealJob publishes the next seal that is due. A seal that a broker has received while it was open
// is published again until the league has acknowledged it, or the record of its match: the broker
// or a foreign subscriber may have lost it.
func (c *Club) sealJob(now time.Time) *job {
	if !c.opts.Tell.Records {
		return nil
	}
	c.updateSeals()
	for _, t := range c.seals.inOrder() {
		if !c.sealDue(t, now) {
			continue
		}
		t.sending = true
		return c.message(wire.SealKind, t.seal, job{done: func(err error, _ time.Time) {
			t.sending, t.sent = false, t.sent || err == nil
		}})
	}
	return nil
}

// updateSeals adds the open seals, and drops the closed ones that are of no use.
func (c *Club) updateSeals() {
	s := &c.seals
	if s.bySeal == nil {
		s.bySeal = map[string]*sealState{}
	}
	for _, t := range s.bySeal {
		t.open = false
	}
	for _, seal := range c.openSeals() {
		t := s.bySeal[seal.Seal]
		if t == nil {
			s.count++
			t = &sealState{number: s.count, seal: seal}
			s.bySeal[seal.Seal] = t
		}
		if t.open = true; t.sent || t.sending {
			seal.Seq = t.seal.Seq
		}
		t.seal = seal
	}
	_, agreed := c.league()
	closed := 0
	for _, t := range slices.Backward(s.inOrder()) {
		if t.open {
			continue
		}
		if closed++; !agreed || t.acked || !t.sent && !t.sending || closed > mostClosed {
			delete(s.bySeal, t.seal.Seal)
		}
	}
}

// inOrder returns the states: those of open seals first, then in the order of their creation.
func (s *seals) inOrder() []*sealState {
	return slices.SortedFunc(maps.Values(s.bySeal), func(a, b *sealState) int {
		if a.open != b.open {
			if a.open {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.number, b.number)
	})
}

// awaited reports whether the record of a match must wait for the acknowledgement of a seal.
func (s *seals) awaited(id string, l *link) bool {
	for _, t := range s.bySeal {
		if t.seal.Match == id && (t.sent || t.sending) && !t.acked && (t.link != l || t.tries < sealTries) {
			return true
		}
	}
	return false
}

// drop drops the seals of a match whose record was acknowledged.
func (s *seals) drop(id string) {
	maps.DeleteFunc(s.bySeal, func(_ string, t *sealState) bool { return t.seal.Match == id && !t.open })
}

// openSeals returns the open seals. The seal of the match on the panel is open until the first
// outcome under it is known. The seal of the next match is open, because that match may draw an
// outcome as soon as it begins.
func (c *Club) openSeals() (all []wire.Seal) {
	m, s := c.now, &c.seals
	if playing(m) && m.Match.Seal() != "" && !m.Match.Opened() {
		if s.at != m.Match {
			s.at, s.open = m.Match, untouched(m.Match)
		}
		if s.open {
			all = append(all, wire.Seal{Match: m.Point.Match, Game: m.Match.Rules().Name(), Seal: m.Match.Seal(), Seq: m.Match.Seq()})
		}
	}
	if len(m.NextSeal) > idDigits {
		// The seal is in the first fact of the match, which has seq 1.
		all = append(all, wire.Seal{Match: m.NextSeal[:idDigits], Seal: m.NextSeal, Seq: 1})
	}
	return all
}

// sealDue reports whether a seal is due. If it is, sealDue stores the attempt.
func (c *Club) sealDue(t *sealState, now time.Time) bool {
	_, agreed := c.league()
	switch {
	case t.acked, t.link == c.link && !agreed: // without a league, once on each connection
		return false
	case t.link != c.link:
		t.tries, t.due = 0, now
	case now.Before(t.due):
		c.wakeAt(t.due)
		return false
	}
	t.link, t.due = c.link, now.Add(backoff(sealPause, mostSealPause, t.tries))
	t.tries++
	return true
}

// untouched reports whether the match has no outcome of chance since the last seal.
func untouched(mt match.Match) bool {
	clean := true
	for f := range mt.Facts() {
		switch {
		case f.Kind == match.Started || f.Kind == match.Sealed:
			clean = true
		case f.Kind == match.Drawn || f.Kind == match.Decided && f.Seat == games.Chance:
			clean = false
		}
	}
	return clean
}

// backoff returns the pause after a number of tries. It starts at first, doubles with every try and
// never exceeds most.
func backoff(first, most time.Duration, tries int) time.Duration {
	return min(most, first<<min(max(tries, 0), 16))
}
