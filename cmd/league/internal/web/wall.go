package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"tabletop/companion/club/wire"
)

// How often the wall looks for what is new, and says that it is there.
const (
	wallEvery  = 250 * time.Millisecond
	aliveEvery = 15 * time.Second
)

func (c *call) wall() error { return c.show("wall.html", nil) }

// tableState is a table on the wall.
type tableState struct {
	Box string `json:"box"`
	wire.State
}

// wallEvents streams the states of all boxes, then those that have changed, and which
// boxes are away.
func (c *call) wallEvents() error {
	c.w.Header().Set("Content-Type", "text/event-stream")
	conn, s := http.NewResponseController(c.w), &stream{call: c, away: map[string]bool{}}
	look := time.NewTicker(wallEvery)
	defer look.Stop()
	for n := 0; ; n++ {
		if err := s.look(n); err != nil {
			c.Log.Warn("wall", "err", err)
			return nil // the browser asks again
		}
		if s.quiet += wallEvery; s.quiet >= aliveEvery {
			s.quiet = 0
			_, _ = fmt.Fprint(c.w, ": alive\n\n")
		}
		if conn.Flush() != nil {
			return nil
		}
		select {
		case <-look.C:
		case <-c.r.Context().Done():
			return nil
		}
	}
}

// stream is what somebody has been told before a wall.
type stream struct {
	*call
	rev   int64
	away  map[string]bool
	quiet time.Duration // since the last event
}

// look tells what is new; which boxes are away, only each eighth time.
func (s *stream) look(n int) error {
	states, rev, err := s.Ledger.States(s.r.Context(), s.rev)
	if err != nil {
		return err
	}
	s.rev = rev
	for _, is := range states {
		if err := s.send("message", tableState{is.Box, is.State}); err != nil {
			return err
		}
	}
	if n%8 != 0 {
		return nil
	}
	boxes, err := s.Ledger.Boxes(s.r.Context())
	for _, b := range boxes {
		if away := !b.Online || !b.Member(); err == nil && away != s.away[b.ID] {
			s.away[b.ID] = away
			err = s.send("away", map[string]any{"box": b.ID, "away": away})
		}
	}
	return err
}

func (s *stream) send(event string, data any) error {
	s.quiet = 0
	said, err := json.Marshal(data)
	if err == nil {
		_, err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, said)
	}
	return err
}
