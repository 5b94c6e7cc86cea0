package wiring

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"testing/fstest"

	"tabletop/cmd/internal/config"
)

func TestTheDevicesOfAConfigAreItsNodes(t *testing.T) {
	dev := t.TempDir()
	chip := filepath.Join(dev, "gpiochip0")
	if err := errors.Join(os.WriteFile(chip, nil, 0o600), os.Symlink("gpiochip0", filepath.Join(dev, "gpiochip4"))); err != nil {
		t.Fatal(err)
	}
	gpio, root := Device{"gpio", chip}, fstest.MapFS{}
	for file, text := range map[string]string{"id/bustype": "0003", "id/vendor": "1a86", "id/product": "e129", "capabilities/key": "fffffffffffffffe"} {
		root["sys/class/input/event7/device/"+file] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, test := range []struct {
		name string
		is   func(*config.Config)
		want []Device
	}{
		{"the usual wiring", func(*config.Config) {}, []Device{{"panel", "/dev/i2c-1"}, {"matrix", "/dev/spidev0.0"}, gpio}},
		{"all there is", func(c *config.Config) {
			c.Panel.Bus, c.Tags.Bus = "SPI0.1", "SPI1.0"
			c.Scanner.Port, c.Table.Port, c.Printer.Port = "/dev/ttyACM0", "/dev/ttyAMA0", "/dev/ttyUSB0"
		}, []Device{
			{"panel", "/dev/spidev0.1"},
			{"matrix", "/dev/spidev0.0"},
			{"tags", "/dev/spidev1.0"},
			gpio,
			{"scanner", "/dev/ttyACM0"},
			{"table", "/dev/ttyAMA0"},
			{"printer", "/dev/ttyUSB0"},
		}},
		{"a scanner that is a keyboard, plugged in and not", func(c *config.Config) {
			*c = config.Config{Panel: config.Panel{Chip: config.None}, Matrix: config.Matrix{Chip: config.None}}
			c.Scanner.Port, c.Table.Port = "USB:1A86:e129", "usb:1a86:e129"
		}, []Device{{"scanner", "/dev/input/event7"}, {"table", "usb:1a86:e129"}}},
		{"nothing", func(c *config.Config) {
			*c = config.Config{Panel: config.Panel{Chip: config.None}, Matrix: config.Matrix{Chip: config.None}}
		}, nil},
		{"a bus that can't be", func(c *config.Config) { c.Panel.Bus = "i2c-1"; c.Matrix.Chip = config.None }, []Device{gpio}},
	} {
		c := config.Default()
		test.is(&c)
		if got := devicesIn(root, dev, c); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestAccessTellsWhyANodeWillNotOpen(t *testing.T) {
	dev := t.TempDir()
	node := filepath.Join(dev, "i2c-1")
	if err := Access(node); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of one that isn't there: %v", err)
	}
	if err := os.WriteFile(node, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Access(node); err != nil {
		t.Errorf("of ours: %v", err)
	}
	periph := errors.New("sysfs-i2c: are you member of group 'plugdev'? permission denied")
	if err := unopened(periph, node); err != periph {
		t.Errorf("one that may be opened: %v", err)
	}
	if err := unopened(periph, node+"0"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("one that isn't there: %v", err)
	}
}
