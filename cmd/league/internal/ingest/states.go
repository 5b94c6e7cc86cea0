package ingest

import (
	"context"
	"encoding/json"
	"sync"

	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// mostState is how long a state may be, in bytes.
const mostState = 64 << 10

// states are the latest of each box since they were kept last.
type states struct {
	mu     sync.Mutex
	latest map[string]wire.State
}

// takeState gathers a state.
func (c *Clerk) takeState(m Message) {
	if len(m.Payload) == 0 {
		return // what was retained is cleared
	}
	box, err := m.Signed.Box(m.Topic, m.Payload)
	if err != nil {
		c.count(Signature, m.Topic, err)
		return
	}
	var s wire.State
	if err := json.Unmarshal(m.Payload, &s); err != nil || len(m.Payload) > mostState {
		c.count(Form, m.Topic, err)
		return
	}
	c.states.mu.Lock()
	defer c.states.mu.Unlock()
	if held, ok := c.states.latest[box]; !ok || s.N > held.N {
		c.states.latest[box] = s
	}
}

// flush has the ledger keep what was gathered.
func (c *Clerk) flush(ctx context.Context) error {
	c.states.mu.Lock()
	latest := c.states.latest
	c.states.latest = map[string]wire.State{}
	c.states.mu.Unlock()
	if len(latest) == 0 {
		return nil
	}
	var all []ledger.State
	for box, s := range latest {
		all = append(all, ledger.State{Box: box, State: s})
	}
	err := c.Ledger.TakeStates(ctx, all)
	if ledger.Refused(err) {
		c.count(Refused, "states", err)
		return nil
	}
	return err
}
