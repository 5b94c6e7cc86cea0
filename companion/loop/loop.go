// Package loop is the one goroutine that owns the model, and the ports it needs.
//
// Everything that happens is an event: it goes through [companion.Model.Update],
// the effects that come back are carried out, and the picture is handed to the
// surfaces. Nothing else touches the model, so there is nothing to lock.
//
// # What runs beside the loop
//
// The writer takes one Keep at a time to the disk and answers with an event, so
// that a slow disk delays no timer. Each surface has a mailbox of one slot: the
// latest picture wins, and a bus that needs 98 ms for a frame delays no key.
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
	"sync"
	"sync/atomic"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// Log is the disk. Keep returns once the transaction can't be lost any more.
type Log interface {
	Load(ctx context.Context) (companion.Evening, error)
	Keep(ctx context.Context, k companion.Keep) error
	// Check looks for damage; Renew sets a damaged database aside under a dated
	// name, which it returns, and goes on with an empty one.
	Check(ctx context.Context) error
	Renew(now time.Time) (name string, err error)
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

// Config is what a loop needs.
type Config struct {
	Model  companion.Model // before Started
	Log    Log
	Draw   func(companion.View) screen.Frame
	Panels []Surface // each gets the picture
	Lamps  []Surface // each gets the matrix
	Random io.Reader // crypto/rand, or a test's
	// Print, if set, is given what is to be printed. It must not wait.
	Print func(companion.Print)
	// Carry, if set, does what the table has said yes to. It is called in the turn of
	// the writer: what was kept before is on disk, what comes later waits.
	// The writer waits. Only a restore adds anything.
	Carry func(ctx context.Context, a companion.Ask) (companion.Added, error)
	// Hotspot, if set, switches the box's own Wi-Fi. It must not wait; what came of it
	// is told with companion.Reached, or a Trouble.
	Hotspot func(companion.Hotspot)
	Logger  *slog.Logger
	// Step, if set, is called at named points of a change's way to disk and
	// panel. Tests of power cuts end the process there.
	Step func(name string)
}

// Moment is what there is to see at one time. It never changes.
type Moment struct {
	View  companion.View
	Frame screen.Frame
	Match match.Match // without its secret
	Lang  words.Lang
	// Words returns the catalogue of a game, for "" the companion's own; nil where
	// there is no such language or game.
	Words func(lang words.Lang, game string) *words.Catalogue
	Offer companion.Offer // what there is to set up and to go on with
	// Clocks are those of the match by seat, as of this moment; nil where none is on.
	Clocks []companion.SeatClock
	Ready  bool // the match waits under its seal for somebody to begin
	Door   companion.Door
	// Private: what is in sight is for the wired keys only, and for nobody else's eyes.
	Private bool
	Sure    bool            // the wall clock is trusted
	Next    <-chan struct{} // closed when a later moment has come
}

// Loop owns a model. Its methods may be called from any goroutine.
type Loop struct {
	cfg     Config
	began   time.Time
	events  chan request
	jobs    chan func(context.Context)
	now     atomic.Pointer[Moment]
	next    chan struct{}
	boxes   []*mailbox
	timers  map[string]*time.Timer
	model   companion.Model
	waiting []request       // answered when the model is settled
	replies map[int]request // from elsewhere, waiting for their Reply
	replyN  int
	answers []func() // to be given once the moment they tell of is there
	reach   any      // the last companion.Reached
	clock   any      // the last companion.Timed
	view    companion.View
	drawn   bool
	panics  int
	ticket  int // of the last Keep
	ended   chan struct{}
	stopped context.CancelFunc
}

// request is an event and whom to tell when all of it is kept and drawn.
type request struct {
	what any
	done chan Answer
}

// Answer is what came of a press, a decision or any other thing asked for.
type Answer struct {
	Seq     int            // of the last fact of the match on the panel
	Refusal string         // why it was refused, in the panel's language
	Stale   bool           // it was refused because the match had moved on
	Wait    time.Duration  // how long to wait with the next try; 0: as you like
	Cookie  string         // of a phone that was let in
	Role    companion.Role // and what it may do
	Added   companion.Added
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
		events: make(chan request), jobs: make(chan func(context.Context), 64), next: make(chan struct{}),
		timers: map[string]*time.Timer{}, replies: map[int]request{}, ended: make(chan struct{}),
	}
	for _, s := range cfg.Panels {
		l.boxes = append(l.boxes, newMailbox(l, s, panelBytes))
	}
	for _, s := range cfg.Lamps {
		l.boxes = append(l.boxes, newMailbox(l, s, lampBytes))
	}
	l.now.Store(&Moment{Next: l.next, Words: cfg.Model.WordsIn, Lang: cfg.Model.Lang()})
	return l
}

// Run loads the evening and turns until ctx ends or the table stops it. Then all
// is waited for, and the surfaces are halted last.
func (l *Loop) Run(ctx context.Context) error {
	ctx, l.stopped = context.WithCancel(ctx)
	defer l.stopped()
	var parts sync.WaitGroup
	parts.Go(func() { l.write(ctx) })
	for _, b := range l.boxes {
		parts.Go(func() { b.run(ctx) })
	}
	l.load(ctx)
	l.turn(ctx)
	l.dismiss()
	close(l.ended)
	parts.Wait()
	return l.halt()
}

// load starts the model with what the disk holds; with a disk that doesn't
// answer the evening begins empty.
func (l *Loop) load(ctx context.Context) {
	evening, err := l.cfg.Log.Load(ctx)
	if err != nil {
		l.cfg.Logger.Error("load", "err", err)
	}
	l.step(ctx, request{what: companion.Started{Evening: evening}})
	if err != nil {
		l.step(ctx, request{what: companion.Trouble{Key: "trouble.nostore", Arg: err.Error()}})
	}
	l.check(ctx)
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

// step lets one event happen. A panic in the core costs the step, never the match.
func (l *Loop) step(ctx context.Context, r request) {
	defer func() {
		if p := recover(); p != nil {
			l.cfg.Logger.Error("panic in the core", "event", fmt.Sprintf("%T", r.what), "panic", p, "stack", string(debug.Stack()))
			l.restart(ctx)
		}
	}()
	if _, replied := r.what.(companion.Replied); !replied && r.done != nil {
		l.waiting = append(l.waiting, r)
	}
	l.update(ctx, r)
	l.show()
	l.answer()
	l.panics = 0
	l.settle(ctx)
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
	if what, ok := r.what.(companion.Replied); ok {
		l.replyN++
		l.replies[l.replyN], r.what = r, what.Under(l.replyN)
	}
	var effects []companion.Effect
	l.model, effects = l.model.Update(companion.Event{At: time.Since(l.began), Wall: time.Now(), What: r.what})
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
	for _, r := range l.replies {
		close(r.done)
	}
	l.answer()
	l.waiting = nil
	clear(l.replies)
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
	case companion.Reply:
		l.reply(e)
	case companion.Print:
		if l.cfg.Print != nil {
			l.cfg.Print(e)
		}
	case companion.Carry:
		l.jobs <- func(disk context.Context) { l.carry(ctx, disk, e.Ask) }
	case companion.Hotspot:
		if l.cfg.Hotspot != nil {
			l.cfg.Hotspot(e)
		}
	case companion.Stop:
		l.stopped()
	}
}

func (l *Loop) after(ctx context.Context, a companion.After) {
	if t := l.timers[a.Tag.Name]; t != nil {
		t.Stop()
	}
	l.timers[a.Tag.Name] = time.AfterFunc(a.Delay, func() { l.send(ctx, companion.Tick{Tag: a.Tag}) })
}

func (l *Loop) randomize(ctx context.Context, what string) {
	r := companion.Random{For: what}
	if _, err := io.ReadFull(l.cfg.Random, r.Secret[:]); err != nil {
		l.cfg.Logger.Error("no random bytes", "err", err)
		return
	}
	l.update(ctx, request{what: r})
}

func (l *Loop) reply(e companion.Reply) {
	r, ok := l.replies[e.Reply]
	delete(l.replies, e.Reply)
	if ok && r.done != nil {
		a := Answer{Seq: e.Seq, Refusal: e.Refusal, Stale: e.Stale, Wait: e.Wait, Cookie: e.Cookie, Role: e.Role, Added: e.Added}
		l.answers = append(l.answers, func() { r.done <- a })
	}
}

// send hands an event to the loop.
func (l *Loop) send(ctx context.Context, what any) {
	select {
	case l.events <- request{what: what}:
	case <-ctx.Done():
	case <-l.ended:
	}
}

// Tell sends an event that nobody waits for: an edge of a key, a trouble.
func (l *Loop) Tell(ctx context.Context, what any) { l.send(ctx, what) }

// Press sends a gesture and returns when all that came of it is kept and drawn,
// with the seq of the last fact.
func (l *Loop) Press(ctx context.Context, p companion.Press) (seq int, err error) {
	a, err := l.ask(ctx, p)
	return a.Seq, err
}

// Rest returns when nothing is under way, with the seq of the last fact.
func (l *Loop) Rest(ctx context.Context) (seq int, err error) {
	a, err := l.ask(ctx, nil)
	return a.Seq, err
}

// Decide sends a decision that saw the match at seq after.
func (l *Loop) Decide(ctx context.Context, says string, after int) (Answer, error) {
	return l.ask(ctx, companion.Decided{Says: says, After: after})
}

// Join lets a phone knock with the key it read or was told, and what its browser
// calls itself. Answered with a cookie, it is let in.
func (l *Loop) Join(ctx context.Context, key, agent string) (Answer, error) {
	return l.ask(ctx, companion.Joined{Key: key, Agent: agent})
}

// Ask puts what only the wired keys may allow before those at the box. Answered
// without a Refusal, it is on the panel; whether they say yes is theirs.
func (l *Loop) Ask(ctx context.Context, a companion.Ask) (Answer, error) {
	return l.ask(ctx, companion.Asked{Ask: a})
}

// Do is Ask by whoever is as good as the wired keys: nobody is asked. Answered without
// a Refusal, it is done and on disk.
func (l *Loop) Do(ctx context.Context, a companion.Ask) (Answer, error) {
	return l.ask(ctx, companion.Asked{Ask: a, Allowed: true})
}

// Revise takes the match, seen at seq after, back to an earlier fact, or forwards
// again; see [match.Match.Undo] and [match.Match.Redo].
func (l *Loop) Revise(ctx context.Context, backTo, after int) (Answer, error) {
	return l.ask(ctx, companion.Revised{BackTo: backTo, After: after})
}

// Overrule sends a ruling of the table, and why, that saw the match at seq after.
func (l *Loop) Overrule(ctx context.Context, says, why string, after int) (Answer, error) {
	return l.ask(ctx, companion.Overruled{Says: says, Why: why, After: after})
}

// SetUp keeps a draft, or begins its match.
func (l *Loop) SetUp(ctx context.Context, draft string, begin bool) (Answer, error) {
	return l.ask(ctx, companion.SetUp{Draft: draft, Begin: begin})
}

// Begin begins the match, seen at seq after, that waits under its seal.
func (l *Loop) Begin(ctx context.Context, after int) (Answer, error) {
	return l.ask(ctx, companion.Begun{After: after})
}

// Close ends the match, seen at seq after, that is over; again sets its next one up.
func (l *Loop) Close(ctx context.Context, again bool, after int) (Answer, error) {
	return l.ask(ctx, companion.Closed{Again: again, After: after})
}

// Resume puts the open match of that id on the panel.
func (l *Loop) Resume(ctx context.Context, id string) (Answer, error) {
	return l.ask(ctx, companion.Resumed{Match: id})
}

// Choose sends a setting under a key of [companion.Choosable].
func (l *Loop) Choose(ctx context.Context, key, value string) (Answer, error) {
	return l.ask(ctx, companion.Chose{Key: key, Value: value})
}

func (l *Loop) ask(ctx context.Context, what any) (Answer, error) {
	r := request{what: what, done: make(chan Answer, 1)}
	select {
	case l.events <- r:
	case <-l.ended:
		return Answer{}, ErrStopped
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	}
	select {
	case a, ok := <-r.done:
		if !ok {
			return a, ErrStopped
		}
		return a, nil
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	}
}

// Now returns what there is to see.
func (l *Loop) Now() *Moment { return l.now.Load() }
