package table

import (
	"errors"
	"fmt"
	"strings"

	"tabletop/games"
)

// parseTurns parses a position in the form of turnsText. s holds the data of the match.
func (s state) parseTurns(text string) (games.State, error) {
	s.play = &play{order: sitting(s.seats), on: nobody, called: nobody, marker: nobody, counts: s.startCounts()}
	n := 0
	for l := range strings.Lines(text) {
		n++
		if err := s.parsePlay(n, strings.TrimSuffix(l, "\n")); err != nil {
			return nil, fmt.Errorf("table: position, line %d: %w", n, err)
		}
	}
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("table: position: %w", err)
	}
	if s.computes() {
		s.computed()
	}
	if s.fail != nil {
		return nil, fmt.Errorf("table: position: %w", s.fail)
	}
	if s.turnsText() != text {
		return nil, errors.New("table: position: not in the form that String prints")
	}
	return s, nil
}

// parsePlay parses the n-th line of a position, counted from 1.
func (s *state) parsePlay(n int, text string) error {
	p := s.play
	name, rest, _ := strings.Cut(text, " ")
	if n == 1 {
		s.over, p.round = name == "over", number(rest)
		return nil // the comparison with the printed position checks the words
	}
	switch name {
	case "seats":
		err := s.parseSeatCount(rest)
		p.order = sitting(s.seats)
		return err
	case "left":
		return s.parseGone(rest)
	case "more":
		s.more = number(rest)
	case "phase":
		p.phase = number(rest) - 1
	case "turn":
		p.on = number(rest) - 1
	case "circle":
		p.circle = number(rest) - 1
	case "marker":
		p.marker = number(rest) - 1
	case "called":
		p.called = number(rest) - 1
	case "last":
		p.last = number(rest)
	case "rolls":
		p.dice.rolls = int8(min(max(number(rest), 0), MostFaces))
	case "back":
		p.back = true
	case "why":
		p.why = rest
	case "dice":
		return s.parseDice(strings.Fields(rest))
	case "held":
		l, err := lineOf(rest, s.dice)
		p.dice.held = l.set()
		return err
	case "past":
		return s.parsePast(rest)
	case "match":
		return s.parseMatch(rest)
	case "count":
		return s.parseCount(rest)
	case "order", "turns", "drawing", "had", "passed", "before", "ready", "out", "closing", "won":
		return s.parseSeats(name, rest)
	default:
		return s.parseCells(text)
	}
	return nil
}

// lineOf parses a list of numbers from 1 to most, each at most once.
func lineOf(text string, most int) (l line, err error) {
	for _, word := range strings.Fields(text) {
		n := number(word)
		if n < 1 || n > most || l.find(n-1) >= 0 {
			return line{}, wrong("%.20q is not from 1 to %d, each once", word, most)
		}
		l = l.and(n - 1)
	}
	return l, nil
}

// parseSeats parses a line with a list of seats; name is its first word.
func (s *state) parseSeats(name, rest string) error {
	p := s.play
	l, err := lineOf(rest, s.seats)
	if err != nil {
		return err
	}
	switch name {
	case "order":
		p.order = l
	case "turns":
		p.turns = l
	case "drawing":
		p.drawing, p.drawn = true, l
	case "passed":
		p.passed = l
	case "before":
		p.before = l
	case "had":
		p.had = l.set()
	case "ready":
		p.ready = l.set()
	case "out":
		p.out = l.set()
	case "closing":
		p.closing, p.left = true, l.set()
	case "won":
		p.ended, p.won = true, l.set()
	}
	return nil
}

// parsePast parses the facts about a finished round.
func (s *state) parsePast(rest string) error {
	if !s.remembers() || len(s.past) == MostRounds {
		return wrong("no facts about finished rounds are kept")
	}
	if rest == "" {
		s.past = append(s.past, past{})
		return nil
	}
	parts := strings.Split(rest, ";")
	outs := ""
	if s.edition() > 2 && len(parts) == 5 {
		parts, outs = parts[:4], parts[4]
	}
	if len(parts) != 4 {
		return wrong("%.40q are not the facts about a round", rest)
	}
	f := past{known: true, first: int8(number(parts[0])), called: int8(number(strings.TrimSpace(parts[2])))}
	var err, err2 error
	f.order, err = lineOf(parts[1], s.seats)
	f.passed, err2 = lineOf(parts[3], s.seats)
	out, err3 := lineOf(outs, s.seats)
	f.out = out.set()
	s.past = append(s.past, f)
	return first(err, err2, err3, within("first", int(f.first), 0, s.seats), within("called", int(f.called), 0, s.seats))
}

// parseDice parses the faces of the dice; "." stands for a face that chance must still give.
func (s *state) parseDice(words []string) error {
	d := &s.play.dice
	if len(words) != s.dice || s.dice == 0 {
		return wrong("%d dice, not %d", len(words), s.dice)
	}
	d.shown = true
	for i, word := range words {
		switch n := number(word); {
		case word == ".":
			d.left++
		case n < 1 || n > s.faces:
			return wrong("no die shows %.20q", word)
		default:
			d.faces[i] = uint8(n)
		}
	}
	return nil
}

// parseCells parses a line with the numbers of a round.
func (s *state) parseCells(text string) error {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) != s.width() || s.begun() == MostRounds {
		return wrong("%.40q is not a round of %d seats", text, s.seats)
	}
	r := make(row, len(words))
	for i, word := range words {
		from, to := s.cell(i % len(s.categories))
		if s.def.Points == Wins && i%len(s.categories) < len(s.order) {
			from, to = 0, 1
		}
		var err error
		if r[i], err = (Category{From: from, To: to}).parse(word); err != nil {
			return err
		}
	}
	s.numbers = append(s.numbers, r...)
	return nil
}
