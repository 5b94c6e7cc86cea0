package table

import "strconv"

// turnsText returns a position with turns as a text in the format of the package comment.
func (s *state) turnsText() string {
	p := s.play
	text := make([]byte, 0, 64+len(s.numbers)*len("10 "))
	if s.over {
		text = append(text, "over "...)
	} else {
		text = append(text, "round "...)
	}
	text = s.appendAttendance(append(strconv.AppendInt(text, int64(p.round), 10), '\n'))
	text = appendNumber(text, "more", s.more, 0)
	text = appendNumber(text, "phase", p.phase+1, 1)
	if p.order != sitting(s.seats) {
		text = appendSeats(text, "order", p.order)
	}
	if p.drawing {
		text = appendSeats(text, "drawing", p.drawn)
	}
	if p.turns.n > 0 {
		text = appendSeats(text, "turns", p.turns)
	}
	text = appendNumber(text, "turn", p.on+1, 0)
	text = appendNumber(text, "circle", p.circle+1, 1)
	for _, l := range []struct {
		name string
		of   line
	}{
		{"had", p.had.line()},
		{"passed", p.passed},
		{"before", p.before},
		{"ready", p.ready.line()},
		{"out", p.out.line()},
	} {
		if l.of.n > 0 {
			text = appendSeats(text, l.name, l.of)
		}
	}
	if p.closing {
		text = appendSeats(text, "closing", p.left.line())
	}
	text = appendNumber(text, "marker", p.marker+1, 0)
	text = appendNumber(text, "called", p.called+1, 0)
	text = appendNumber(text, "last", p.last, 0)
	if p.back {
		text = append(text, "back\n"...)
	}
	text = s.appendMatches(s.appendCounts(s.appendDice(text)))
	if p.ended {
		text = appendSeats(text, "won", p.won.line())
	}
	text = s.appendPast(text)
	if p.why != "" {
		text = append(append(append(text, "why "...), p.why...), '\n')
	}
	return string(s.appendRounds(text))
}

// appendPast appends a line for each finished round of which a hook may ask: the seat that began, the
// order, the seat that had called the end, the seats that passed and, if there are any, those that
// were out, separated by ";".
func (s *state) appendPast(text []byte) []byte {
	for _, f := range s.past {
		text = append(text, "past"...)
		if f.known {
			text = strconv.AppendInt(append(text, ' '), int64(f.first), 10)
			text = append(f.order.append(append(text, ';')), "; "...)
			text = f.passed.append(append(strconv.AppendInt(text, int64(f.called), 10), ';'))
		}
		if f.out != 0 {
			text = f.out.line().append(append(text, ';'))
		}
		text = append(text, '\n')
	}
	return text
}

// appendNumber appends a line with the number n, unless n has its usual value.
func appendNumber(text []byte, name string, n, usual int) []byte {
	if n == usual {
		return text
	}
	return append(strconv.AppendInt(append(append(text, name...), ' '), int64(n), 10), '\n')
}

// appendSeats appends a line with a name and a list of seats.
func appendSeats(text []byte, name string, l line) []byte {
	return append(l.append(append(text, name...)), '\n')
}

// appendDice appends the lines about the dice, as far as they differ from the usual values.
func (s *state) appendDice(text []byte) []byte {
	d := &s.play.dice
	if d.shown {
		text = append(text, "dice"...)
		for i := range s.dice {
			if d.faces[i] == 0 {
				text = append(text, " ."...)
			} else {
				text = strconv.AppendInt(append(text, ' '), int64(d.faces[i]), 10)
			}
		}
		text = append(text, '\n')
	}
	if d.held != 0 {
		text = appendSeats(text, "held", d.held.line())
	}
	return appendNumber(text, "rolls", int(d.rolls), 0)
}
