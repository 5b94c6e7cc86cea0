package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Time limits of a request. Event streams have no limit, and a backup has uploadTime.
const (
	headerTime = 2 * time.Second
	readTime   = 10 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = time.Minute
	graceTime  = 2 * time.Second
	headerSize = 16 << 10
)

// Listen opens Opts.Addr. The panel works without the port, so callers may log the error and
// continue.
func (s *Server) Listen(ctx context.Context) (net.Listener, error) {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", s.opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return l, nil
}

// servingKey is the context key of the context of Serve, which ends earlier than that of a
// request.
type servingKey struct{}

// servingContext returns the context that ends when Serve stops accepting requests. The context
// of r lasts graceTime longer, so that pending writes are answered.
func servingContext(r *http.Request) context.Context {
	if ctx, ok := r.Context().Value(servingKey{}).(context.Context); ok {
		return ctx
	}
	return r.Context() // served by another server
}

// Serve serves l until ctx ends, then returns nil. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	requests, end := context.WithCancel(context.WithValue(context.WithoutCancel(ctx), servingKey{}, ctx))
	defer end()
	server := &http.Server{
		Handler:           s,
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
