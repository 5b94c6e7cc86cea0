package web

import (
	"net/http"

	"tabletop/companion"
)

// Device is a node that a part of the panel hangs on, and whether this process may
// open it.
type Device struct {
	Part  string `json:"part"`           // the table of the config, or "gpio"
	Node  string `json:"node"`           // "/dev/i2c-1"
	State string `json:"state"`          // see Usable and the others
	Says  string `json:"says,omitempty"` // what the kernel says, unless it may
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

// devices tells the tools, who come by the socket, which of its devices the daemon may
// open. To all others there is no such path.
func (s *Server) devices(c *call) {
	if c.by != companion.Socket {
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
		return
	}
	c.answer(Devices{s.opts.Devices()})
}
