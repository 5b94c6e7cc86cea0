// Package usblp opens a printer of the USB printer class at its node, such as /dev/usb/lp0, on Linux.
//
// # Behaviour
//
// [Device.Write] returns once the printer has received the bytes: a printer holds back the sender
// while its memory is full. So the result of Write is exact, and a printer need not answer. Write
// may wait without limit; Close ends it. If the printer takes nothing for [paperPatience] and
// reports that its paper is used up, Write returns [ErrPaper].
//
// [Device.Read] waits for answers, but not longer than the idle time of [Open]. A printer that
// never answers is no error, nor is one that fails to answer. After the cable is pulled, Read and
// Write return ENODEV.
//
// # The kernel's driver
//
// The node belongs to the driver usblp (drivers/usb/class/usblp.c). Five of its properties matter
// here:
//
//   - Without blocking, a write succeeds as soon as the transfer begins, and no later call reports
//     that the transfer has failed. With LPABORT set, a write that finds no paper succeeds too. So
//     writes block, and LPABORT is off.
//   - A signal makes a write return EINTR, although the printer may receive the bytes; a second
//     attempt would print them twice. The Go runtime may send signals to its threads at any time.
//     So a write runs on a thread that blocks every signal except SIGIO, by which this package
//     ends the write, and EINTR is an error.
//   - A read returns 0 bytes for an empty packet, which some printers send all the time. It doesn't
//     mean the end of a file.
//   - Not every version of the driver reports to poll that the cable was pulled. Every ioctl
//     returns ENODEV then.
//   - The printer can be open only once; another open returns EBUSY. Closing cancels a transfer
//     that still waits.
//
// # Reference
//
// USB Device Class Definition for Printing Devices 1.1, section 4.2.2 (GET_PORT_STATUS); Linux,
// drivers/usb/class/usblp.c and include/linux/lp.h.
package usblp

import (
	"errors"
	"regexp"
	"time"
)

// ErrPaper is the error of Write if the printer waits for paper.
var ErrPaper = errors.New("the printer is out of paper")

// paperPatience is the time after which a waiting Write asks the printer whether it has paper.
const paperPatience = 2 * time.Second

// nodes matches the nodes of the kernel's driver, wherever the folder usb is.
var nodes = regexp.MustCompile(`(^|/)usb/lp[0-9]+$`)

// IsNode reports whether a path names the node of a USB printer, such as /dev/usb/lp0. The node
// need not exist.
func IsNode(path string) bool { return nodes.MatchString(path) }

// State is the port status of the printer class. A printer that can't tell its state returns 0x18.
type State byte

// Bits of State.
const (
	paperEmpty State = 0x20
	reserved   State = 0xc7 // 0 in every valid state
)

// PaperOut reports whether the printer says that its paper is used up. It is false for an invalid
// state.
func (s State) PaperOut() bool { return s&paperEmpty != 0 && s&reserved == 0 }
