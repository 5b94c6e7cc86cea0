package solve

import (
	"math/bits"

	"tabletop/games"
	"tabletop/games/maze"
)

// Parameters of [Measure]. Changing any of them changes the meaning of the grades.
const (
	searches  = 4       // number of searches for a win, each with another seed
	mostEach  = 400_000 // greatest number of positions per search
	mostCut   = 100_000 // greatest number of positions for shortening the line of a search
	strays    = 32      // number of random continuations
	strayFor  = 10      // number of moves per random continuation
	mostProof = 2_000   // greatest number of positions for proving a random continuation lost
)

// Effort is the effort to win a position. Its three parts correspond to a player's experience: the
// depth of search, the length of play, and the risk of moves that lose the game.
type Effort struct {
	// Looked contains the number of positions that each search examined until it found a line or
	// reached its limit.
	Looked   [searches]int
	Moves    int              // number of moves of the shortest line, after shortening
	Hopeless int              // percentage of random continuations that are proved lost
	Line     []games.Decision // moves of the shortest line
}

// Measure returns the effort to win a position that awaits a move. won is false if no search found
// a win. Measure examines at most about 2,100,000 positions. The same seed always gives the same
// result.
func Measure(s games.State, seed uint64) (e Effort, won bool, err error) {
	b, ok := maze.BoardOf(s)
	if !ok {
		return Effort{}, false, errOver
	}
	if b.Dead() {
		return Effort{}, false, nil
	}
	p := newPool(&b, Options{Nodes: mostEach, Shorten: mostCut}.filled())
	for i := range e.Looked {
		p.options.Seed = seed*searches + uint64(i)
		a := p.answer(p.search())
		if a.Lost {
			return Effort{}, false, nil
		}
		e.Looked[i] = a.Nodes
		if a.Won && (!won || len(a.Line) < e.Moves) {
			won, e.Line, e.Moves = true, a.Line, len(a.Line)
		}
	}
	if won {
		e.Hopeless = p.hopeless(seed)
	}
	return e, won, nil
}

// Score returns the effort as one number, the sum of its three parts: sixteen points for each
// doubling of the examined positions, one for each move, and one for each percent of lost
// continuations.
func (e Effort) Score() int {
	far := 0
	for _, n := range e.Looked {
		far += sixteenths(n)
	}
	return far/len(e.Looked) + e.Moves + e.Hopeless
}

// sixteenths returns sixteen times the logarithm of n to the base 2, or slightly less. It uses
// integer arithmetic, so that the result is the same on every machine.
func sixteenths(n int) int {
	if n < 1 {
		return 0
	}
	whole := bits.Len(uint(n)) - 1
	return 16*whole + n<<4>>whole - 16
}

// hopeless plays 32 games of ten random moves and returns the percentage of those that are then
// proved lost.
func (p *pool) hopeless(seed uint64) int {
	t, rnd, lost := p.tries[0], random(seed), 0
	t.quit, t.stop = nil, nil
	for range strays {
		b, moves := *p.board, 0
		for moves < strayFor && !b.Won() && stray(&b, &rnd) {
			moves++
		}
		if !b.Won() && (moves < strayFor || b.Dead() || t.proves(&b, rnd.next())) {
			lost++
		}
	}
	return (lost*100 + strays/2) / strays
}

// stray makes a random legal move on the board. It returns false if there is none.
func stray(b *maze.Board, rnd *random) bool {
	var moves []hop
	for rest := set(b.Movable()); rest != 0; rest &= rest - 1 {
		from := rest.first()
		for targets := set(b.Targets(from)); targets != 0; targets &= targets - 1 {
			moves = append(moves, hop{uint8(from), uint8(targets.first())})
		}
	}
	if len(moves) == 0 {
		return false
	}
	m := moves[rnd.below(len(moves))]
	b.Move(int(m.from), int(m.to))
	return true
}

// proves reports whether a part of the pieces quickly proves that the board b can't be won.
func (t *try) proves(b *maze.Board, seed uint64) bool {
	proof, _ := t.prove(b, seed, mostProof)
	return proof.Positions > 0
}
