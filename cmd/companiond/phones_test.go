package main

import (
	"testing"
	"time"

	"tabletop/companion"
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
		{companion.ErasePlayers{Names: []string{"Никто"}}, "Этого здесь больше нет."},
		{companion.Restore{Upload: "nowhere"}, "nowhere"},
	} {
		if a, err := e.d.loop.Do(t.Context(), companion.Sender{Role: companion.Play}, c.ask); err != nil || !a.Asked {
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
	told := func() bool { return e.d.phones.page.now().Port() != 0 && e.d.loop.Now().Sure }
	for end := time.Now().Add(patience); !told(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the page is at %v, the clock sure: %v", e.d.phones.page.now(), e.d.loop.Now().Sure)
		}
	}
}
