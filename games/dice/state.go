package dice

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Remembered is the maximum number of finished rolls that a state contains.
const Remembered = 12

// State is a position: the last finished rolls, and the roll in progress.
type State struct {
	dialect
	count   int     // number of all finished rolls
	past    []throw // the last finished rolls, up to Remembered, the latest last
	rolling bool
	now     throw
	ended   bool // the last decision has finished a roll
}

var _ games.State = State{}

// Results returns the results of the last finished rolls, the latest first.
func (s State) Results() []Result {
	all := make([]Result, 0, len(s.past))
	for _, t := range slices.Backward(s.past) {
		all = append(all, t.result())
	}
	return all
}

// Turn returns seat 1, or Chance while dice are rolled.
func (s State) Turn() games.Seat {
	if s.rolling {
		return games.Chance
	}
	return 1
}

// Legal returns the choice "roll" with any notation or, during a roll, the faces of the next die.
func (s State) Legal() []games.Choice {
	if s.rolling {
		return s.now.nextDie().choices()
	}
	return []games.Choice{{Says: "roll", Grammar: "dice"}}
}

// Apply starts a roll, or adds the face of its next die.
func (s State) Apply(d games.Decision) (games.State, error) {
	if s.rolling {
		return s.face(d)
	}
	notation, ok := strings.CutPrefix(string(d), "roll ")
	if !ok {
		return nil, games.Refuse(d, "rule.dice.roll")
	}
	cup, rule := s.parse(notation)
	if rule != nil {
		return nil, games.Illegal{Says: d, Rule: *s.instead(notation, rule)}
	}
	s.now, s.rolling, s.ended = throw{cup: cup}, true, false
	return s, nil
}

// Canonical returns d with a space for any blank, and with the ASCII minus "-" for any dash other
// than "−". It leaves the minus sign "−" unchanged, because Apply has always accepted it.
func (s State) Canonical(d games.Decision) games.Decision {
	return games.Decision(strings.Map(func(r rune) rune {
		switch {
		case r != minus && isDash(r):
			return '-'
		case isBlank(r):
			return ' '
		}
		return r
	}, string(d)))
}

func (s State) face(d games.Decision) (games.State, error) {
	die := s.now.nextDie()
	face := -1
	if name, ok := strings.CutPrefix(string(d), die.String()+" "); ok {
		face = die.Index(name)
	}
	if face < 0 {
		return nil, games.Refuse(d, "rule.dice.face", die.String())
	}
	s.now = s.now.with(face)
	if s.now.nextDie() == nil {
		s = s.done(s.now)
		s.ended = true
	}
	return s, nil
}

// done returns s with t as its last finished roll.
func (s State) done(t throw) State {
	s.past = append(slices.Clip(s.past[max(0, len(s.past)-Remembered+1):]), t)
	s.count++
	s.rolling, s.now = false, throw{}
	return s
}

// Fixes returns nil: people correct a wrong face by undo.
func (s State) Fixes() []games.Choice { return nil }

// Fix refuses every ruling.
func (s State) Fix(d games.Decision) (games.State, error) {
	return nil, games.Refuse(d, "rule.dice.fix")
}

// Standing returns the total of the last roll as the score. The game is never over.
func (s State) Standing() games.Standing {
	score := int32(0)
	if n := len(s.past); n > 0 {
		score = int32(s.past[n-1].result().Total)
	}
	return games.Standing{Scores: []int32{score}}
}

// String prints the number of finished rolls, the last finished rolls, and the roll in
// progress:
//
//	rolls 2
//	done 4d6k3: 1 5 4 3
//	done coin: heads
//	now 3d6+2: 6
func (s State) String() string {
	text := append(make([]byte, 0, 64), "rolls "...)
	text = append(strconv.AppendInt(text, int64(s.count), 10), '\n')
	for i := range s.past {
		text = s.past[i].append(text, "done ")
	}
	if s.rolling {
		text = s.now.append(text, "now ")
	}
	return string(text)
}

func (t *throw) append(text []byte, word string) []byte {
	text = append(text, word...)
	text = append(text, t.cup.String()...)
	text = append(text, ':')
	for _, f := range t.result().Faces {
		text = append(text, ' ')
		text = append(text, f.Name...)
	}
	return append(text, '\n')
}
