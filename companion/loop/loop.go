// Package loop is the one goroutine that owns the model, and the ports it needs.
//
// Everything that happens is an event: it goes through [companion.Model.Update], and the
// effects that come back are carried out. If the model's moment is another then, its
// picture is handed to the surfaces, and it is published ([Loop.Now]). Nothing else touches
// the model, so there is nothing to lock.
//
// # What runs beside the loop
//
// The writer takes one Keep at a time to the disk and answers with an event, so
// that a slow disk delays no timer: the loop turns, and moments follow one another.
// Each surface has a mailbox of one slot: the latest picture wins, and a bus that
// needs 98 ms for a frame delays no key.
// Timers send their Tick; a later timer of the same name replaces an earlier one.
//
// # What survives what
//
// A surface that fails or panics is said once, tried again with growing pauses,
// and said again when it is back. A panic in the core throws the model away and
// folds a new one from the disk, which holds everything that was ever shown.
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

// Log is the disk. Keep returns once the transaction can't be lost any more. Match reads
// an open match, and the secret of its seal, while Keep may be at work.
type Log interface {
	Load(ctx context.Context) (companion.Evening, error)
	// Of one that is damaged it reads what is sound.
	Match(ctx context.Context, id string) (companion.Loaded, error)
	Keep(ctx context.Context, k companion.Keep) error
	// Check looks for damage, and returns the matches that it has cost. An error says
	// that the database itself is damaged: Renew sets it aside and goes on with what can
	// be read of it.
	Check(ctx context.Context) ([]companion.Damage, error)
	Renew(now time.Time) (companion.Rescue, error)
}

// Surface is an OLED or a matrix. Show takes 1024 bytes in the page order of the
// SSD1306, or 192 bytes of RGB row by row from the top left, and how bright it
// shines: 0 is off, 255 the brightest.
type Surface interface {
	fmt.Stringer
	Show(data []byte, level byte) error
	Halt() error
}

// Refresher is a surface that can't tell whether noise has changed what it shows:
// once a minute it is sent everything anew.
type Refresher interface{ Refresh() error }

// Chooser is a panel whose chip isn't known: before each Show it is told what the table
// says it is.
type Chooser interface{ Choose(panel.Chip) }

// Config is what a loop needs.
type Config struct {
	Model  companion.Model // before Started
	Log    Log
	Draw   func(panel.View) screen.Frame
	Panels []Surface // each gets the picture
	Lamps  []Surface // each gets the matrix
	Random io.Reader // crypto/rand, or a test's
	// Perform, if set, carries out the effects that the loop can't by itself: Print, Think,
	// Discard and Hotspot, and Carry. It returns the event that answers the effect, nil for
	// none. It must not block, except for Carry: that runs beside the writer, and ctx ends
	// with the disk.
	Perform func(ctx context.Context, e companion.Effect) any
	Logger  *slog.Logger
	// Step, if set, is called at named points of a change's way to disk and
	// panel. Tests of power cuts end the process there.
	Step func(name string)
}

// Loop owns a model. Its methods may be called from any goroutine.
type Loop struct {
	cfg     Config
	began   time.Time
	events  chan request
	jobs    chan func(context.Context) // of the writer
	carries chan func(context.Context) // of what goes on beside it
	now     atomic.Pointer[screen.Moment]
	next    chan struct{}
	boxes   []*mailbox
	timers  map[companion.Timer]*time.Timer
	model   companion.Model
	waiting []request       // presses and rests: answered when the model is drawn, or settled
	calls   map[int]request // of all other commands, by their numbers
	called  int             // the last number
	answers []func()        // to be given once the moment they tell of is there
	reach   any             // the last companion.Reached
	clock   any             // the last companion.Timed
	drawn   bool            // the last Moment is, and not only published
	checked bool            // the database is, or is being
	panics  int
	ticket  int // of the last Keep
	ended   chan struct{}
	stopped context.CancelFunc
}

// request is an event and whom to tell when all of it is kept and drawn.
type request struct {
	what any
	done chan companion.Answer
}

// ErrStopped is returned to those who still wait when the loop ends, or when a
// panic cut off what they asked for.
var ErrStopped = errors.New("loop: stopped before it could answer")

// New returns a loop that Run starts.
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

// Run loads the evening and turns until ctx ends or the table stops it. Then all
// is waited for, and the surfaces are halted last.
func (l *Loop) Run(ctx context.Context) error {
	ctx, l.stopped = context.WithCancel(ctx)
	defer l.stopped()
	var parts sync.WaitGroup
	parts.Go(func() { work(ctx, l.jobs) })
	parts.Go(func() { work(ctx, l.carries) })
	for _, b := range l.boxes {
		parts.Go(func() { b.run(ctx) })
	}
	l.start(ctx)
	l.turn(ctx)
	l.finish(ctx)
	l.dismiss()
	close(l.ended)
	parts.Wait()
	return l.halt()
}

// start starts the model with what the disk holds; with a disk that doesn't
// answer the evening begins empty.
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

// turn is the loop itself.
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

// finishTime is how long the loop waits at its end for what is being written.
const finishTime = 2 * time.Second

// finish waits for what is being written, so that who asked for it is told that it was
// kept. Nothing new is begun.
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

// step lets one event happen. A panic in the core costs the step, never the match.
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

// number numbers a command that somebody waits for, so that its answer finds them. A
// press waits as well until all that came of it is drawn.
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

// settles reports whether a command is answered once nothing is under way.
func settles(c companion.Command) bool {
	switch c.(type) {
	case companion.Press, companion.Rest:
		return true
	}
	return false
}

// answer gives the answers that wait for the moment they tell of: who was let in finds
// the door knowing it.
func (l *Loop) answer() {
	for _, give := range l.answers {
		give()
	}
	l.answers = nil
}

// remember keeps what a model that is folded anew must be told again.
func (l *Loop) remember(what any) {
	switch what.(type) {
	case companion.Reached:
		l.reach = what
	case companion.Timed:
		l.clock = what
	}
}

// update folds r into the model and carries out the effects, and theirs.
func (l *Loop) update(ctx context.Context, r request) {
	l.remember(r.what)
	var effects []companion.Effect
	l.model, effects = l.model.Update(companion.Event{At: l.elapsed(), Wall: time.Now(), What: r.what})
	for _, e := range effects {
		l.carryOut(ctx, e)
	}
}

// restart folds a new model from the disk. If that panics too, the open matches
// are left on disk and the evening goes on without them.
func (l *Loop) restart(ctx context.Context) {
	l.panics++
	l.dismiss()
	l.written()
	evening, err := l.cfg.Log.Load(ctx)
	if err != nil {
		l.cfg.Logger.Error("load after a panic", "err", err)
	}
	if l.panics > 1 {
		evening.Open = nil
	}
	if l.panics > 3 {
		l.stopped()
		return
	}
	l.model = l.cfg.Model
	l.step(ctx, request{what: companion.Started{Evening: evening, Ticket: l.ticket}})
	for _, what := range []any{l.clock, l.reach} {
		if what != nil {
			l.step(ctx, request{what: what})
		}
	}
	l.step(ctx, request{what: companion.Trouble{Key: "trouble.panic"}})
}

// dismiss tells all who wait that no answer will come.
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

// written returns when the writer has done what it was asked to so far.
func (l *Loop) written() {
	done := make(chan struct{})
	l.jobs <- func(context.Context) { close(done) }
	<-done
}

// carryOut does what the model asks for.
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
	case companion.Answered:
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

// perform hands an effect to the daemon.
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

// answered gives an answer once its moment is there; that a press was not refused is
// told when all is drawn.
func (l *Loop) answered(e companion.Answered) {
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

// send hands an event to the loop.
func (l *Loop) send(ctx context.Context, what any) {
	select {
	case l.events <- request{what: what}:
	case <-ctx.Done():
	case <-l.ended:
	}
}

// Tell sends what a part of the daemon has to say: an address, a trouble.
func (l *Loop) Tell(ctx context.Context, what any) { l.send(ctx, what) }

// Post sends a command that nobody waits for: an edge of a key, a press in a terminal.
func (l *Loop) Post(ctx context.Context, from companion.Sender, c companion.Command) {
	l.send(ctx, companion.Sent{From: from, Command: c})
}

// Do sends a command and returns what came of it, once all of that is kept and in sight.
// A press is answered when all of it is kept and drawn, [companion.Rest] when no moment is
// in sight any more that ends by itself. A refusal is an answer; an error says that none
// will come: [ErrStopped], or the context's.
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

// Now returns the moment that was published last.
func (l *Loop) Now() *screen.Moment { return l.now.Load() }
