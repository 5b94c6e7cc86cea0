package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// careless replaces this process by a program whose file syncs succeed without effect: a
// seccomp filter makes the kernel answer 0 without syncing (seccomp(2)).
func careless(argv []string) error {
	const (
		setNoNewPrivileges = 38
		setSeccomp         = 22
		modeFilter         = 2
		load               = 0x20 // BPF_LD|BPF_W|BPF_ABS: loads the number of the call, at offset 0
		ifEqual            = 0x15 // BPF_JMP|BPF_JEQ|BPF_K: jumps if the number equals K
		answer             = 0x06 // BPF_RET|BPF_K: ends the filter with K as its verdict
		allow              = 0x7FFF0000
		succeed            = 0x00050000 // SECCOMP_RET_ERRNO with error 0: the call does nothing
	)
	filter := []syscall.SockFilter{
		{Code: load},
		{Code: ifEqual, K: syscall.SYS_FSYNC, Jt: 2},
		{Code: ifEqual, K: syscall.SYS_FDATASYNC, Jt: 1},
		{Code: answer, K: allow},
		{Code: answer, K: succeed},
	}
	program := syscall.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread() // the filter applies to the thread, and to the program executed by it
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivileges, 1, 0, 0, 0, 0); errno != 0 {
		return fmt.Errorf("careless: %w", errno)
	}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setSeccomp, modeFilter, uintptr(unsafe.Pointer(&program))); errno != 0 {
		return fmt.Errorf("careless: %w", errno)
	}
	return syscall.Exec(argv[0], argv, os.Environ())
}
