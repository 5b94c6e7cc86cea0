//go:build browser

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/companion/words/wordstest"
)

// address is what phones have for the box: .ci/browser gives it to an interface of a
// network namespace.
const address = "192.168.77.1"

// box starts a daemon that phones reach, past its first screen.
func box(t *testing.T) *evening {
	t.Helper()
	e := gatherAt(t, ":0", "", nil)
	e.served()
	e.press("ok") // Русский
	return e
}

// browser starts a Chromium for a test. Its pages find no other host.
func browser(t *testing.T) context.Context {
	t.Helper()
	dir, err := os.MkdirTemp("", "companion-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // it may still be tidying up
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(dir), chromedp.WSURLReadTimeout(waittest.Patience),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE "+address),
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// look is a screen and its theme.
type look struct {
	width, height int64
	dark          bool
}

var (
	small  = look{width: 360, height: 640}
	tablet = look{width: 1024, height: 768, dark: true}
)

// visitor is a browser with cookies and storage of its own.
type visitor struct {
	t    *testing.T
	e    *evening // of the box
	ctx  context.Context
	base string
	mu   sync.Mutex
	bad  []string // what the page should not do
	may  []string // the lines of a banner that phones may show, of all its matches
}

// phone opens a page of the box. What it complains about fails the test.
func (e *evening) phone(ctx context.Context, l look, path string) *visitor {
	e.t.Helper()
	return e.visit(ctx, l, e.url(address), path)
}

func (e *evening) visit(ctx context.Context, l look, base, path string) *visitor {
	e.t.Helper()
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	e.t.Cleanup(cancel)
	p := &visitor{t: e.t, e: e, ctx: ctx, base: base}
	p.must(chromedp.Listen(ctx, p.heard))
	e.t.Cleanup(p.silent)
	e.t.Cleanup(func() {
		if e.t.Failed() {
			p.picture("failed")
			e.t.Logf("the page says %q", p.said())
		}
	})
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	p.must(err)
	p.dress(l)
	p.do(chromedp.Navigate(base + path))
	return p
}

// heard notes what should not be: errors that the page's scripts make, and requests
// to others. Chromium itself logs refused requests; they are the page's to tell.
func (p *visitor) heard(event any) {
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		p.complain(event.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if event.Type == "error" || event.Type == "warning" {
			p.complain(fmt.Sprintf("console %s: %s", event.Type, event.Args[0].Value))
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(event.Request.URL)
		if err != nil || !slices.Contains([]string{"data", "blob"}, u.Scheme) && !strings.HasPrefix(event.Request.URL, p.base+"/") {
			p.complain("asks for " + event.Request.URL)
		}
	}
}

func (p *visitor) complain(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bad = append(p.bad, what)
}

func (p *visitor) silent() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, what := range p.bad {
		p.t.Errorf("the page: %s", what)
	}
}

// dress gives the phone its screen and theme.
func (p *visitor) dress(l look) {
	p.t.Helper()
	theme := "light"
	if l.dark {
		theme = "dark"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
	p.must(err)
	p.do(chromedp.EmulateViewport(l.width, l.height))
}

func (p *visitor) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// sent is all that there is to read, or "" of a page that doesn't answer.
func (p *visitor) said() string {
	ctx, cancel := context.WithTimeout(p.ctx, waittest.Patience)
	defer cancel()
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body ? document.body.innerText : ''"))
	return text
}

func (p *visitor) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waittest.Patience)
	defer cancel()
	p.must(chromedp.Do(ctx, steps...))
}

// grown is how much a page has and has asked for, which changes as long as something comes.
// Its text would have to be laid out for each look.
const grown = `" of " + document.documentElement.textContent.length + " letters, " + performance.getEntriesByType("resource").length + " requests"`

// wait waits until a script's expression holds.
func (p *visitor) wait(expression string) {
	p.t.Helper()
	waittest.Until(p.t, expression, func() (any, bool) {
		is, err := p.evaluate("Boolean(" + expression + ") + " + grown)
		if err != nil { // of a page that is being left, too
			return err, false
		}
		return is, strings.HasPrefix(is, "true")
	})
}

// still waits until nothing moves on the page: what moves for ever is an animation of its
// style.
func (p *visitor) still() {
	p.t.Helper()
	p.wait("document.getAnimations().every((a) => a instanceof CSSAnimation)")
}

// frames waits until the page was painted so many times.
func (p *visitor) frames(n int) {
	p.t.Helper()
	for range n {
		p.tells("new Promise((painted) => requestAnimationFrame(painted))")
	}
}

// says waits until the page says the text of an item.
func (p *visitor) says(item string) {
	p.t.Helper()
	p.reads(p.e.text(item))
}

// reads waits until the page says a text, whatever stands in its holes.
func (p *visitor) reads(text string) {
	p.t.Helper()
	parts, err := json.Marshal(wordstest.Parts(text))
	p.must(err)
	p.wait(fmt.Sprintf(`((text) => %s.every((part) => {
		const at = text.indexOf(part);
		text = text.slice(at + part.length);
		return at >= 0;
	}))(document.body.innerText)`, parts))
}

// before is the text of an item as far as something in it.
func (e *evening) before(item, what string) string {
	e.t.Helper()
	text, _, _ := strings.Cut(e.text(item), what)
	return text
}

// tells is what a script's expression is.
func (p *visitor) tells(expression string) string {
	p.t.Helper()
	text, err := p.evaluate(expression)
	p.must(err)
	return text
}

func (p *visitor) evaluate(expression string) (string, error) {
	ctx, cancel := context.WithTimeout(p.ctx, waittest.Patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[string]("Promise.resolve("+expression+").then(String)", chromedp.EvalAwaitPromise))
}

// click clicks what a selector finds, as soon as it is there and no answer is awaited: until
// then a page takes no second tap.
func (p *visitor) click(selector string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%s) && !document.querySelector('.waiting')", quote(selector)))
	p.tells(fmt.Sprintf("document.querySelector(%s).click()", quote(selector)))
}

// goTo shows another part of the page.
func (p *visitor) goTo(hash string) {
	p.t.Helper()
	p.tells(fmt.Sprintf("location.hash = %s", quote(hash)))
}

// ether is what is between a phone and the box: it can fail.
type ether struct {
	url  string
	box  string
	mu   sync.Mutex
	dead bool
	vain int // connections that found it dead
	on   []net.Conn
}

// ether puts one in the way.
func (e *evening) ether() *ether {
	e.t.Helper()
	l, err := net.Listen("tcp", address+":0")
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { _ = l.Close() })
	a := &ether{url: "http://" + l.Addr().String(), box: strings.TrimPrefix(e.url(address), "http://")}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go a.carry(c)
		}
	}()
	return a
}

// network gives the browser a network with these conditions; without any, that of this machine.
func (p *visitor) network(as ...*network.Conditions) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: append([]*network.Conditions{}, as...)})
	p.must(err)
}

// sources is the address of a proxy of the box that has the scripts of the page under /sources/, one by
// one as they are written.
func (e *evening) sources() string {
	e.t.Helper()
	box, err := url.Parse(e.url(address))
	if err != nil {
		e.t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL.Scheme, r.Out.URL.Host = box.Scheme, box.Host }}
	mux := http.NewServeMux()
	mux.Handle("/sources/", http.StripPrefix("/sources/", http.FileServer(http.Dir("../../companion/web/page"))))
	mux.Handle("/", proxy)
	l, err := net.Listen("tcp", address+":0")
	if err != nil {
		e.t.Fatal(err)
	}
	s := &http.Server{Handler: mux, ReadHeaderTimeout: waittest.Patience}
	e.t.Cleanup(func() { _ = s.Close() })
	go func() { _ = s.Serve(l) }()
	return "http://" + l.Addr().String()
}

// carry carries what both ends of a connection say, if it may.
func (a *ether) carry(phone net.Conn) {
	box, err := net.Dial("tcp", a.box)
	a.mu.Lock()
	if err != nil || a.dead {
		a.vain++
		a.mu.Unlock()
		_ = phone.Close()
		return
	}
	a.on = append(a.on, phone, box)
	a.mu.Unlock()
	go func() { _, _ = io.Copy(box, phone) }()
	_, _ = io.Copy(phone, box) // until either end is gone
	_, _ = phone.Close(), box.Close()
}

// tried waits until somebody has tried in vain to come through so many times.
func (a *ether) tried(t *testing.T, times int) {
	t.Helper()
	waittest.Until(t, fmt.Sprintf("%d connections in vain", times), func() (any, bool) {
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.vain, a.vain >= times
	})
}

// fail ends every connection and lets none through, or lets them through again.
func (a *ether) fail(dead bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dead, a.vain = dead, 0
	for _, c := range a.on {
		_ = c.Close()
	}
	a.on = nil
}

// blind lets nothing of the match reach the page any more.
func (p *visitor) blind() {
	p.t.Helper()
	p.tells(`(window.fetch = ((real) => (url, o) => String(url).includes("/api/match") ? new Promise(() => {}) : real(url, o))(window.fetch), "")`)
}

func quote(text string) string {
	b, _ := json.Marshal(text) // a string: it can't fail
	return string(b)
}

// picture keeps a picture of the page where SHOTS says.
func (p *visitor) picture(name string) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	shot, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		file := strings.ReplaceAll(p.t.Name(), "/", "-") + "-" + name + ".png"
		err = os.WriteFile(filepath.Join(dir, file), shot, 0o600)
	}
	if err != nil {
		p.t.Log(err)
	}
}

// invite shows the code that lets a phone in to a role, and returns its token.
func (e *evening) invite(role door.Role) string {
	e.t.Helper()
	e.home()
	e.choose("home.more", "door.item")
	code := func(m *screen.Moment) bool { return m.View.Code != "" }
	m := e.until("a code", code) // the box may not know yet that it is in a network
	if role == door.Look {
		e.press("ok")
		e.choose("door.look")
		m = e.until("a code", code)
	}
	return m.View.Code[strings.LastIndex(m.View.Code, "/")+1:]
}

// joined is a phone that was let in.
func (e *evening) joined(ctx context.Context, l look, role door.Role) *visitor {
	e.t.Helper()
	p := e.phone(ctx, l, "/J/"+e.invite(role))
	p.wait("document.getElementById('nav').children.length && location.pathname === '/'")
	e.home()
	return p
}
