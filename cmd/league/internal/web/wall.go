package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// aliveEvery is the interval of the event "alive" on a stream. It makes proxies keep the connection
// open, and lets the page notice a connection that is lost without an error.
const aliveEvery = 15 * time.Second

// goneAfter is the time after which the wall no longer shows the table of an absent box.
const goneAfter = time.Hour

func (c *call) wall() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	return c.show("wall.html", map[string]any{"Now": n})
}

// tableState is the state of one box's table on the wall.
type tableState struct {
	Box string `json:"box"`
	wire.State
	Seats []tableSeat `json:"seats"`
}

// tableSeat is a seat of a table. The player of an unconfirmed seat is not linked to the box, so the
// seat has no id.
type tableSeat struct {
	wire.Seat
	Unconfirmed bool `json:"unconfirmed,omitempty"`
}

// linkStates links the seats of states to players, as admin.State.Link does for records.
func (h *Server) linkStates(ctx context.Context, states []ledger.State) ([]tableState, error) {
	if len(states) == 0 {
		return nil, nil
	}
	n, err := h.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	tables := make([]tableState, len(states))
	for i, s := range states {
		tables[i] = tableState{Box: s.Box, State: s.State}
		for _, seat := range s.State.Seats {
			linked := seat.Player == "" || n.Linked(seat.Player, s.Box, n.derived.owners)
			if !linked {
				seat.Player = ""
			}
			tables[i].Seats = append(tables[i].Seats, tableSeat{seat, !linked})
		}
	}
	return tables, nil
}

// wallEvents streams the states of all boxes, and then each change of a state, of a box's presence
// or of the results. It reads the database once. All later changes come from the watcher that all
// streams share.
func (c *call) wallEvents() error {
	c.w.Header().Set("Content-Type", "text/event-stream")
	s := &stream{call: c, conn: http.NewResponseController(c.w), away: map[string]bool{}}
	changes, leave := c.watcher.join()
	defer leave()
	if err := s.catchUp(); err != nil {
		c.Log.Warn("wall", "err", err)
		return nil // the browser connects again
	}
	c.watcher.start(s.rev)
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for {
		if s.conn.Flush() != nil {
			return nil
		}
		select {
		case ch, open := <-changes:
			if !open { // the stream was too slow; the browser connects again
				return nil
			}
			if s.send(ch) != nil {
				return nil
			}
		case <-alive.C:
			if s.event("alive", nil) != nil {
				return nil
			}
		case <-c.r.Context().Done():
			return nil
		}
	}
}

// stream is the connection of one open wall.
type stream struct {
	*call
	conn    *http.ResponseController
	rev     int64           // rev of the last state sent
	away    map[string]bool // absence of each box, as last sent
	version int64           // version of the results, as last sent
}

// catchUp sends the states of all boxes but those absent for goneAfter, the boxes that are absent,
// and the version of the results.
func (s *stream) catchUp() error {
	states, rev, err := s.Ledger.States(s.r.Context(), 0)
	if err != nil {
		return err
	}
	boxes, err := s.Ledger.Boxes(s.r.Context())
	if err != nil {
		return err
	}
	long := gone(boxes, s.Now())
	states = slices.DeleteFunc(states, func(is ledger.State) bool { return long[is.Box] })
	tables, err := s.linkStates(s.r.Context(), states)
	if err != nil {
		return err
	}
	version, err := s.resultsVersion(s.r.Context())
	if err != nil {
		return err
	}
	return s.send(change{states: tables, rev: rev, away: absent(boxes), version: version})
}

// send writes the events of a change. It skips events that the stream has already sent.
func (s *stream) send(ch change) error {
	if ch.rev > s.rev {
		s.rev = ch.rev
		for _, is := range ch.states {
			if err := s.event("message", is); err != nil {
				return err
			}
		}
	}
	for box, away := range ch.away {
		if away == s.away[box] {
			continue
		}
		s.away[box] = away
		if err := s.event("away", map[string]any{"box": box, "away": away}); err != nil {
			return err
		}
	}
	if ch.version == 0 || ch.version == s.version {
		return nil
	}
	s.version = ch.version
	return s.event("results", ch.version)
}

// event writes one event called name, with data as JSON.
func (s *stream) event(name string, data any) error {
	text, err := json.Marshal(data)
	if err == nil {
		_, err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", name, text)
	}
	return err
}

// absent maps each box to true if it is offline or not a member of the league.
func absent(boxes []ledger.Box) map[string]bool {
	away := map[string]bool{}
	for _, b := range boxes {
		away[b.ID] = !b.Online || !b.Member()
	}
	return away
}

// gone maps each box to true if it has been offline for goneAfter.
func gone(boxes []ledger.Box, now time.Time) map[string]bool {
	all := map[string]bool{}
	for _, b := range boxes {
		all[b.ID] = !b.Online && b.Seen > 0 && now.Sub(time.UnixMilli(b.Seen)) >= goneAfter
	}
	return all
}
