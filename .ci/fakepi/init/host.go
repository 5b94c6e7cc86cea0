package main

import (
	"io"
	"os"
	"strings"
	"syscall"
	"unsafe"
)

// line is the serial port to the host.
type line int

// openHost opens the serial port to the host. On a machine whose time passes only while all
// programs wait (see kernel-travel.patch), reading doesn't wait.
func openHost() (line, error) {
	arguments, err := os.ReadFile("/proc/cmdline")
	if err != nil {
		return 0, err
	}
	flags := syscall.O_RDWR | syscall.O_NOCTTY
	if strings.Contains(string(arguments), "time-travel") {
		flags |= syscall.O_NONBLOCK
	}
	fd, err := syscall.Open("/dev/ttyS0", flags, 0)
	if err != nil {
		return 0, os.NewSyscallError("open", err)
	}
	return line(fd), raw(fd)
}

// Read reads bytes of the host. Without bytes it tries again, each time 1 µs later in the
// machine's own time: that time must not pass by hours while the host does something else.
func (l line) Read(b []byte) (n int, err error) {
	for err = syscall.EAGAIN; err == syscall.EAGAIN || err == syscall.EINTR; {
		n, err = syscall.Read(int(l), b)
	}
	if n == 0 && err == nil {
		err = io.EOF
	}
	return max(n, 0), err
}

// Write writes all bytes to the host.
func (l line) Write(b []byte) (n int, err error) {
	for n < len(b) && (err == nil || err == syscall.EAGAIN || err == syscall.EINTR) {
		var wrote int
		wrote, err = syscall.Write(int(l), b[n:])
		n += max(wrote, 0)
	}
	return n, err
}

// raw switches a terminal to raw mode.
func raw(fd int) error {
	var t syscall.Termios
	if err := ioctl(fd, syscall.TCGETS, unsafe.Pointer(&t)); err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = t.Cflag&^(syscall.CSIZE|syscall.PARENB) | syscall.CS8
	t.Cc[syscall.VMIN], t.Cc[syscall.VTIME] = 1, 0
	return ioctl(fd, syscall.TCSETS, unsafe.Pointer(&t))
}

func ioctl(fd int, request uintptr, p unsafe.Pointer) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), request, uintptr(p)); errno != 0 {
		return os.NewSyscallError("ioctl", errno)
	}
	return nil
}
