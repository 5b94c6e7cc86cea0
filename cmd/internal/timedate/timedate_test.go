package timedate_test

import (
	"context"
	"path/filepath"
	"testing"

	"tabletop/cmd/internal/timedate"
	"tabletop/cmd/internal/timedate/timedatetest"
	"tabletop/companion/waittest"
)

func TestTheClockIsRightIfTimedatedSaysSo(t *testing.T) {
	for _, c := range []struct {
		says any
		want bool
	}{{true, true}, {false, false}, {"yes", false}} {
		timedatetest.Serve(t, c.says)
		if got := timedate.SyncedUntil(t.Context()); got != c.want {
			t.Errorf("timedated says %v, and the clock is right: %v", c.says, got)
		}
	}
}

func TestNobodySaysThatTheClockIsRightWithoutABus(t *testing.T) {
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	if timedate.Synced() {
		t.Error("somebody does")
	}
}

func TestABusThatIsSilentIsWaitedForNoLongerThanAllowed(t *testing.T) {
	bus := timedatetest.Listen(t)
	ctx, cancel := context.WithCancel(t.Context())
	answered := make(chan bool, 1)
	go func() { answered <- timedate.SyncedUntil(ctx) }()
	conn, err := bus.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Read(make([]byte, 1)); err != nil { // it asks to be let in
		t.Fatal(err)
	}
	cancel()
	if waittest.Receive(t, "an answer once the time is over", answered) {
		t.Error("it said that the clock is right")
	}
}
