package maze

import "tabletop/games"

// atHome returns the Mates that stand on homes of the other colour.
func (p *position) atHome() set { return p.mates[white]&homes[black] | p.mates[black]&homes[white] }

// Standing gives each seat the number of Mates that are home, since all play together. Before
// the end, Why is empty or states the reason why the game can't be won any more.
func (s state) Standing() games.Standing {
	st := games.Standing{Over: s.Turn() == games.Nobody, Scores: make([]int32, s.table.seats)}
	for i := range st.Scores {
		st.Scores[i] = int32(s.atHome().count())
	}
	switch s.phase {
	case won:
		for i := range st.Scores {
			st.Won = append(st.Won, games.Seat(i+1))
		}
		st.Why = s.whyWon()
	case blocked:
		st.Why = games.Say("why.blocked." + s.turn.String())
	case stopped:
		st.Why = games.Say("why.stopped")
	case playing:
		st.Why = s.whyDead()
	}
	return st
}

// whyWon returns the text with the number of moves, and for a problem that of the book.
func (s *state) whyWon() games.Text {
	if s.table.problem != nil {
		return s.table.problem.solved(s.moves)
	}
	return games.Count("why.won", s.moves)
}

// whyDead returns the reason why the game can't be won any more, while it continues.
func (s *state) whyDead() games.Text {
	if s.phase != playing {
		return games.Text{}
	}
	why, at := s.dead()
	if why == "" {
		return games.Text{}
	}
	return games.Say(why, pieceArg(s.on[at]), at.String(), at.coordinates())
}
