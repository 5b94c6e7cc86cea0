package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// guard lets through to next what comes from this machine, or from another that
// only looks, and marks every answer as nobody else's business.
func (s *Server) guard(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "another site's page may not press here")
	}))
	next = origin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protect(w.Header())
		switch {
		case !s.own(r):
			refuse(w, http.StatusMisdirectedRequest, "this is not the host "+quoted(r.Host))
		case forwarded(r.Header):
			refuse(w, http.StatusForbidden, "requests through a proxy are refused")
		case embedded(r):
			refuse(w, http.StatusForbidden, "another site's page may not look here")
		case !looking(r) && !near(r):
			refuse(w, http.StatusForbidden, "only the companion's own machine may press")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// protect sets what every answer says to browsers.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// own reports whether the Host that r names is this machine. A foreign name that
// leads here is how other sites' pages get around the same-origin rule.
func (s *Server) own(r *http.Request) bool {
	host := hostname(r.Host)
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return slices.Contains(s.names, strings.TrimSuffix(strings.ToLower(host), "."))
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return bare(addr).IsLoopback() || local != nil && bare(addr) == address(local.String())
}

// hostname returns a Host without its port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// address returns the address of a host:port, or none.
func address(hostport string) netip.Addr {
	p, err := netip.ParseAddrPort(hostport)
	if err != nil {
		return netip.Addr{}
	}
	return bare(p.Addr())
}

// bare returns a as it compares: IPv4 as such, without a zone.
func bare(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// near reports whether r comes from this machine: from its loopback address, or by
// a socket of its file system, whose permissions say who may.
func near(r *http.Request) bool { return bySocket(r) || address(r.RemoteAddr).IsLoopback() }

func bySocket(r *http.Request) bool {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return local != nil && local.Network() == "unix"
}

// forwarders are the headers by which a proxy owns up, in canonical form; so
// does every header that begins with X-Forwarded.
var forwarders = []string{
	"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip",
	"X-Original-Forwarded-For", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip",
}

func forwarded(h http.Header) bool {
	for name := range h {
		if strings.HasPrefix(name, "X-Forwarded") || slices.Contains(forwarders, name) {
			return true
		}
	}
	return false
}

// embedded reports whether a page of another site asks for a part of this one;
// a link to the page itself is welcome.
func embedded(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return r.URL.Path != "/" && site != "" && site != "same-origin" && site != "none"
}

func looking(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead
}
