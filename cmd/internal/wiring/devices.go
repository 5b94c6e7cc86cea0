package wiring

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabletop/cmd/internal/config"
	"tabletop/drivers/hidscanner"
)

// Device is a device node that a part of a config uses.
type Device struct {
	Part string // table of the config, or "gpio" for the GPIO lines of any part
	Node string // path, such as "/dev/i2c-1"
}

// Devices returns the device nodes that a config needs, in the order of its parts. It includes all
// existing GPIO chips, because only opening a chip reveals its lines.
func Devices(c config.Config) (all []Device) { return devicesIn(os.DirFS("/"), "/dev", c) }

func devicesIn(root fs.FS, dev string, c config.Config) (all []Device) {
	add := func(part, node string, wired bool) {
		if wired && node != "" {
			all = append(all, Device{part, node})
		}
	}
	add("panel", Node(c.Panel.Bus), c.Panel.Chip != config.None)
	add("matrix", Node(c.Matrix.Bus), c.Matrix.Chip != config.None)
	add("tags", Node(c.Tags.Bus), true)
	if len(KeyOpts(c.Keys).Lines()) > 0 || c.Buzzer.Line != "" || c.Tags.Bus != "" || c.Panel.Reset != "" || strings.HasPrefix(c.Panel.Bus, "SPI") {
		for _, chip := range gpioChips(dev) {
			add("gpio", chip, true)
		}
	}
	add("scanner", scannerNode(root, c.Scanner.Port), true)
	add("table", c.Table.Port, true)
	add("printer", c.Printer.Port, true)
	return all
}

// scannerNode returns the device node of a scanner's port. For a keyboard that is not plugged in it
// returns the port itself, which is no path.
func scannerNode(root fs.FS, port string) string {
	id, err := hidscanner.ParseID(port)
	if err != nil {
		return port
	}
	if k, err := hidscanner.Find(root, id); err == nil {
		return k.Node
	}
	return port
}

// Node returns the device node of a bus called "I2C1" or "SPI0.1". It returns "" for any other
// name.
func Node(name string) string {
	switch {
	case i2cName.MatchString(name):
		return i2cNode(name)
	case spiName.MatchString(name):
		return spiNode(name)
	}
	return ""
}

// gpioChips returns the device nodes of GPIO chips in the folder dev, without symbolic links.
func gpioChips(dev string) []string {
	nodes, _ := filepath.Glob(filepath.Join(dev, "gpiochip*")) // no error: the pattern is valid
	return slices.DeleteFunc(nodes, func(node string) bool {
		i, err := os.Lstat(node)
		return err != nil || i.Mode()&fs.ModeSymlink != 0
	})
}
