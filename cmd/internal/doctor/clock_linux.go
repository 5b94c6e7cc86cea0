package doctor

import "golang.org/x/sys/unix"

// synced reports whether anybody (timesyncd, chrony, ntpd) keeps the kernel's clock
// right; adjtimex(2).
func synced() bool {
	state, err := unix.Adjtimex(&unix.Timex{})
	return err == nil && state != unix.TIME_ERROR
}
