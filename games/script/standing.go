package script

import (
	"strconv"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// judge converts the file's standing. It derives the winners and the reason from the scores if the
// file omits them.
func (s *state) judge(v starlark.Value) (st games.Standing, err error) {
	of, err := madeOf[standingMade]("standing", "standing", v)
	if err != nil {
		return st, err
	}
	st.Lowest, st.Over = of.lowest, s.turn == games.Nobody
	if of.over != nil && of.over != starlark.None && bool(of.over.Truth()) != st.Over {
		return st, faulty("over", strconv.Itoa(int(s.turn)))
	}
	if st.Scores, err = s.numbers("scores", of.scores); err != nil {
		return st, err
	}
	if st.Ties, err = s.numbers("ties", of.ties); err != nil {
		return st, err
	}
	if st.Scores == nil {
		return st, faulty("missing", "scores")
	}
	if !st.Over {
		return st, nil
	}
	return st, s.decide(&st, of)
}

// numbers converts a list with one number for each seat; None yields nil.
func (s *state) numbers(what string, v starlark.Value) ([]int32, error) {
	all, err := eachOf(what, v, MostSeats, func(x starlark.Value) (int32, error) {
		n, err := small(what, x, -1<<30, 1<<30)
		return int32(n), err
	})
	if err == nil && all != nil && len(all) != s.seats {
		err = faulty("seats", what, strconv.Itoa(s.seats))
	}
	return all, err
}

// decide sets the winners and the reason of a game that is over.
func (s *state) decide(st *games.Standing, of standingMade) (err error) {
	if st.Why, err = s.g.text("why", of.why); err != nil {
		return err
	}
	if of.won == nil || of.won == starlark.None {
		st.Won = best(*st)
		if st.Why.Key == "" {
			st.Why = why(*st)
		}
		return nil
	}
	if st.Won, err = s.seatList("won", of.won); err != nil {
		return err
	}
	if len(st.Won) == 0 {
		st.Won = nil
	}
	if st.Why.Key == "" {
		st.Why = games.Say("why.won")
	}
	if all := len(st.Won) == s.seats; len(st.Won) == 0 && !s.g.together || s.g.together && !all && len(st.Won) > 0 {
		return faulty("won")
	}
	return nil
}

// best returns the leading seats, by the scores and then by the tie-break.
func best(st games.Standing) []games.Seat {
	won := []games.Seat{1}
	for i := 1; i < len(st.Scores); i++ {
		switch by := compareSeats(st, i, int(won[0])-1); {
		case by > 0:
			won = []games.Seat{games.Seat(i + 1)}
		case by == 0:
			won = append(won, games.Seat(i+1))
		}
	}
	return won
}

// compareSeats returns a number above 0 if seat a is ahead of seat b, and 0 if they are equal.
// Seats are counted from 0.
func compareSeats(st games.Standing, a, b int) int {
	by := int(st.Scores[a]) - int(st.Scores[b])
	if st.Lowest {
		by = -by
	}
	if by == 0 && st.Ties != nil {
		by = int(st.Ties[a]) - int(st.Ties[b])
	}
	return by
}

// why returns the reason of the victory as a text.
func why(st games.Standing) games.Text {
	points := st.Scores[st.Won[0]-1]
	equal := 0
	for _, n := range st.Scores {
		if n == points {
			equal++
		}
	}
	switch {
	case len(st.Won) > 1:
		return games.Count("why.shared", int(points))
	case equal > 1:
		return games.Count("why.ties", int(points))
	case st.Lowest:
		return games.Count("why.fewest", int(points))
	}
	return games.Count("why.most", int(points))
}

// plainStanding returns the standing of a file without the function standing: the list "scores"
// of the state, or no points.
func (s *state) plainStanding() (games.Standing, error) {
	scores, found, _ := s.value.Get(starlark.String("scores"))
	if !found {
		none := make([]starlark.Value, s.seats)
		for i := range none {
			none[i] = starlark.MakeInt(0)
		}
		scores = starlark.NewList(none)
	}
	return s.judge(made[standingMade]{"standing", standingMade{scores: scores}})
}
