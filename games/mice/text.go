package mice

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

var phaseNames = [...]string{toRoll: "roll", rolling: "dice", luring: "lure", more: "more", five: "five", over: "over"}

// String returns the position as a text in the format of the package comment.
func (s state) String() string {
	var b strings.Builder
	if s.phase != over {
		b.WriteString("turn " + strconv.Itoa(int(s.turn)) + " ")
	}
	b.WriteString(phaseNames[s.phase])
	if s.phase == luring {
		b.WriteString(s.dice.shown())
	}
	if s.fled > 0 {
		b.WriteString("\nfled " + strconv.Itoa(int(s.fled)) + s.dice.shown())
	}
	b.WriteString("\n         R O Y G B\n")
	s.row(&b, "centre  ", centre)
	s.row(&b, "lured   ", lured)
	for card := place(1); card <= place(s.seats); card++ {
		s.row(&b, "seat "+strconv.Itoa(int(card))+"  ", card)
	}
	return b.String()
}

// shown returns the dice as " red white", with a leading blank.
func (r *roll) shown() string { return strings.TrimPrefix(string(r.says), "dice") }

func (s *state) row(b *strings.Builder, name string, p place) {
	b.WriteString(name)
	for _, n := range s.mice[p] {
		b.WriteString(" " + strconv.Itoa(int(n)))
	}
	b.WriteByte('\n')
}

// Parse parses a position in the form of String, and nothing else. The error names the wrong line,
// or the reason why the position is impossible.
func (r Rules) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(text) {
		if err := s.parseLine(strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("mice: line %q: %w", strings.TrimSpace(line), err)
		}
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	if s.String() != text {
		return nil, errors.New("mice: not in the form of a position")
	}
	return s, nil
}

var errLine = errors.New("not a line of a position")

// parseLine parses one line of a position. The comparison with String in Parse detects misplaced
// lines.
func (s *state) parseLine(words []string) error {
	if len(words) == 0 {
		return errLine
	}
	switch words[0] {
	case "turn":
		return s.parseTurn(words[1:])
	case "fled":
		return s.parseFled(words[1:])
	case "over":
		s.phase = over
	case "centre":
		return s.parseRow(centre, words[1:])
	case "lured":
		return s.parseRow(lured, words[1:])
	case "seat":
		card, err := s.parseSeat(words[1:])
		if err != nil {
			return err
		}
		return s.parseRow(card, words[2:])
	case "R":
	default:
		return errLine
	}
	return nil
}

// parseTurn parses the words after "turn" in a line such as "turn 2 lure red white".
func (s *state) parseTurn(words []string) (err error) {
	if s.turn, err = s.parseSeat(words); err != nil || len(words) < 2 {
		return errLine
	}
	i := slices.Index(phaseNames[:over], words[1])
	if i < 0 {
		return errLine
	}
	s.phase = phase(i)
	if s.phase == luring {
		return s.parseDice(words[2:])
	}
	return nil
}

// parseFled parses the words after "fled" in a line such as "fled 1 blue blue".
func (s *state) parseFled(words []string) (err error) {
	if s.fled, err = s.parseSeat(words); err != nil {
		return err
	}
	return s.parseDice(words[1:])
}

func (s *state) parseDice(words []string) error {
	r, ok := rollBy[games.Decision("dice "+strings.Join(words, " "))]
	if !ok {
		return errors.New("not two dice")
	}
	s.dice = r
	return nil
}

// parseSeat parses the seat at the beginning of words.
func (s *state) parseSeat(words []string) (place, error) {
	for card := place(1); card <= place(s.seats); card++ {
		if len(words) > 0 && words[0] == strconv.Itoa(int(card)) {
			return card, nil
		}
	}
	return 0, errors.New("no such seat")
}

func (s *state) parseRow(p place, words []string) error {
	if len(words) != colours {
		return errLine
	}
	for c, word := range words {
		if len(word) != 1 || word < "0" || word > "6" {
			return fmt.Errorf("%q is not a number of mice", word)
		}
		s.mice[p][c] = word[0] - '0'
	}
	return nil
}

// validate returns an error if no game can reach this position.
func (s *state) validate() error {
	for c := range colour(colours) {
		total := uint8(0)
		for p := range s.mice {
			total += s.mice[p][c]
		}
		if total != ofEach {
			return fmt.Errorf("mice: %d %s ones, want %d", total, c, ofEach)
		}
	}
	begins := s.phase == toRoll || s.phase == over
	switch {
	case (s.turn == 0) != (s.phase == over):
		return errors.New("mice: a seat must be on turn unless the game is over")
	case s.fled > 0 && !begins:
		return errors.New("mice: a failed hunt is recorded only before the next turn")
	case s.count(lured) > 0 && (begins || s.phase == five):
		return errors.New("mice: no mice can be lured between two hunts")
	case s.phase == five && !s.risk:
		return errors.New("mice: five colours are caught at once only with risk=on")
	case s.phase == luring && !s.canLure():
		return errors.New("mice: this roll allows no lure")
	}
	return nil
}
