package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// helloPath is the path of the page to which phones are sent that test for internet.
const helloPath = "/hello"

// noticeStyle is the style of the pages that stand alone: they load no files, because the windows
// of captive portals and foreign hosts don't serve any.
const noticeStyle = `body{margin:0 auto;max-width:30rem;padding:.8rem 1rem;font:1.05rem/1.35 system-ui,sans-serif;background:#ede5d6;color:#2b2720}` +
	`h1{font-size:1.5rem;margin:0}p,li{margin:.5rem 0}ol{padding-left:1.3rem;margin:0}` +
	`.at{display:block;margin:.4rem 0;padding:.3rem .6rem;border:1px solid #857a66;border-radius:.5rem;background:#fdfbf6;font-size:1.4rem;font-weight:700;text-align:center;overflow-wrap:anywhere;-webkit-user-select:all;user-select:all}` +
	`small{display:block;color:#625a4b}img{display:block;width:9rem;margin:.2rem auto}figure{margin:0;text-align:center}` +
	`@media(prefers-color-scheme:dark){body{background:#16140f;color:#f0ead9}.at{background:#24211b;border-color:#938873}small{color:#c0b7a2}}`

// noticePolicy is the Content-Security-Policy of these pages: that style, and pictures of this host.
var noticePolicy = "default-src 'none'; style-src 'sha256-" + styleHash() + "'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func styleHash() string {
	sum := sha256.Sum256([]byte(noticeStyle))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// notice serves a page that stands alone. body is HTML. The page has no link and no script.
func (c *call) notice(status int, title, body string) {
	title = html.EscapeString(title)
	h := c.w.Header()
	h.Set("Content-Type", kinds[".html"])
	h.Set("Content-Security-Policy", noticePolicy)
	page := fmt.Sprintf(`<!doctype html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>%s</style>
</head>
<body>
<h1>%[2]s</h1>
%[4]s
</body>
</html>
`, c.lang, title, noticeStyle, body)
	c.write(status, []byte(page))
}

// hello serves the page to which phones are sent that test for internet. It says that this network
// has none, and which address to open in the real browser. The window of a captive portal loses its
// cookies when it closes, so the address is no link. The page sets no cookie, and shows nothing but
// the address by which it was reached, so that a client learns nothing from it.
func hello(c *call) {
	messages, text := c.messages, html.EscapeString
	c.notice(http.StatusOK, messages.Word("almost"), strings.Join([]string{
		"<p>" + text(messages.Word("offline")) + "</p>",
		"<ol>",
		"<li>" + text(messages.Word("stay")),
		"<small>" + text(messages.Word("android")) + "</small>",
		"<small>" + text(messages.Word("iphone")) + "</small></li>",
		"<li>" + text(messages.Word("browser")) + addressHTML(c.r.Host),
		"<small>" + text(messages.Word("mobile")) + "</small></li>",
		"</ol>",
		"<p>" + text(messages.Word("window")) + "</p>",
		`<figure><img src="` + invitationPath + `" alt="">`,
		"<figcaption><small>" + text(messages.Word("another")) + "</small></figcaption></figure>",
	}, "\n"))
}

// addressHTML returns an address to type, as HTML.
func addressHTML(host string) string {
	return `<b class="at">` + html.EscapeString(host) + "</b>"
}

// misdirected refuses a request whose Host is foreign. A browser that opens a page gets one that
// says which address to type: that by which the request arrived. An attacker with such a name knows
// this address already. All other clients get JSON.
func (s *Server) misdirected(c *call) {
	at, ok := s.reachedAt(c.r)
	if !ok || !c.wantsPage() {
		c.refuse(http.StatusMisdirectedRequest, "host", quoted(c.r.Host))
		return
	}
	c.notice(http.StatusMisdirectedRequest, c.messages.Word("stray"),
		"<p>"+html.EscapeString(c.messages.Word("address"))+"</p>\n"+addressHTML(hostOf(at)))
}

// reachedAt returns the address of the page for the client of r: the local address of the
// connection, with the port of the page. It returns false if the client can't type that address, or
// if the page isn't served there.
func (s *Server) reachedAt(r *http.Request) (netip.AddrPort, bool) {
	local := localAddr(r)
	if local == nil || socket(local) {
		return netip.AddrPort{}, false
	}
	at, err := netip.ParseAddrPort(local.String())
	if err != nil || at.Addr().Is6() && at.Addr().IsLinkLocalUnicast() { // a link-local address needs a zone
		return netip.AddrPort{}, false
	}
	page := s.page.Load()
	if page == nil { // r came to a listener that Listen didn't open
		return netip.AddrPortFrom(normalized(at.Addr()), at.Port()), true
	}
	ours := normalized(at.Addr())
	served := page.Addr().IsUnspecified() || normalized(page.Addr()) == ours
	return netip.AddrPortFrom(ours, page.Port()), served
}

// hostOf returns an address as a browser shows it: without the port of HTTP.
func hostOf(at netip.AddrPort) string { return withPort(at.Addr().String(), at.Port()) }

// withPort joins a name or an IP address and a port, which it omits if it is that of HTTP.
func withPort(host string, port uint16) string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == httpPort {
		return host
	}
	return host + ":" + strconv.Itoa(int(port))
}

// httpPort is the port of addresses without one.
const httpPort = 80

// wantsPage reports whether a browser opens the path of c as a page. Scripts and programs don't ask
// for HTML.
func (c *call) wantsPage() bool {
	return (c.r.Method == http.MethodGet || c.r.Method == http.MethodHead) && strings.Contains(c.r.Header.Get("Accept"), "text/html")
}
