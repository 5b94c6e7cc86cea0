package script

import (
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// viewMade, momentMade, stepMade and standingMade hold the arguments of the Starlark functions
// view, moment, step and standing, before they are checked against the catalogue and the table.
type (
	viewMade struct {
		title, prompt, rule starlark.Value
		lines, cells        starlark.Value
		strip, piles, seats starlark.Value
		stakes              starlark.Value
		width, height       int
		ask                 bool
	}
	momentMade   struct{ kind, text, note, glyph, seats starlark.Value }
	stepMade     struct{ text, glyph, at, squares starlark.Value }
	standingMade struct {
		scores, over, won, why, ties starlark.Value
		lowest                       bool
	}
)

// viewOf implements the Starlark function view(title, prompt, lines, cells, width, height, strip,
// piles, rule, ask, seats, stakes).
func viewOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v viewMade
	var w, h starlark.Value
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "title?", &v.title, "prompt?", &v.prompt, "lines?", &v.lines,
		"cells?", &v.cells, "width?", &w, "height?", &h, "strip?", &v.strip, "piles?", &v.piles, "rule?", &v.rule, "ask?", &v.ask,
		"seats?", &v.seats, "stakes?", &v.stakes)
	if err != nil {
		return nil, err
	}
	if w != nil {
		if v.width, err = small("width", w, 0, MostCells); err != nil {
			return nil, err
		}
	}
	if h != nil {
		if v.height, err = small("height", h, 0, MostCells); err != nil {
			return nil, err
		}
	}
	return made[viewMade]{"view", v}, nil
}

// cellOf implements the Starlark function cell(glyph, name, seat, mark, tag).
func cellOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	c := games.Cell{Seat: games.Nobody}
	var glyph, seat, mark starlark.Value
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "glyph?", &glyph, "name?", &c.Name, "seat?", &seat, "mark?", &mark, "tag?", &c.Tag)
	if err != nil {
		return nil, err
	}
	if c.Glyph, err = glyphName(glyph); err != nil {
		return nil, err
	}
	if c.Seat, c.Mark, err = seatAndMark(seat, mark); err != nil {
		return nil, err
	}
	if c.Name != "" {
		if _, err := decision(c.Name); err != nil {
			return nil, err
		}
	}
	if len([]rune(c.Tag)) > 3 {
		return nil, large("tag", 3)
	}
	return made[games.Cell]{"cell", c}, line("tag", c.Tag)
}

// tallyOf implements the Starlark function tally(glyph, n, seat, mark).
func tallyOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	c := games.Tally{Seat: games.Nobody}
	var n, seat, mark starlark.Value
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "glyph", &c.Glyph, "n", &n, "seat?", &seat, "mark?", &mark)
	if err != nil {
		return nil, err
	}
	if c.N, err = small("n", n, 0, games.MostCounted); err != nil {
		return nil, err
	}
	c.Seat, c.Mark, err = seatAndMark(seat, mark)
	return made[games.Tally]{"tally", c}, err
}

// pileMade holds the arguments of the Starlark function pile, before they are checked.
type pileMade struct {
	what, of starlark.Value
	seat     games.Seat
}

// pileOf implements the Starlark function pile(what, of, seat).
func pileOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var p pileMade
	var seat starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "what", &p.what, "of", &p.of, "seat?", &seat); err != nil {
		return nil, err
	}
	var err error
	p.seat, _, err = seatAndMark(seat, nil)
	return made[pileMade]{"pile", p}, err
}

// momentOf implements the Starlark function moment(kind, text, note, glyph, seats).
func momentOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var m momentMade
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "kind", &m.kind, "text", &m.text, "note?", &m.note, "glyph?", &m.glyph, "seats?", &m.seats)
	return made[momentMade]{"moment", m}, err
}

// stepOf implements the Starlark function step(text, glyph, at, squares).
func stepOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var s stepMade
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "text", &s.text, "glyph?", &s.glyph, "at?", &s.at, "squares?", &s.squares)
	return made[stepMade]{"step", s}, err
}

// standingOf implements the Starlark function standing(scores, over, won, why, lowest, ties).
func standingOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var s standingMade
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "scores", &s.scores, "over?", &s.over, "won?", &s.won, "why?", &s.why,
		"lowest?", &s.lowest, "ties?", &s.ties)
	return made[standingMade]{"standing", s}, err
}

// rowOf implements the Starlark function row(round, points, name).
func rowOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var r games.Row
	var round, points starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "round", &round, "points", &points, "name?", &r.Name); err != nil {
		return nil, err
	}
	var err error
	if r.Round, err = small("round", round, 1, 9999); err != nil {
		return nil, err
	}
	if r.Points, err = eachOf("points", points, MostSeats, argument); err != nil {
		return nil, err
	}
	return made[games.Row]{"row", r}, line("name", r.Name)
}

// glyphName converts the name of a picture, or a number, to a text. None becomes "".
func glyphName(v starlark.Value) (string, error) {
	if v == nil || v == starlark.None {
		return "", nil
	}
	return argument(v)
}

// marks maps the words for marks in files, as in "last alarm", to the mark bits of a cell.
var marks = map[string]uint8{"last": games.MarkLast, "alarm": games.MarkAlarm, "count": games.MarkCount, "stuck": games.MarkStuck}

func seatAndMark(seat, mark starlark.Value) (games.Seat, uint8, error) {
	at, bits := games.Nobody, uint8(0)
	if seat != nil && seat != starlark.None {
		n, err := small("seat", seat, -1, MostSeats)
		if err != nil {
			return at, 0, err
		}
		at = games.Seat(n)
	}
	if mark == nil || mark == starlark.None {
		return at, 0, nil
	}
	words, ok := starlark.AsString(mark)
	if !ok {
		return at, 0, unlike("mark", "str", mark)
	}
	for _, w := range strings.Fields(words) {
		bit, ok := marks[w]
		if !ok {
			return at, 0, valueless("mark", w, []string{"alarm", "count", "last", "stuck"})
		}
		bits |= bit
	}
	return at, bits, nil
}
