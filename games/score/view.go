package score

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// View is the same for every seat: the round, whose points are awaited, and a
// line for each seat with its total and what it got in the present round. A mark
// shows who was ahead after the last complete round.
func (s state) View(games.Seat) games.View {
	v := games.View{Title: s.title(), Prompt: games.Say("ask.over")}
	if turn := s.Turn(); turn != games.Nobody {
		v.Prompt = games.Say("ask.score", seatName(int(turn)-1))
	}
	t := s.totals(len(s.rows))
	var ahead []games.Seat
	if n := s.complete(); n > 0 {
		ahead = s.best(s.totals(n))
	}
	for seat := range s.seats {
		v.Lines = append(v.Lines, s.line(seat, t[seat], slices.Contains(ahead, games.Seat(seat+1))))
	}
	return v
}

// title says which round it is, and how far the game goes.
func (s *state) title() games.Text {
	n, round := s.complete(), s.complete()+1
	rounds, target := strconv.Itoa(s.rounds), strconv.Itoa(s.target)
	switch {
	case s.over:
		return games.Count("title.over", n)
	case n > 0 && s.reached(n, s.totals(n)):
		return games.Count("title.extra", round)
	case s.rounds > 0 && s.target > 0:
		return games.Count("title.both", round, rounds, target)
	case s.rounds > 0:
		return games.Count("title.rounds", round, rounds)
	case s.target > 0:
		return games.Count("title.target", round, target)
	}
	return games.Count("title.round", round)
}

func (s *state) line(seat int, total int32, ahead bool) games.Text {
	key, args := "line.seat", []string{seatName(seat), strconv.Itoa(int(total))}
	if ahead {
		key = "line.ahead"
	}
	now := s.present()
	if p := now[seat]; !s.over && p != missing {
		key, args = key+".now", append(args, p.signed())
	}
	return games.Say(key, args...)
}

// signed prints points as they change a total: "+5", "-3", "+0", "–" for absent.
func (p points) signed() string {
	switch {
	case p == absent:
		return "–"
	case p >= 0:
		return "+" + strconv.Itoa(int(p))
	}
	return strconv.Itoa(int(p))
}
