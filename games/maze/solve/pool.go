package solve

import "tabletop/games/maze"

// pool shares numbered tries out to threads. The answer is that of the lowest number that
// decides; those below it are waited for, so it is the same with any number of threads.
type pool struct {
	options Options
	board   *maze.Board
	root    grid
	tries   []*try // by thread
	most    int    // the longest try
}

func newPool(b *maze.Board, o Options) *pool {
	p := &pool{options: o, board: b, root: gridOf(b)}
	ground := newGround(b)
	for range o.Threads {
		p.tries = append(p.tries, newTry(ground, b, o.Memory))
	}
	p.most = p.tries[0].room()
	return p
}

// job is a try to be run.
type job struct {
	number int
	begun  int           // how many positions the tries before it may keep
	most   int           // how many positions it may keep
	quit   chan struct{} // closed when it isn't needed any more
}

// report is how a try ended.
type report struct {
	job
	verdict verdict
	line    []hop
	nodes   int
	by      *try
}

// unit is how many positions the shortest try keeps.
const unit = 60_000

// after returns the job that follows, false if the positions are used up.
func (p *pool) after(j job) (next job, ok bool) {
	next = job{number: j.number + 1, begun: j.begun + j.most, quit: make(chan struct{})}
	next.most = min(unit*luby(next.number), p.most, p.options.Nodes-next.begun)
	return next, next.most > 0 && !closed(p.options.Stop)
}

// search runs tries until one decides. It returns when all threads have ended.
func (p *pool) search() (best report) {
	jobs, reports, ended := make(chan job), make(chan report), make(chan struct{})
	for _, t := range p.tries {
		go p.work(t, jobs, reports, ended)
	}
	best = p.share(jobs, reports)
	close(jobs)
	for range p.tries {
		<-ended
	}
	return best
}

// work runs the tries it is given.
func (p *pool) work(t *try, jobs <-chan job, reports chan<- report, ended chan<- struct{}) {
	for j := range jobs {
		r := report{job: j, by: t}
		r.verdict, r.line = t.run(&p.root, p.options.Seed+uint64(j.number), j.most, j.quit, p.options.Stop)
		r.nodes = j.begun + len(t.nodes)
		reports <- r
	}
	ended <- struct{}{}
}

// share hands out jobs one after another and takes their reports, until the lowest number
// that decides is known or nothing is left.
func (p *pool) share(jobs chan<- job, reports <-chan report) (best report) {
	running := map[int]chan struct{}{}
	next, more := p.after(job{number: -1})
	for {
		give := jobs
		if !more || best.decided() {
			if give = nil; len(running) == 0 {
				return best
			}
		}
		select {
		case give <- next:
			running[next.number] = next.quit
			next, more = p.after(next)
		case r := <-reports:
			delete(running, r.number)
			if !best.decided() || r.decided() && r.number < best.number {
				best = r
			}
			best.release(running)
		}
	}
}

func (r *report) decided() bool { return r.verdict == won || r.verdict == exhausted }

// release ends the tries of higher numbers than one that has decided.
func (r *report) release(running map[int]chan struct{}) {
	for number, quit := range running {
		if r.decided() && number > r.number && !closed(quit) {
			close(quit)
		}
	}
}
