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

// Thinker answers what is asked with [companion.Think].
type Thinker struct {
	tell func(companion.Advised)
	fail func(error) // told what went wrong
	ask  asker

	asked chan thinking // the last one, unless it was taken
	stop  context.CancelFunc
	known map[[sha256.Size]byte]games.Advice
	lost  bool // one that is known is lost
}

// thinking is a question, until it is called off.
type thinking struct {
	companion.Think
	off context.Context
}

// New returns a thinker that tells its answers, and what failed. Where there is no service, or
// it fails, its child is the program that is running: its main function calls [Main] where it
// [Is] one.
func New(tell func(companion.Advised), fail func(error)) *Thinker {
	return &Thinker{
		tell: tell, fail: fail, ask: asker(service(socket).ask).or(child{}.ask, fail),
		asked: make(chan thinking, 1), stop: func() {}, known: map[[sha256.Size]byte]games.Advice{},
	}
}

// Think asks, and calls off what was asked before. It never waits. Only one goroutine may.
func (t *Thinker) Think(q companion.Think) {
	t.stop()
	var off context.Context
	off, t.stop = context.WithCancel(context.Background())
	select {
	case <-t.asked:
	default:
	}
	t.asked <- thinking{q, off}
}

// Run thinks until ctx ends.
func (t *Thinker) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case q := <-t.asked:
			about, stop := context.WithCancel(ctx)
			unlink := context.AfterFunc(q.off, stop)
			t.answer(about, q.Think)
			unlink()
			stop()
		}
	}
}

// answer answers one question, unless it is called off.
func (t *Thinker) answer(ctx context.Context, q companion.Think) {
	line := awaiting(q.Line)
	if q.Of == "" || len(line) == 0 {
		return
	}
	about := t.present
	if q.Back {
		about = t.back
	}
	at, a, err := about(ctx, thought{q, line})
	switch {
	case ctx.Err() != nil:
	case err != nil:
		t.fail(err)
		t.tell(companion.Advised{Of: q.Of, At: line[at].Seq, Advice: games.Advice{Verdict: games.Open}})
	default:
		t.tell(companion.Advised{Of: q.Of, At: line[at].Seq, Advice: a})
	}
}

// awaiting are the positions in which a seat is on turn.
func awaiting(line []match.Place) (all []match.Place) {
	for _, p := range line {
		if p.State.Turn() > games.Chance {
			all = append(all, p)
		}
	}
	return all
}

// thought is a question, and the positions that can be asked about.
type thought struct {
	companion.Think
	line []match.Place
}

// present returns the advice for the last position.
func (t *Thinker) present(ctx context.Context, q thought) (int, games.Advice, error) {
	last := len(q.line) - 1
	a, err := t.advise(ctx, q, last)
	return last, a, err
}

// back returns the last position that is known to be won, and the advice for it; where none
// is, the first.
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

// advise returns the advice for the i-th position.
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

// remembered is what is known of the i-th position, by itself or because one before it is
// lost.
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

// mostKnown is how many positions are remembered, of some kilobytes each at most.
const mostKnown = 2_000

// remember remembers an advice, and what follows from it along its line.
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
			return // the adviser has played it once
		}
		a, _ = a.After(a.Line[0])
		s = next
		t.known[key(q, s)] = a
	}
}

// key tells positions apart, with how their games were set up.
func key(q thought, s games.State) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s %d %q\n%s", games.ID(q.Rules), q.Setup.Seats, q.Setup.Options, s))
}
