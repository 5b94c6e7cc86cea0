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

// seal is that of the match on the panel, as far as it was told.
type seal struct {
	match  string
	seal   string
	closed bool // an outcome was seen, or the league has it: it is told no more
	tries  int
	due    time.Time
	link   *link // on which it was told last
	at     match.Match
	open   bool // no outcome was seen at that match
}

// sealJob tells the seal of the match on the panel, as long as it is worth something.
func (c *Club) sealJob(now time.Time) *job {
	m, s := c.now, &c.seal
	if !c.opts.Tell.Records || !playing(m) || m.Match.Seal() == "" {
		return nil
	}
	if s.match != m.Point.Match || s.seal != m.Match.Seal() {
		*s = seal{match: m.Point.Match, seal: m.Match.Seal()}
	}
	if s.closed || !s.unseen(m.Match) {
		return nil
	}
	if s.link != c.link {
		s.tries, s.due = 0, now
	} else if _, ok := c.league(); !ok {
		return nil // nobody will acknowledge it
	}
	if now.Before(s.due) {
		c.by(s.due)
		return nil
	}
	s.tries++
	s.link, s.due = c.link, now.Add(growing(sealPause, mostSealPause, s.tries-1))
	tells := wire.Seal{Match: s.match, Game: m.Match.Rules().Name(), Seal: s.seal, Seq: m.Match.Seq()}
	return c.message(wire.SealKind, tells, job{done: func(error, time.Time) {}})
}

// unseen reports whether nothing of the luck under the seal was seen, up to mt.
func (s *seal) unseen(mt match.Match) bool {
	if s.at != mt {
		s.at, s.open = mt, !mt.Opened() && untouched(mt)
	}
	return s.open
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

// growing is a pause that doubles with every try, up to a most.
func growing(first, most time.Duration, tries int) time.Duration {
	return min(most, first<<min(max(tries, 0), 16))
}
