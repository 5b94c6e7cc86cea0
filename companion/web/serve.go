package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// Limits of a request. Event streams have no time limit. A backup has uploadTime instead of
// writeTime.
const (
	headerTime = 2 * time.Second  // time limit for reading the headers
	readTime   = 10 * time.Second // time limit for reading headers and body
	writeTime  = 30 * time.Second // time limit for the answer
	idleTime   = time.Minute      // time limit of a connection between requests
	graceTime  = 2 * time.Second  // time limit for pending requests when the daemon ends
	headerSize = 16 << 10         // maximum size of the headers in bytes
)

// Listen opens Opts.Addr. The panel works without the port, so a caller may log the error and
// continue.
func (s *Server) Listen(ctx context.Context) (net.Listener, error) {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", s.opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if at, err := netip.ParseAddrPort(l.Addr().String()); err == nil {
		s.page.Store(&at)
	}
	return l, nil
}

// servingKey is the context key of the context that Serve was called with. That context ends
// earlier than the context of a request.
type servingKey struct{}

// servingContext returns the context that ends when Serve stops accepting requests. The context of
// r lasts graceTime longer, so that clients get answers to pending writes.
func servingContext(r *http.Request) context.Context {
	if ctx, ok := r.Context().Value(servingKey{}).(context.Context); ok {
		return ctx
	}
	return r.Context() // the request didn't come through Server.Serve
}

// Serve serves requests on l until ctx is done, then returns nil. It returns an error if l fails.
// It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error { return s.serveWith(ctx, l, s) }

// serveWith is Serve with another handler.
func (s *Server) serveWith(ctx context.Context, l net.Listener, h http.Handler) error {
	requests, end := context.WithCancel(context.WithValue(context.WithoutCancel(ctx), servingKey{}, ctx))
	defer end()
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerSize,
		ErrorLog:          s.opts.Log,
		BaseContext:       func(net.Listener) context.Context { return requests },
		ConnContext:       withConn,
		ConnState:         s.conns.setState,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener{l, s}) }()
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
