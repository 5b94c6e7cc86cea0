package doctor

import (
	"errors"
	"io/fs"
	"syscall"
)

// Seen is a device of its config as the running companion sees it: /api/devices, as
// package web describes.
type Seen struct{ Part, Node, State, Says string }

// eyes tells what the running companion can't open. Its service has rules of its own,
// so whoever looks from outside may open more than it, or less.
func eyes(s *System) []Finding {
	const check = "daemon.devices"
	if s.Seen == nil || s.running() == 0 {
		return nil // as the check before has said
	}
	seen, err := s.Seen()
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

// again starts the service anew.
const again = "sudo systemctl restart companiond"

// blind says why the companion can't open a device, if it can't. One that isn't there
// is the business of the check that looks for it.
func (s *System) blind(check string, d Seen) []Finding {
	part := "#doctor.part." + d.Part
	switch d.State {
	case "ok", "absent":
		return nil
	case "forbidden":
		const folder = "/etc/systemd/system/companiond.service.d"
		allow := "sudo install -d " + folder + ` && printf '[Service]\nDeviceAllow=` + d.Node + ` rw\n' | sudo tee -a ` + folder + "/devices.conf && sudo systemctl daemon-reload && " + again
		return found(s.find(check, Bad, allow, "doctor.eyes.forbidden", part, d.Node))
	case "denied":
		return found(s.find(check, Bad, s.enrol(d), "doctor.eyes.denied", part, d.Node))
	}
	return found(s.find(check, Bad, "", "doctor.eyes.failed", part, d.Node, d.Says))
}

// enrol lets the companion's user join the group that may use a node. A node that is
// root's alone, or closed to its group, has a finding that says so.
func (s *System) enrol(d Seen) string {
	_, gid, there := s.owner(d.Node)
	group := s.named("/etc/group", gid).name
	if !there || group == "root" {
		return ""
	}
	return "sudo usermod -aG " + quoted(group) + " " + companionUser + " && " + again
}
