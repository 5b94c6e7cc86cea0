package main

import (
	"time"

	"golang.org/x/sys/unix"

	"tabletop/cmd/internal/timedate"
)

// systemClocks are the kernel's.
func systemClocks(env func(string) string) clocks {
	return clocks{
		wall: time.Now, uptime: uptime,
		synced: func() bool { return batteryClock("/sys/class/rtc/rtc0", time.Now()) || timedate.Synced() },
		boot:   bootID(env, "/proc/sys/kernel/random/boot_id"),
	}
}

// uptime is how long the machine runs.
func uptime() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &now); err != nil {
		return 0 // no kernel is without it
	}
	return time.Duration(now.Nano())
}
