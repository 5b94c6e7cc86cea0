package doctor

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

// DeviceAccess is the running companion's access to a device of its config. The page of the
// companion returns it at /api/devices; see package web.
type DeviceAccess struct{ Part, Node, State, Says string }

// eyes reports devices that the running companion may not open. The companion's service has
// restrictions of its own, so another process may be able to open more devices, or fewer.
func eyes(s *System) []Finding {
	const check = "daemon.devices"
	if s.DeviceAccess == nil || s.running() == 0 {
		return nil // the check "daemon" reports a companion that does not run
	}
	seen, err := s.DeviceAccess()
	switch {
	case errors.Is(err, fs.ErrPermission):
		return found(s.find(check, Absent, "sudo usermod -aG "+companionUser+" $USER", "doctor.eyes.group"))
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return found(s.find(check, Absent, "", "doctor.eyes.nosocket"))
	case err != nil:
		return found(s.find(check, Warn, "", "doctor.eyes.silent", reason(err)))
	}
	var findings []Finding
	for _, d := range seen {
		findings = append(findings, s.blind(check, d)...)
	}
	if findings == nil {
		findings = found(s.find(check, OK, "", "doctor.eyes"))
	}
	return findings
}

// restartService is the shell line that restarts the service.
const restartService = "sudo systemctl restart companiond"

// blind returns the finding for a device that the companion cannot open. It returns nil for a
// missing device, which another check reports.
func (s *System) blind(check string, d DeviceAccess) []Finding {
	part := "#doctor.part." + d.Part
	switch d.State {
	case "ok", "absent":
		return nil
	case "forbidden":
		const folder = "/etc/systemd/system/companiond.service.d"
		device := d.Node + " rw"
		if isInput(d) {
			device = "char-13 r" // the number at the end of the node changes with each plugging
		}
		allow := "sudo install -d " + folder + ` && printf '[Service]\nDeviceAllow=` + device + `\n' | sudo tee -a ` + folder + "/devices.conf && sudo systemctl daemon-reload && " + restartService
		return found(s.find(check, Bad, allow, "doctor.eyes.forbidden", part, d.Node))
	case "denied":
		if isInput(d) {
			return nil // keyboardScanner reports it; no user must join the group of all keyboards
		}
		return found(s.find(check, Bad, s.enrol(d), "doctor.eyes.denied", part, d.Node))
	}
	return found(s.find(check, Bad, "", "doctor.eyes.failed", part, d.Node, d.Says))
}

// isInput reports whether a device is a keyboard.
func isInput(d DeviceAccess) bool { return strings.HasPrefix(d.Node, "/dev/input/") }

// enrol returns the shell line that adds the companion's user to the group of a device's node. It
// returns "" if the node is missing or belongs to root's group; other findings report that.
func (s *System) enrol(d DeviceAccess) string {
	_, gid, there := s.owner(d.Node)
	group := s.named("/etc/group", gid).name
	if !there || group == "root" {
		return ""
	}
	return "sudo usermod -aG " + quoted(group) + " " + companionUser + " && " + restartService
}
