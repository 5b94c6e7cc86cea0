package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// String returns the position as a text in the format of the package comment.
func (s state) String() string {
	if s.play != nil {
		return s.turnsText()
	}
	text := make([]byte, 0, 16+len(s.numbers)*len("10 "))
	if s.over {
		text = append(text, "over\n"...)
	} else {
		text = append(strconv.AppendInt(append(text, "round "...), int64(s.complete()+1), 10), '\n')
	}
	text = s.appendAttendance(text)
	if s.more > 0 {
		text = append(strconv.AppendInt(append(text, "more "...), int64(s.more), 10), '\n')
	}
	if s.turns != nil {
		text = append(text, "order"...)
		for _, seat := range s.turns {
			text = strconv.AppendInt(append(text, ' '), int64(seat+1), 10)
		}
		text = append(text, '\n')
	}
	return string(s.appendRounds(text))
}

// appendRounds appends the numbers of all rounds to a text, a line for each round.
func (s *state) appendRounds(text []byte) []byte {
	for i, p := range s.numbers {
		text = append(p.append(text), s.behind(i))
	}
	return text
}

// behind returns the separator after the i-th number: a comma between categories, a blank between
// seats, a line break after a round.
func (s *state) behind(i int) byte {
	switch i++; {
	case i%s.width() == 0:
		return '\n'
	case i%len(s.categories) == 0:
		return ' '
	}
	return ','
}

func (p points) append(text []byte) []byte {
	switch p {
	case missing:
		return append(text, '.')
	case absent:
		return append(text, '-')
	}
	return strconv.AppendInt(text, int64(p), 10)
}

// Parse parses a position in the form of String. The error names the faulty line.
func (r Score) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := r.empty(setup)
	if err != nil {
		return nil, err
	}
	return parse(s, text)
}

// Parse parses a position in the form of String. The error names the faulty line.
func (m ruleset) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := m.empty(setup)
	if err != nil {
		return nil, err
	}
	if s.play != nil {
		return s.parseTurns(text)
	}
	return parse(s, text)
}

// parse parses a position of a scoreboard without turns.
func parse(s state, text string) (games.State, error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if err := s.parseLine(n, strings.TrimSuffix(line, "\n")); err != nil {
			return nil, fmt.Errorf("table: position, line %d: %w", n, err)
		}
	}
	switch {
	case s.over && (!s.between() || s.begun() == 0 || s.more > 0), s.more > s.complete():
		return nil, errors.New("table: position: impossible")
	case !s.over && s.checkEnd().over:
		return nil, errors.New("table: position: the game is over after these rounds")
	case s.String() != text:
		return nil, errors.New("table: position: not in the form that String prints")
	}
	return s, nil
}

func (s *state) parseLine(n int, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case n == 1:
		s.over = line == "over"
		return nil // String prints the number of the round, and parse compares the texts
	case word == "seats" && s.begun() == 0:
		return s.parseSeatCount(rest)
	case word == "left" && s.begun() == 0:
		return s.parseGone(rest)
	case word == "more" && s.begun() == 0:
		s.more = number(rest)
		return nil
	case word == "order" && s.begun() == 0:
		return s.parseOrder(strings.Fields(rest))
	}
	return s.parseRow(line)
}

// parseOrder parses the seats in the order in which they are asked.
func (s *state) parseOrder(words []string) error {
	s.turns = make([]int, len(words))
	for i, word := range words {
		s.turns[i] = number(word) - 1
	}
	for seat := range s.seats {
		if len(words) != s.seats || !slices.Contains(s.turns, seat) {
			return fmt.Errorf("the order doesn't have %d seats", s.seats)
		}
	}
	if slices.IsSorted(s.turns) {
		return errors.New("the order is the default one, which is omitted")
	}
	return nil
}

func (s *state) parseRow(line string) error {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) != s.width() || !s.between() || s.begun() == s.most() {
		return fmt.Errorf("%.40q is not a round of %d seats", line, s.seats)
	}
	r := make(row, len(words))
	for i, word := range words {
		var err error
		if r[i], err = s.categories[i%len(s.categories)].parse(word); err != nil {
			return err
		}
	}
	if countMissing(r) == len(r) {
		return errors.New("an empty round")
	}
	s.numbers = append(s.numbers, r...)
	return nil
}

// parse parses a number of c, "." for a missing one, or "-" for an absent one.
func (c Category) parse(word string) (points, error) {
	switch word {
	case ".":
		return missing, nil
	case "-":
		return absent, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || !c.takes(n) {
		return 0, fmt.Errorf("%.20q is not a number from %d to %d", word, c.From, c.To)
	}
	return points(n), nil
}
