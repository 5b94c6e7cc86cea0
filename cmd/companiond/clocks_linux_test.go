package main

import (
	"os"
	"testing"

	"tabletop/cmd/internal/timedate/timedatetest"
)

func TestTheSystemsClockIsTrustedOnceTimedatedSaysThatItIsRight(t *testing.T) {
	timedatetest.Serve(t, false)
	if c := systemClocks(os.Getenv); c.synced() != batteryClock("/sys/class/rtc/rtc0", c.wall()) {
		t.Error("it is trusted, though nobody keeps it")
	}
	timedatetest.Serve(t, true)
	if c := systemClocks(os.Getenv); !c.synced() {
		t.Error("it isn't trusted")
	}
}
