package main

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"time"
)

// withPriority runs do with precedence over all other programs, so that the timing of a
// simulated finger doesn't depend on the load of the daemon. It doesn't use a real-time
// priority: a Go thread may spin until a thread of lower priority releases a lock.
func withPriority(do func() error) error {
	const first, usual = -20, 0
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, first); err != nil {
		return os.NewSyscallError("setpriority", err)
	}
	return errors.Join(do(), syscall.Setpriority(syscall.PRIO_PROCESS, 0, usual))
}

// sleep sleeps for pause in pieces of 1 ms. A delayed piece still counts as 1 ms. The daemon's
// reader of the keys sleeps in the same way: if the whole machine stalls, as virtual machines do,
// the finger and the reader are delayed by the same time. Unlike time.Sleep, sleep needs no other
// thread.
func sleep(pause time.Duration) {
	for ; pause > 0; pause -= time.Millisecond {
		left := syscall.NsecToTimespec(int64(min(pause, time.Millisecond)))
		for syscall.Nanosleep(&left, &left) == syscall.EINTR {
		}
	}
}
