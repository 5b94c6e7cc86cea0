package web

import (
	"net/http"

	"tabletop/companion"
)

// Device is a device node of the panel, and the access of this process to it.
type Device struct {
	Part  string `json:"part"`           // the table of the config, or "gpio"
	Node  string `json:"node"`           // "/dev/i2c-1"
	State string `json:"state"`          // one of the states below
	Says  string `json:"says,omitempty"` // the error of the kernel, "" for ok
}

// States of a [Device].
const (
	Usable    = "ok"
	Absent    = "absent"
	Denied    = "denied"    // by the node's owner and mode
	Forbidden = "forbidden" // by the rules of the service
	Failed    = "failed"
)

// Devices is the answer of /api/devices.
type Devices struct {
	Devices []Device `json:"devices"`
}

// devices serves the devices to tools on the socket, and 404 to all other clients.
func (s *Server) devices(c *call) {
	if c.by != companion.Socket {
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
		return
	}
	c.answer(Devices{s.opts.Devices()})
}
