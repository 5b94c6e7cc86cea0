//go:build linux && amd64

// Command cut runs a command on a file system and cuts its power:
//
//	cut [-at N -disk FOLDER] COMMAND...
//
// It counts the system calls of the command and of all its children that change a disk or start a
// program, and prints the number at the end. Before the N-th one it shuts the ext4 of FOLDER
// down, so that everything that was not synced is lost, kills all processes and exits with 137.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

func main() {
	at := flag.Int("at", 0, "number of the `call` before which the power fails; 0 for none")
	disk := flag.String("disk", "", "a `folder` of the file system")
	flag.Parse()
	runtime.LockOSThread() // one thread traces
	code, err := run(*at, *disk, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "cut:", err)
		code = 2
	}
	os.Exit(code)
}

// changing are the calls that are counted; openat counts if it may create a file.
var changing = map[uint64]bool{
	unix.SYS_RENAME: true, unix.SYS_RENAMEAT: true, unix.SYS_RENAMEAT2: true,
	unix.SYS_LINK: true, unix.SYS_LINKAT: true, unix.SYS_SYMLINK: true, unix.SYS_SYMLINKAT: true,
	unix.SYS_UNLINK: true, unix.SYS_UNLINKAT: true, unix.SYS_MKDIR: true, unix.SYS_MKDIRAT: true, unix.SYS_RMDIR: true,
	unix.SYS_FSYNC: true, unix.SYS_FDATASYNC: true, unix.SYS_SYNC: true, unix.SYS_SYNCFS: true,
	unix.SYS_TRUNCATE: true, unix.SYS_FTRUNCATE: true, unix.SYS_CHMOD: true, unix.SYS_FCHMOD: true, unix.SYS_FCHMODAT: true,
	unix.SYS_CHOWN: true, unix.SYS_LCHOWN: true, unix.SYS_FCHOWN: true, unix.SYS_FCHOWNAT: true, unix.SYS_EXECVE: true,
}

func counts(r *syscall.PtraceRegs) bool {
	switch r.Orig_rax {
	case unix.SYS_OPENAT:
		return r.Rdx&unix.O_CREAT != 0
	case unix.SYS_OPEN:
		return r.Rsi&unix.O_CREAT != 0
	}
	return changing[r.Orig_rax]
}

// run returns the exit code of the command, or 137 after a cut.
func run(at int, disk string, args []string) (int, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	first := cmd.Process.Pid
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(first, &status, syscall.WALL, nil); err != nil {
		return 0, err
	}
	const options = syscall.PTRACE_O_TRACESYSGOOD | syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK |
		syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEEXEC | unix.PTRACE_O_EXITKILL
	if err := syscall.PtraceSetOptions(first, options); err != nil {
		return 0, err
	}
	if err := syscall.PtraceSyscall(first, 0); err != nil {
		return 0, err
	}
	return trace(first, at, disk)
}

// trace follows all processes until the first one ends.
func trace(first, at int, disk string) (int, error) {
	calls, entered := 0, map[int]bool{}
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WALL, nil)
		if err != nil {
			return 0, err
		}
		signal := 0
		switch {
		case status.Exited() || status.Signaled():
			delete(entered, pid)
			if pid == first {
				fmt.Println("calls", calls)
				return status.ExitStatus(), nil
			}
			continue
		case status.StopSignal() == syscall.SIGTRAP|0x80:
			entered[pid] = !entered[pid]
			var r syscall.PtraceRegs
			if err := syscall.PtraceGetRegs(pid, &r); err == nil && entered[pid] && counts(&r) {
				if calls++; calls == at {
					return 137, shutdown(disk)
				}
			}
		case status.TrapCause() == syscall.PTRACE_EVENT_EXEC:
			entered[pid] = true // also if another thread of the process called
		case status.StopSignal() == syscall.SIGTRAP || status.StopSignal() == syscall.SIGSTOP: // events, new processes
		default:
			signal = int(status.StopSignal())
		}
		if err := syscall.PtraceSyscall(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return 0, err
		}
	}
}

// shutdown ends a file system without writing anything more to its disk: the request
// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (fs/ext4/ext4.h).
func shutdown(dir string) error {
	const request = 0x8004587d
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	lose := uint32(2)
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, d.Fd(), request, uintptr(unsafe.Pointer(&lose))); errno != 0 {
		return errno
	}
	return nil
}
