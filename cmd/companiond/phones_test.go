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
		ask  companion.Ask
		says string
	}{
		{companion.Ask{What: companion.AskErasePlayer, Arg: "Никто"}, "Этого здесь больше нет."},
		{companion.Ask{What: companion.AskRestore, Arg: "nowhere", With: "1 2"}, "nowhere"},
	} {
		if a, err := e.d.loop.Ask(t.Context(), c.ask); err != nil || a.Refusal != "" {
			t.Fatalf("%v: %v, %s", c.ask, err, a.Refusal)
		}
		for _, key := range []companion.Key{companion.Down, companion.OK} {
			if _, err := e.d.loop.Press(t.Context(), companion.Press{Key: key}); err != nil {
				t.Fatal(err)
			}
		}
		e.says(c.says)
		e.d.loop.Press(t.Context(), companion.Press{Key: companion.OK})
	}
}

// The listener's port and the trusted clock find their way to who asks for them.
func TestTheDaemonKnowsItsPortAndItsClock(t *testing.T) {
	t.Parallel()
	e := gather(t, "", nil)
	told := func() bool { return e.d.around.page.now().Port() != 0 && e.d.loop.Now().Sure }
	for end := time.Now().Add(patience); !told(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the page is at %v, the clock sure: %v", e.d.around.page.now(), e.d.loop.Now().Sure)
		}
	}
}
