package club

import (
	"reflect"
	"slices"
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// Intervals between two published states.
const (
	stateGap    = 200 * time.Millisecond // minimum interval
	clockEvery  = 10 * time.Second       // interval if only a running clock has changed
	stateEvery  = time.Minute            // interval if nothing has changed
	stateExpiry = 24 * 3600              // seconds after which a broker drops a state
)

// epoch is the time of state number 0, in ms since 1970: 2020-01-01.
const epoch = 1_577_836_800_000

// state describes the last published state of the table.
type state struct {
	last      wire.State
	at        time.Time // time when the last state was published or dropped
	delivered bool      // whether the last state is published or being published
	dirty     bool      // whether the table may have changed since the last state
	missed    bool      // whether the last state was dropped without a connection
	cleared   *link     // connection on which the retained state was deleted
	turn      int       // seat that had the last turn; 0 for none
	n         int64     // highest number of a state so far
}

// stateJob publishes the state of the table if the state is due.
func (c *Club) stateJob(now time.Time) *job {
	if !c.opts.Tell.State {
		return c.clearJob()
	}
	if soon := c.state.at.Add(stateGap); c.state.delivered && now.Before(soon) {
		c.wakeAt(soon)
		return nil
	}
	s, due := c.dueState(now)
	if !due {
		c.wakeAt(c.state.at.Add(stateEvery))
		c.wakeAt(now.Add(clockEvery))
		return nil
	}
	c.state.n = max(now.UnixMilli()-epoch, c.state.n+1)
	s.N = c.state.n
	c.state.last, c.state.at, c.state.delivered, c.state.missed = s, now, true, false
	return c.message(wire.StateKind, s, job{retain: true, expiry: stateExpiry, done: func(err error, _ time.Time) {
		c.state.delivered = c.state.delivered && err == nil
	}})
}

// clearJob deletes the retained state if Tell.State is off, once on each connection.
func (c *Club) clearJob() *job {
	if c.state.cleared == c.link {
		return nil
	}
	c.state.cleared = c.link
	return &job{topic: wire.Topic(c.box, wire.StateKind), retain: true, done: func(error, time.Time) {}}
}

// dueState returns the current state, and whether the club must publish it now.
func (c *Club) dueState(now time.Time) (s wire.State, due bool) {
	old := now.Sub(c.state.at)
	if c.state.delivered && !c.state.dirty && old < clockEvery {
		return s, false
	}
	c.state.dirty = false
	s = c.stateNow()
	if !c.state.delivered || old >= stateEvery || !reflect.DeepEqual(withoutClocks(s), withoutClocks(c.state.last)) {
		return s, true
	}
	s.N = c.state.last.N
	return s, old >= clockEvery && !reflect.DeepEqual(s, c.state.last)
}

// countPassedStates counts the states that are dropped because there is no connection.
func (c *Club) countPassedStates(now time.Time) {
	if c.link != nil || !c.opts.Tell.State || !c.state.dirty || now.Before(c.state.at.Add(stateGap)) {
		return
	}
	c.state.delivered, c.state.dirty = false, false
	s := c.stateNow()
	if reflect.DeepEqual(withoutClocks(s), withoutClocks(c.state.last)) {
		return
	}
	if c.state.missed {
		c.countDropped(wire.Dropped{States: 1})
	}
	c.state.last, c.state.at, c.state.missed = s, now, true
}

// withoutClocks returns s without its number and without the times of running clocks.
func withoutClocks(s wire.State) wire.State {
	s.N, s.Seats = 0, slices.Clone(s.Seats)
	for i := range s.Seats {
		if s.Seats[i].Runs {
			s.Seats[i].Used, s.Seats[i].Left, s.Seats[i].Periods = 0, nil, 0
		}
	}
	return s
}

// stateNow returns the public view of the table.
func (c *Club) stateNow() wire.State {
	m := c.now
	s := wire.State{Name: c.opts.Name, Lang: string(m.Lang), Seats: []wire.Seat{}}
	if !playing(m) {
		c.state.turn = 0
		return s
	}
	names, ids := c.names(m.Lang, m.Match)
	w := catalogueOf(m, m.Match.Rules())
	position := m.Match.State()
	view, standing := position.View(games.Nobody), position.Standing()
	s.Match, s.Seq, s.Game, s.Title = m.Point.Match, m.Match.Seq(), m.Match.Rules().Name(), w.Word("title")
	if view.Prompt.Key != "" {
		s.Now = w.Say(view.Prompt, names)
	}
	if turn := position.Turn(); turn != games.Chance || c.state.last.Match != s.Match {
		c.state.turn = max(0, int(turn))
	}
	if c.state.turn > len(names) {
		c.state.turn = 0 // a newcomer's turn, before whose coming was undone
	}
	if s.Turn = c.state.turn; s.Turn > 0 {
		s.Who = names[s.Turn-1]
	}
	s.Over, s.Lowest = standing.Over, standing.Lowest
	s.Alarm = !s.Over && slices.ContainsFunc(view.Cells, func(c games.Cell) bool { return c.Mark&games.MarkAlarm != 0 })
	s.Picture = c.pictureOf(m, view)
	if c.opts.Tell.Moments {
		s.Moment = c.lastMoment(m)
	}
	s.Seats = seatsOf(m, names, ids, standing)
	return s
}

// seatsOf returns the seats of the match with their colours, points and clocks.
func seatsOf(m *screen.Moment, names, ids []string, standing games.Standing) []wire.Seat {
	seats, clocks, colours := make([]wire.Seat, len(names)), m.SeatClocks(), m.Offer.People().Lights(m.Match.Names())
	for i := range seats {
		seats[i] = wire.Seat{Name: names[i], Player: ids[i], RGB: colours[i], Won: slices.Contains(standing.Won, games.Seat(i+1))}
		if i < len(standing.Scores) {
			seats[i].Score = standing.Scores[i]
		}
		if i >= len(clocks) {
			continue
		}
		seats[i].Used, seats[i].Runs = clocks[i].MS, clocks[i].Running
		if m.Match.Clock().Down() {
			seats[i].Left, seats[i].Periods = &clocks[i].Left, clocks[i].Periods
		}
	}
	return seats
}

// playing reports whether a match is on the panel and has not ended for good.
func playing(m *screen.Moment) bool {
	return m.Point.Match != "" && !m.Match.IsZero() && !m.Match.Ended()
}

// catalogueOf returns the words of a game in the language of the panel.
func catalogueOf(m *screen.Moment, r games.Rules) *words.Catalogue {
	if games.Program(r) != "" {
		return m.WordsOf(m.Lang, r)
	}
	if w := m.Words(m.Lang, r.Name()); w != nil {
		return w
	}
	return words.Companion(m.Lang)
}
