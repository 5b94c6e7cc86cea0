package usblp

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Requests of ioctl, from include/linux/lp.h.
const (
	lpAbort     = 0x0604
	lpGetStatus = 0x060b
)

// file is an open node of the kernel's driver. Its errors are those of the kernel.
type file interface {
	poll(events int16, wait time.Duration) (revents int16, err error)
	read(b []byte) (int, error)
	write(b []byte) (int, error)
	status() (State, error)
	present() error // returns ENODEV after the cable was pulled
	dontWait() error
	close() error
}

// node is the descriptor of an open node.
type node int

func openNode(path string) (node, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return node(fd), nil
}

func (n node) poll(events int16, wait time.Duration) (int16, error) {
	p := []unix.PollFd{{Fd: int32(n), Events: events}}
	_, err := unix.Poll(p, int(wait.Milliseconds())+1)
	return p[0].Revents, err
}

func (n node) read(b []byte) (int, error)  { return unix.Read(int(n), b) }
func (n node) write(b []byte) (int, error) { return unix.Write(int(n), b) }

func (n node) status() (State, error) {
	s, err := unix.IoctlGetInt(int(n), lpGetStatus)
	return State(s), err
}

// present switches LPABORT off, where it is.
func (n node) present() error  { return unix.IoctlSetInt(int(n), lpAbort, 0) }
func (n node) dontWait() error { return unix.SetNonblock(int(n), true) }
func (n node) close() error    { return unix.Close(int(n)) }
