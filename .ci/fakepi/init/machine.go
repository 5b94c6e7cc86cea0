package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"tabletop/ci/fakepi/chips"
)

// stateFolder is the folder of the daemon's data, where the disk is mounted.
const stateFolder = "/var/lib/companion"

// user is the numeric id of the daemon's user, and of all groups of that user.
const user = 990

// machine holds the simulated hardware and the running daemon.
type machine struct {
	pins   pins
	i2c    i2cBus
	spi    spiBus
	daemon *program
}

// mounts lists the file systems to mount before the disk.
var mounts = []struct{ device, folder, kind string }{
	{"proc", "/proc", "proc"},
	{"sysfs", "/sys", "sysfs"},
	{"devtmpfs", "/dev", "devtmpfs"},
	{"configfs", "/config", "configfs"},
	{"tmpfs", "/tmp", "tmpfs"},
	{"tmpfs", "/run", "tmpfs"},
}

// assemble mounts the file systems and creates the hardware. It doesn't start the daemon.
func assemble() (*machine, error) {
	for _, m := range mounts {
		err := syscall.Mount(m.device, m.folder, m.kind, 0, "")
		if err != nil && !errors.Is(err, syscall.EBUSY) {
			return nil, fmt.Errorf("mount %s: %w", m.folder, err)
		}
	}
	if err := mountDisk(); err != nil {
		return nil, err
	}
	if err := raiseLoopback(); err != nil {
		return nil, err
	}
	m := &machine{}
	m.i2c.panel, m.spi.lamps = chips.NewSSD1306(noise), chips.NewChain(1)
	return m, errors.Join(m.pins.appear(), m.i2c.appear(), m.spi.appear())
}

// noise is the seed of the random content that the display's RAM has at power-on.
const noise = 1

// mountDisk mounts the disk with the options of Raspberry Pi OS, and makes the daemon's user
// the owner of its root folder.
func mountDisk() error {
	if err := syscall.Mount("/dev/ubda", stateFolder, "ext4", syscall.MS_NOATIME, ""); err != nil {
		return fmt.Errorf("mount the disk: %w", err)
	}
	return os.Chown(stateFolder, user, user)
}

// grantAccess gives the daemon access to a device node, as membership in the groups gpio, i2c
// and spi does.
func grantAccess(node string) error {
	return errors.Join(os.Chown(node, 0, user), os.Chmod(node, 0o660))
}
