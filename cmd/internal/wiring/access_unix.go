//go:build unix

package wiring

import (
	"io/fs"
	"strings"

	"golang.org/x/sys/unix"
)

// Access returns an error if this process may not read and write a device node, or only read an
// input device. The error is EACCES
// if the node's mode refuses, and EPERM if the DeviceAllow of the systemd unit refuses. Access does
// not open the node, so the device does not notice.
func Access(node string) error {
	mode := uint32(unix.R_OK | unix.W_OK)
	if strings.HasPrefix(node, "/dev/input/") {
		mode = unix.R_OK
	}
	if err := unix.Access(node, mode); err != nil {
		return &fs.PathError{Op: "open", Path: node, Err: err}
	}
	return nil
}
