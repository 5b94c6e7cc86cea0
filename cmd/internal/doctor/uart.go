package doctor

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// uarts holds the names of the serial line at GPIO14 (pin 8) and GPIO15 (pin 10) of a Raspberry Pi.
// serial0 is a link to one of the other names, except on a Pi 5, where serial0 is a link to the
// debug connector.
var uarts = []string{"/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0"}

// Device nodes of serial lines.
const (
	debugNode     = "/dev/ttyAMA10" // debug connector of a Pi 5
	bluetoothLink = "/dev/serial1"  // link to the UART of Bluetooth
	miniNode      = "/dev/ttyS0"    // mini UART; its bit rate changes with the core clock of the Pi
)

// uart returns a finding if a device at GPIO14 and GPIO15 cannot work. The reason is that the
// system uses the serial line, the line is disabled, the line belongs to Bluetooth, or the line is
// the mini UART.
func (s *System) uart(table, port string) []Finding {
	if !s.raspberry() || !slices.Contains(uarts, port) {
		return nil
	}
	part, node := "#doctor.part."+table, s.resolved(port)
	switch tty := path.Base(node); {
	case node == debugNode:
		return found(s.find(table, Bad, s.set(table, "port", `"/dev/ttyAMA0"`), "doctor.uart.debug", part))
	case errors.Is(s.Access(port, true), fs.ErrNotExist):
		return found(s.uartOff(table, port))
	case node == s.resolved(bluetoothLink):
		return found(s.find(table, Bad, s.set(table, "port", `"/dev/serial0"`), "doctor.uart.bluetooth", part, port))
	case s.consoleAt(tty):
		return found(s.find(table, Bad, s.noConsole(), "doctor.uart.console", part, port))
	case s.loginAt(tty):
		return found(s.find(table, Bad, "sudo systemctl disable --now serial-getty@"+tty+".service", "doctor.uart.login", part, port))
	case node == miniNode:
		return found(s.firmware(table, Warn, "dtoverlay=disable-bt", "doctor.uart.mini", part, port))
	}
	return nil
}

// resolved returns the target of a link in /dev, or the path itself.
func (s *System) resolved(link string) string {
	to, err := fs.ReadLink(s.Files, rooted(link))
	if err != nil {
		return link
	}
	if !path.IsAbs(to) {
		to = path.Join(path.Dir(link), to)
	}
	return to
}

// consoleAt reports whether the kernel writes its messages to a serial line.
func (s *System) consoleAt(tty string) bool {
	return slices.ContainsFunc(strings.Fields(s.read("/proc/cmdline")), func(word string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(word, "console="), ",")
		return strings.HasPrefix(word, "console=") && (name == tty || name == "serial0")
	})
}

// noConsole returns the shell line that removes the kernel's console from the serial line and
// restarts the machine.
func (s *System) noConsole() string {
	if s.boot() == "" {
		return ""
	}
	file := path.Join(path.Dir(s.boot()), "cmdline.txt")
	return `sudo sed -i -E 's/console=(serial0|ttyAMA0|ttyS0)[^ ]* ?//g' ` + file + " && sudo reboot"
}

// loginAt reports whether a login prompt runs on a serial line.
func (s *System) loginAt(tty string) bool {
	out, err := s.Run("systemctl", "is-active", "serial-getty@"+tty+".service")
	return err == nil && out == "active"
}

// uartOff returns the finding for a disabled serial line, with the firmware setting that enables
// the line.
func (s *System) uartOff(table, port string) Finding {
	setting := "enable_uart=1"
	if m := s.model(); strings.Contains(m, "Pi 5") || strings.Contains(m, "Module 5") {
		setting = "dtparam=uart0=on"
	}
	return s.firmware(table, Bad, setting, "doctor.uart.off", "#doctor.part."+table, port)
}

// firmware returns a finding with the shell line that adds a firmware setting. If the config has
// the setting already, the shell line restarts the machine.
func (s *System) firmware(check string, state State, setting, key string, args ...string) Finding {
	mend := "sudo reboot"
	if !slices.Contains(strings.Fields(s.read(s.boot())), setting) {
		mend = s.setting(setting)
	}
	return s.find(check, state, mend, key, args...)
}
