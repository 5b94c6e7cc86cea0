package club

import (
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/games"
)

// Pauses between tellings of a seal that nobody has acknowledged.
const (
	sealPause     = 2 * time.Second
	mostSealPause = 30 * time.Second
)

// idDigits is how much of the first seal of a match is its id.
const idDigits = 16

// seals are those that are worth something, as far as they were told.
type seals struct {
	bySeal map[string]*sealState // by seal
	at     match.Match
	open   bool // no outcome was seen at that match
}

// sealState is what has come of telling a seal.
type sealState struct {
	acked bool // the league has it
	tries int
	due   time.Time
	link  *link // on which it was told last
}

// sealJob tells the seals that are worth something, as long as they are.
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

// openSeals are that of the match on the panel, while no outcome was seen under it, and that
// of the next match, which is drawn for as soon as it begins.
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
	if len(m.Reserve) > idDigits {
		all = append(all, wire.Seal{Match: m.Reserve[:idDigits], Seal: m.Reserve, Seq: 1}) // its first fact
	}
	return all
}

// sealDue reports whether a seal is to be told now, and if so takes note of it.
func (c *Club) sealDue(t *sealState, now time.Time) bool {
	_, agreed := c.league()
	switch {
	case t.acked, t.link == c.link && !agreed: // nobody will acknowledge it
		return false
	case t.link != c.link:
		t.tries, t.due = 0, now
	case now.Before(t.due):
		c.by(t.due)
		return false
	}
	t.link, t.due = c.link, now.Add(backoff(sealPause, mostSealPause, t.tries))
	t.tries++
	return true
}

// untouched reports whether no outcome of chance has come since the last seal.
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

// backoff is a pause that doubles with every try, up to a most.
func backoff(first, most time.Duration, tries int) time.Duration {
	return min(most, first<<min(max(tries, 0), 16))
}
