package main

import (
	"errors"
	"io/fs"
	"syscall"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion/web"
)

// serialParts are the parts that hang on serial lines, with any panel.
var serialParts = map[string]bool{"scanner": true, "table": true, "printer": true}

// devices tells which nodes of the config this process may open, which sees them
// through the rules of its service.
func (d *daemon) devices() []web.Device {
	all := []web.Device{}
	for _, dev := range wiring.Devices(d.config) {
		if d.simulated && !serialParts[dev.Part] {
			continue
		}
		seen := web.Device{Part: dev.Part, Node: dev.Node, State: web.Usable}
		if err := d.may(dev.Node); err != nil {
			seen.State, seen.Says = stateOf(err), innermost(err).Error()
		}
		all = append(all, seen)
	}
	return all
}

// stateOf is what a refusal means.
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

// innermost is the error that the others wrap.
func innermost(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}
