package maze

import "tabletop/games"

// atHome returns the Mates that stand on homes of the other colour.
func (p *position) atHome() set { return p.mates[white]&homes[black] | p.mates[black]&homes[white] }

// Standing gives each seat the Mates that are home, for all play together. Before
// the end Why is empty, or says why the game can't be won any more.
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

// whyWon says in how many moves all Mates came home, and what the book took.
func (s *state) whyWon() games.Text {
	if s.table.problem != nil {
		return s.table.problem.solved(s.moves)
	}
	return games.Count("why.won", s.moves)
}

// whyDead says why the game can't be won any more, while it is played all the same.
func (s *state) whyDead() games.Text {
	if s.phase != playing {
		return games.Text{}
	}
	why, at := s.dead()
	if why == "" {
		return games.Text{}
	}
	return games.Say(why, called(s.on[at]), at.String(), at.coordinates())
}
