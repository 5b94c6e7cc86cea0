// Package cuse implements character devices in user space. An ioctl of another program, the
// client, on /dev/NAME arrives as a Call (Linux, include/uapi/linux/fuse.h).
//
// The program that serves a device must not open it: the Go runtime would block in the kernel,
// waiting for its own answer.
package cuse

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Handler executes an ioctl and returns its result, or a negative errno. It may be called
// several times for one ioctl, with more of the client's memory each time, and must have no
// effect until call.Ready returns true.
type Handler func(call *Call) (result int32)

// Device is a character device at /dev/NAME, served by this process.
type Device struct {
	name    string
	fd      int
	handler Handler
	closed  chan struct{}
}

// patience is the time limit for the kernel to create or remove a device node.
const patience = 5 * time.Second

// Serve creates /dev/NAME and answers the ioctls of its clients until Close. It returns when
// the device node exists.
func Serve(name string, handler Handler) (*Device, error) {
	fd, err := syscall.Open("/dev/cuse", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("cuse: open /dev/cuse: %w", err)
	}
	d := &Device{name: name, fd: fd, handler: handler, closed: make(chan struct{})}
	go d.run()
	return d, d.await(func(err error) bool { return err == nil })
}

// Path returns the path of the device.
func (d *Device) Path() string { return "/dev/" + d.name }

// Close removes the device. Clients that have it open get errors afterwards.
func (d *Device) Close() error {
	abort := "/sys/class/cuse/" + d.name + "/abort"
	if err := os.WriteFile(abort, []byte("1"), 0); err != nil {
		return fmt.Errorf("cuse: close %s: %w", d.name, err)
	}
	<-d.closed
	return d.await(func(err error) bool { return errors.Is(err, os.ErrNotExist) })
}

// await calls os.Stat on the device node until wanted returns true for the error of os.Stat. It
// returns an error after patience.
func (d *Device) await(wanted func(error) bool) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(d.Path()); wanted(err) {
			return nil
		}
	}
	return fmt.Errorf("cuse: %s was not created or removed in time", d.Path())
}

// Operation codes of the kernel's requests (enum fuse_opcode, enum cuse_opcode).
const (
	opOpen      = 14
	opRelease   = 18
	opFlush     = 25
	opInterrupt = 36
	opIoctl     = 39
	opInit      = 4096
)

const (
	inHeader  = 40 // bytes of a request's header: length, operation, unique, node, uid, gid, pid
	outHeader = 16 // bytes of an answer's header: length, error, unique
)

// run answers the kernel's requests until the device is removed. It uses raw system calls,
// since the file must stay out of the Go runtime's poller.
func (d *Device) run() {
	defer close(d.closed)
	defer syscall.Close(d.fd)
	buf := make([]byte, 1<<18)
	for {
		n, err := syscall.Read(d.fd, buf)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil || n < inHeader {
			return
		}
		operation, unique := native.Uint32(buf[4:]), native.Uint64(buf[8:])
		if operation == opInterrupt {
			continue
		}
		errno, body := d.answer(operation, buf[inHeader:n])
		d.reply(unique, errno, body)
	}
}

func (d *Device) answer(operation uint32, in []byte) (syscall.Errno, []byte) {
	switch operation {
	case opInit:
		return 0, initAnswer(d.name)
	case opOpen:
		return 0, make([]byte, 16)
	case opRelease, opFlush:
		return 0, nil
	case opIoctl:
		return 0, ioctl(in, d.handler)
	}
	return syscall.ENOSYS, nil
}

// initAnswer returns the answer to opInit: version 7.31 of the protocol, support for ioctls
// with memory of any layout, and the name of the device.
func initAnswer(name string) []byte {
	const unrestricted, most = 1, 1 << 16
	var b []byte
	for _, v := range []uint32{7, 31, 0, unrestricted, most, most} {
		b = native.AppendUint32(b, v)
	}
	b = append(b, make([]byte, 72-len(b))...)
	return append(b, "DEVNAME="+name+"\x00"...)
}

func (d *Device) reply(unique uint64, errno syscall.Errno, body []byte) {
	b := native.AppendUint32(nil, uint32(outHeader+len(body)))
	b = native.AppendUint32(b, uint32(-int32(errno)))
	b = native.AppendUint64(b, unique)
	_, _ = syscall.Write(d.fd, append(b, body...)) // an error is ignored: the client is gone
}

var native = binary.LittleEndian
