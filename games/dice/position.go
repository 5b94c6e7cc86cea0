package dice

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// Parse parses the output of [State.String]. Its error states the fault of the text.
func (r Rules) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := r.empty(setup)
	if err != nil {
		return nil, err
	}
	head, rest, _ := strings.Cut(text, "\n")
	count, err := strconv.Atoi(strings.TrimPrefix(head, "rolls "))
	if err != nil {
		return nil, fmt.Errorf("dice: position: want \"rolls N\" first: %w", err)
	}
	for line := range strings.Lines(rest) {
		if s.rolling {
			return nil, errors.New("dice: position: a line after the present roll")
		}
		if s, err = s.read(strings.TrimSuffix(line, "\n")); err != nil {
			return nil, fmt.Errorf("dice: position: %w", err)
		}
	}
	if min(count, Remembered) != len(s.past) {
		return nil, fmt.Errorf("dice: position: %d rolls, but %d of them are listed", count, len(s.past))
	}
	s.count = count
	if s.String() != text {
		return nil, errors.New("dice: position: not in the form that String prints")
	}
	return s, nil
}

// read returns s with the roll of one line: "done NOTATION: FACE FACE …" for a finished roll, or
// "now …" for the present one.
func (s State) read(line string) (State, error) {
	word, rest, _ := strings.Cut(line, " ")
	notation, faces, _ := strings.Cut(rest, ":")
	cup, err := s.cup(notation)
	if err != nil {
		return State{}, err
	}
	t := throw{cup: cup}
	for name := range strings.FieldsSeq(faces) {
		die := t.nextDie()
		if die == nil || die.Index(name) < 0 {
			return State{}, fmt.Errorf("%s shows no %.20q", notation, name)
		}
		t.add(die.Index(name))
	}
	switch over := t.nextDie() == nil; {
	case word == "done" && over && len(s.past) < Remembered:
		return s.done(t), nil
	case word == "now" && !over:
		s.now, s.rolling = t, true
		return s, nil
	}
	return State{}, fmt.Errorf("%.20q is not allowed in a roll of %s", word, notation)
}
