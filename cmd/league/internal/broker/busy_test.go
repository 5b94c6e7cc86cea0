package broker_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/companion/club/wire"
)

// Two who hear and speak at once, as a league and a box do, stand in nobody's way.
func TestWhoSpeaksWhileHeHearsIsNotHeldUp(t *testing.T) {
	const speakers, each = 8, 300
	_, address := running(t)
	var all sync.WaitGroup
	for n := range speakers {
		heard := make(chan string, speakers*each)
		c, err := dial(t, address, fmt.Sprint("box", n), &paho.Connect{}, heard)
		if err != nil {
			t.Fatal(err)
		}
		granted, err := c.Subscribe(t.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: wire.Topic("+", wire.MomentKind), QoS: 1}}})
		if err != nil || granted.Reasons[0] != 0 {
			t.Fatalf("%v, %v", granted, err)
		}
		all.Go(func() {
			for i := range each {
				if err := says(t, c, wire.Topic(box, wire.MomentKind), fmt.Sprint(n, i)); err != nil {
					t.Errorf("%d stands still after %d: %v", n, i, err)
					return
				}
			}
		})
	}
	all.Wait()
}
