package solve

import (
	"slices"

	"tabletop/games"
	"tabletop/games/maze"
)

// pool distributes numbered jobs to threads. A job decides if it proves that the position can or
// can't be won. The answer is the result of the deciding job with the lowest number, and search
// waits for all jobs with lower numbers. So the answer doesn't depend on the number of threads.
type pool struct {
	options Options
	board   *maze.Board
	root    grid
	tries   []*try // one try for each thread
	room    int    // greatest number of positions that a try can store
}

func newPool(b *maze.Board, o Options) *pool {
	p := &pool{options: o, board: b, root: gridOf(b)}
	ground := newGround(b)
	for range o.Threads {
		p.tries = append(p.tries, newTry(ground, b, o.Memory))
	}
	p.room = p.tries[0].room()
	return p
}

// job is a unit of work for a thread: a try, or an attempt to prove that the game is lost.
type job struct {
	number int
	proves bool
	begun  int           // greatest number of positions for all earlier jobs together
	most   int           // greatest number of positions for this job
	quit   chan struct{} // closed when the result of the job isn't needed any more
}

// report is the result of a job, with the try that ran it.
type report struct {
	job
	verdict verdict
	line    []hop
	proof   Proof
	looked  int
	by      *try
}

// unit is the number of positions of the shortest try.
const unit = 60_000

// proofs contains the numbers of the jobs that attempt a proof. Each attempt may examine four
// times the positions of the one before.
var proofs = [...]int{1, 4, 9, 18, 35}

const firstProof = 20_000 // greatest number of positions of the first attempt at a proof

// after returns the job after j. ok is false if the positions are used up or the search is
// stopped.
func (p *pool) after(j job) (next job, ok bool) {
	next = job{number: j.number + 1, begun: j.begun + j.most, quit: make(chan struct{})}
	tries, share := next.number, 0
	for i, number := range proofs {
		if number < next.number {
			tries--
		}
		if number == next.number {
			next.proves, share = true, firstProof<<(2*i)
		}
	}
	if !next.proves {
		share = min(unit*luby(tries), p.room)
	}
	next.most = min(share, p.options.Nodes-next.begun)
	return next, next.most > 0 && !closed(p.options.Stop)
}

// search runs jobs until one decides, and waits for all threads to end. It returns the reports of
// all jobs it ran, in no order.
func (p *pool) search() []report {
	jobs, reports, ended := make(chan job), make(chan report), make(chan struct{})
	for _, t := range p.tries {
		go p.work(t, jobs, reports, ended)
	}
	all := p.share(jobs, reports)
	close(jobs)
	for range p.tries {
		<-ended
	}
	return all
}

// work runs jobs from the channel until it is closed.
func (p *pool) work(t *try, jobs <-chan job, reports chan<- report, ended chan<- struct{}) {
	for j := range jobs {
		reports <- p.do(t, j)
	}
	ended <- struct{}{}
}

func (p *pool) do(t *try, j job) report {
	r := report{job: j, by: t}
	seed := p.options.Seed<<16 + uint64(j.number)
	t.quit, t.stop = j.quit, p.options.Stop
	if !j.proves {
		r.verdict, r.line = t.run(&p.root, seed, j.most)
		r.looked = len(t.nodes)
		r.proof.Positions = r.looked
		return r
	}
	if r.proof, r.looked = t.prove(p.board, seed, j.most); r.proof.Positions > 0 {
		r.verdict = exhausted
	}
	return r
}

// share hands out jobs one after another and receives their reports. It returns all reports once a
// job has decided, or no jobs are left, and all running jobs have ended.
func (p *pool) share(jobs chan<- job, reports <-chan report) (all []report) {
	running := map[int]chan struct{}{}
	next, more := p.after(job{number: -1})
	for decided := false; ; {
		give := jobs
		if !more || decided {
			if give = nil; len(running) == 0 {
				return all
			}
		}
		select {
		case give <- next:
			running[next.number] = next.quit
			next, more = p.after(next)
		case r := <-reports:
			delete(running, r.number)
			all = append(all, r)
			if r.decided() {
				decided = true
				r.release(running)
			}
		}
	}
}

func (r *report) decided() bool { return r.verdict == won || r.verdict == exhausted }

// release stops the running jobs whose numbers are higher than that of r, which has decided.
func (r *report) release(running map[int]chan struct{}) {
	for number, quit := range running {
		if number > r.number && !closed(quit) {
			close(quit)
		}
	}
}

// answer combines the reports of all jobs to an answer.
func (p *pool) answer(all []report) (a Answer) {
	slices.SortFunc(all, func(a, b report) int { return a.number - b.number })
	for i := range all {
		r := &all[i]
		a.Nodes += r.looked
		if !r.proves {
			a.Tries++
		}
		switch r.verdict {
		case won:
			a.Won, a.Found, a.Line = true, len(r.line), p.decisions(r)
			return a
		case exhausted:
			a.Lost, a.Proof = true, r.proof
			return a
		}
	}
	return a
}

// decisions returns the line of a report in notation, after shortening if the options require it.
func (p *pool) decisions(r *report) (line []games.Decision) {
	moves := r.line
	if p.options.Shorten > 0 {
		moves = r.by.shorten(p.board, moves, p.options.Shorten, p.options.Near)
	}
	return notation(moves)
}

// notation returns moves in notation.
func notation(moves []hop) (line []games.Decision) {
	for _, m := range moves {
		line = append(line, maze.Says(int(m.from), int(m.to)))
	}
	return line
}
