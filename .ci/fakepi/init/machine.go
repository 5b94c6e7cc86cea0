package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"tabletop/ci/fakepi/chips"
)

// stateFolder is where the disk is mounted.
const stateFolder = "/var/lib/companion"

// user is the static user of the daemon, and every group that it is in.
const user = 990

// machine is what stands on the table.
type machine struct {
	pins   pins
	i2c    i2cBus
	spi    spiBus
	daemon *program
}

// mounts are made first. The disk is mounted as Raspberry Pi OS does.
var mounts = []struct{ device, folder, kind string }{
	{"proc", "/proc", "proc"},
	{"sysfs", "/sys", "sysfs"},
	{"devtmpfs", "/dev", "devtmpfs"},
	{"configfs", "/config", "configfs"},
	{"tmpfs", "/tmp", "tmpfs"},
	{"tmpfs", "/run", "tmpfs"},
}

// assemble makes everything but the daemon.
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

// noise is the seed of what a display's RAM holds when power comes.
const noise = 1

// mountDisk mounts the state's disk and gives it to the daemon.
func mountDisk() error {
	if err := syscall.Mount("/dev/ubda", stateFolder, "ext4", syscall.MS_NOATIME, ""); err != nil {
		return fmt.Errorf("mount the disk: %w", err)
	}
	return os.Chown(stateFolder, user, user)
}

// open lets the daemon use a device node, as the groups gpio, i2c and spi do.
func open(node string) error {
	return errors.Join(os.Chown(node, 0, user), os.Chmod(node, 0o660))
}
