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
	"time"

	"golang.org/x/term"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/evaluator"
	"tabletop/cmd/internal/gamefiles"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// daemon is what its parts share.
type daemon struct {
	environment
	words     *words.Catalogue
	config    config.Config
	simulated bool
	host      wiring.Host     // where the panel is real
	greeted   <-chan greeting // nil: nobody greets
	denied    bool            // there are buses or lines, but not for this user
	log       *slog.Logger
	loop      *loop.Loop
	quit      context.CancelFunc
	receipts  chan companion.Print // for the printer; nil where there is none
	phones    *phones
	games     games.Catalogue
	shelf     *gamefiles.Shelf     // of those in files
	programs  *evaluator.Evaluator // which plays them
}

// devices are what is attached: what shows, and what runs beside the loop.
type devices struct {
	panels, lamps []loop.Surface
	parts         []part
	halt          func() error // after all parts have ended
}

// part runs until ctx ends.
type part struct {
	key  string // what the panel says when it fails
	run  func(ctx context.Context) error
	wire string // the line, bus or port it hangs on
}

// serve runs the parts until the loop ends, waits for all of them, and darkens the
// panel last.
func (d *daemon) serve(ctx context.Context, attached devices) error {
	var parts sync.WaitGroup
	for _, p := range attached.parts {
		parts.Go(func() { d.again(ctx, p) })
	}
	parts.Go(func() { d.serveHTTP(ctx) })
	parts.Go(func() { d.notify(ctx) })
	err := d.loop.Run(ctx)
	d.quit()
	parts.Wait()
	if attached.halt == nil {
		return err
	}
	return errors.Join(err, attached.halt())
}

// pauses between two starts of a part that ended by itself.
const (
	firstPause = 200 * time.Millisecond
	lastPause  = time.Minute
)

// again runs a part until ctx ends. One that fails or panics is started once more,
// with growing pauses; that is said once, until it has run for a while.
func (d *daemon) again(ctx context.Context, p part) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, lastPause) {
		began := time.Now()
		err := d.safely(ctx, p.run)
		if err == nil || ctx.Err() != nil {
			return
		}
		if time.Since(began) > lastPause {
			pause = firstPause
		}
		d.log.Error("part ended", "part", p.key, "err", err)
		if pause == firstPause {
			d.loop.Tell(ctx, companion.Trouble{Key: p.key, Arg: reason(err)})
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

// safely runs a part and makes an error of a panic, whose stack goes to the log.
func (d *daemon) safely(ctx context.Context, part func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			d.log.Error("panic in a part", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	return part(ctx)
}

// keyNamed are the four keys by the names drivers have for them, and keySigns as they
// are drawn on the panel.
var (
	keyNamed = map[string]panel.Key{"back": panel.Back, "up": panel.Up, "down": panel.Down, "ok": panel.OK}
	keySigns = map[string]string{"back": "◄", "up": "▲", "down": "▼", "ok": "●"}
)

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
