package maze

import (
	"strconv"

	"tabletop/games"
)

// View returns the view, which is the same for every seat, because nothing is hidden. The cells
// are the board with the corners around it. Two of the corners point at the half in play. No cell
// belongs to a seat, because either side moves pieces of both colours; the pictures distinguish
// these. While chance sets up the pieces, the board is shown as it fills, with the next square
// marked. The decisions then name pieces, so no cell has a name, and the tag of a cell is its number.
// Otherwise the tag is its row and column, for people who use these instead of the numbers.
//
// The lines are the reason why the game can't be won any more, the last move, the Mates that are
// home, the moves of the pieces in the half in play, and the origin of the game. The origin is the
// problem, or the start, preceded by its number in the list from which it was drawn.
func (s state) View(games.Seat) games.View {
	v := s.texts()
	v.W, v.H = columns, rows
	v.Cells = make([]games.Cell, 0, columns*rows)
	for row := range rows {
		for column := range columns {
			v.Cells = append(v.Cells, s.cell(place{row, column}))
		}
	}
	return v
}

// texts returns the view without the cells of the board.
func (s *state) texts() games.View {
	if s.phase == listing {
		return games.View{
			Title:  games.Say("title.set"),
			Prompt: games.Say("ask.start"),
			Rule:   games.Say("phase.start"),
		}
	}
	if s.phase == setting {
		c, at := spot(s.table.bag.order[s.filled])
		return games.View{
			Title:  games.Say("title.set"),
			Prompt: games.Say("ask.set."+c.String(), at.String(), at.coordinates()),
			Rule:   games.Say("phase.set"),
		}
	}
	why := s.whyDead()
	v := games.View{
		Strip:  s.strip(),
		Title:  s.title(),
		Prompt: games.Say(s.prompt(why.Key != "")),
		Lines:  s.lines(why),
	}
	if s.phase == playing {
		v.Rule = games.Say("phase.move")
		v.Seats = games.InTurn(s.table.seats, s.Turn())
	}
	return v
}

// prompt returns the key of the prompt: the side to move, or the end of the game. doomed means
// that the game can't be won any more.
func (s *state) prompt(doomed bool) string {
	switch {
	case s.phase != playing:
		return "ask.over"
	case doomed:
		return "ask.doomed." + s.turn.String()
	}
	return "ask." + s.turn.String()
}

func (s *state) lines(why games.Text) []games.Text {
	var all []games.Text
	if why.Key != "" {
		all = append(all, why)
	}
	if s.last != (move{}) {
		all = append(all, games.Say("line.last", s.lastMove()...))
	}
	all = append(all, games.Count("line.home", s.atHome().count()))
	if s.phase == playing {
		all = append(all, s.reminders()...)
	}
	return append(all, s.beginning()...)
}

// beginning returns the lines about the start or problem with which the game began.
func (s *state) beginning() []games.Text {
	switch t := s.table; {
	case t.problem != nil:
		return []games.Text{t.problem.line()}
	case s.listed > 0:
		return []games.Text{
			games.Say("line.listed", strconv.Itoa(s.listed), t.list.number, "#option.grade."+t.list.grade),
			games.Say("line.start", s.start.String()),
		}
	}
	return []games.Text{games.Say("line.start", s.start.String())}
}

// title returns the title of the view: the number of moves, and for a problem its number.
func (s *state) title() games.Text {
	if p := s.table.problem; p != nil {
		return games.Count("title.problem", s.moves, strconv.Itoa(p.number))
	}
	return games.Count("title.moves", s.moves)
}

// lastMove returns the arguments of the text about the last move: the piece, and the move by
// numbers and by coordinates.
func (s *state) lastMove() []string {
	it := s.on[s.last.to]
	return []string{pieceArg(it), s.last.String() + sign(it, s.last.to), s.last.coordinates()}
}

// reminders returns lines about the moves of the pieces that may move now.
func (s *state) reminders() []games.Text {
	var seen [kinds]bool
	for rest := s.movable(); rest != 0; rest &= rest - 1 {
		seen[s.on[rest.first()].kind()] = true
	}
	seen[pawn1] = seen[pawn1] || seen[pawn2] || seen[pawn3]
	all := []games.Text{games.Say("how.half." + s.turn.String())}
	for k := mate; k <= pawn1; k++ {
		if seen[k] {
			all = append(all, games.Say("how."+howKeys[k]+s.house.variant(k)))
		}
	}
	return append(all, games.Say("how.desert"), games.Say("how.home"))
}

// cell returns the cell of the view at a row and a column.
func (s *state) cell(p place) games.Cell {
	c := games.Cell{Seat: games.Nobody}
	at, ok := squareAt[p]
	if !ok {
		c.Glyph = s.corner(p)
		return c
	}
	c.Glyph, c.Tag = s.picture(at), at.coordinates()
	if s.Turn() == games.Chance {
		c.Tag = at.String()
		if s.phase == setting && at == s.nextSquare() {
			c.Mark = games.MarkLast
		}
		return c
	}
	c.Name = at.String()
	if s.stuck.has(at) {
		c.Mark |= games.MarkStuck
	}
	if s.last != (move{}) && (at == s.last.from || at == s.last.to) {
		c.Mark |= games.MarkLast
	}
	return c
}

// corner returns the glyph of a cell off the board. The outermost corners show which half is in
// play.
func (s *state) corner(p place) string {
	outer := [...]int{white: 0, black: columns - 1}[s.turn]
	if s.phase == playing && p.column == outer && (p.row == 0 || p.row == rows-1) {
		return s.turn.String()
	}
	return "off"
}

// picture returns the name of the picture of a square: that of its piece, or of the kind of free
// square.
func (s *state) picture(at square) string {
	if s.occupied.has(at) {
		return s.token(at)
	}
	colour := "dark"
	if s.house.light.has(at) {
		colour = "light"
	}
	switch {
	case deserts.has(at):
		return colour + "-desert"
	case anyHome.has(at):
		return colour + "-home"
	}
	return colour
}
