package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// How long a request may take. Events take as long as they are read, a backup as
// long as uploadTime.
const (
	headerTime = 2 * time.Second
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

// servingKey is where the context of a request has that of Serve: it ends sooner.
type servingKey struct{}

// serving is a context that ends once nothing new is served. That of r itself lasts
// graceTime longer: what is being kept by then is answered.
func servingContext(r *http.Request) context.Context {
	if ctx, ok := r.Context().Value(servingKey{}).(context.Context); ok {
		return ctx
	}
	return r.Context() // it is served by somebody else
}

// Serve answers on l until ctx ends, and returns nil then. It closes l.
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
