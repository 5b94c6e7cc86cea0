package timedate_test

import (
	"path/filepath"
	"testing"
	"time"

	"tabletop/cmd/internal/timedate"
	"tabletop/cmd/internal/timedate/timedatetest"
)

func TestTheClockIsRightIfTimedatedSaysSo(t *testing.T) {
	for _, c := range []struct {
		says any
		want bool
	}{{true, true}, {false, false}, {"yes", false}} {
		timedatetest.Serve(t, c.says)
		if got := timedate.Synced(); got != c.want {
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

func TestABusThatIsSilentIsNotWaitedForLong(t *testing.T) {
	timedatetest.Listen(t)
	began := time.Now()
	if timedate.Synced() {
		t.Error("it said that the clock is right")
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it was waited for %v", took)
	}
}
