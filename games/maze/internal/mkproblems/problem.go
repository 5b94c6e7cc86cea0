package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"tabletop/games"
	"tabletop/games/maze"
	"tabletop/games/maze/internal/find"
	"tabletop/games/maze/solve"
)

// problem is a position on a line from a start, with the shortest known line that wins it. If
// the line is empty, no problem was found for the start.
type problem struct {
	setup   string
	n       int // number of the start among those of the set-up
	start   string
	seeds   int              // number of seeds used in the search for the line
	effort  solve.Effort     // effort to win the position; the field Line is not set
	opening []games.Decision // moves from the start to the position
	line    []games.Decision // moves from the position to the win
}

// key returns a text that identifies the start. A start has at most one problem.
func (p *problem) key() string { return p.setup + " " + strconv.Itoa(p.n) }

// begun returns the position before the first move.
func (p *problem) begun() (games.State, error) {
	return maze.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"start": p.start}})
}

// position returns the position that the problem asks to win.
func (p *problem) position() (games.State, error) {
	s, err := p.begun()
	if err == nil {
		s, err = find.After(s, p.opening)
	}
	return s, err
}

// lengths contains the least and greatest number of moves of a problem, by grade.
var lengths = [solve.Grades][2]int{{8, 14}, {15, 22}, {23, 32}, {33, 48}}

// draw makes a problem of the n-th start of a set-up. The problem is a position with white to
// move, some moves before the end of a line that wins the start.
func draw(setup string, seed uint64, n int) (p problem, err error) {
	p = problem{setup: setup, n: n}
	s, err := find.Start(setup, seed, n)
	if err != nil || s.Turn() == games.Nobody {
		p.start = find.Letters(s)
		return p, err
	}
	p.start = find.Letters(s)
	way := find.Line{From: s}
	if err := way.Win(uint64(n)); err != nil || len(way.Moves) == 0 {
		return p, err
	}
	rnd := rand.New(rand.NewPCG(seed, uint64(n)))
	aim := lengths[n%len(lengths)]
	left := aim[0] + rnd.IntN(aim[1]-aim[0]+1)
	before := max(0, len(way.Moves)-left) / 2 * 2
	p.opening, p.line = way.Moves[:before], way.Moves[before:]
	if err := p.shorten(); err != nil {
		return p, err
	}
	return p, p.measure()
}

// measure measures the effort to win the position, and checks the line by the rules.
func (p *problem) measure() error {
	s, err := p.position()
	if err != nil {
		return err
	}
	e, won, err := solve.Measure(s, uint64(p.n))
	if err != nil {
		return err
	}
	if won && len(e.Line) < len(p.line) {
		p.line = e.Line
	}
	p.effort.Looked, p.effort.Hopeless, p.effort.Moves = e.Looked, e.Hopeless, len(p.line)
	_, err = solve.Referee(s, p.line)
	return err
}

// shorten searches for a shorter line in one more round. It starts from the known line and, after
// the first round, also from scratch, because a line with another beginning may be shorter.
func (p *problem) shorten() error {
	s, err := p.position()
	if err != nil {
		return err
	}
	l := find.Line{From: s, Moves: p.line, Seeds: p.seeds}
	anew := find.Line{From: s, Seeds: p.seeds}
	if err = l.Shorten(1, 0); err == nil && anew.Seeds > 0 {
		err = anew.Shorten(1, 0)
	}
	if n := len(anew.Moves); n > 0 && n < len(l.Moves) {
		l.Moves = anew.Moves
	}
	p.line, p.seeds, p.effort.Moves = l.Moves, l.Seeds, len(l.Moves)
	return err
}

// String returns the problem as a line of a journal.
func (p *problem) String() string {
	if len(p.line) == 0 {
		return fmt.Sprintf("%s\t%d\t%s\t-\n", p.setup, p.n, p.start)
	}
	looked := make([]string, len(p.effort.Looked))
	for i, n := range p.effort.Looked {
		looked[i] = strconv.Itoa(n)
	}
	return fmt.Sprintf("%s\t%d\t%s\t%d\t%s\t%d\t%s\t%s\n", p.setup, p.n, p.start, p.seeds,
		strings.Join(looked, ","), p.effort.Hopeless, joined(p.opening), joined(p.line))
}

// joined returns moves separated by commas, or "-" for none.
func joined(line []games.Decision) string {
	if len(line) == 0 {
		return "-"
	}
	words := make([]string, len(line))
	for i, d := range line {
		words[i] = string(d)
	}
	return strings.Join(words, ",")
}

// parted parses a list of moves in the form of joined.
func parted(text string) (line []games.Decision) {
	if text == "-" {
		return nil
	}
	for word := range strings.SplitSeq(text, ",") {
		line = append(line, games.Decision(word))
	}
	return line
}

var errShape = errors.New("not a line of a journal")

// parse parses a line of a journal in the form of String, and nothing else.
func parse(line string) (p problem, err error) {
	words := strings.Fields(line)
	if len(words) != 4 && len(words) != 8 {
		return p, errShape
	}
	p.setup, p.start = words[0], words[2]
	p.n, _ = strconv.Atoi(words[1]) // the comparison with String detects errors
	if len(words) == 8 {
		p.seeds, _ = strconv.Atoi(words[3])
		for i, n := range strings.SplitN(words[4], ",", len(p.effort.Looked)) {
			p.effort.Looked[i], _ = strconv.Atoi(n)
		}
		p.effort.Hopeless, _ = strconv.Atoi(words[5])
		p.opening, p.line = parted(words[6]), parted(words[7])
		p.effort.Moves = len(p.line)
	}
	if p.String() != line {
		return p, errShape
	}
	return p, nil
}
