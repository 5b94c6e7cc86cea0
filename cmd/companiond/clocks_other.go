//go:build !linux

package main

import "time"

// systemClocks returns the clocks of a system other than Linux. They always count as synced,
// because such a system is not a Pi.
func systemClocks(func(string) string) clocks {
	began := time.Now()
	return clocks{wall: time.Now, uptime: func() time.Duration { return time.Since(began) }, synced: func() bool { return true }}
}
