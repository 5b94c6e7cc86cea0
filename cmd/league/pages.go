package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"tabletop/cmd/league/internal/broker"
)

// Limits of the pages. A connection without a request takes 10 KiB. A browser has up to 6
// connections, and the guests of a club may share the address of a router.
const (
	headerWait = 10 * time.Second // maximum time to receive the header of a request
	readWait   = 30 * time.Second // maximum time to receive a request; no limit for the stream of the wall, which follows it
	idleWait   = time.Minute      // maximum time between two requests
	writeWait  = 30 * time.Second // maximum time in which a client reads a part of an answer
	headerSize = 16 << 10         // maximum size of a header in bytes
	closeWait  = 3 * time.Second  // maximum time to finish a request when the league ends

	mostPageConns    = 1024 // maximum number of connections
	mostPageConnsOne = 128  // maximum number from one address; this machine, with its proxies, has no such limit
)

// pages serves the pages until ctx ends.
func (l *league) pages(ctx context.Context, listener net.Listener) error {
	if listener == nil {
		<-ctx.Done()
		return nil
	}
	token, err := l.web.FirstOwner(ctx, l.words.Word("owner"))
	if err != nil {
		return err
	}
	if token != "" {
		fmt.Fprintln(l.out, l.words.Word("invited", l.link(listener.Addr().String(), token)))
	}
	l.log.Info(l.words.Word("page", listener.Addr().String()))
	s := &http.Server{
		Handler: l.web, ReadHeaderTimeout: headerWait, ReadTimeout: readWait, IdleTimeout: idleWait, MaxHeaderBytes: headerSize,
		ErrorLog: slog.NewLogLogger(l.log.Handler(), slog.LevelWarn),
	}
	s.BaseContext = func(net.Listener) context.Context { return ctx } // ends the streams of the wall when ctx is done
	context.AfterFunc(ctx, func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWait)
		defer cancel()
		_ = s.Shutdown(late)
	})
	if err := s.Serve(&crowd{Listener: listener}); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// crowd is a listener that bounds the number of connections, by address and in all.
type crowd struct {
	net.Listener
	mu     sync.Mutex
	counts broker.Counts
}

// Accept returns the next connection within the bounds, and closes all others.
func (l *crowd) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		w := &pageConn{Conn: c}
		at := broker.AddressOf(c.RemoteAddr())
		w.leave = sync.OnceFunc(func() { l.add(at, -1) })
		if l.add(at, 1) {
			return w, nil
		}
		_ = w.Close()
	}
}

// add adds n connections from an address. It returns false if there are too many then.
func (l *crowd) add(at string, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts.Add(at, n)
	p, err := netip.ParsePrefix(at)
	here := err == nil && p.Addr().IsLoopback()
	return l.counts.All <= mostPageConns && (here || l.counts.Of(at) <= mostPageConnsOne)
}

// pageConn is a connection of a browser. A client that doesn't read for writeWait loses it.
type pageConn struct {
	net.Conn
	leave func() // called when the connection ends
}

// Write writes a part of an answer.
func (c *pageConn) Write(p []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(writeWait)) // on failure writing fails as well
	return c.Conn.Write(p)
}

// Close ends the connection.
func (c *pageConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
