//go:build unix

package wiring

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// Access asks the kernel whether this process may read and write a node, by the
// node's mode and by the rules of its service: EACCES is the mode's no, EPERM that of
// systemd's DeviceAllow. The node isn't opened, so no device notices.
func Access(node string) error {
	if err := unix.Access(node, unix.R_OK|unix.W_OK); err != nil {
		return &fs.PathError{Op: "open", Path: node, Err: err}
	}
	return nil
}
