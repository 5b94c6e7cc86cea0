package web

import (
	"net/http"

	"tabletop/companion"
)

// Device describes a device node of the panel and whether this process can use the node.
type Device struct {
	Part  string `json:"part"`           // name of the table of the config, or "gpio"
	Node  string `json:"node"`           // path, such as "/dev/i2c-1"
	State string `json:"state"`          // Usable, Absent, Denied, Forbidden or Failed
	Says  string `json:"says,omitempty"` // error text of the kernel; "" if State is "ok"
}

// States of a [Device].
const (
	Usable    = "ok"
	Absent    = "absent"
	Denied    = "denied"    // access denied by the node's owner and mode
	Forbidden = "forbidden" // access denied by the rules of the service
	Failed    = "failed"
)

// Devices is the body of the answer of /api/devices.
type Devices struct {
	Devices []Device `json:"devices"`
}

// devices serves the devices to tools on the socket. It answers 404 to all other clients.
func (s *Server) devices(c *call) {
	if c.by != companion.Socket {
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
		return
	}
	c.answer(Devices{s.opts.Devices()})
}
