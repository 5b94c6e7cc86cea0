package cardtest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// Cut is a loss of power after the first At operations. Policy and Seed decide which unsynced
// data is left. The same cut of the same recording always leaves the same contents.
type Cut struct {
	At     int
	Policy Policy
	Seed   int
}

// Fault is a cut that left wrong contents or lost data.
type Fault struct {
	Cut
	Last Op // last operation before the cut
	Err  error
}

// String returns a description of the fault on one line.
func (f Fault) String() string {
	return fmt.Sprintf("cut %d, after %v, policy %s, seed %d: %v", f.At, f.Last, f.Policy, f.Seed, f.Err)
}

// Replay tests the cuts of a recording.
type Replay struct {
	Recording
	opener
	states  []int    // states[i] is the number of the text of state i
	latest  []int    // latest[n] is the newest state that may be on the card after n operations
	answers []answer // answers in the recording, in order
}

// answer is the index of an answer among the operations, with the index of the state that it
// promises. From the answer on, a cut must not leave an older state.
type answer struct{ op, state int }

// New prepares the replay of a recording, in folders under dir. It opens the contents of the
// recorded folder at the beginning and the end, and before each sync and each answer. It returns
// an error if open fails for one of these contents. New assumes that each answer promises the
// state of the folder at that time.
func New(rec Recording, dir string, open Open) (*Replay, error) {
	r := &Replay{Recording: rec, opener: newOpener(dir, open)}
	held := make([]finding, len(rec.Ops)+1)
	var marked []int
	for at := range held {
		if r.marked(at) {
			marked = append(marked, at)
		}
	}
	r.walk(marked, nil, func(dir string, at int, c *card) {
		held[at], _ = r.look(dir, c.cut(All, nil))
	})
	for at := range held {
		if !r.marked(at) {
			continue
		}
		if err := held[at].err; err != nil {
			return nil, fmt.Errorf("cardtest: without any loss, after %d operations: %w", at, err)
		}
		if len(r.states) == 0 || r.states[len(r.states)-1] != held[at].text {
			r.states = append(r.states, held[at].text)
		}
		for len(r.latest) <= at {
			r.latest = append(r.latest, len(r.states)-1)
		}
		if at < len(rec.Ops) && rec.Ops[at].Kind == Answer {
			r.answers = append(r.answers, answer{at, len(r.states) - 1})
		}
	}
	return r, nil
}

// marked reports whether New opens the folder before operation at.
func (r *Replay) marked(at int) bool {
	return at == 0 || at == len(r.Ops) || r.Ops[at].Kind == Sync || r.Ops[at].Kind == Answer
}

// States returns the number of states: one more than the number of transactions.
func (r *Replay) States() int { return len(r.states) }

// State returns the contents of the folder in a state, as text. States are numbered from 0.
func (r *Replay) State(state int) string { return r.text(r.states[state]) }

// Claim sets the state that an answer promises. Claim tries the states in order, beginning with
// the state at the time of the answer, and takes the first one for which has returns true.
// Answers are numbered from 0. If that state is newer than the answer, the answer came too
// early, and the cuts will find faults. Claim returns an error if has returns true for no state.
func (r *Replay) Claim(answer int, has func(holds string) bool) error {
	t := &r.answers[answer]
	for n := t.state; n < len(r.states); n++ {
		if has(r.State(n)) {
			t.state = n
			return nil
		}
	}
	return fmt.Errorf("cardtest: no state has the answered data: %v", r.Ops[t.op])
}

// Continues says that an answer is the rest of the previous one, which needed more than one write.
// The rest promises what the beginning promises: another transaction may be in the middle of its
// writes when the rest is sent. Answers are numbered from 0; the first one continues none.
func (r *Replay) Continues(answer int) { r.answers[answer].state = r.answers[answer-1].state }

// Answers returns the bytes of each answer as text, in order.
func (r *Replay) Answers() (texts []string) {
	for _, t := range r.answers {
		texts = append(texts, string(r.Ops[t.op].Data))
	}
	return texts
}

// Steps returns, for each answer, the number of states since the previous answer.
func (r *Replay) Steps() (steps []int) {
	last := 0
	for _, t := range r.answers {
		steps = append(steps, t.state-last)
		last = t.state
	}
	return steps
}

// Plan selects the cuts that Run tries.
type Plan struct {
	Cuts     int // minimum number of cuts, if there is unsynced data
	From, To int // first and last number of operations before a cut; To 0: all operations
	Places   int // maximum number of places, drawn at random with the seed Draw; 0: all places
	Draw     uint64
	Lost     func(op int) bool // reports whether sync op has no effect; nil: all syncs have an effect
	Early    bool              // assume that each answer came at the time of the previous answer
	Stop     bool              // stop at the first fault
}

// Tally is the result of a plan: the number of cuts by policy, and the faults.
type Tally struct {
	Cuts   map[Policy]int
	Images map[Policy]int // number of cuts whose image was not opened before, by policy
	Faults []Fault
}

// places returns the places of the plan in order. A place is the number of operations before a
// cut.
func (p Plan) places() []int {
	places := make([]int, p.To-p.From+1)
	for i := range places {
		places[i] = p.From + i
	}
	if p.Places == 0 || p.Places >= len(places) {
		return places
	}
	rand.New(rand.NewPCG(p.Draw, 0)).Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	places = places[:p.Places]
	slices.Sort(places)
	return places
}

// Run tries the cuts of a plan. At every place it tries Nothing and All once, because these
// policies need no seed. The other policies share the remaining cuts, spread over the places
// with unsynced data.
func (r *Replay) Run(p Plan) Tally {
	if p.To == 0 {
		p.To = len(r.Ops)
	}
	places := p.places()
	least, seeds := r.least(p.Early), r.spread(p, places)
	t := tally{stop: p.Stop, Tally: Tally{Cuts: map[Policy]int{}, Images: map[Policy]int{}}}
	r.walk(places, p.Lost, func(dir string, at int, c *card) {
		for n, policy := range Policies {
			for seed := range seeds(at, n) {
				if t.stopped() {
					return
				}
				cut := Cut{at, policy, seed}
				found, fresh := r.look(dir, c.cut(policy, cut.draw()))
				t.count(cut, fresh, r.judge(found, least[at], r.latest[at]), r.Ops)
			}
		}
	})
	slices.SortFunc(t.Faults, func(a, b Fault) int {
		return cmp.Or(a.At-b.At, cmp.Compare(a.Policy, b.Policy), a.Seed-b.Seed)
	})
	return t.Tally
}

// spread returns the function seeds. seeds(at, policy) is the number of seeds to try at place at
// with Policies[policy].
func (r *Replay) spread(p Plan, places []int) func(at, policy int) int {
	order := map[int]int{} // index of each place with unsynced data
	c, done := newCard(r.Before, p.Lost), 0
	for _, at := range places {
		for ; done < at; done++ {
			c.apply(done, r.Ops[done])
		}
		if !c.settled() {
			order[at] = len(order)
		}
	}
	drawing := len(Policies) - drawless
	cuts := max(0, p.Cuts-drawless*len(places))
	return func(at, policy int) int {
		place, loose := order[at]
		switch {
		case policy < drawless:
			return 1
		case !loose:
			return 0
		}
		n, all := (policy-drawless)*len(order)+place, len(order)*drawing // few cuts still reach every policy
		return (n+1)*cuts/all - n*cuts/all
	}
}

// least returns a slice by number of operations. Each element is the newest state that an answer
// promises after so many operations. If early is true, each answer is treated as if it came at
// the time of the previous answer.
func (r *Replay) least(early bool) []int {
	least := make([]int, len(r.Ops)+1)
	for n, t := range r.answers {
		at := t.op + 1
		if early {
			at = 0
		}
		if early && n > 0 {
			at = r.answers[n-1].op + 1
		}
		for ; at < len(least); at++ {
			least[at] = max(least[at], t.state)
		}
	}
	return least
}

// judge returns an error if the contents f are not one of the states from least to latest.
func (r *Replay) judge(f finding, least, latest int) error {
	if f.err != nil {
		return f.err
	}
	for n := least; n <= latest; n++ {
		if r.states[n] == f.text {
			return nil
		}
	}
	if n := slices.Index(r.states, f.text); n >= 0 {
		return fmt.Errorf("it holds state %d; answered was state %d, written state %d", n, least, latest)
	}
	return fmt.Errorf("it holds none of the states: %s", differ(r.text(f.text), r.text(r.states[least])))
}

// walk calls visit with the card at each of the places, which are in order. Several goroutines
// call visit at once, each with a folder of its own.
func (r *Replay) walk(places []int, lost func(op int) bool, visit func(dir string, at int, c *card)) {
	workers := min(runtime.GOMAXPROCS(0), len(places))
	var all sync.WaitGroup
	for k := range workers {
		all.Go(func() {
			dir, c, done := r.folder(), newCard(r.Before, lost), 0
			for i := k; i < len(places); i += workers {
				for ; done < places[i]; done++ {
					c.apply(done, r.Ops[done])
				}
				visit(dir, places[i], c)
			}
		})
	}
	all.Wait()
}

// tally is a Tally that several goroutines can use at once. stop means to stop at the first
// fault.
type tally struct {
	Tally
	mu   sync.Mutex
	stop bool
}

func (t *tally) stopped() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stop && len(t.Faults) > 0
}

func (t *tally) count(c Cut, fresh bool, err error, ops []Op) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Cuts[c.Policy]++
	if fresh {
		t.Images[c.Policy]++
	}
	if err != nil {
		f := Fault{Cut: c, Err: err}
		if c.At > 0 {
			f.Last = ops[c.At-1]
		}
		t.Faults = append(t.Faults, f)
	}
}
