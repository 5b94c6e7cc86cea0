package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// pins is a simulated GPIO chip with the lines 0 to 53 and the label of a Pi's chip
// (Documentation/admin-guide/gpio/gpio-sim.rst).
type pins struct {
	sysfs  string // folder of the chip in sysfs
	naming naming
}

// naming holds the label of the chip and the names of its first lines. The names of later lines
// are "GPIO" and the line's number. The zero naming has the same effect as namings["plain"].
type naming struct {
	label string
	lines []string
	none  bool // no line has a name
}

// namings maps each argument of the command "names" to the naming of lines in one kernel:
// "plain" has only numbers, "new" is Raspberry Pi OS since 2023, "five" is a Pi 5, and "none"
// has no names. The naming of Debian's own kernel is tested on the virtual Pi.
var namings = map[string]naming{
	"plain": {label: "pinctrl-bcm2835"},
	"new":   {label: "pinctrl-bcm2711", lines: []string{"ID_SDA", "ID_SCL"}},
	"five":  {label: "pinctrl-rp1", lines: []string{"ID_SDA", "ID_SCL"}},
	"none":  {label: "pinctrl-bcm2835", none: true},
}

// line returns the name of a line, or "" if it has none.
func (n naming) line(number int) string {
	switch {
	case n.none:
		return ""
	case number < len(n.lines):
		return n.lines[number]
	}
	return fmt.Sprintf("GPIO%d", number)
}

const (
	lines   = 54
	simRoot = "/config/gpio-sim/pi"
	simBank = simRoot + "/bank"
)

// appear creates the GPIO chip.
func (p *pins) appear() error {
	if err := os.MkdirAll(simBank, 0o755); err != nil {
		return fmt.Errorf("pins: %w", err)
	}
	if p.naming.label == "" {
		p.naming = namings["plain"]
	}
	settings := [][2]string{{simBank + "/num_lines", strconv.Itoa(lines)}, {simBank + "/label", p.naming.label}}
	for n := range lines {
		line, name := fmt.Sprintf("%s/line%d", simBank, n), p.naming.line(n)
		if name == "" {
			_ = os.Remove(line) // the folder exists if the chip existed before
			continue
		}
		_ = os.Mkdir(line, 0o755) // fails if the chip existed before
		settings = append(settings, [2]string{line + "/name", name})
	}
	for _, s := range append(settings, [2]string{simRoot + "/live", "1"}) {
		if err := write(s[0], s[1]); err != nil {
			return err
		}
	}
	return p.find()
}

// find finds the chip's folder in sysfs and stores its path in p. It gives the daemon access to the
// chip's device node.
func (p *pins) find() error {
	device, err := os.ReadFile(simRoot + "/dev_name")
	if err != nil {
		return fmt.Errorf("pins: %w", err)
	}
	chip, err := os.ReadFile(simBank + "/chip_name")
	if err != nil {
		return fmt.Errorf("pins: %w", err)
	}
	name := strings.TrimSpace(string(chip))
	p.sysfs = filepath.Join("/sys/devices/platform", strings.TrimSpace(string(device)), name)
	return grantAccess("/dev/" + name)
}

// vanish removes the GPIO chip, even while its lines are in use.
func (p *pins) vanish() error { return write(simRoot+"/live", "0") }

// rename recreates the GPIO chip with the naming of another kernel. The argument set is a key of
// namings.
func (p *pins) rename(set string) error {
	named, known := namings[set]
	if !known {
		return fmt.Errorf("pins: no names %q", set)
	}
	if err := p.vanish(); err != nil {
		return err
	}
	p.naming = named
	return p.appear()
}

// addSecondName gives the chip's device node a second name, as kernels 6.6.45 to 6.12 do on a
// Pi 5.
func (p *pins) addSecondName() error { return os.Symlink(filepath.Base(p.sysfs), "/dev/gpiochip4") }

// pull executes the arguments of the command pull: LINE LEVEL…, with pauses between the levels.
// For "seen 100ms" it calls seen with that time instead of pausing.
func (p *pins) pull(words []string, seen func(most time.Duration)) error {
	if len(words) < 2 {
		return errors.New("pull LINE LEVEL…")
	}
	line, sees := filepath.Join(p.sysfs, "sim_gpio"+words[0], "pull"), false
	for _, word := range words[1:] {
		level := map[string]string{"low": "pull-down", "high": "pull-up"}[word]
		pause, err := time.ParseDuration(word)
		switch {
		case level != "":
			err = write(line, level)
		case word == "seen":
			sees, err = true, nil
		case err == nil && sees:
			seen(pause)
			sees = false
		case err == nil:
			sleep(pause)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// write sets an attribute in sysfs or configfs.
func write(path, value string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
