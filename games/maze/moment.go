package maze

import "tabletop/games"

// Moments returns the moments of the last move: a Mate is home, a piece stays for good, or the
// game can't be won any more. It reports each of these once, after the move that causes it.
func (s state) Moments() []games.Moment {
	if !s.moved {
		return nil
	}
	var all []games.Moment
	if s.stuck.has(s.last.to) {
		all = append(all, s.arrival())
	}
	if m, lost := s.loss(); lost {
		all = append(all, m)
	}
	return all
}

// arrival returns the moment of a piece that will never move again after the last move, because it
// is home or stuck.
func (s *state) arrival() games.Moment {
	it, at := s.on[s.last.to], s.last.to
	m := games.Moment{
		Kind: games.Stuck, Text: games.Say("moment.desert"),
		Note: games.Say("note.stuck", pieceArg(it), at.String()), Glyph: it.String(),
	}
	switch {
	case it.kind() == tree:
		m.Text = games.Say("moment.tree")
	case it.kind() != mate:
	case homes[it.colour().other()].has(at):
		m.Kind, m.Text, m.Note = games.Home, games.Say("moment.home"), games.Count("note.home", s.atHome().count())
	case homes[it.colour()].has(at):
		m.Text = games.Say("moment.astray")
	}
	return m
}

// loss returns the moment that reports a lost game while the game continues. lost is true only if
// the last move has lost the game. It is false if the game is not lost, or was lost before that
// move. A lost game stays lost, unless a ruling changes it.
func (s *state) loss() (m games.Moment, lost bool) {
	if s.phase != playing {
		return m, false
	}
	why, at := s.dead()
	before := s.beforeLast()
	if earlier, _ := before.dead(); why == "" || earlier != "" {
		return m, false
	}
	it := s.on[at]
	return games.Moment{
		Kind: games.Blocked, Text: games.Say("moment.lost"),
		Note: games.Say("note."+why, pieceArg(it), at.String()), Glyph: it.String(),
	}, true
}

// beforeLast returns the position before the last move. The moved piece could still move then.
func (s *state) beforeLast() position {
	p := s.position
	p.move(s.last.to, s.last.from)
	p.stuck &^= of(s.last.from) | of(s.last.to)
	return p
}
