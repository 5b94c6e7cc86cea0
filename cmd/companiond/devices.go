package main

import (
	"errors"
	"io/fs"
	"syscall"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion/web"
)

// serialParts is the set of parts on serial lines. These parts exist with any panel, even a
// simulated one.
var serialParts = map[string]bool{"scanner": true, "table": true, "printer": true}

// devices returns the device nodes of the config, with this process's access to each. The
// access includes the restrictions of the systemd unit.
func (d *daemon) devices() []web.Device {
	all := []web.Device{}
	for _, dev := range wiring.Devices(d.config) {
		if d.ignores(dev.Part) {
			continue
		}
		seen := web.Device{Part: dev.Part, Node: dev.Node, State: web.Usable}
		if err := d.checkAccess(dev.Node); err != nil {
			seen.State, seen.Says = stateOf(err), innermost(err).Error()
		}
		all = append(all, seen)
	}
	return all
}

// ignores reports whether this daemon has no such part, although the config has one: a simulated panel
// has only the parts on serial lines.
func (d *daemon) ignores(part string) bool {
	return d.simulated && !serialParts[part] || part == "scanner" && d.ignoresKeyboard()
}

// stateOf returns the state of a device from the error of opening its node.
func stateOf(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return web.Absent
	case errors.Is(err, syscall.EPERM):
		return web.Forbidden
	case errors.Is(err, syscall.EACCES):
		return web.Denied
	}
	return web.Failed
}

// innermost returns the innermost wrapped error.
func innermost(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}
