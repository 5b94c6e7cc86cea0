package maze

import "tabletop/games"

// atHome returns the squares of the Mates that stand on homes of the other colour.
func (p *position) atHome() set { return p.mates[white]&homes[black] | p.mates[black]&homes[white] }

// Standing returns the number of Mates that are home as the score of each seat, because all play
// together. Before the end of the game Why is empty, or states why the game can't be won any more.
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

// whyWon returns the reason of the victory, with the number of moves and, for a problem, that of
// the solution in the book.
func (s *state) whyWon() games.Text {
	if s.table.problem != nil {
		return s.table.problem.solved(s.moves)
	}
	return games.Count("why.won", s.moves)
}

// whyDead returns the reason why a game that continues can't be won any more, or a zero Text.
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
