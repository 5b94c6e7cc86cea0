// Package timedate asks systemd's timedated over D-Bus whether the machine's clock is right.
// timedated reads that from the kernel. timesyncd, chrony and ntpd all inform the kernel, so the
// package works with each of them. The file /run/systemd/timesync/synchronized exists only with
// timesyncd. A direct call of adjtimex(2) would need a permission that also allows setting clocks.
package timedate

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

// patience is the timeout of the question to timedated. The bus starts timedated if necessary.
const patience = 2 * time.Second

// Synced reports whether the kernel's clock follows a clock that is right. It returns false without
// a system bus, or without an answer within two seconds.
func Synced() bool {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return synced(ctx)
}

// synced is like Synced, but ctx bounds the time for the answer.
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
