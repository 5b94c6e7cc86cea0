package web

import (
	"fmt"
	"net/http"
	"strings"

	"tabletop/companion/door"
	"tabletop/companion/qr"
)

// Paths of the page for a television or a tablet in the middle of the table, and of the QR code on
// that page.
const (
	tvPath         = "/tv"
	invitationPath = "/tv.svg"
)

// quietZone is the width of the white margin of a QR code, in modules.
const quietZone = 4

// serveInvitation serves a QR code of the address under which this machine was reached. A guest
// who scans it still needs the six digits from the panel.
func serveInvitation(c *call) {
	code, err := qr.New("http://"+strings.ToUpper(c.r.Host)+"/", qr.M)
	if err != nil { // too long for a QR code; isOwnHost accepts no such host
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
		return
	}
	c.w.Header().Set("Cache-Control", "no-cache") // same value as for the page
	c.w.Header().Set("Content-Type", kinds[".svg"])
	_, _ = c.w.Write([]byte(svgOf(code))) // fails when the client is gone
}

// svgOf returns a QR code as SVG: one path of the dark runs of its rows, on white.
func svgOf(code qr.Code) string {
	var path strings.Builder
	for r := range runs(code.Size(), code.Size(), code.Black) {
		fmt.Fprintf(&path, "M%d %dh%dv1h-%[3]dz", r.x+quietZone, r.y+quietZone, r.n)
	}
	side := code.Size() + 2*quietZone
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`,
		side, side, side, side, path.String())
}

// bigScreenRoutes returns the routes of the page for a television.
func (p page) bigScreenRoutes() []route {
	return []route{
		get(tvPath, door.NoRole, p.big.serve),
		get(invitationPath, door.NoRole, serveInvitation),
	}
}
