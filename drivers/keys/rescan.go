package keys

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"periph.io/x/conn/v3/driver"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/host/v3/gpioioctl"
)

// devices are the nodes of GPIO chips.
const devices = "/dev/gpiochip*"

// chipNodes describes the nodes that match a pattern, so that two descriptions
// differ when a chip came or its permissions were set. It is empty where there
// are none, and where one is a link: periph opens a chip that has two nodes twice,
// and closes its descriptor twice.
func chipNodes(pattern string) string {
	paths, _ := filepath.Glob(pattern)
	var nodes strings.Builder
	for _, path := range paths {
		node, err := os.Lstat(path)
		if err != nil {
			continue
		}
		if node.Mode()&os.ModeSymlink != 0 {
			return ""
		}
		fmt.Fprintln(&nodes, path, node.Mode(), node.ModTime().UnixNano())
	}
	return nodes.String()
}

// ioctlDriver is the name of periph's driver that fills gpioioctl.Chips.
const ioctlDriver = "ioctl-gpio"

// rescan has periph look for chips once more. It adds those that are there to
// gpioioctl.Chips, in which nothing is ever dropped: the descriptors would be
// closed twice by the garbage collector.
func rescan() error {
	before := len(gpioioctl.Chips)
	state, err := driverreg.Init()
	if err != nil {
		return fmt.Errorf("keys: look for chips: %w", err)
	}
	if len(gpioioctl.Chips) != before {
		return GuardStdin() // it was the first time
	}
	for _, d := range all(state) {
		if d.String() == ioctlDriver {
			_, err := d.Init()
			return errors.Join(err, GuardStdin())
		}
	}
	return fmt.Errorf("keys: look for chips: periph has no driver %s", ioctlDriver)
}

// all are periph's drivers, whether they were loaded or not.
func all(state *driverreg.State) []driver.Impl {
	drivers := state.Loaded
	for _, failures := range [][]driverreg.DriverFailure{state.Skipped, state.Failed} {
		for _, f := range failures {
			drivers = append(drivers, f.D)
		}
	}
	return drivers
}
