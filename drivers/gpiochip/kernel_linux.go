package gpiochip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Sizes in the kernel's structs (gpio.h).
const (
	nameSize = 32 // length of a name in bytes, GPIO_MAX_NAME_SIZE
	maxAttrs = 10 // maximum number of attributes of a line, GPIO_V2_LINE_NUM_ATTRS_MAX
	maxLines = 64 // maximum number of lines in a request, GPIO_V2_LINES_MAX
)

// chipInfo describes a chip, like the kernel's struct gpiochip_info.
type chipInfo struct {
	name, label [nameSize]byte
	lines       uint32
}

// attribute is an attribute of a line, like the kernel's struct gpio_v2_line_attribute.
type attribute struct {
	id, _ uint32
	value uint64
}

// lineInfo describes a line, like the kernel's struct gpio_v2_line_info.
type lineInfo struct {
	name, consumer [nameSize]byte
	offset, attrs  uint32
	flags          uint64
	attr           [maxAttrs]attribute
	_              [4]uint32
}

// lineConfig configures requested lines, like the kernel's struct gpio_v2_line_config.
type lineConfig struct {
	flags uint64
	attrs uint32
	_     [5]uint32
	attr  [maxAttrs]struct {
		attribute
		mask uint64
	}
}

// lineRequest requests lines of a chip, like the kernel's struct gpio_v2_line_request.
type lineRequest struct {
	offsets  [maxLines]uint32
	consumer [nameSize]byte
	config   lineConfig
	lines    uint32
	events   uint32 // size of the queue of edges; 0 means 16 per line
	_        [5]uint32
	fd       int32
}

// lineValues holds the levels of requested lines, like the kernel's struct gpio_v2_line_values.
type lineValues struct{ bits, mask uint64 }

// lineEvent is an edge on a line, like the kernel's struct gpio_v2_line_event.
type lineEvent struct {
	Nanoseconds         uint64
	ID, Offset          uint32
	Sequence, Sequence1 uint32
	_                   [6]uint32
}

// Request codes of the ioctls: direction, size of the struct, type 0xB4 and number.
const (
	out      = 2 << 30   // direction: the kernel writes the struct
	both     = 3 << 30   // direction: the kernel reads and writes the struct
	calls    = 0xB4 << 8 // type of the GPIO ioctls
	getChip  = out | calls | 0x01 | uint(unsafe.Sizeof(chipInfo{}))<<16
	getLine  = both | calls | 0x05 | uint(unsafe.Sizeof(lineInfo{}))<<16
	request  = both | calls | 0x07 | uint(unsafe.Sizeof(lineRequest{}))<<16
	getLevel = both | calls | 0x0E | uint(unsafe.Sizeof(lineValues{}))<<16
	setLevel = both | calls | 0x0F | uint(unsafe.Sizeof(lineValues{}))<<16
)

// call makes the ioctl with the given request code on an open file, and keeps the file open
// meanwhile.
func call(f *os.File, number uint, arg unsafe.Pointer) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var errno syscall.Errno
	if err := raw.Control(func(fd uintptr) {
		_, _, errno = unix.Syscall(unix.SYS_IOCTL, fd, uintptr(number), uintptr(arg))
	}); err != nil {
		return err
	}
	if errno != 0 {
		return os.NewSyscallError("ioctl", errno)
	}
	return nil
}

// kernelNode is a chip opened at /dev/gpiochipN.
type kernelNode struct{ *os.File }

func openNode(path string) (node, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return kernelNode{f}, nil
}

func (n kernelNode) info() (label string, lines int, err error) {
	var i chipInfo
	err = call(n.File, getChip, unsafe.Pointer(&i))
	return text(i.label), int(i.lines), err
}

func (n kernelNode) line(offset int) (name, consumer string, err error) {
	i := lineInfo{offset: uint32(offset)}
	err = call(n.File, getLine, unsafe.Pointer(&i))
	return text(i.name), text(i.consumer), err
}

// text returns the part of b before the first NUL as a string.
func text(b [nameSize]byte) string {
	before, _, _ := bytes.Cut(b[:], []byte{0})
	return string(before)
}

func (n kernelNode) request(offsets []int, flags uint64) (handle, error) {
	if len(offsets) > maxLines {
		return nil, fmt.Errorf("%d lines: want at most %d", len(offsets), maxLines)
	}
	r := lineRequest{lines: uint32(len(offsets)), config: lineConfig{flags: flags}}
	for i, o := range offsets {
		r.offsets[i] = uint32(o)
	}
	copy(r.consumer[:nameSize-1], fmt.Sprintf("%s@%d", filepath.Base(os.Args[0]), os.Getpid()))
	if err := call(n.File, request, unsafe.Pointer(&r)); err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(int(r.fd), true); err != nil { // lets a deadline end a blocked read
		_ = unix.Close(int(r.fd))
		return nil, os.NewSyscallError("fcntl", err)
	}
	return kernelLines{os.NewFile(uintptr(r.fd), n.Name()+" lines"), 1<<len(offsets) - 1}, nil
}

// kernelLines is a set of lines requested from the kernel. mask has a bit set for each line.
type kernelLines struct {
	*os.File
	mask uint64
}

func (l kernelLines) read() (uint64, error) {
	v := lineValues{mask: l.mask}
	err := call(l.File, getLevel, unsafe.Pointer(&v))
	return v.bits, err
}

func (l kernelLines) write(bits uint64) error {
	v := lineValues{bits, l.mask}
	return call(l.File, setLevel, unsafe.Pointer(&v))
}

func (l kernelLines) deadline(nanoseconds int64) error {
	return l.SetReadDeadline(time.Now().Add(time.Duration(nanoseconds)))
}

func (l kernelLines) event() (offset int, err error) {
	var e lineEvent
	if err := binary.Read(l.File, binary.NativeEndian, &e); err != nil {
		return 0, err
	}
	return int(e.Offset), nil
}
