package web

import (
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"unicode"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// mostCookies is the maximum number of cookies named cookieName that are checked. Another site on
// this host may have set some.
const mostCookies = 8

// cookieName is the name of a guest's cookie. The value of the cookie has 130 random bits. The door
// stores only its SHA-256.
const cookieName = "companion"

// senderOf returns the sender of r. The time that the door takes to compare hashes depends on their
// contents. This leaks at most a common prefix of two hashes, which reveals nothing about the 130
// bits of the cookie.
func (s *Server) senderOf(r *http.Request, d *door.Guests) companion.Sender {
	switch local := localAddr(r); {
	case socket(local):
		return companion.Socket
	case s.trusts(local, address(r.RemoteAddr)):
		return companion.Keys
	}
	if key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		// The key may have the blanks that the panel shows.
		return guestSender(d, strings.ReplaceAll(key, " ", ""), true)
	}
	cookies := r.CookiesNamed(cookieName)
	for _, c := range cookies[:min(len(cookies), mostCookies)] {
		if by := guestSender(d, c.Value, false); by.Role != door.NoRole {
			return by
		}
	}
	return companion.Sender{}
}

// guestSender returns the guest with that key as a sender. If there is none, it returns the zero
// Sender. A program's key is invalid as a cookie, and a cookie is invalid as a program's key.
func guestSender(d *door.Guests, key string, program bool) companion.Sender {
	if g, ok := d.Find(sha256.Sum256([]byte(key))); ok && g.Program == program {
		return companion.Sender{Role: g.Role, Guest: g}
	}
	return companion.Sender{}
}

// guard refuses requests that name a foreign host, come through a proxy, exceed the rate or come
// from pages of other sites. It sends tests for internet to the page hello, and passes all others
// to next. It sets the security headers of every answer.
func (s *Server) guard(next handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		// Over plain HTTP, browsers ignore this header and log a warning.
		if address(r.RemoteAddr).IsLoopback() {
			w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		c := s.call(w, r)
		v := s.visitorOf(c)
		s.conns.assign(r, v)
		switch {
		case s.isProbe(r):
			s.toHello(c)
		case !s.isOwnHost(r):
			s.misdirected(c)
		case isForwarded(r.Header):
			c.refuse(http.StatusForbidden, "proxy")
		case c.by.From == companion.FromPhone && !s.allowed(c, v):
			c.refuseCrowd()
		case isEmbedded(r):
			c.refuse(http.StatusForbidden, "embedded")
		case origin.Check(r) != nil:
			c.refuse(http.StatusForbidden, "cross")
		default:
			next(c)
		}
	})
}

// allowed reports whether the rate permits a request of v. An invited address that has used up the
// share of its token is then counted as a stranger.
func (s *Server) allowed(c *call, v visitor) bool {
	return s.pace.allow(v) || v.invite > 0 && s.pace.allow(stranger(address(c.r.RemoteAddr)))
}

// refuseCrowd refuses a request that exceeds the rate.
func (c *call) refuseCrowd() {
	c.w.Header().Set("Retry-After", "1")
	c.refuse(http.StatusTooManyRequests, "crowd")
}

// call returns the call for a request, with the moment, the sender and the language of the answer.
func (s *Server) call(w http.ResponseWriter, r *http.Request) *call {
	c := s.callFrom(w, r, s.table.Now())
	c.by = s.senderOf(r, c.now.Guests)
	return c
}

// callFrom returns the call for a request at the moment m, with the language of the answer. Its
// sender is anonymous.
func (s *Server) callFrom(w http.ResponseWriter, r *http.Request, m *screen.Moment) *call {
	lang := words.Lang(r.URL.Query().Get("lang"))
	if s.messages[lang] == nil {
		lang = m.Lang
	}
	if s.messages[lang] == nil {
		lang = preferred(r.Header.Get("Accept-Language"))
	}
	return &call{w: w, r: r, now: m, lang: lang, messages: s.messages[lang]}
}

// setHeaders sets the security headers of every answer.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// dropHeaders removes the security headers that only matter with a body.
func dropHeaders(h http.Header) {
	for _, name := range []string{"Content-Security-Policy", "X-Frame-Options", "Referrer-Policy"} {
		h.Del(name)
	}
}

// isOwnHost reports whether the Host of r names this machine. The check prevents DNS rebinding: an
// attacker's name that resolves to this machine would evade the same-origin policy.
func (s *Server) isOwnHost(r *http.Request) bool {
	host := hostname(r.Host)
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return s.isOwnName(host)
	}
	local := localAddr(r)
	return normalized(addr).IsLoopback() || local != nil && normalized(addr) == address(local.String())
}

// isOwnName reports whether host is a name of this machine: localhost, a name of [Opts.Names], or a
// name by which a home network knows one of [Opts.Hostnames]. Case and one final point don't matter.
// Other letters than ASCII do: some become ASCII letters in lower case.
func (s *Server) isOwnName(host string) bool {
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return false
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if slices.Contains(s.names, host) {
		return true
	}
	for name := range s.opts.Hostnames {
		if isNameOf(strings.ToLower(strings.TrimSuffix(name, ".")), host) {
			return true
		}
	}
	return false
}

// hostname returns the name in a Host header, without port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// address returns the address in "host:port", or the zero Addr if hostport is invalid.
func address(hostport string) netip.Addr {
	p, err := netip.ParseAddrPort(hostport)
	if err != nil {
		return netip.Addr{}
	}
	return normalized(p.Addr())
}

// normalized returns a in comparable form: IPv4-mapped addresses as IPv4, without a zone.
func normalized(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// trusts reports whether a connection has the rights of the wired keys. A connection to a
// socket of the file system has them; the permissions of the socket limit access. A connection
// from this machine has them if the panel is simulated. Beside a real panel a loopback address
// proves nothing: proxies, tunnels and relays connect from it for remote clients.
func (s *Server) trusts(local net.Addr, from netip.Addr) bool {
	return socket(local) || s.opts.Simulated && from.IsLoopback()
}

// socket reports whether local is a socket of the file system.
func socket(local net.Addr) bool { return local != nil && local.Network() == "unix" }

// localAddr returns the local address of the connection of r, or nil if it is unknown.
func localAddr(r *http.Request) net.Addr {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return local
}

// forwarders lists headers that proxies add, in canonical form. isForwarded also detects those that
// begin with X-Forwarded.
var forwarders = []string{
	"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip",
	"X-Original-Forwarded-For", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip",
}

func isForwarded(h http.Header) bool {
	for name := range h {
		if strings.HasPrefix(name, "X-Forwarded") || slices.Contains(forwarders, name) {
			return true
		}
	}
	return false
}

// isEmbedded reports whether a page of another site requests r. It returns false for the pages
// themselves, which other sites may link to, and for the address in the QR code.
func isEmbedded(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	page := r.URL.Path == "/" || r.URL.Path == tvPath || r.URL.Path == helloPath || strings.HasPrefix(r.URL.Path, joinPath)
	return !page && site != "" && site != "same-origin" && site != "none"
}
