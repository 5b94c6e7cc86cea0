// Package stick finds USB sticks, mounts them while the box uses them, and stores backups on them.
//
// [List] reads the sticks that are plugged in from /sys and from the database of udev, and [Watch]
// does so every two seconds. Neither needs a privilege, and neither reads the stick itself.
//
// # Mounting
//
// A stick is mounted only while something is read or written, so it may be pulled out at any other
// time. The daemon may not mount. [Mount] therefore connects to the socket of
// companion-stick@.service. systemd starts one child for each connection, one at a time. The child
// is this program with the argument [Role]; see [Main]. It reads "mount UUID", finds that stick
// itself, asks systemd to mount it at /run/companion-stick, and answers. The mount lasts until the
// daemon sends "release" or the connection ends: a daemon that dies leaves no mount.
//
// The mount is a transient mount unit that systemd makes, and not a call of mount(2) in the child.
// Mounts that a process makes in its own mount namespace don't reach other processes, so with
// mount(2) the child would have to live in the namespace of the machine. It then could have no
// read-only root, no private /tmp and no private /dev, and would need CAP_SYS_ADMIN and the block
// devices. A child that asks systemd has all these restrictions, no device and no CAP_SYS_ADMIN, and
// its exposure is 1.2 instead of 4.8 (systemd-analyze security). It has to be root, because
// without polkit systemd obeys only root. The child can do no more than ask systemd. Nothing of a
// request reaches systemd: the request only selects a stick that the child has found itself.
// systemd also knows when the device goes, and unmounts it lazily, so that a stick that was pulled
// out leaves no dead mount.
//
// # Backups
//
// [Save] writes a backup, a file of package store, to a folder of the box:
//
//	companion/NAME-XXXX/companion-2026-11-27.jsonl    NAME is the box's host name, XXXX begins its id
//	companion/NAME-XXXX/companion-2026-11-27-2.jsonl  the second one of that day
//	companion/NAME-XXXX/companion-undated.jsonl       the clock of the box wasn't set
//	companion/NAME-XXXX/….part                        a backup that is being written
//
// A file gets its name without ".part" only after it was written, synced and read back. It never
// replaces another file. Then Save removes older files, so that the newest one of each of the last 7
// days and of each of the last 12 months remain. A stick that is pulled out at any moment thus keeps
// all earlier backups; the next Save removes the unfinished one.
package stick

import (
	"errors"
	"syscall"

	"tabletop/companion"
)

// Fault is a reason why a stick can't be used: the key of a text of package words. It is a
// [companion.Reasoner].
type Fault string

// Faults of sticks.
const (
	Format   Fault = companion.StickFormat
	ReadOnly Fault = companion.StickReadOnly
	Full     Fault = companion.StickFull
	Pulled   Fault = companion.StickPulled
	Damaged  Fault = companion.StickDamaged
	Twice    Fault = companion.StickTwice
)

// Error returns the fault in English, for the log.
func (f Fault) Error() string {
	switch f {
	case Format:
		return "the file system is not FAT, exFAT or ext4"
	case ReadOnly:
		return "the stick is write-protected"
	case Full:
		return "the stick is full"
	case Pulled:
		return "the stick was pulled out"
	case Damaged:
		return "the stick or its file system is damaged"
	case Twice:
		return "two sticks have the same UUID"
	}
	return string(f)
}

// Reason returns the key of the text for people.
func (f Fault) Reason() string { return string(f) }

// errDamaged is EUCLEAN of Linux, "structure needs cleaning": a file system has errors.
const errDamaged = syscall.Errno(117)

// faults maps errors of the kernel to faults; see errno(3).
var faults = map[syscall.Errno]Fault{
	syscall.ENOSPC: Full, syscall.EFBIG: Full,
	syscall.EROFS: ReadOnly, syscall.EACCES: ReadOnly, syscall.EPERM: ReadOnly,
	syscall.EIO: Pulled, syscall.ENODEV: Pulled, syscall.ENXIO: Pulled, syscall.ESTALE: Pulled,
	errDamaged: Damaged, syscall.EBADMSG: Damaged,
}

// faulty adds the fault to an error of the kernel. Other errors stay as they are.
func faulty(err error) error {
	var known Fault
	var number syscall.Errno
	if errors.As(err, &known) || !errors.As(err, &number) || faults[number] == "" {
		return err
	}
	return errors.Join(faults[number], err)
}
