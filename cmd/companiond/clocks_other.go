//go:build !linux

package main

import "time"

// systemClocks are trusted where the system is no Pi's.
func systemClocks(func(string) string) clocks {
	began := time.Now()
	return clocks{wall: time.Now, uptime: func() time.Duration { return time.Since(began) }, synced: func() bool { return true }}
}
