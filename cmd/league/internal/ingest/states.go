package ingest

import (
	"context"
	"encoding/json"
	"sync"

	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// states holds the latest state of each box received since the last flush.
type states struct {
	mu     sync.Mutex
	latest map[string]wire.State
}

// takeState notes the state in a message, for the next flush.
func (c *Worker) takeState(m Message) {
	box, err := m.Signed.Box(m.Topic, m.Payload)
	if err != nil {
		c.count(Signature, m.Topic, err)
		return
	}
	var s wire.State
	if err := json.Unmarshal(m.Payload, &s); err != nil {
		c.count(Form, m.Topic, err)
		return
	}
	c.states.mu.Lock()
	defer c.states.mu.Unlock()
	if stored, ok := c.states.latest[box]; !ok || s.N > stored.N {
		c.states.latest[box] = s
	}
}

// flush stores the noted states in the ledger.
func (c *Worker) flush(ctx context.Context) error {
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
