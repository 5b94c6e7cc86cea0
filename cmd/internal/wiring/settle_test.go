package wiring_test

import (
	"context"
	"io/fs"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/internal/wiring"
)

func TestTheDaemonWaitsForRightsAndForNothingElse(t *testing.T) {
	const most = 15 * time.Second
	for _, test := range []struct {
		name    string
		refusal map[string]syscall.Errno
		until   time.Duration // when they are given
		cancel  time.Duration // when ctx ends
		want    time.Duration
	}{
		{"all may be opened", nil, 0, time.Hour, 0},
		{"udev is late", map[string]syscall.Errno{"/dev/i2c-1": syscall.EACCES}, 1200 * time.Millisecond, time.Hour, 1200 * time.Millisecond},
		{"one of them", map[string]syscall.Errno{"/dev/i2c-1": syscall.ENOENT, "/dev/gpiochip0": syscall.EACCES}, 400 * time.Millisecond, time.Hour, 400 * time.Millisecond},
		{"never given", map[string]syscall.Errno{"/dev/i2c-1": syscall.EACCES}, time.Hour, time.Hour, most},
		{"the daemon ends", map[string]syscall.Errno{"/dev/i2c-1": syscall.EACCES}, time.Hour, 3 * time.Second, 3 * time.Second},
		{"not there", map[string]syscall.Errno{"/dev/i2c-1": syscall.ENOENT}, time.Hour, time.Hour, 0},
		{"forbidden by the service", map[string]syscall.Errno{"/dev/i2c-1": syscall.EPERM}, time.Hour, time.Hour, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), test.cancel)
			defer stop()
			began := time.Now()
			wiring.Settle(ctx, []string{"/dev/i2c-1", "/dev/gpiochip0"}, most, func(node string) error {
				if errno := test.refusal[node]; errno != 0 && time.Since(began) < test.until {
					return &fs.PathError{Op: "open", Path: node, Err: errno}
				}
				return nil
			})
			if got := time.Since(began); got != test.want {
				t.Errorf("%s: it waited %v, want %v", test.name, got, test.want)
			}
		})
	}
}
