package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// systemClocks are the kernel's.
func systemClocks(env func(string) string) clocks {
	return clocks{
		wall: time.Now, uptime: uptime,
		synced: func() bool { return kernelSynced() || batteryClock("/sys/class/rtc/rtc0", time.Now()) },
		boot:   bootID(env, "/proc/sys/kernel/random/boot_id"),
	}
}

// kernelSynced reports whether timesyncd, chrony or ntpd keeps the clock right;
// adjtimex(2).
func kernelSynced() bool {
	state, err := unix.Adjtimex(&unix.Timex{})
	return err == nil && state != unix.TIME_ERROR
}

// uptime is how long the machine runs.
func uptime() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &now); err != nil {
		return 0 // no kernel is without it
	}
	return time.Duration(now.Nano())
}
