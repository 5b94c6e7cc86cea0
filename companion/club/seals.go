package club

import (
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

// seals holds the state of the publication of the open seals. A seal is open until the first
// outcome under it is known.
type seals struct {
	bySeal map[string]*sealState // states of the open seals, by seal
	at     match.Match           // match that the field open is about
	open   bool                  // result of untouched(at)
}

// sealState is the state of the publication of a seal.
type sealState struct {
	acked bool // whether the league has acknowledged the seal
	tries int
	due   time.Time
	link  *link // connection of the last attempt
}

// sealJob publishes the next open seal that is due.
func (c *Club) sealJob(now time.Time) *job {
	if !c.opts.Tell.Records {
		return nil
	}
	was := c.seals.bySeal
	c.seals.bySeal = map[string]*sealState{}
	open := c.openSeals()
	for _, s := range open {
		if c.seals.bySeal[s.Seal] = was[s.Seal]; was[s.Seal] == nil {
			c.seals.bySeal[s.Seal] = &sealState{}
		}
	}
	for _, s := range open {
		if c.sealDue(c.seals.bySeal[s.Seal], now) {
			return c.message(wire.SealKind, s, job{done: func(error, time.Time) {}})
		}
	}
	return nil
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
