package main

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"time"
)

// hurried does something with precedence over all other programs, so that a
// finger's times are its own however busy the daemon is. It is no real-time
// priority: a thread of Go's may spin until one that has less lets go of a lock.
func hurried(do func() error) error {
	const first, usual = -20, 0
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, first); err != nil {
		return os.NewSyscallError("setpriority", err)
	}
	return errors.Join(do(), syscall.Setpriority(syscall.PRIO_PROCESS, 0, usual))
}

// rest takes a pause in short sleeps, each of which counts for what it was meant to
// be, and returns by how much the longest was too long. Who looks at the keys sleeps
// so too: where the whole machine stands still for a while, as virtual ones do, both
// lose the same. The sleeps need no help of other threads, unlike time.Sleep.
func rest(pause time.Duration) (late time.Duration) {
	for ; pause > 0; pause -= time.Millisecond {
		begin, nap := time.Now(), min(pause, time.Millisecond)
		left := syscall.NsecToTimespec(int64(nap))
		for syscall.Nanosleep(&left, &left) == syscall.EINTR {
		}
		late = max(late, time.Since(begin)-nap)
	}
	return late
}
