// Package evaluator plays games in files in a separate process, so that a program with an endless
// loop or excessive memory harms nothing else.
//
// The parent process has an [Evaluator], whose Rules implement [games.Rules]. A state of a game is
// a value that contains its text, the turn, the legal decisions and the standing. The parent asks
// the child for any other property of a state when it is needed, and caches the answer. The child
// is this program with the argument [Role] (see [Main]). It compiles programs, caches some of them
// and the last states, and answers one request after another. Parent and child exchange frames of
// JSON. Requests go to the child's standard input, answers to the child's file descriptor 3 (on
// Windows, to the child's standard output). The child ends when its input ends.
//
// # Limits
//
// The speed of the machine does not decide whether a game is stopped. A program in Starlark is
// stopped after a number of steps (see [script.Steps]), long before it reaches any limit below. The
// child limits its own memory. The kernel enforces that limit, and the garbage collector works
// harder before the limit is reached. The parent measures the processor time that the child spends
// in user code, but neither the wall time nor the kernel's time for allocating memory. It kills a
// child that exceeds its [Limits], and ends an idle child. The next request starts the child again,
// after a pause if it has failed at least twice in a row.
//
// If the child dies during a request, the request is refused like an illegal decision. The words
// key of the refusal is rule.file.time, rule.file.memory or rule.file.gone. If the program itself
// fails, the key is rule.file, with the name of the game and the program's message. The position is
// unchanged. A view is replaced by a view with a message (ask.file); other questions get no answer.
// All these keys are in the companion's own catalogues. If a state gives no answer, the parent
// sends no further questions about that state for half a minute, so that redraws do not wait for
// the same failure again. It still sends requests to apply decisions.
//
// [Evaluator.Try] checks a program with package kit before it is played, in a separate child.
package evaluator

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"tabletop/cmd/internal/self"
	"tabletop/games"
)

// Words keys of the companion's texts about a failure of a program.
const (
	ruleFailed = "rule.file" // {0} is the game, {1} the message
	ruleTime   = "rule.file.time"
	ruleMemory = "rule.file.memory"
	ruleGone   = "rule.file.gone"
	viewFailed = "ask.file"
)

// Limits holds the limits of a child. Decision and Compile are processor time in user code; Check
// and Idle are wall time.
type Limits struct {
	Memory   int64         // memory limit in bytes, in addition to the memory of the child without a program
	Decision time.Duration // for one answer
	Compile  time.Duration // for compiling a program with its first request; also added once for starting a child
	Check    time.Duration // for the random games of a check; a check may also use Compile and Decision
	Idle     time.Duration // wall time after the last request, until an idle child is ended
}

// DefaultLimits returns the limits of the daemon. A usual decision takes 1 ms, or 50 ms on the
// smallest Pi. A decision that uses all allowed steps takes up to 2 s on the smallest Pi. A saved
// file is offered to the table within 2 s, of which polling the folder takes 1 s. The unit may use
// 200 MB, of which 60 MB are for the daemon.
func DefaultLimits() Limits {
	return Limits{
		Memory: 112 << 20, Decision: 5 * time.Second, Compile: 10 * time.Second,
		Check: time.Second, Idle: 10 * time.Minute,
	}
}

// Evaluator plays games in a child process. Several goroutines may use an Evaluator at once; they
// take turns.
type Evaluator struct {
	Limits Limits
	Log    func(text string) // if set, called with the reason for the loss of a child

	exe  string
	args []string

	closing chan struct{}              // closed by the method Close
	close   func()                     // closes the channel closing, once
	running atomic.Pointer[os.Process] // the process of the child, for Close

	mu       sync.Mutex
	child    *child      // nil while none is running
	idle     *time.Timer // ends an idle child; nil before the first request
	asked    int         // number of requests since the timer idle was set
	failures int         // number of failures since the last answer
}

// New returns an evaluator that runs exe with args as its child. The first request starts the
// child.
func New(exe string, args ...string) *Evaluator {
	return of(exe, append([]string{exe}, args...))
}

// of returns an evaluator that runs exe. args begin with the program's name.
func of(exe string, args []string) *Evaluator {
	closing := make(chan struct{})
	return &Evaluator{Limits: DefaultLimits(), exe: exe, args: args, closing: closing, close: sync.OnceFunc(func() { close(closing) })}
}

// Here returns an evaluator whose child is the running program. The main function of the program
// must call [Main] if [Is] returns true. An upgrade of the program on disk does not change the
// version of the child.
func Here() (*Evaluator, error) {
	exe, err := self.Path()
	if err != nil {
		return nil, err
	}
	return of(exe, []string{os.Args[0], Role}), nil
}

// Close kills the child, even during an answer, and waits for its end. After Close, requests fail
// at once, and the evaluator logs nothing more.
func (e *Evaluator) Close() {
	e.close()
	if p := e.running.Load(); p != nil {
		_ = p.Kill() // an error means that the child has ended by itself
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.end()
}

func (e *Evaluator) end() {
	if e.child != nil {
		e.child.end()
		e.child = nil
	}
}

// Rules compiles a program in the child. It returns a [Fault] of the program, or a
// [games.Illegal] if the child died.
func (e *Evaluator) Rules(name, program string) (games.Rules, error) {
	r := &rules{e: e, name: name, program: program, key: keyOf(name, program)}
	a, err := r.ask(request{Ask: askRules})
	if err != nil {
		return nil, err
	}
	if a.Rules == nil {
		return nil, games.Refuse("", ruleGone)
	}
	r.properties, r.id = *a.Rules, games.IDOf(a.Rules.Name, program)
	return r, nil
}

// keyOf returns the cache key of a program.
func keyOf(name, program string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(name+"\n"+program)))
}

// ask sends a request to the child and starts one if necessary. If the child gives no answer, ask
// ends the child and returns a games.Illegal for the decision q.Says.
func (e *Evaluator) ask(q request, source string) (answer, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	a, err := e.exchange(q, e.Limits.Decision)
	if err == nil && a.Unknown && q.of.child != nil {
		q.of = handle{}
		a, err = e.exchange(q, e.Limits.Decision)
	}
	if err == nil && a.Unknown {
		q.Source = source
		a, err = e.exchange(q, e.Limits.Compile)
	}
	if err != nil {
		return a, err
	}
	e.rest()
	return a, nil
}

// exchange sends q and returns the answer. If the child has ended since the last answer,
// exchange starts another and repeats q.
func (e *Evaluator) exchange(q request, within time.Duration) (answer, error) {
	if e.child == nil {
		if err := e.begin(); err != nil {
			e.log(err.Error())
			e.failures++
			return answer{}, games.Refuse(q.Says, ruleGone)
		}
	}
	fresh := e.child.new
	if fresh {
		q.Memory, e.child.new = e.Limits.Memory, false
		within += e.Limits.Compile // time for starting the child
	}
	a, err := e.child.ask(q.to(e.child), within, e.Limits.Memory)
	if err == nil {
		a.by, e.failures = e.child, 0
		return a, nil
	}
	lost := e.child
	e.end()
	if !fresh && errors.Is(err, syscall.EPIPE) {
		return e.exchange(q, within)
	}
	e.failures++
	key := lost.cause(err)
	e.log(fmt.Sprintf("%s: %s: %v: %s", q.Ask, key, err, lost.errs))
	return a, games.Refuse(q.Says, key)
}

// log logs a message, unless the evaluator is closed.
func (e *Evaluator) log(text string) {
	if e.Log != nil && !e.closed() {
		e.Log(text)
	}
}

// mostPause is the maximum pause before another child is started.
const mostPause = time.Second

// begin starts a child. After two or more failures in a row it pauses first. The pause grows by 50
// ms with each failure, up to mostPause.
func (e *Evaluator) begin() error {
	if e.failures > 1 {
		e.pause(min(mostPause, time.Duration(e.failures-1)*50*time.Millisecond))
	}
	if e.closed() {
		return errClosed
	}
	c, err := start(e.exe, e.args)
	if err != nil {
		return err
	}
	e.child = c
	e.running.Store(c.cmd.Process)
	if e.closed() { // Close was called meanwhile and saw no process
		_ = c.cmd.Process.Kill()
	}
	return nil
}

// pause waits for the duration d, or until Close is called.
func (e *Evaluator) pause(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-e.closing:
	}
}

func (e *Evaluator) closed() bool {
	select {
	case <-e.closing:
		return true
	default:
		return false
	}
}

// errClosed is the error of a request after Close.
var errClosed = errors.New("evaluator: closed")

// rest counts a request, and sets the timer for the end of an idle child if the timer is not set.
func (e *Evaluator) rest() {
	e.asked++
	if e.idle == nil {
		e.idle = time.AfterFunc(e.Limits.Idle, e.wake)
	}
}

// wake ends the child if there was no request since the timer was set. Otherwise it sets the
// timer again.
func (e *Evaluator) wake() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.asked == 0 {
		e.end()
		e.idle = nil
		return
	}
	e.asked = 0
	e.idle.Reset(e.Limits.Idle)
}
