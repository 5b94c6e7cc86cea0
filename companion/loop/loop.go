// Package loop runs the model in one goroutine and connects it to disk, surfaces and timers.
//
// The loop passes each event to [companion.Model.Update] and carries out the returned effects. When
// the moment of the model ([companion.Moment]) has changed, the loop draws the moment, sends the
// picture to the surfaces and publishes the moment ([Loop.Now]). No other goroutine touches the
// model, so no lock is needed.
//
// # Other goroutines
//
// The writer stores one Keep at a time and reports the result as an event. A slow disk delays
// no timer and no moment. Each surface has a mailbox of one slot: the latest picture wins, and
// a bus that takes 98 ms per frame delays no key. Timers send a Tick. A new timer replaces the
// running one of the same name.
//
// # Failures
//
// A surface that fails or panics is logged once, retried with growing pauses, and logged again when
// it recovers. After a panic in the core the loop discards the model and builds a new one from the
// disk, which holds everything that was ever shown.
package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tabletop/companion"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
)

// Log is the store on disk.
type Log interface {
	Load(ctx context.Context) (companion.Evening, error)
	// Match reads an open match with the secret of its seal, also while Keep runs. Of a damaged
	// match it reads the sound part.
	Match(ctx context.Context, id string) (companion.Loaded, error)
	// Keep stores a transaction. It returns once the transaction is durable.
	Keep(ctx context.Context, k companion.Keep) error
	// Check searches the database for damage and returns the matches lost to it. An error means
	// that the database itself is damaged. Renew then moves the database aside and continues with
	// its readable part.
	Check(ctx context.Context) ([]companion.Damage, error)
	Renew(now time.Time) (companion.Rescue, error)
}

// Surface is an OLED or a matrix. Show takes a picture and a brightness from 0 (off) to 255. The
// picture of an OLED has 1024 bytes in the page order of the SSD1306. The picture of a matrix has
// 192 bytes of RGB, row by row from the top left.
type Surface interface {
	fmt.Stringer
	Show(data []byte, level byte) error
	Halt() error
}

// Refresher is a surface that can't detect a picture spoilt by noise. The loop calls Refresh
// once a minute to send the whole picture again.
type Refresher interface{ Refresh() error }

// Chooser is a panel with an unknown chip. The loop calls Choose before each Show, with the chip
// that the table has chosen.
type Chooser interface{ Choose(panel.Chip) }

// Config holds the model, the store, the surfaces and the hooks of a loop.
type Config struct {
	Model  companion.Model // model before the event Started
	Log    Log
	Draw   func(panel.View) screen.Frame
	Panels []Surface // surfaces that receive the picture of the OLED
	Lamps  []Surface // surfaces that receive the picture of the matrix
	Random io.Reader // crypto/rand.Reader, or the reader of a test
	// Perform, if set, carries out the effects outside of the loop: Print, Think, Discard, Hotspot,
	// Examine and Carry. It returns the event that answers the effect, or nil. It must not block, except
	// for Carry. Carry runs in a goroutine beside the writer, and its ctx ends with the disk.
	Perform func(ctx context.Context, e companion.Effect) any
	Logger  *slog.Logger
	// Trial, if set, makes the loop wait until the channel is closed, because an update isn't over
	// yet. Until then the loop reads and writes nothing and refuses every command. It shows the
	// last value received.
	Trial <-chan companion.Trial
	// Step, if set, is called at named points between a change and the picture of it. Tests of
	// power cuts end the process at these points.
	Step func(name string)
}

// Loop owns a model and runs it. Its methods are safe for concurrent use.
type Loop struct {
	cfg     Config
	began   time.Time
	events  chan request
	jobs    chan func(context.Context) // jobs for the writer
	carries chan func(context.Context) // jobs for the goroutine beside the writer
	now     atomic.Pointer[screen.Moment]
	next    chan struct{}
	boxes   []*mailbox
	timers  map[companion.Timer]*time.Timer
	model   companion.Model
	// waiting holds the commands that are answered only when the model is drawn (Press) or settled
	// (WaitSettled).
	waiting []request
	calls   map[int]request // all waiting commands by call number
	called  int             // last call number
	answers []func()        // functions that send answers once the moment is published
	reach   any             // last companion.Addresses
	clock   any             // last companion.ClockState
	updates any             // last companion.UpdateState
	held    bool            // the loop waits for the end of Config.Trial
	drawn   bool            // whether the last Moment is drawn, not only published
	checked bool            // whether the check of the database has begun
	panics  int             // number of panics in a row
	ticket  int             // Keep.Ticket of the last Keep
	ended   chan struct{}
	stopped context.CancelFunc
}

// request is an event for the loop. done receives the answer once the changes are stored and drawn.
type request struct {
	what any
	done chan companion.Answer
}

// ErrStopped is the error for a pending command if the loop ends, or if a panic ended the command.
var ErrStopped = errors.New("loop: stopped before it could answer")

// New returns a loop. Run runs it.
func New(cfg Config) *Loop {
	if cfg.Step == nil {
		cfg.Step = func(string) {}
	}
	l := &Loop{
		cfg: cfg, began: time.Now(), model: cfg.Model,
		events: make(chan request), jobs: make(chan func(context.Context), 64), carries: make(chan func(context.Context), 1), next: make(chan struct{}),
		timers: map[companion.Timer]*time.Timer{}, calls: map[int]request{}, ended: make(chan struct{}),
	}
	for _, s := range cfg.Panels {
		l.boxes = append(l.boxes, newMailbox(l, s, panelBytes, panelLevel))
	}
	for _, s := range cfg.Lamps {
		l.boxes = append(l.boxes, newMailbox(l, s, lampBytes, lampLevel))
	}
	l.publish(cfg.Model.Moment(), screen.Frame{})
	return l
}

// Run loads the evening and handles events until ctx is done or the table stops the loop. Then it
// waits for all goroutines. It halts the surfaces last.
func (l *Loop) Run(ctx context.Context) error {
	ctx, l.stopped = context.WithCancel(ctx)
	defer l.stopped()
	var parts sync.WaitGroup
	parts.Go(func() { work(ctx, l.jobs) })
	parts.Go(func() { work(ctx, l.carries) })
	for _, b := range l.boxes {
		parts.Go(func() { b.run(ctx) })
	}
	if l.hold(ctx) {
		l.start(ctx)
		l.turn(ctx)
	}
	l.finish(ctx)
	l.dismiss()
	close(l.ended)
	parts.Wait()
	return l.halt()
}

// hold handles events until Config.Trial is closed. It returns false if ctx ends before. After a panic
// the trial goes on with a new model.
func (l *Loop) hold(ctx context.Context) (begin bool) {
	if l.cfg.Trial == nil {
		return true
	}
	l.held = true
	defer func() { l.held = false }()
	l.step(ctx, request{what: companion.Trial{}})
	for {
		select {
		case <-ctx.Done():
			return false
		case t, more := <-l.cfg.Trial:
			if !more {
				return true
			}
			l.step(ctx, request{what: t})
		case r := <-l.events:
			l.step(ctx, r)
		}
	}
}

// start starts the model with the evening on disk. If the disk fails, it starts the model with an
// empty evening.
func (l *Loop) start(ctx context.Context) {
	evening, err := l.cfg.Log.Load(ctx)
	if err != nil {
		l.cfg.Logger.Error("load", "err", err)
	}
	l.step(ctx, request{what: companion.Started{Evening: evening}})
	if err != nil {
		l.step(ctx, request{what: companion.Trouble{Key: "trouble.nostore", Arg: err.Error()}})
	}
}

// turn handles events until the loop ends.
func (l *Loop) turn(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-l.events:
			l.step(ctx, r)
		}
	}
}

// finishTime is the maximum wait for pending writes when the loop ends.
const finishTime = 2 * time.Second

// finish waits for pending writes, so that their callers receive an answer. It accepts no new
// commands.
func (l *Loop) finish(ctx context.Context) {
	late := time.NewTimer(finishTime)
	defer late.Stop()
	for l.model.Writing() {
		select {
		case r := <-l.events:
			if _, command := r.what.(companion.Sent); !command {
				l.step(ctx, r)
			} else if r.done != nil {
				close(r.done)
			}
		case <-late.C:
			return
		}
	}
}

// step handles one event. A panic in the core loses the event, never the match.
func (l *Loop) step(ctx context.Context, r request) {
	defer func() {
		if p := recover(); p != nil {
			l.cfg.Logger.Error("panic in the core", "event", fmt.Sprintf("%T", r.what), "panic", p, "stack", string(debug.Stack()))
			l.restart(ctx)
		}
	}()
	l.update(ctx, l.number(r))
	l.show()
	l.answer()
	l.panics = 0
	l.settle(ctx)
	if !l.checked && l.model.Started() {
		l.checked = true
		l.check(ctx)
	}
}

// number gives a command with a waiting caller a call number, by which the loop finds the caller of
// an answer. A press also waits until its changes are drawn.
func (l *Loop) number(r request) request {
	sent, ok := r.what.(companion.Sent)
	if !ok || r.done == nil {
		return r
	}
	l.called++
	sent.Call = l.called
	r.what = sent
	l.calls[sent.Call] = r
	if settles(sent.Command) {
		l.waiting = append(l.waiting, r)
	}
	return r
}

// settles reports whether a command is answered only when the model is drawn or settled.
func settles(c companion.Command) bool {
	switch c.(type) {
	case companion.Press, companion.WaitSettled:
		return true
	}
	return false
}

// answer delivers the queued answers. It is called after the moment is published, because a new
// guest may use the cookie in an answer at once, and the published moment must have that guest.
func (l *Loop) answer() {
	for _, give := range l.answers {
		give()
	}
	l.answers = nil
}

// remember stores the events that a model needs again after a restart.
func (l *Loop) remember(what any) {
	switch what.(type) {
	case companion.Addresses:
		l.reach = what
	case companion.ClockState:
		l.clock = what
	case companion.UpdateState:
		l.updates = what
	}
}

// update passes the event of r to the model and carries out the effects.
func (l *Loop) update(ctx context.Context, r request) {
	l.remember(r.what)
	var effects []companion.Effect
	l.model, effects = l.model.Update(companion.Event{At: l.elapsed(), Wall: time.Now(), What: r.what})
	for _, e := range effects {
		l.carryOut(ctx, e)
	}
}

// restart builds a new model from the disk. If that panics too, the open matches stay on disk and
// the evening continues without them.
func (l *Loop) restart(ctx context.Context) {
	l.panics++
	l.dismiss()
	if l.held {
		l.holdAgain(ctx)
		return
	}
	l.written()
	evening, err := l.cfg.Log.Load(ctx)
	if err != nil {
		l.cfg.Logger.Error("load after a panic", "err", err)
	}
	if l.panics > 1 {
		evening.Open = nil
	}
	if l.panics > mostPanics {
		l.stopped()
		return
	}
	l.model = l.cfg.Model
	l.step(ctx, request{what: companion.Started{Evening: evening, Ticket: l.ticket}})
	for _, what := range []any{l.clock, l.reach, l.updates} {
		if what != nil {
			l.step(ctx, request{what: what})
		}
	}
	l.step(ctx, request{what: companion.Trouble{Key: "trouble.panic"}})
}

// mostPanics is the number of panics in a row after which the loop ends.
const mostPanics = 3

// holdAgain continues a trial with a new model. It doesn't read the disk.
func (l *Loop) holdAgain(ctx context.Context) {
	if l.panics > mostPanics {
		l.stopped()
		return
	}
	l.model = l.cfg.Model
	l.step(ctx, request{what: companion.Trial{}})
}

// dismiss ends all pending requests with ErrStopped.
func (l *Loop) dismiss() {
	for _, r := range l.waiting {
		close(r.done)
	}
	for _, r := range l.calls {
		if sent := r.what.(companion.Sent); !settles(sent.Command) {
			close(r.done)
		}
	}
	l.answer()
	l.waiting = nil
	clear(l.calls)
}

// written waits until the writer has finished the jobs that are queued now.
func (l *Loop) written() {
	done := make(chan struct{})
	l.jobs <- func(context.Context) { close(done) }
	<-done
}

// carryOut carries out one effect.
func (l *Loop) carryOut(ctx context.Context, e companion.Effect) {
	switch e := e.(type) {
	case companion.Keep:
		l.ticket = max(l.ticket, e.Ticket)
		l.jobs <- func(disk context.Context) { l.keep(ctx, disk, e) }
	case companion.Renew:
		l.jobs <- func(context.Context) { l.renew(ctx, e.Ticket) }
	case companion.After:
		l.after(ctx, e)
	case companion.Randomize:
		l.randomize(ctx, e.For)
	case companion.Reply:
		l.answered(e)
	case companion.Load:
		go l.load(ctx, e.ID)
	case companion.Carry:
		l.carries <- func(disk context.Context) { l.carry(ctx, disk, e) }
	case companion.Stop:
		l.stopped()
	default:
		if event := l.perform(ctx, e); event != nil {
			go l.send(ctx, event)
		}
	}
}

// perform passes an effect to Config.Perform.
func (l *Loop) perform(ctx context.Context, e companion.Effect) any {
	if l.cfg.Perform == nil {
		return nil
	}
	return l.cfg.Perform(ctx, e)
}

func (l *Loop) after(ctx context.Context, a companion.After) {
	if t := l.timers[a.Tag.Timer]; t != nil {
		t.Stop()
	}
	l.timers[a.Tag.Timer] = time.AfterFunc(a.Delay, func() { l.send(ctx, companion.Tick{Tag: a.Tag}) })
}

func (l *Loop) randomize(ctx context.Context, purpose companion.Purpose) {
	r := companion.Random{For: purpose}
	if _, err := io.ReadFull(l.cfg.Random, r.Secret[:]); err != nil {
		l.cfg.Logger.Error("no random bytes", "err", err)
		return
	}
	l.update(ctx, request{what: r})
}

// answered queues an answer for the next moment. A press that was not refused gets its answer only
// when everything is drawn.
func (l *Loop) answered(e companion.Reply) {
	r, ok := l.calls[e.Call]
	delete(l.calls, e.Call)
	if !ok {
		return
	}
	if settles(r.what.(companion.Sent).Command) {
		if e.Answer.Refusal.Kind == companion.Accepted {
			return
		}
		l.waiting = slices.DeleteFunc(l.waiting, func(w request) bool { return w.done == r.done })
	}
	l.answers = append(l.answers, func() { r.done <- e.Answer })
}

// send passes an event to the loop, unless ctx is done or the loop has ended.
func (l *Loop) send(ctx context.Context, what any) {
	select {
	case l.events <- request{what: what}:
	case <-ctx.Done():
	case <-l.ended:
	}
}

// Tell sends an event of another part of the daemon, such as an address or a trouble.
func (l *Loop) Tell(ctx context.Context, what any) { l.send(ctx, what) }

// Post sends a command without waiting for its answer, such as an edge of a key or a press in a
// terminal.
func (l *Loop) Post(ctx context.Context, from companion.Sender, c companion.Command) {
	l.send(ctx, companion.Sent{From: from, Command: c})
}

// Do sends a command and returns the answer of the table once the changes are stored and published.
// A press gets its answer when the changes are also drawn, and [companion.WaitSettled] when
// [companion.Model.Settled] holds. A refusal is an answer, not an error. The error is [ErrStopped]
// or the cause of the end of ctx.
func (l *Loop) Do(ctx context.Context, from companion.Sender, c companion.Command) (companion.Answer, error) {
	r := request{what: companion.Sent{From: from, Command: c}, done: make(chan companion.Answer, 1)}
	select {
	case l.events <- r:
	case <-l.ended:
		return companion.Answer{}, ErrStopped
	case <-ctx.Done():
		return companion.Answer{}, context.Cause(ctx)
	}
	select {
	case a, ok := <-r.done:
		if !ok {
			return a, ErrStopped
		}
		return a, nil
	case <-ctx.Done():
		return companion.Answer{}, context.Cause(ctx)
	}
}

// Now returns the last published moment.
func (l *Loop) Now() *screen.Moment { return l.now.Load() }
