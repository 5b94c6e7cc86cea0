package loop

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"tabletop/companion"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
)

// levels holds the brightness, 0 to 255, of a bright and of a dim picture. The index is the level
// that the table has set.
var levels = [...]map[panel.Light]byte{
	{panel.Bright: 207, panel.Dim: 16}, {panel.Bright: 96, panel.Dim: 10}, {panel.Bright: 32, panel.Dim: 4},
}

func panelLevel(f screen.Frame) byte { return levels[min(int(f.Level), len(levels)-1)][f.Light] }

func lampLevel(f screen.Frame) byte { return levels[min(int(f.LampLevel), len(levels)-1)][f.LampLight] }

// show draws and publishes the moment of the model if it has changed.
func (l *Loop) show() {
	now, was := l.model.Moment(), l.now.Load()
	if l.drawn && now == was.Moment {
		return
	}
	l.cfg.Step("draw")
	frame := was.Frame
	if !l.drawn || now.View != was.View {
		frame = l.cfg.Draw(now.View)
		for _, b := range l.boxes {
			b.put(frame)
		}
	}
	l.drawn = true
	l.publish(now, frame)
	l.cfg.Step("drawn")
}

// publish stores m as the current moment and wakes its watchers.
func (l *Loop) publish(m companion.Moment, frame screen.Frame) {
	last := l.next
	l.next = make(chan struct{})
	l.now.Store(&screen.Moment{Moment: m, Frame: frame, Next: l.next, Elapsed: l.elapsed})
	close(last)
}

// elapsed returns the time on the event clock, which starts with the loop.
func (l *Loop) elapsed() time.Duration { return time.Since(l.began) }

// settle answers each waiting Press once [companion.Model.Drawn] holds, and each WaitSettled once
// [companion.Model.Settled] holds.
func (l *Loop) settle(ctx context.Context) {
	var ready, waiting []request
	for _, r := range l.waiting {
		_, rests := r.what.(companion.Sent).Command.(companion.WaitSettled)
		if l.model.Drawn() && (!rests || l.model.Settled()) {
			ready = append(ready, r)
		} else {
			waiting = append(waiting, r)
		}
	}
	if l.waiting = waiting; len(ready) > 0 {
		l.answerDrawn(ctx, ready)
	}
}

// answerDrawn answers the requests once all surfaces have drawn the last picture.
func (l *Loop) answerDrawn(ctx context.Context, ready []request) {
	seq := 0
	if mt := l.model.Match(); !mt.IsZero() {
		seq = mt.Seq()
	}
	go func() {
		for _, b := range l.boxes {
			b.flushed(ctx)
		}
		for _, r := range ready {
			r.done <- companion.Answer{Seq: seq}
		}
	}()
}

// Silence returns the time since which a panel and a matrix have failed. It is zero if all of them
// work.
func (l *Loop) Silence() (panels, lamps time.Time) {
	return silence(l.boxes[:len(l.cfg.Panels)]), silence(l.boxes[len(l.cfg.Panels):])
}

// silence returns the earliest time since which one of the surfaces has failed, or zero.
func silence(boxes []*mailbox) (since time.Time) {
	for _, b := range boxes {
		if t := b.failed.Load(); t != nil && (since.IsZero() || t.Before(since)) {
			since = *t
		}
	}
	return since
}

// halt halts the surfaces, which darkens them. During an update the picture stays, and the next daemon
// replaces it.
func (l *Loop) halt() error {
	if l.Now().Updating {
		return nil
	}
	var errs []error
	for _, b := range l.boxes {
		if err := b.surface.Halt(); err != nil {
			errs = append(errs, fmt.Errorf("loop: halt %s: %w", b.surface, err))
		}
	}
	return errors.Join(errs...)
}

func panelBytes(f screen.Frame) []byte { return f.OLED[:] }

func lampBytes(f screen.Frame) []byte {
	rgb := f.Lamps.Bytes()
	return rgb[:]
}

// mailbox passes the latest picture to a surface, which may be slow or absent. A goroutine runs it.
type mailbox struct {
	loop    *Loop
	surface Surface
	bytes   func(screen.Frame) []byte
	level   func(screen.Frame) byte
	slot    chan screen.Frame
	idle    chan chan struct{}
	failed  atomic.Pointer[time.Time] // time of the first of the failures in a row; nil while the surface works
	shown   bool                      // whether the table has seen a message about the failures
}

// Pauses between attempts at a surface that failed, and other times of a surface.
const (
	firstPause = 250 * time.Millisecond // first pause
	lastPause  = 5 * time.Second        // longest pause
	drawWait   = 2 * time.Second        // maximum wait of an answer for a surface
	// quietFor is the time in which failures cause no message, because udev may still set the
	// rights of a bus.
	quietFor = 6 * time.Second

	// refreshEvery is the interval of refreshes, which repair pictures spoilt by noise on the wires.
	refreshEvery = time.Minute
)

func newMailbox(l *Loop, s Surface, bytes func(screen.Frame) []byte, level func(screen.Frame) byte) *mailbox {
	return &mailbox{loop: l, surface: s, bytes: bytes, level: level, slot: make(chan screen.Frame, 1), idle: make(chan chan struct{})}
}

// put replaces the picture in the slot. Only the goroutine of the loop calls it.
func (b *mailbox) put(f screen.Frame) {
	select {
	case <-b.slot:
	default:
	}
	b.slot <- f
}

// flushed waits until the picture in the slot is drawn, for at most drawWait.
func (b *mailbox) flushed(ctx context.Context) {
	wait, cancel := context.WithTimeout(ctx, drawWait)
	defer cancel()
	done := make(chan struct{})
	select {
	case b.idle <- done:
	case <-wait.Done():
		return
	}
	select {
	case <-done:
	case <-wait.Done():
	}
}

func (b *mailbox) run(ctx context.Context) {
	pause := time.Duration(0)
	var last screen.Frame
	noise := time.NewTicker(refreshEvery)
	defer noise.Stop()
	for {
		retry := (<-chan time.Time)(nil)
		if pause > 0 {
			retry = time.After(pause)
		}
		select {
		case <-ctx.Done():
			return
		case last = <-b.slot:
		case <-retry:
			if pause = b.show(ctx, last, pause); pause > 0 {
				pause = min(2*pause, lastPause)
			}
			continue
		case <-noise.C:
			if pause == 0 {
				pause = b.note(ctx, b.refresh(), pause)
			}
			continue
		case done := <-b.idle:
			b.drain(&last, &pause, ctx)
			close(done)
			continue
		}
		pause = b.show(ctx, last, pause)
	}
}

// drain draws the picture in the slot, if there is one. flushed waits for it.
func (b *mailbox) drain(last *screen.Frame, pause *time.Duration, ctx context.Context) {
	select {
	case *last = <-b.slot:
		*pause = b.show(ctx, *last, *pause)
	default:
	}
}

// show draws f. It returns the pause before the next attempt, or 0 after a success.
func (b *mailbox) show(ctx context.Context, f screen.Frame, pause time.Duration) time.Duration {
	return b.note(ctx, b.try(func() error {
		if c, ok := b.surface.(Chooser); ok {
			c.Choose(f.Chip)
		}
		return b.surface.Show(b.bytes(f), b.level(f))
	}), pause)
}

// refresh sends the whole picture again if the surface is a [Refresher].
func (b *mailbox) refresh() error {
	r, ok := b.surface.(Refresher)
	if !ok {
		return nil
	}
	return b.try(r.Refresh)
}

// note logs a change from success to failure or back. It returns the pause before the next attempt,
// or 0 after a success. The pause doesn't grow here, because pictures come at any time.
func (b *mailbox) note(ctx context.Context, err error, pause time.Duration) time.Duration {
	trouble := companion.Trouble{Key: "trouble.surface", Arg: b.surface.String()}
	switch {
	case err == nil && pause > 0:
		b.loop.cfg.Logger.Info("surface is back", "surface", b.surface.String())
		if b.shown {
			go b.loop.send(ctx, companion.TroubleEnded{Trouble: trouble})
		}
	case err != nil && pause == 0:
		b.loop.cfg.Logger.Error("surface failed", "surface", b.surface.String(), "err", err)
		b.failed.Store(new(time.Now()))
		b.shown = false
	}
	if err == nil {
		b.failed.Store(nil)
		return 0
	}
	if !b.shown && time.Since(*b.failed.Load()) >= quietFor {
		b.shown = true
		go b.loop.send(ctx, trouble)
	}
	return max(pause, firstPause)
}

func (b *mailbox) try(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("loop: panic in %s: %v", b.surface, p)
		}
	}()
	return do()
}
