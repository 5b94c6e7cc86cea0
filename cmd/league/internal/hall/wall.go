package hall

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

// wallEvents streams the states of all boxes, then those that have changed.
func (c *call) wallEvents() error {
	c.w.Header().Set("Content-Type", "text/event-stream")
	conn := http.NewResponseController(c.w)
	look, rev, quiet := time.NewTicker(wallEvery), int64(0), time.Duration(0)
	defer look.Stop()
	for {
		states, next, err := c.Ledger.States(c.r.Context(), rev)
		if err != nil {
			c.Log.Warn("wall", "err", err) // the browser asks again
			return nil
		}
		rev = next
		for _, s := range states {
			data, _ := json.Marshal(tableState{s.Box, s.State}) // texts and numbers
			if _, err := fmt.Fprintf(c.w, "data: %s\n\n", data); err != nil {
				return nil
			}
			quiet = 0
		}
		if quiet += wallEvery; quiet >= aliveEvery {
			quiet = 0
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
