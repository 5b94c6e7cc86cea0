package serial

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/tarm/serial"
)

// device is a serial device of tarm/serial. Its node is opened a second time: for the lock, and
// for writes that Close can interrupt.
type device struct {
	*serial.Port
	node *os.File
}

// dial opens the device at path with tarm/serial.
func dial(path string, baud int, idle time.Duration) (Device, error) {
	node, err := claim(path)
	if err != nil {
		return nil, err
	}
	port, err := serial.OpenPort(&serial.Config{Name: path, Baud: baud, ReadTimeout: idle})
	if err != nil {
		_ = node.Close()
		return nil, err
	}
	return device{port, node}, nil
}

// Write writes through Go's poller, so that Close can interrupt it. The Write of tarm/serial
// would block in the kernel.
func (d device) Write(b []byte) (int, error) { return d.node.Write(b) }

// Close interrupts Write and releases the lock first, as closing the port may block forever.
func (d device) Close() error {
	_ = d.node.Close()
	return d.Port.Close()
}

// claim opens the node at path and locks it for this process. The kernel releases the lock when
// the process ends.
func claim(path string) (*os.File, error) {
	node, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	raw, err := node.SyscallConn()
	if err == nil {
		control := raw.Control(func(fd uintptr) { err = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB) })
		if err == nil {
			err = control
		}
	}
	if err != nil {
		_ = node.Close()
		return nil, fmt.Errorf("%w: lock: %w", ErrInUse, err)
	}
	return node, nil
}
