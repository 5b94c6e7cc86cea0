package broker_test

import (
	"fmt"
	"sync"
	"testing"

	"tabletop/cmd/league/internal/broker"
	"tabletop/companion/club/wire"
)

// Clients that receive and publish at once, as a league and a box do, don't block one another.
func TestClientsThatPublishWhileTheyReceiveAreNotHeldUp(t *testing.T) {
	const clients, each = 8, 300
	h := start(t, 0)
	var all sync.WaitGroup
	for n := range clients {
		c := h.comes(as(fmt.Sprint("w", n), broker.User, h.Password()))
		if err := c.listens(wire.Topic("+", wire.MomentKind)); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for i := range each {
				if err := c.says(wire.Topic(idOf(1), wire.MomentKind), fmt.Append(nil, n, i), false); err != nil {
					t.Errorf("%d stands still after %d: %v", n, i, err)
					return
				}
			}
		})
	}
	all.Wait()
}
