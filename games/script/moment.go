package script

import (
	"slices"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// kindsOfMoment contains the kinds of moments that a file may report.
var kindsOfMoment = []games.Kind{
	games.Bust, games.Catch, games.Steal, games.Appear, games.Gain, games.Land, games.Carry, games.Pull, games.Whirl,
	games.Sink, games.Last, games.Trick, games.Revoke, games.Round, games.Lead, games.Target, games.Home, games.Stuck,
	games.Blocked, games.High, games.Low,
}

func (s *state) moment(v starlark.Value) (m games.Moment, err error) {
	of, err := madeOf[momentMade]("moments", "moment", v)
	if err != nil {
		return m, err
	}
	kind, _ := starlark.AsString(of.kind)
	if m.Kind = games.Kind(kind); !slices.Contains(kindsOfMoment, m.Kind) {
		names := make([]string, len(kindsOfMoment))
		for i, k := range kindsOfMoment {
			names[i] = string(k)
		}
		return m, valueless("kind", kind, names)
	}
	if m.Text, err = s.g.needed("text", of.text); err != nil {
		return m, err
	}
	if m.Note, err = s.g.text("note", of.note); err != nil {
		return m, err
	}
	if m.Glyph, err = glyphName(of.glyph); err != nil {
		return m, err
	}
	if err := s.g.drawnAs(m.Glyph); err != nil {
		return m, err
	}
	m.Seats, err = s.seatList("seats", of.seats)
	return m, err
}

// seatList converts a seat, or a list of seats, to a sorted list without repetitions.
func (s *state) seatList(what string, v starlark.Value) ([]games.Seat, error) {
	if n, ok := v.(starlark.Int); ok {
		v = starlark.Tuple{n}
	}
	all, err := eachOf(what, v, MostSeats, func(x starlark.Value) (games.Seat, error) {
		n, err := small(what, x, 1, int64(s.seats))
		return games.Seat(n), err
	})
	slices.Sort(all)
	return slices.Compact(all), err
}

func (s *state) step(v starlark.Value) (st games.Step, err error) {
	of, err := madeOf[stepMade]("steps", "step", v)
	if err != nil {
		return st, err
	}
	if st.Text, err = s.g.needed("text", of.text); err != nil {
		return st, err
	}
	if st.Glyph, err = glyphName(of.glyph); err != nil {
		return st, err
	}
	if err := s.g.drawnAs(st.Glyph); err != nil {
		return st, err
	}
	if st.At, err = glyphName(of.at); err != nil {
		return st, err
	}
	st.Squares, err = eachOf("squares", of.squares, MostCells, argument)
	return st, err
}
