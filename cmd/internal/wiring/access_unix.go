//go:build unix

package wiring

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// Access asks the kernel whether this process may read and write a node. EACCES is a refusal by
// the node's mode, EPERM one by the DeviceAllow of the systemd unit. It does not open the node,
// so the device does not notice.
func Access(node string) error {
	if err := unix.Access(node, unix.R_OK|unix.W_OK); err != nil {
		return &fs.PathError{Op: "open", Path: node, Err: err}
	}
	return nil
}
