// Package evaluator plays games in files in a process of their own, so that a program that
// loops for ever or eats memory takes nothing with it.
//
// The parent has an [Evaluator]: its Rules are [games.Rules] as any other, whose states are
// values that hold their text, whose turn it is, what is legal and the standing, and ask the
// child for the rest when it is wanted, once each. The child is the same program with the
// argument [Role] (see [Main]): it compiles programs, keeps a few of them and the last
// states, and answers one request after the other. They talk by frames of JSON on its
// standard input and output; at the end of its input it ends.
//
// # Bounds
//
// Why a game is stopped doesn't depend on the speed of the machine. A game in Starlark ends
// by counted steps (see [script.Steps]), long before anything below. The child limits its
// memory itself, the kernel counts it, and the collector takes pains before that. The parent
// counts the processor time that the child spends in its own code, not the time on the wall
// and not the kernel's for handing out memory, and kills a child that takes more of it than
// [Limits] say. A child that nobody asks is ended. A killed one is started again with the
// next request, after a pause if it never answers.
//
// What is asked of a child that dies is refused like any illegal decision, under the keys
// rule.file.time, rule.file.memory and rule.file.gone, or as rule.file with the place and
// what the game says; the position stands as it stood. In the place of a view stands one
// that says so (ask.file), other questions have no answer. All these keys are in the
// companion's own catalogues. So that nobody waits for the same
// mistake at every glance, a state that gave no answer is asked nothing for half a minute;
// decisions it still takes.
//
// [Evaluator.Try] holds a program against package kit before anybody plays it, in a child of
// its own.
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

// Keys of the companion's catalogues, under which it is said what a program can't do.
const (
	ruleFailed = "rule.file" // {0} the game, {1} what it says
	ruleTime   = "rule.file.time"
	ruleMemory = "rule.file.memory"
	ruleGone   = "rule.file.gone"
	viewFailed = "ask.file"
)

// Limits are what a child may use. Decision and Compile are processor time that the child
// computes, Check and Idle are time on the wall.
type Limits struct {
	Memory   int64         // in bytes, beside what the program itself takes
	Decision time.Duration // for an answer
	Compile  time.Duration // for the first answer of a program; a new child may have it, too
	Check    time.Duration // for the random games of a check, Compile and Decision beside it
	Idle     time.Duration // after which a child is ended that nobody asks
}

// Usual are the limits of the daemon. A decision takes a millisecond, on the smallest Pi
// fifty; one that uses up its steps takes up to two seconds there. A file that is saved is
// offered within two seconds, one of which the shelf takes to look. Of the 200 MB that the
// unit may have, 60 are the daemon's.
func Usual() Limits {
	return Limits{
		Memory: 112 << 20, Decision: 5 * time.Second, Compile: 10 * time.Second,
		Check: time.Second, Idle: 10 * time.Minute,
	}
}

// Evaluator asks a child. It may be used by several goroutines at once, which take turns.
type Evaluator struct {
	Limits Limits
	Log    func(said string) // told why a child was lost; nil: nobody is

	exe  string
	args []string

	closing chan struct{}              // Close closes it
	close   func()                     // closes closing, once
	running atomic.Pointer[os.Process] // of the child, for whoever can't wait for its answer

	mu       sync.Mutex
	child    *child      // nil: none is running
	idle     *time.Timer // ends the child; nil before the first
	asked    int         // how many requests there were
	failures int         // since the last answer
}

// New returns an evaluator whose child is exe with args. It starts with the first request.
func New(exe string, args ...string) *Evaluator {
	return of(exe, append([]string{exe}, args...))
}

// of returns an evaluator whose child is exe; args begin with its name.
func of(exe string, args []string) *Evaluator {
	closing := make(chan struct{})
	return &Evaluator{Limits: Usual(), exe: exe, args: args, closing: closing, close: sync.OnceFunc(func() { close(closing) })}
}

// Here returns an evaluator whose child is the program that is running: its main function
// calls [Main] where it [Is] one. An upgrade puts no child of another version behind it.
func Here() (*Evaluator, error) {
	exe, err := self.Path()
	if err != nil {
		return nil, err
	}
	return of(exe, []string{os.Args[0], Role}), nil
}

// Close ends the child, also in the middle of an answer, and waits for no longer than that
// takes. No request starts another or waits for one, and nothing more is logged.
func (e *Evaluator) Close() {
	e.close()
	if p := e.running.Load(); p != nil {
		_ = p.Kill() // it may have ended by itself
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

// Rules compiles a program in the child. Its error is a [Fault] of the program, or an
// [games.Illegal] if the child died of it.
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

// keyOf tells programs apart.
func keyOf(name, program string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(name+"\n"+program)))
}

// ask asks the child, which is started if there is none. A request without an answer is a
// games.Illegal that refuses q.Says, and costs the child.
func (e *Evaluator) ask(q request, source string) (answer, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	a, err := e.exchange(q, e.Limits.Decision)
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

// exchange sends q and returns the answer. That the child has ended since the last one is no
// fault of q: another is asked.
func (e *Evaluator) exchange(q request, within time.Duration) (answer, error) {
	if e.child == nil {
		if err := e.begin(); err != nil {
			e.tell(err.Error())
			e.failures++
			return answer{}, games.Refuse(q.Says, ruleGone)
		}
	}
	fresh := e.child.new
	if fresh {
		q.Memory, e.child.new = e.Limits.Memory, false
		within += e.Limits.Compile // it must come up first
	}
	a, err := e.child.ask(q, within, e.Limits.Memory)
	if err == nil {
		e.failures = 0
		return a, nil
	}
	lost := e.child
	e.end()
	if !fresh && errors.Is(err, syscall.EPIPE) {
		return e.exchange(q, within)
	}
	e.failures++
	key := lost.cause(err)
	e.tell(fmt.Sprintf("%s: %s: %v: %s", q.Ask, key, err, lost.errs))
	return a, games.Refuse(q.Says, key)
}

func (e *Evaluator) tell(said string) {
	if e.Log != nil && !e.closed() {
		e.Log(said)
	}
}

// mostPause is how long a request waits at most before another child is started.
const mostPause = time.Second

// begin starts a child. After the second failure in a row it pauses before, longer each time.
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
	if e.closed() { // meanwhile, and saw none
		_ = c.cmd.Process.Kill()
	}
	return nil
}

// pause waits for d, or until e is closed.
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

// errClosed is why no child is started any more.
var errClosed = errors.New("evaluator: closed")

// rest sees to it that the child ends if nothing more is asked for a while.
func (e *Evaluator) rest() {
	e.asked++
	if e.idle == nil {
		e.idle = time.AfterFunc(e.Limits.Idle, e.wake)
	}
}

// wake ends the child if nothing was asked of it since the timer was set, else sets it anew.
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
