package adviser

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sort"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/games"
)

// Thinker answers questions about positions, each a [companion.Think]. A child computes each
// answer.
type Thinker struct {
	publish func(companion.Analysis)
	fail    func(error) // reports a failure
	ask     asker

	questions chan thinking // holds the latest question until Run takes it; capacity 1
	stop      context.CancelFunc
	known     map[[sha256.Size]byte]games.Advice
	lost      bool // true if a known answer is Lost
}

// thinking is a question. The context off is done once the question is cancelled.
type thinking struct {
	companion.Think
	off context.Context
}

// New returns a thinker that passes answers to tell and failures to fail. Without the systemd
// service, or if the service fails, the child is this program. The main function of the program
// must call [Main] if [Is] returns true.
func New(tell func(companion.Analysis), fail func(error)) *Thinker {
	return &Thinker{
		publish: tell, fail: fail, ask: asker(service(socket).ask).or(child{}.ask, fail),
		questions: make(chan thinking, 1), stop: func() {}, known: map[[sha256.Size]byte]games.Advice{},
	}
}

// Think sends a question to Run and cancels the previous question. Think never waits. Only one
// goroutine may call it.
func (t *Thinker) Think(q companion.Think) {
	t.stop()
	var off context.Context
	off, t.stop = context.WithCancel(context.Background())
	select {
	case <-t.questions:
	default:
	}
	t.questions <- thinking{q, off}
}

// Run answers questions until ctx ends.
func (t *Thinker) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case q := <-t.questions:
			about, stop := context.WithCancel(ctx)
			unlink := context.AfterFunc(q.off, stop)
			t.answer(about, q.Think)
			unlink()
			stop()
		}
	}
}

// answer publishes the answer to one question, unless the question is cancelled.
func (t *Thinker) answer(ctx context.Context, q companion.Think) {
	line := awaiting(q.Line)
	if q.Position == "" || len(line) == 0 {
		return
	}
	about := t.present
	if q.LastWon {
		about = t.back
	}
	at, a, err := about(ctx, thought{q, line})
	switch {
	case ctx.Err() != nil:
	case err != nil:
		t.fail(err)
		t.publish(companion.Analysis{Position: q.Position, At: line[at].Seq, Advice: games.Advice{Verdict: games.Open}})
	default:
		t.publish(companion.Analysis{Position: q.Position, At: line[at].Seq, Advice: a})
	}
}

// awaiting returns those elements of the slice line in whose position a seat is in turn.
func awaiting(line []match.SeqState) (all []match.SeqState) {
	for _, p := range line {
		if p.State.Turn() > games.Chance {
			all = append(all, p)
		}
	}
	return all
}

// thought is a question with the positions in which a seat is in turn. The thinker may ask about
// each of these positions.
type thought struct {
	companion.Think
	line []match.SeqState
}

// present returns the index of the last position, and the advice for that position.
func (t *Thinker) present(ctx context.Context, q thought) (int, games.Advice, error) {
	last := len(q.line) - 1
	a, err := t.advise(ctx, q, last)
	return last, a, err
}

// back returns the index of the last position known to be winnable, and the advice for that
// position. It returns 0 if no position is known to be winnable.
func (t *Thinker) back(ctx context.Context, q thought) (at int, a games.Advice, err error) {
	lost := sort.Search(len(q.line), func(i int) bool {
		var b games.Advice
		if err == nil {
			b, err = t.advise(ctx, q, i)
		}
		return err != nil || b.Verdict == games.Lost
	})
	for at = lost - 1; at >= 0 && err == nil; at-- {
		if a, err = t.advise(ctx, q, at); err == nil && a.Verdict == games.Winnable {
			return at, a, nil
		}
	}
	return 0, games.Advice{Verdict: games.Open}, err
}

// advise returns the advice for position i, from the cache or from a child.
func (t *Thinker) advise(ctx context.Context, q thought, i int) (games.Advice, error) {
	if a, ok := t.remembered(q, i); ok {
		return a, nil
	}
	a, err := t.ask(ctx, questionAbout(q, i))
	if err == nil {
		t.remember(q, i, a)
	}
	return a, err
}

// remembered returns the stored advice for position i. If an earlier position is known to be lost,
// it returns the advice for that position, which proves that position i is lost too.
func (t *Thinker) remembered(q thought, i int) (games.Advice, bool) {
	if a, ok := t.known[key(q, q.line[i].State)]; ok {
		return a, true
	}
	for j := range i {
		if !t.lost {
			break
		}
		if a := t.known[key(q, q.line[j].State)]; a.Verdict == games.Lost {
			return a, true
		}
	}
	return games.Advice{}, false
}

// mostKnown is the maximum number of stored answers. An answer takes at most a few kilobytes.
const mostKnown = 2_000

// remember stores the advice for position i. It also stores the advice for the positions along the
// advice's line.
func (t *Thinker) remember(q thought, i int, a games.Advice) {
	if len(t.known) > mostKnown {
		clear(t.known)
		t.lost = false
	}
	s := q.line[i].State
	t.known[key(q, s)] = a
	if a.Verdict == games.Lost {
		t.lost = true
		return
	}
	for len(a.Line) > 1 {
		next, err := s.Apply(a.Line[0])
		if err != nil {
			return // cannot happen: the adviser has played this line
		}
		a, _ = a.After(a.Line[0])
		s = next
		t.known[key(q, s)] = a
	}
}

// key returns the cache key of a position, with the setup of its game.
func key(q thought, s games.State) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s %d %q\n%s", games.ID(q.Rules), q.Setup.Seats, q.Setup.Options, s))
}
