package score

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// String prints the scoreboard as the package comment shows it.
func (s state) String() string {
	text := make([]byte, 0, 16+len(s.rows)*s.seats*len("10 "))
	if s.over {
		text = append(text, "over\n"...)
	} else {
		text = append(strconv.AppendInt(append(text, "round "...), int64(s.complete()+1), 10), '\n')
	}
	if s.more > 0 {
		text = append(strconv.AppendInt(append(text, "more "...), int64(s.more), 10), '\n')
	}
	for i := range s.rows {
		for seat, p := range s.rows[i][:s.seats] {
			if seat > 0 {
				text = append(text, ' ')
			}
			text = p.append(text)
		}
		text = append(text, '\n')
	}
	return string(text)
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

// Parse reads what String prints. Its error names the line.
func (r Rules) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := r.empty(setup)
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if err := s.parseLine(n, strings.TrimSuffix(line, "\n")); err != nil {
			return nil, fmt.Errorf("score: position, line %d: %w", n, err)
		}
	}
	switch {
	case s.over && (!s.between() || len(s.rows) == 0 || s.more > 0), s.more > s.complete():
		return nil, errors.New("score: position: this can't be played")
	case !s.over && s.judged().over:
		return nil, errors.New("score: position: the game is over after these rounds")
	case s.String() != text:
		return nil, errors.New("score: position: not written as it is printed")
	}
	return s, nil
}

func (s *state) parseLine(n int, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case n == 1:
		s.over = line == "over"
		return nil // the number of the round is checked where all is printed again
	case n == 2 && word == "more":
		s.more = number(rest)
		return nil
	}
	return s.parseRow(line)
}

func (s *state) parseRow(line string) error {
	words := strings.Fields(line)
	if len(words) != s.seats || !s.between() || len(s.rows) == MostRounds {
		return fmt.Errorf("%.40q is not a round of %d seats", line, s.seats)
	}
	r := s.emptyRow()
	for seat, word := range words {
		n, err := strconv.Atoi(word)
		switch {
		case word == ".":
		case word == "-":
			r[seat] = absent
		case err != nil || n < -MostPoints || n > MostPoints:
			return fmt.Errorf("%.20q is no number of points", word)
		default:
			r[seat] = points(n)
		}
	}
	if r == s.emptyRow() {
		return errors.New("an empty round")
	}
	s.rows = append(s.rows, r)
	return nil
}
