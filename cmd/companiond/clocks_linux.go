package main

import (
	"time"

	"golang.org/x/sys/unix"

	"tabletop/cmd/internal/timedate"
)

// systemClocks returns the kernel's clocks.
func systemClocks(env func(string) string) clocks {
	return clocks{
		wall: time.Now, uptime: uptime,
		synced: func() bool { return batteryClock("/sys/class/rtc/rtc0", time.Now()) || timedate.Synced() },
		boot:   bootID(env, "/proc/sys/kernel/random/boot_id"),
	}
}

// uptime returns the time since the start of the machine, including time asleep.
func uptime() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &now); err != nil {
		return 0 // not reached: every kernel has this clock
	}
	return time.Duration(now.Nano())
}
