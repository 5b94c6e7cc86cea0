package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
)

// probes lists the addresses at which phones and computers test for internet, with their exact
// paths. They are the defaults of
//
//   - Android: CAPTIVE_PORTAL_HTTP_URL of NetworkStack and its forerunners, and those of Xiaomi and
//     Huawei. www.google.com, the fallback of Android, is left alone: it is more than a probe.
//   - iOS and macOS: the Captive Network Assistant
//   - Windows: the Network Connectivity Status Indicator, and the page that Windows opens then
//   - Firefox: captivedetect.canonicalURL, and network.connectivity-service.IPv4.url
//
// A proper answer would be an API of RFC 8908, but that needs HTTPS, and so a certificate that no
// authority issues to a box.
var probes = map[string][]string{
	"connectivitycheck.gstatic.com":          {"/generate_204"},
	"connectivitycheck.android.com":          {"/generate_204"},
	"clients3.google.com":                    {"/generate_204"},
	"connect.rom.miui.com":                   {"/generate_204"},
	"connectivitycheck.platform.hicloud.com": {"/generate_204"},
	"captive.apple.com":                      {"/hotspot-detect.html"},
	"www.msftconnecttest.com":                {"/connecttest.txt", "/redirect"},
	"www.msftncsi.com":                       {"/ncsi.txt"},
	"detectportal.firefox.com":               {"/canonical.html", "/success.txt"},
}

// ProbeHosts returns the names at which phones and computers test for internet. In the box's own
// network they have to resolve to the box.
func ProbeHosts() []string {
	names := make([]string, 0, len(probes))
	for name := range probes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// isProbe reports whether r is the test for internet of a client in the box's own network. Such a
// client has no internet, so the test has to fail. By the answer it learns the address of the page.
func (s *Server) isProbe(r *http.Request) bool {
	return r.Method == http.MethodGet && slices.Contains(probes[r.Host], r.URL.EscapedPath()) && s.inOwnNetwork(r)
}

// inOwnNetwork reports whether r came through the box's own network. The kernel also accepts the
// box's address in that network from its other networks, so the sender's address has to fit too: the
// kernel would send answers for it into the own network.
func (s *Server) inOwnNetwork(r *http.Request) bool {
	local := localAddr(r)
	if local == nil || s.opts.OwnNetwork == nil {
		return false
	}
	own := s.opts.OwnNetwork()
	return own.IsValid() && address(local.String()) == own.Addr() && own.Contains(address(r.RemoteAddr))
}

// toHello sends a client that tests for internet to the page hello.
func (s *Server) toHello(c *call) {
	at, ok := s.reachedAt(c.r)
	if !ok {
		s.misdirected(c)
		return
	}
	http.Redirect(c.w, c.r, "http://"+hostOf(at)+helloPath, http.StatusFound)
}

// ServePortal serves l, which listens at port 80, until ctx is done, then returns nil. It sends
// clients on to the port of the page: those of the box's own network that test for internet to the
// page hello, and those that typed an address of this machine without a port. All others get what a
// foreign Host gets. The portal has the limits of the page, reads no cookie and sets none. It
// returns an error if l fails. It closes l.
func (s *Server) ServePortal(ctx context.Context, l net.Listener) error {
	return s.serveWith(ctx, l, http.HandlerFunc(s.portal))
}

// portal answers a request at port 80.
func (s *Server) portal(w http.ResponseWriter, r *http.Request) {
	setHeaders(w.Header())
	c := s.callFrom(w, r, s.table.Now())
	v := s.visitorOf(c)
	s.conns.assign(r, v)
	at, ok := s.reachedAt(r)
	switch {
	case isForwarded(r.Header):
		c.refuse(http.StatusForbidden, "proxy")
	case !s.allowed(c, v):
		c.refuseCrowd()
	case !ok || s.page.Load() == nil: // the page isn't served
		c.refuse(http.StatusNotFound, "nothing", quoted(r.URL.Path))
	case s.isProbe(r):
		s.toHello(c)
	case !s.isOwnHost(r):
		s.misdirected(c)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", http.MethodGet)
		c.refuse(http.StatusMethodNotAllowed, "method", r.URL.Path, http.MethodGet)
	default:
		http.Redirect(w, r, pageURL(r, at), http.StatusFound)
	}
}

// pageURL returns the address of the path of r at the port of the page, under the name that the
// client uses, which is this machine's.
func pageURL(r *http.Request, at netip.AddrPort) string {
	u := url.URL{Scheme: "http", Host: withPort(hostname(r.Host), at.Port()), Path: r.URL.Path}
	return u.String()
}
