package script

import (
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// view converts the view that a file made. It returns a fault for a text, a picture or a seat that
// doesn't exist.
func (s *state) view(of viewMade) (v games.View, err error) {
	g := s.g
	plain := s.plainView()
	if v.Title, err = g.text("title", of.title); err != nil {
		return v, err
	}
	if v.Prompt, err = g.text("prompt", of.prompt); err != nil {
		return v, err
	}
	if v.Rule, err = g.text("rule", of.rule); err != nil {
		return v, err
	}
	if v.Title.Key == "" {
		v.Title = plain.Title
	}
	if v.Prompt.Key == "" {
		v.Prompt = plain.Prompt
	}
	if v.Lines, err = eachOf("lines", of.lines, MostLines, func(x starlark.Value) (games.Text, error) {
		return g.needed("lines", x)
	}); err != nil {
		return v, err
	}
	if of.lines == nil {
		v.Lines = plain.Lines
	}
	v.Ask = of.ask
	if v.Strip, err = eachOf("strip", of.strip, games.MostTallies, func(x starlark.Value) (games.Tally, error) {
		return s.tally("strip", x)
	}); err != nil {
		return v, err
	}
	if v.Piles, err = eachOf("piles", of.piles, MostPiles, s.pile); err != nil {
		return v, err
	}
	if v.Seats, err = s.bearings(of.seats); err != nil {
		return v, err
	}
	if v.Stakes, err = eachOf("stakes", of.stakes, games.MostTallies, g.stake); err != nil {
		return v, err
	}
	return v, s.board(&v, of)
}

// bearingNames maps each games.Bearing to its name in game files.
var bearingNames = []string{games.Waiting: "waiting", games.OnDeck: "deck", games.Passed: "passed", games.Ready: "ready", games.Gone: "gone"}

// bearings parses one bearing name per seat. None yields nil.
func (s *state) bearings(v starlark.Value) ([]games.Bearing, error) {
	all, err := eachOf("seats", v, MostSeats, func(x starlark.Value) (games.Bearing, error) {
		name, err := argument(x)
		if i := slices.Index(bearingNames, name); err != nil || i >= 0 {
			return games.Bearing(i), err
		}
		return 0, valueless("seats", name, bearingNames)
	})
	if err == nil && all != nil && len(all) != s.seats {
		err = faulty("seats", "seats", strconv.Itoa(s.seats))
	}
	return all, err
}

// stake converts a pair of a decision and a text.
func (g *game) stake(v starlark.Value) (games.Stake, error) {
	pair, err := listOf("stakes", v, 2)
	if err != nil {
		return games.Stake{}, err
	}
	if len(pair) != 2 {
		return games.Stake{}, unlike("stakes", "pair", v)
	}
	says, err := argument(pair[0])
	if err != nil {
		return games.Stake{}, err
	}
	text, err := g.needed("stakes", pair[1])
	return games.Stake{Says: games.Decision(says), Text: text}, err
}

// needed converts a text; None is a fault.
func (g *game) needed(what string, v starlark.Value) (games.Text, error) {
	if v == nil || v == starlark.None {
		return games.Text{}, unlike(what, "text", starlark.None)
	}
	return g.text(what, v)
}

// board converts the cells of a view, with their width and height. If the file gives neither width
// nor height, the cells form a single row.
func (s *state) board(v *games.View, of viewMade) (err error) {
	if v.Cells, err = eachOf("cells", of.cells, MostCells, s.cell); err != nil {
		return err
	}
	v.W, v.H = of.width, of.height
	n := len(v.Cells)
	switch {
	case v.W == 0 && v.H == 0 && n > 0:
		v.W, v.H = n, 1
	case v.H == 0 && v.W > 0:
		v.H = n / v.W
	case v.W == 0 && v.H > 0:
		v.W = n / v.H
	}
	if n != v.W*v.H {
		return faulty("cells", strconv.Itoa(n), strconv.Itoa(v.W), strconv.Itoa(v.H))
	}
	return nil
}

// cell converts a value of cell(…), or its short form: a picture, a number or None.
func (s *state) cell(v starlark.Value) (games.Cell, error) {
	c := games.Cell{Seat: games.Nobody}
	if m, ok := v.(made[games.Cell]); ok {
		c = m.is
	} else {
		name, err := glyphName(v)
		if err != nil {
			return c, err
		}
		c.Glyph = name
	}
	if err := s.sits("cells", c.Seat); err != nil {
		return c, err
	}
	if _, err := strconv.Atoi(c.Glyph); c.Glyph == "" || err == nil {
		return c, nil
	}
	return c, s.g.drawnAs(c.Glyph)
}

// drawnAs returns a fault unless name is "" or the name of a picture.
func (g *game) drawnAs(name string) error {
	if name == "" || g.glyphs[name] {
		return nil
	}
	var all []string
	for n := range g.glyphs {
		all = append(all, n)
	}
	slices.Sort(all)
	return faulty("glyph", name, games.Nearest(name, all))
}

// sits returns a fault unless seat is a seat of the table, Chance or Nobody.
func (s *state) sits(what string, seat games.Seat) error {
	if seat < games.Nobody || int(seat) > s.seats {
		return faulty("range", what, "-1", strconv.Itoa(s.seats))
	}
	return nil
}

func (s *state) tally(what string, v starlark.Value) (games.Tally, error) {
	t, err := madeOf[games.Tally](what, "tally", v)
	if err != nil {
		return t, err
	}
	if err := s.sits(what, t.Seat); err != nil {
		return t, err
	}
	return t, s.g.drawnAs(t.Glyph)
}

func (s *state) pile(v starlark.Value) (p games.Pile, err error) {
	of, err := madeOf[pileMade]("piles", "pile", v)
	if err != nil {
		return p, err
	}
	p.Seat = of.seat
	if err := s.sits("piles", p.Seat); err != nil {
		return p, err
	}
	if p.What, err = s.g.needed("what", of.what); err != nil {
		return p, err
	}
	p.Of, err = eachOf("of", of.of, MostLines, func(x starlark.Value) (games.Tally, error) {
		t, err := madeOf[games.Tally]("of", "tally", x)
		if base, _, _ := strings.Cut(t.Glyph, "-"); err == nil && !s.g.glyphs[t.Glyph] && !s.g.glyphs[base] {
			err = s.g.drawnAs(t.Glyph)
		}
		return t, err
	})
	if err == nil && len(p.Of) == 0 {
		err = faulty("missing", "of")
	}
	return p, err
}
