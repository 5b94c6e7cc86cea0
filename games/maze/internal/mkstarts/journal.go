package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
	"tabletop/games/kit"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// journal is what was measured of one set-up, and the file to which it adds.
type journal struct {
	setup string
	all   []measured
	file  *os.File
}

// measured is a start and what it took to win it.
type measured struct {
	n      int
	start  string
	won    bool
	effort solve.Effort // without its line
}

// open reads a journal, without what a program that was stopped began to write.
func open(path, setup string) (*journal, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	j := &journal{setup: setup}
	for line := range strings.Lines(string(whole)) {
		m, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(j.all)+1, err)
		}
		j.all = append(j.all, m)
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
		err = j.file.Truncate(int64(len(whole)))
	}
	if err == nil {
		_, err = j.file.Seek(int64(len(whole)), 0)
	}
	return j, err
}

func (j *journal) close() error { return j.file.Close() }

// has reports whether there are so many starts of each grade.
func (j *journal) has(want int) bool {
	for _, list := range j.lists() {
		if len(list) < want {
			return false
		}
	}
	return true
}

// lists are the starts that can be won by grade, as they were drawn.
func (j *journal) lists() (lists [solve.Grades][]string) {
	for _, m := range j.all {
		if m.won {
			g := solve.GradeOf(j.setup, m.effort)
			lists[g] = append(lists[g], m.start)
		}
	}
	return lists
}

// grow draws the next start, measures it and writes it down.
func (j *journal) grow(seed uint64) error {
	m := measured{}
	if len(j.all) > 0 {
		m.n = j.all[len(j.all)-1].n + 1
	}
	s, err := drawn(j.setup, seed, m.n)
	if err != nil {
		return err
	}
	m.start = letters(s)
	if m.effort, m.won, err = measure(s, m.n); err != nil {
		return err
	}
	_, err = j.file.WriteString(m.String())
	j.all = append(j.all, m)
	return err
}

// measure returns what it takes to win a start, false if nothing is known to. There are
// starts in which White has no move at all.
func measure(s games.State, n int) (e solve.Effort, won bool, err error) {
	if s.Turn() == games.Nobody {
		return e, false, nil
	}
	if e, won, err = solve.Measure(s, uint64(n)); won {
		err = wins(s, e.Line)
	}
	return e, won, err
}

// drawn returns the n-th start of a set-up; no two set-ups draw by the same numbers.
func drawn(setup string, seed uint64, n int) (games.State, error) {
	s, err := maze.Rules{}.New(games.Setup{Seats: 1, Options: map[string]string{"setup": setup}})
	stream := seed*uint64(len(setups)) + uint64(slices.Index(setups, setup))
	rnd := rand.New(rand.NewPCG(stream, uint64(n)))
	for err == nil && s.Turn() == games.Chance {
		s, err = s.Apply(kit.Pick(rnd, s.Legal()).Says)
	}
	return s, err
}

// letters returns the start of a position as the option of that name has it.
func letters(s games.State) string {
	_, text, _ := strings.Cut(s.String(), "\nstart ")
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// wins plays a line by the rules and returns what is wrong with it.
func wins(s games.State, line []games.Decision) (err error) {
	for _, d := range line {
		if s, err = s.Apply(d); err != nil {
			return err
		}
	}
	if len(s.Standing().Won) == 0 {
		return fmt.Errorf("a line doesn't win: %v", line)
	}
	return nil
}

// String is the line of a journal.
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

// parse reads what String prints, and nothing else.
func parse(line string) (m measured, err error) {
	words := strings.Fields(line)
	if len(words) != 3 && len(words) != 5 {
		return m, errShape
	}
	m.n, _ = strconv.Atoi(words[0]) // String tells
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
