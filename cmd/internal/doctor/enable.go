package doctor

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// kind is a kind of device node, such as those of I²C buses.
type kind struct {
	check     string
	group     string // group with access, by the udev rules of Raspberry Pi OS and of this package
	subsystem string // udev's name of the subsystem
	nodes     string // udev's pattern of the nodes' names, or "" for all of the subsystem
	tool      string // command of "raspi-config nonint" that enables the bus
	param     string // dtparam of the firmware that enables the bus
}

var (
	i2cKind  = kind{"i2c", "i2c", "i2c-dev", "", "do_i2c", "i2c_arm=on"}
	spiKind  = kind{"spi", "spi", "spidev", "", "do_spi", "spi=on"}
	gpioKind = kind{"gpio", "gpio", "gpio", "", "", ""}
	ttyKind  = kind{"", "dialout", "tty", "", "", ""}
)

// node checks that a device node exists and that this user may open it. If both are true, node
// returns nil, and the caller adds the positive finding.
func (s *System) node(k kind, name, path string) (trouble []Finding) {
	err := s.Access(path, true)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return found(s.missing(k, name))
	case errors.Is(err, fs.ErrPermission):
		return found(s.denied(k, name, path))
	}
	return found(s.find(k.check, Bad, "", "doctor.node.error", name, reason(err)))
}

// missing returns the finding for a missing bus, with the shell line that enables the bus.
func (s *System) missing(k kind, name string) Finding {
	switch {
	case s.bare():
		return s.find(k.check, Absent, "", "doctor.node.absent", name)
	case k == i2cKind && s.exists("/sys/bus/i2c/devices/"+strings.Replace(name, "I2C", "i2c-", 1)):
		const load = "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev"
		return s.find(k.check, Bad, load, "doctor.node.module", name)
	case s.configuredParam(k.param):
		return s.find(k.check, Bad, "sudo reboot", "doctor.node.reboot", name)
	}
	return s.find(k.check, Bad, s.enable(k), "doctor.node.off", name)
}

func (s *System) enable(k kind) string {
	if s.exists("/usr/bin/raspi-config") {
		return "sudo raspi-config nonint " + k.tool + " 0"
	}
	return s.dtparam(k.param)
}

// dtparam returns the shell line that adds a dtparam to the firmware's config.
func (s *System) dtparam(param string) string { return s.setting("dtparam=" + param) }

// setting returns the shell line that appends a line to the firmware's config. The shell line
// begins a new section for all models, because the last section may apply to another model.
func (s *System) setting(line string) string {
	if s.boot() == "" {
		return ""
	}
	return `printf '\n[all]\n` + line + `\n' | sudo tee -a ` + s.boot()
}

// boot returns the path of the firmware's config, or "" if there is none.
func (s *System) boot() string {
	for _, path := range []string{"/boot/firmware/config.txt", "/boot/config.txt"} {
		if s.exists(path) {
			return path
		}
	}
	return ""
}

// configuredParam reports whether the firmware's config sets a parameter, in a line such as
// "dtparam=a=b,c=d".
func (s *System) configuredParam(param string) bool {
	for line := range strings.Lines(s.read(s.boot())) {
		if params, ok := strings.CutPrefix(strings.TrimSpace(line), "dtparam="); ok && slices.Contains(strings.Split(params, ","), param) {
			return true
		}
	}
	return false
}

// denied returns the finding for a node that this user may not open. Depending on the cause, the
// shell line adds a udev rule for a node of root's group, gives the group access to the node,
// applies a new membership in the group, or adds the user to the group.
func (s *System) denied(k kind, name, path string) Finding {
	_, gid, _ := s.owner(path)
	group := s.named("/etc/group", gid)
	switch {
	case group.name == "root":
		match := `SUBSYSTEM=="` + k.subsystem + `", `
		if k.nodes != "" {
			match += `KERNEL=="` + k.nodes + `", `
		}
		rule := `echo '` + match + `GROUP="` + k.group + `", MODE="0660"' | sudo tee -a /etc/udev/rules.d/60-companion.rules`
		return s.find(k.check, Bad, rule+" && sudo udevadm control --reload && sudo udevadm trigger", "doctor.node.rootonly", name)
	case slices.Contains(s.User.Groups, gid):
		return s.find(k.check, Bad, "sudo chmod g+rw "+quoted(path), "doctor.node.mode", name, group.name)
	case slices.Contains(group.members, s.named("/etc/passwd", s.User.ID).name):
		return s.find(k.check, Bad, "newgrp "+group.name, "doctor.node.relogin", name, group.name)
	}
	return s.find(k.check, Bad, "sudo usermod -aG "+group.name+" $USER", "doctor.node.group", name, group.name)
}

// reason returns the last part of an error text: the kernel's message without the names of the
// calls that failed.
func reason(err error) string {
	text := err.Error()
	return strings.TrimSpace(text[strings.LastIndex(text, ": ")+1:])
}
