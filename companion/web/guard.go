package web

import (
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/words"
)

// visitorOf is whose requests those of a sender are counted with.
func visitorOf(from companion.Sender, r *http.Request) visitor {
	if from.Guest.ID > 0 {
		return visitor{guest: from.Guest.ID}
	}
	return stranger(address(r.RemoteAddr))
}

// mostCookies is how many cookies of that name are looked at. Another site of this
// host may have planted one.
const mostCookies = 8

// cookieName is the cookie of a guest. Its value is 130 random bits; the door knows
// their SHA-256 only.
const cookieName = "companion"

// who tells who sends r. That the door compares hashes bit by bit, and not in
// constant time, tells nobody anything: how far the hash of a guess agrees with
// another says nothing about the 130 bits behind that.
func (s *Server) senderOf(r *http.Request, d *door.Guests) companion.Sender {
	switch local := localAddr(r); {
	case socket(local):
		return companion.Socket
	case s.trusts(local, address(r.RemoteAddr)):
		return companion.Keys
	}
	if key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return guestSender(d, strings.ReplaceAll(key, " ", ""), true) // as the panel shows it, or without blanks
	}
	cookies := r.CookiesNamed(cookieName)
	for _, c := range cookies[:min(len(cookies), mostCookies)] {
		if by := guestSender(d, c.Value, false); by.Role != door.NoRole {
			return by
		}
	}
	return companion.Sender{}
}

// sender is the guest who has a key, if it is a program as it should be: a key that a
// program gives is worth nothing as a cookie, and the other way round.
func guestSender(d *door.Guests, key string, program bool) companion.Sender {
	if g, ok := d.Find(sha256.Sum256([]byte(key))); ok && g.Program == program {
		return companion.Sender{Role: g.Role, Guest: g}
	}
	return companion.Sender{}
}

// guard lets through to next what nobody must be kept from asking, and marks every
// answer as nobody else's business.
func (s *Server) guard(next handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		if address(r.RemoteAddr).IsLoopback() { // over plain HTTP browsers ignore it, and complain
			w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		c := s.call(w, r)
		s.conns.assign(r, c.by.Guest.ID)
		switch {
		case !s.isOwnHost(r):
			c.refuse(http.StatusMisdirectedRequest, "host", quoted(r.Host))
		case isForwarded(r.Header):
			c.refuse(http.StatusForbidden, "proxy")
		case c.by.From == companion.FromPhone && !s.pace.allow(visitorOf(c.by, r)):
			w.Header().Set("Retry-After", "1")
			c.refuse(http.StatusTooManyRequests, "crowd")
		case isEmbedded(r):
			c.refuse(http.StatusForbidden, "embedded")
		case origin.Check(r) != nil:
			c.refuse(http.StatusForbidden, "cross")
		default:
			next(c)
		}
	})
}

// call gathers what the answer to r depends on.
func (s *Server) call(w http.ResponseWriter, r *http.Request) *call {
	m := s.table.Now()
	lang := words.Lang(r.URL.Query().Get("lang"))
	if s.messages[lang] == nil {
		lang = m.Lang
	}
	if s.messages[lang] == nil {
		lang = preferred(r.Header.Get("Accept-Language"))
	}
	return &call{w: w, r: r, now: m, by: s.senderOf(r, m.Guests), lang: lang, messages: s.messages[lang]}
}

// protect sets what every answer says to browsers.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// own reports whether the Host that r names is this machine. A foreign name that
// leads here is how other sites' pages get around the same-origin rule.
func (s *Server) isOwnHost(r *http.Request) bool {
	host := hostname(r.Host)
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return slices.Contains(s.names, strings.TrimSuffix(strings.ToLower(host), "."))
	}
	local := localAddr(r)
	return normalized(addr).IsLoopback() || local != nil && normalized(addr) == address(local.String())
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
	return normalized(p.Addr())
}

// bare returns a as it compares: IPv4 as such, without a zone.
func normalized(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// trusts reports whether who comes to local from that address is as good as the wired
// keys: who comes by a socket of the file system, whose permissions say who may, and
// where the panel is simulated whoever is on this machine. Beside a real panel an
// address of this machine says nothing: a proxy, a tunnel and a relay have it too,
// whoever they speak for.
func (s *Server) trusts(local net.Addr, from netip.Addr) bool {
	return socket(local) || s.opts.Simulated && from.IsLoopback()
}

// socket reports whether who comes to local comes by a socket of the file system.
func socket(local net.Addr) bool { return local != nil && local.Network() == "unix" }

// localAddr is the address that r reached, nil if nobody knows.
func localAddr(r *http.Request) net.Addr {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return local
}

// forwarders are the headers by which a proxy owns up, in canonical form; so
// does every header that begins with X-Forwarded.
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

// embedded reports whether a page of another site asks for a part of this one;
// a link to the page itself is welcome, and so is the camera that read its code.
func isEmbedded(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	page := r.URL.Path == "/" || r.URL.Path == tvPath || strings.HasPrefix(r.URL.Path, joinPath)
	return !page && site != "" && site != "same-origin" && site != "none"
}
