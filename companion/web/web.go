// Package web is the companion's HTTP interface and the page with the live
// panel, which shows what the panel shows and can be pressed like it.
//
//	GET  /                 the page
//	GET  /api/panel.png    the OLED; ?scale=N, 1 to 16, draws a pixel N×N (default 4)
//	GET  /api/panel.txt    the OLED in 32 lines of half blocks, an empty line, 8 lines of lamps
//	POST /api/press        {"key":"ok","hold":false} → {"seq":12} once all is kept and drawn
//	GET  /api/match        the match on the panel as an onlooker may see it
//	POST /api/decide       {"says":"roll","after":12} → {"seq":13}; 409 if after is not the
//	                       last seq any more, 422 with the rule if it is against the rules
//	GET  /api/events       server-sent: "panel" with what panel and lamps show, "match" with
//	                       the seq, both at once and then whenever they change; "alive" every 10 s
//	GET  /api/record       the match as JSON Lines
//
// Every other answer than 200 is {"error":"…"}. Nothing served holds a card that
// is hidden, an outcome to come or a secret that is not opened.
//
// # Who may ask
//
// Requests must name this machine as their Host: localhost, the address they
// reached or a name of [Opts.Names]. Pages of other sites get nothing. Whoever
// sits at another machine may look where Opts.Addr lets them in, but only this
// machine may press and decide; a request that went through a proxy, as a
// forwarding header tells, is not from this machine and is refused. No GET
// changes anything.
package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// Table is what the interface needs to know of the evening. Its methods may be
// called from many goroutines at once.
type Table interface {
	// Press presses a key, returns when all that follows from it is kept and
	// drawn, and tells the seq of the match's last fact.
	Press(ctx context.Context, key companion.Key, hold bool) (seq int, err error)
	// Decide decides for the seat on turn if the match's last fact is still after,
	// and returns like Press. Its error is ErrStale, then with the seq that
	// holds, or a Refused.
	Decide(ctx context.Context, says string, after int) (seq int, err error)
	// Now returns what panel and match are at this moment, and a channel that is
	// closed once they have changed.
	Now() (m Moment, newer <-chan struct{})
}

// Moment is the panel and the match behind it at one instant.
type Moment struct {
	Frame screen.Frame
	Match match.Match      // zero if none is on the panel
	Words *words.Catalogue // of its game, in the panel's language; nil: keys are said as they are
	Lang  words.Lang       // of the panel; "" before one is chosen: the page then follows the browser
}

// ErrStale is a decision that was made on an older position than the present one.
var ErrStale = errors.New("the match has moved on")

// Refused is a decision against the rules: the rule, in the panel's language.
type Refused string

// Error returns the rule.
func (r Refused) Error() string { return string(r) }

// Opts says where the interface listens and what it calls itself.
type Opts struct {
	Addr    string      // host:port; loopback unless the table wants otherwise
	Names   []string    // of this machine, besides localhost
	Streams int         // how many may follow the events at once
	Log     *log.Logger // what net/http complains about; nil is log's own
}

// DefaultOpts listens on this machine only.
func DefaultOpts() Opts {
	o := Opts{Addr: "127.0.0.1:8090", Streams: 64}
	if name, err := os.Hostname(); err == nil && name != "" {
		o.Names = []string{name, name + ".local"}
	}
	return o
}

// Server is the interface to one table. It is an http.Handler.
type Server struct {
	table   Table
	opts    Opts
	names   []string // lower case
	streams chan struct{}
	routes  map[string]route
	handler http.Handler // routes behind their guards
}

// New returns the interface to t. Its error is a broken word catalogue.
func New(t Table, o Opts) (*Server, error) {
	s := &Server{table: t, opts: o, streams: make(chan struct{}, o.Streams)}
	s.names = []string{"localhost"}
	for _, name := range o.Names {
		s.names = append(s.names, strings.ToLower(name))
	}
	page, err := newPage()
	if err != nil {
		return nil, err
	}
	s.routes = map[string]route{
		"/":              {http.MethodGet: func(w http.ResponseWriter, r *http.Request) { page.serve(w, r, s.moment().Lang) }},
		"/panel.js":      {http.MethodGet: file("page/panel.js", "text/javascript; charset=utf-8")},
		"/panel.css":     {http.MethodGet: file("page/panel.css", "text/css; charset=utf-8")},
		"/icon.svg":      {http.MethodGet: file("page/icon.svg", "image/svg+xml")},
		"/api/panel.png": {http.MethodGet: s.panelPNG},
		"/api/panel.txt": {http.MethodGet: s.panelText},
		"/api/press":     {http.MethodPost: s.press},
		"/api/match":     {http.MethodGet: s.match},
		"/api/decide":    {http.MethodPost: s.decide},
		"/api/events":    {http.MethodGet: s.events},
		"/api/record":    {http.MethodGet: s.record},
	}
	s.handler = s.guard(http.HandlerFunc(s.serve))
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// moment returns what holds now.
func (s *Server) moment() Moment {
	m, _ := s.table.Now()
	return m
}

// How long a request may take. Events take as long as they are read.
const (
	headerTime = 5 * time.Second
	readTime   = 10 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = time.Minute
	graceTime  = 2 * time.Second
	headerSize = 16 << 10
)

// Listen opens Opts.Addr. A port that is taken is an error like any other: the
// panel works without.
func (s *Server) Listen(ctx context.Context) (net.Listener, error) {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", s.opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return l, nil
}

// Serve answers on l until ctx ends, and returns nil then. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerSize,
		ErrorLog:          s.opts.Log,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("web: %w", err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
	defer cancel()
	if server.Shutdown(grace) != nil {
		_ = server.Close()
	}
	<-ended
	return nil
}
