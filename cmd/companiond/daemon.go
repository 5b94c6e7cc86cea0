package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/web"
	"tabletop/companion/words"
	"tabletop/drivers/sim"
)

// daemon is what its parts share.
type daemon struct {
	surroundings
	words *words.Catalogue
	log   *slog.Logger
	loop  *loop.Loop
	quit  context.CancelFunc
}

// serve runs the parts until one that can't be done without ends, waits for all
// of them, and darkens the panel last.
func (d *daemon) serve(ctx context.Context, c config, panel *sim.Dev) error {
	var parts sync.WaitGroup
	parts.Go(func() { d.again(ctx, "trouble.sim", panel.Run) })
	parts.Go(func() { d.servePage(ctx, c) })
	parts.Go(func() { d.notify(ctx) })
	err := d.loop.Run(ctx)
	d.quit()
	parts.Wait()
	return errors.Join(err, panel.Halt())
}

// pauses between two starts of a part that ended by itself.
const (
	firstPause = 200 * time.Millisecond
	lastPause  = time.Minute
)

// again runs a part until ctx ends. One that fails or panics is said on the panel
// and started once more.
func (d *daemon) again(ctx context.Context, key string, part func(context.Context) error) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, lastPause) {
		err := safely(ctx, part)
		if err == nil || ctx.Err() != nil {
			return
		}
		d.log.Error("part ended", "part", key, "err", err)
		d.loop.Tell(ctx, companion.Trouble{Key: key, Arg: err.Error()})
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

// safely runs a part and makes an error of a panic.
func safely(ctx context.Context, part func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return part(ctx)
}

// servePage listens and serves. A port that is taken is said, and the panel goes on.
func (d *daemon) servePage(ctx context.Context, c config) {
	o := web.DefaultOpts()
	o.Addr, o.Names = c.HTTP.Listen, append(o.Names, c.HTTP.Names...)
	o.Log = slog.NewLogLogger(d.log.Handler(), slog.LevelWarn)
	server, err := web.New(table{d.loop}, o)
	if err != nil {
		d.log.Error("page", "err", err)
		return
	}
	d.again(ctx, "trouble.web", func(ctx context.Context) error {
		l, err := server.Listen(ctx)
		if err != nil {
			d.log.Error("no page", "err", err)
			d.loop.Tell(ctx, noPage(o.Addr, err))
			return nil
		}
		d.log.Info(d.words.Word("cli.page", l.Addr().String()))
		return server.Serve(ctx, l)
	})
}

// noPage says why there is no page.
func noPage(addr string, err error) companion.Trouble {
	if errors.Is(err, syscall.EADDRINUSE) {
		return companion.Trouble{Key: "trouble.port", Arg: addr}
	}
	return companion.Trouble{Key: "trouble.listen", Arg: err.Error()}
}

// simulate builds the simulated panel: a terminal, or lines where there is none.
func (d *daemon) simulate(ctx context.Context) (*sim.Dev, error) {
	o := sim.DefaultOpts()
	o.In, o.Out, o.Quit = d.in, d.out, d.quit
	o.Legend = []string{d.words.Word("cli.legend")}
	if !terminal(d.in) || !terminal(d.out) {
		o.Screen = nil
	}
	o.Press = func(ctx context.Context, key string, hold bool) (int, error) {
		return d.loop.Press(ctx, companion.Press{Key: keys[key], Hold: hold})
	}
	o.Rest = func(ctx context.Context) (int, error) { return d.loop.Rest(ctx) }
	o.Send = func(key string, hold bool) {
		d.loop.Tell(ctx, companion.Press{Key: keys[key], Hold: hold})
	}
	return sim.New(o)
}

// keys are the four keys by the names drivers have for them.
var keys = map[string]companion.Key{"back": companion.Back, "up": companion.Up, "down": companion.Down, "ok": companion.OK}

func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// logger writes to standard error, or to a file in the state folder where the
// terminal is the panel.
func (d *daemon) logger(o options) *slog.Logger {
	out := d.err
	if terminal(d.in) && terminal(d.out) {
		out = io.Discard
		if f, err := os.OpenFile(filepath.Join(o.state, "companion.log"), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600); err == nil {
			out = f
		}
	}
	return slog.New(slog.NewTextHandler(out, nil))
}

// table is the loop as the web interface wants it.
type table struct{ loop *loop.Loop }

func (t table) Press(ctx context.Context, key companion.Key, hold bool) (int, error) {
	return t.loop.Press(ctx, companion.Press{Key: key, Hold: hold})
}

func (t table) Decide(ctx context.Context, says string, after int) (int, error) {
	a, err := t.loop.Decide(ctx, says, after)
	switch {
	case err != nil:
		return a.Seq, err
	case a.Stale:
		return a.Seq, stale(a.Refusal)
	case a.Refusal != "":
		return a.Seq, web.Refused(a.Refusal)
	}
	return a.Seq, nil
}

// stale is web.ErrStale in the panel's language.
type stale string

func (s stale) Error() string        { return string(s) }
func (s stale) Is(target error) bool { return target == web.ErrStale }

func (t table) Now() (web.Moment, <-chan struct{}) {
	m := t.loop.Now()
	shown := web.Moment{Frame: m.Frame, Match: m.Match, Lang: m.Lang}
	if !m.Match.IsZero() {
		shown.Words = m.Words(m.Match.Rules().Name())
	}
	return shown, m.Next
}
