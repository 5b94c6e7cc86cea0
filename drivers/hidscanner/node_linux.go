package hidscanner

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// inputID describes a device, like the kernel's struct input_id.
type inputID struct{ bus, vendor, product, version uint16 }

// Request codes of the ioctls in linux/input.h: direction, size, type 'E' and number.
const (
	fromKernel = 2 << 30
	toKernel   = 1 << 30
	ofInput    = 'E' << 8
	getID      = fromKernel | uint(unsafe.Sizeof(inputID{}))<<16 | ofInput | 0x02 // EVIOCGID
	getKeys    = fromKernel | numKeys/8<<16 | ofInput | 0x18                      // EVIOCGKEY
	setGrab    = toKernel | uint(unsafe.Sizeof(int32(0)))<<16 | ofInput | 0x90    // EVIOCGRAB
)

// kernelNode is a device opened at /dev/input/eventN. Go's poller waits for its events, so a
// deadline and Close end a read.
type kernelNode struct{ *os.File }

func openNode(path string) (node, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return kernelNode{f}, nil
}

func (n kernelNode) id() (ID, error) {
	var i inputID
	err := n.call(func(fd uintptr) error { return pointed(fd, getID, unsafe.Pointer(&i)) })
	return ID{i.vendor, i.product}, err
}

// grab passes 1 in place of a pointer (evdev_do_ioctl).
func (n kernelNode) grab() error {
	err := n.call(func(fd uintptr) error { return unix.IoctlSetInt(int(fd), setGrab, 1) })
	if errors.Is(err, unix.EBUSY) {
		return fmt.Errorf("%w: %w", ErrGrabbed, err)
	}
	return err
}

func (n kernelNode) keys(held []byte) error {
	return n.call(func(fd uintptr) error { return pointed(fd, getKeys, unsafe.Pointer(&held[0])) })
}

// call makes an ioctl, and keeps the file open meanwhile.
func (n kernelNode) call(ioctl func(fd uintptr) error) error {
	raw, err := n.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = os.NewSyscallError("ioctl", ioctl(fd)) })
	return errors.Join(err, failed)
}

// pointed makes the ioctl with the given request code, whose answer the kernel writes to arg.
func pointed(fd uintptr, number uint, arg unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, uintptr(number), uintptr(arg)); errno != 0 {
		return errno
	}
	return nil
}
