package main

import (
	"fmt"
	"testing"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/waittest"
)

// What only the daemon knows reaches the panel: a phone's wish that the table allows
// is done on the disk, and refused ones say why.
func TestWhatAPhoneWishesIsDoneByTheKeysOfTheTable(t *testing.T) {
	t.Parallel()
	e := gather(t, "", nil)
	for _, c := range []struct {
		ask  companion.Command
		says string
	}{
		{companion.ErasePlayers{Names: []string{"Никто"}}, "shelf.unknown"},
		{companion.Restore{Upload: "nowhere"}, "nowhere"},
	} {
		if a, err := e.d.loop.Do(t.Context(), companion.Sender{Role: door.Play}, c.ask); err != nil || !a.NeedsConsent {
			t.Fatalf("%v: %v, %+v", c.ask, err, a)
		}
		e.press("down", "ok")
		e.says(c.says)
		e.press("ok")
	}
}

// The listener's port and the trusted clock find their way to who asks for them.
func TestTheDaemonKnowsItsPortAndItsClock(t *testing.T) {
	t.Parallel()
	e := gather(t, "", nil)
	waittest.Until(t, "port and clock", func() (any, bool) {
		port, sure := e.d.phones.page.now().Port(), e.d.loop.Now().ClockTrusted
		return fmt.Sprint(port, sure), port != 0 && sure
	})
}
