package solve

import (
	"slices"

	"tabletop/games"
	"tabletop/games/maze"
)

// pool distributes numbered jobs to threads. The answer is that of the lowest number that
// decides, and search waits for the jobs below it. So the answer doesn't depend on the number
// of threads.
type pool struct {
	options Options
	board   *maze.Board
	root    grid
	tries   []*try // by thread
	room    int    // the number of positions that a try can store
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

// job is a try, or an attempt to prove that the game is lost.
type job struct {
	number int
	proves bool
	begun  int           // total bound of positions of the jobs before it
	most   int           // bound of its positions
	quit   chan struct{} // closed when the job isn't needed any more
}

// report is the result of a job.
type report struct {
	job
	verdict verdict
	line    []hop
	proof   Proof
	looked  int
	by      *try
}

// unit is the number of positions that the shortest try stores.
const unit = 60_000

// proofs are the numbers of the jobs that attempt a proof. Each has four times the positions of
// the one before.
var proofs = [...]int{1, 4, 9, 18, 35}

const firstProof = 20_000 // positions

// after returns the next job, and false if the positions are used up.
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

// search runs jobs until one decides. It returns the reports of all jobs up to that one, in no
// order, after all threads have ended.
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

// work runs the jobs from the channel.
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

// share hands out jobs one after another and receives their reports, until the lowest number
// that decides is known or no jobs are left.
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

// release ends the running jobs with higher numbers than one that has decided.
func (r *report) release(running map[int]chan struct{}) {
	for number, quit := range running {
		if number > r.number && !closed(quit) {
			close(quit)
		}
	}
}

// answer combines the reports.
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

// decisions returns the line of a report in notation, shortened if the options require it.
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
