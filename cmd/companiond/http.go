package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"syscall"

	"tabletop/companion"
	"tabletop/companion/web"
)

// serveHTTP serves the page on its TCP port, and the command-line tools and port 80 on the sockets
// from systemd, until ctx is done.
func (d *daemon) serveHTTP(ctx context.Context) {
	o := web.DefaultOpts()
	o.Addr, o.Names = d.config.HTTP.Listen, d.config.HTTP.Names
	o.Log = slog.NewLogLogger(d.log.Handler(), slog.LevelWarn)
	o.Simulated, o.Games, o.History, o.Uploads = d.simulated, d.games, d.phones.history, d.phones.uploads
	o.Devices, o.OwnNetwork, o.Updates = d.devices, d.phones.own.now, d.updates
	o.BackedUp = func() { d.loop.Tell(ctx, companion.BackedUp{}) }
	if d.gameFiles != nil {
		o.Files = d.gameFiles
	}
	server, err := web.New(d.loop, o)
	if err != nil {
		d.log.Error("page", "err", err)
		return
	}
	var parts sync.WaitGroup
	serve := func(l net.Listener, by func(context.Context, net.Listener) error) {
		parts.Go(func() {
			d.supervise(ctx, part{key: "trouble.web", run: func(ctx context.Context) error { return by(ctx, l) }})
		})
	}
	for _, l := range d.sockets {
		serve(l, server.Serve)
	}
	for _, l := range d.portal {
		serve(l, server.ServePortal)
	}
	d.servePage(ctx, server, o.Addr)
	parts.Wait()
}

// servePage serves the page on its TCP port. If the port is taken, servePage shows a trouble on the
// panel and returns; the panel continues to work.
func (d *daemon) servePage(ctx context.Context, server *web.Server, addr string) {
	d.supervise(ctx, part{key: "trouble.web", run: func(ctx context.Context) error {
		l, err := server.Listen(ctx)
		if err != nil {
			d.log.Error("can't listen for the page", "err", err)
			d.loop.Tell(ctx, noPage(addr, err))
			return nil
		}
		d.phones.page.opened(l)
		defer d.phones.page.opened(nil)
		d.log.Info(d.words.Word("cli.page", l.Addr().String()))
		return server.Serve(ctx, l)
	}})
}

// noPage returns the trouble that the panel shows if the daemon cannot listen at addr.
func noPage(addr string, err error) companion.Trouble {
	if errors.Is(err, syscall.EADDRINUSE) {
		return companion.Trouble{Key: "trouble.port", Arg: addr}
	}
	return companion.Trouble{Key: "trouble.listen", Arg: err.Error()}
}
