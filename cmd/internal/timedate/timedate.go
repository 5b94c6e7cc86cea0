// Package timedate asks systemd's timedated over D-Bus whether the machine's clock is
// right. Timedated has it from the kernel, whom timesyncd, chrony and ntpd all tell, so
// who keeps the clock doesn't matter; the file /run/systemd/timesync/synchronized is
// made by timesyncd alone. To ask the kernel ourselves, adjtimex(2), would take a hole
// in the unit's filter that also sets clocks.
package timedate

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

// patience is how long the bus may take: it starts timedated if that doesn't run.
const patience = 2 * time.Second

// Synced reports whether the kernel's clock follows one that is right. Where there is
// no system bus, or nobody on it answers within two seconds, nobody says that it does.
func Synced() bool {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return synced(ctx)
}

// synced is [Synced] until ctx is done.
func synced(ctx context.Context) bool {
	bus, err := dbus.ConnectSystemBus(dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer bus.Close()
	var yes bool
	err = bus.Object("org.freedesktop.timedate1", "/org/freedesktop/timedate1").
		CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, "org.freedesktop.timedate1", "NTPSynchronized").
		Store(&yes)
	return err == nil && yes
}
