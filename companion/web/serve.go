package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// How long a request may take. Events take as long as they are read, a backup as
// long as uploadTime.
const (
	headerTime = 5 * time.Second
	readTime   = 10 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = time.Minute
	graceTime  = 2 * time.Second
	headerSize = 16 << 10
)

// How many connections may be open: in all, and from one address. A browser opens
// six at most.
const (
	mostConns      = 320
	mostConnsOfOne = 64
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
	go func() { ended <- server.Serve(&limited{Listener: l, of: map[netip.Addr]int{}}) }()
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

// limited is a listener that hangs up on whoever opens too many connections. It
// never waits for one to end, so that nobody who holds all of them shuts the others
// out; and this machine, its socket too, is always let in.
type limited struct {
	net.Listener
	mu  sync.Mutex
	all int
	of  map[netip.Addr]int
}

// Accept returns the next connection from a private network that is within the limits.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := address(c.RemoteAddr().String())
		if !from.IsValid() || from.IsLoopback() {
			return c, nil
		}
		if private(from) && l.enters(from) {
			return &counted{Conn: c, leave: sync.OnceFunc(func() { l.leaves(from) })}, nil
		}
		_ = c.Close() // it is told nothing
	}
}

// private reports whether a is in a network whose owner hands the addresses out, as
// IPAddressAllow of the unit lists them.
func private(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }

func (l *limited) enters(from netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= mostConns || l.of[from] >= mostConnsOfOne {
		return false
	}
	l.all++
	l.of[from]++
	return true
}

func (l *limited) leaves(from netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.of[from]--; l.of[from] == 0 {
		delete(l.of, from)
	}
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}
