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

// daemon holds the state that its parts share.
type daemon struct {
	environment
	words     *words.Catalogue
	config    config.Config
	simulated bool
	host      wiring.Host     // the hardware; unset for a simulated panel
	greeted   <-chan greeting // receives the result of greet; nil if greet was not called
	denied    bool            // true if buses or lines exist that this user may not open
	log       *slog.Logger
	loop      *loop.Loop
	quit      context.CancelFunc
	receipts  chan companion.Print // queue of receipts for the printer
	phones    *phones
	examiner  *examiner
	silences  silences
	speaker   speaker
	updates   *updates
	trial     *trial // trial of an update at the start; nil if there is none
	games     games.Catalogue
	gameFiles *gamefiles.Catalogue // games in files
	programs  *evaluator.Evaluator // runs games in files
}

// devices holds the attached surfaces, and the parts that run beside the loop.
type devices struct {
	panels, lamps []loop.Surface
	parts         []part
	halt          func() error // called after all parts have ended
}

// part is a component that runs until ctx ends.
type part struct {
	key  string // words key of the text that the panel shows if the part fails
	run  func(ctx context.Context) error
	wire string // line, bus or port of the part's device in the config
}

// serve runs the parts until the loop ends, waits for all of them, and halts the surfaces last.
//
// During the trial of an update only parts with a device run.
func (d *daemon) serve(ctx context.Context, attached devices, disk loop.Log) error {
	var parts sync.WaitGroup
	for _, p := range attached.parts {
		parts.Go(func() {
			if p.wire != "" || d.trial.over(ctx) {
				d.supervise(ctx, p)
			}
		})
	}
	parts.Go(func() { d.try(ctx, disk) })
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

// firstPause and lastPause are the shortest and the longest pause before a part is restarted.
const (
	firstPause = 200 * time.Millisecond
	lastPause  = time.Minute
)

// supervise runs a part until ctx is done or the part returns nil. It restarts a part that fails or
// panics, after pauses that double each time. The panel shows the first failure, and another
// failure only after the part has run for a minute.
func (d *daemon) supervise(ctx context.Context, p part) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, lastPause) {
		began := time.Now()
		d.silences.started(p.key, began)
		err := d.safely(ctx, p.run)
		if err == nil || ctx.Err() != nil {
			return
		}
		if time.Since(began) > lastPause {
			pause = firstPause
		}
		d.silences.failed(p.key, time.Now())
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

// safely runs a part and converts a panic to an error. It logs the stack.
func (d *daemon) safely(ctx context.Context, part func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			d.log.Error("panic in a part", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	return part(ctx)
}

// keyNamed maps the drivers' names of the four keys to the panel's keys. keySigns maps the same
// names to the signs that the panel shows.
var (
	keyNamed = map[string]panel.Key{"back": panel.Back, "up": panel.Up, "down": panel.Down, "ok": panel.OK}
	keySigns = map[string]string{"back": "◄", "up": "▲", "down": "▼", "ok": "●"}
)

func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// logger logs to standard error, or to a file in the state folder if the terminal is the panel.
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
