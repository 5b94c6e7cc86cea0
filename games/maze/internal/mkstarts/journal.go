package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
	"tabletop/games/maze/internal/find"
	"tabletop/games/maze/solve"
)

// journal contains the measured starts of a set-up, and the file to which the program adds them.
type journal struct {
	*find.Journal
	setup string
	all   []measured
}

// measured is a start with the effort to win it. n is its number; won is false if no search won
// it.
type measured struct {
	n      int
	start  string
	won    bool
	effort solve.Effort // effort to win the start; the field Line is not used
}

// open opens a journal and parses its lines.
func open(path, setup string) (j *journal, err error) {
	j = &journal{setup: setup}
	j.Journal, err = find.Open(path, func(line string) error {
		m, err := parse(line)
		j.all = append(j.all, m)
		return err
	})
	return j, err
}

// has reports whether each grade has at least want starts.
func (j *journal) has(want int) bool {
	for _, list := range j.lists() {
		if len(list) < want {
			return false
		}
	}
	return true
}

// lists returns the starts that can be won, by grade, in the order of drawing.
func (j *journal) lists() (lists [solve.Grades][]string) {
	for _, m := range j.all {
		if m.won {
			g := solve.GradeOf(j.setup, m.effort)
			lists[g] = append(lists[g], m.start)
		}
	}
	return lists
}

// grow draws the next start, measures it and adds it to the journal. seed determines the random
// numbers.
func (j *journal) grow(seed uint64) error {
	m := measured{}
	if len(j.all) > 0 {
		m.n = j.all[len(j.all)-1].n + 1
	}
	s, err := find.Start(j.setup, seed, m.n)
	if err != nil {
		return err
	}
	m.start = find.Letters(s)
	if m.effort, m.won, err = measure(s, m.n); err != nil {
		return err
	}
	j.all = append(j.all, m)
	return j.Add(m.String())
}

// measure returns the effort to win a start. won is false if no search found a win, or if White
// has no move at all, as in some starts.
func measure(s games.State, n int) (e solve.Effort, won bool, err error) {
	if s.Turn() == games.Nobody {
		return e, false, nil
	}
	if e, won, err = solve.Measure(s, uint64(n)); won {
		_, err = solve.Referee(s, e.Line)
	}
	return e, won, err
}

// String returns the start as a line of a journal.
func (m measured) String() string {
	if !m.won {
		return fmt.Sprintf("%d\t%s\t-\n", m.n, m.start)
	}
	looked := make([]string, len(m.effort.Looked))
	for i, n := range m.effort.Looked {
		looked[i] = strconv.Itoa(n)
	}
	return fmt.Sprintf("%d\t%s\t%s\t%d\t%d\n", m.n, m.start, strings.Join(looked, ","), m.effort.Moves, m.effort.Hopeless)
}

var errShape = errors.New("not a line of a journal")

// parse parses a line of a journal in the form of String, and nothing else.
func parse(line string) (m measured, err error) {
	words := strings.Fields(line)
	if len(words) != 3 && len(words) != 5 {
		return m, errShape
	}
	m.n, _ = strconv.Atoi(words[0]) // the comparison with String detects errors
	m.start = words[1]
	if m.won = len(words) == 5; m.won {
		for i, n := range strings.SplitN(words[2], ",", len(m.effort.Looked)) {
			m.effort.Looked[i], _ = strconv.Atoi(n)
		}
		m.effort.Moves, _ = strconv.Atoi(words[3])
		m.effort.Hopeless, _ = strconv.Atoi(words[4])
	}
	if m.String() != line {
		return m, errShape
	}
	return m, nil
}
