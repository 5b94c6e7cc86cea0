package score

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// Legal lists every correction, finish between two rounds, and the seats whose
// points are missing.
func (s state) Legal() []games.Choice {
	if s.over {
		return nil
	}
	all := s.edits()
	if _, rule := s.finish("finish"); rule == nil {
		all = append(all, games.Choice{Says: "finish"})
	}
	for seat, p := range s.present() {
		if p == missing {
			says := games.Decision("score " + strconv.Itoa(seat+1))
			all = append(all, games.Choice{Says: says, From: -MostPoints, To: MostPoints})
		}
	}
	return all
}

// edits lists the corrections, bytewise. There may be 1,600, so their words are
// cut out of one text.
func (s *state) edits() []games.Choice {
	text := make([]byte, 0, len(s.rows)*s.seats*len("edit 200 8"))
	ends := make([]int, 0, len(s.rows)*s.seats)
	now := make([]int32, 0, len(s.rows)*s.seats)
	round := 1
	for range s.rows {
		for seat := range s.seats {
			if s.rows[round-1][seat] == missing {
				continue
			}
			text = strconv.AppendInt(append(text, "edit "...), int64(round), 10)
			text = strconv.AppendInt(append(text, ' '), int64(seat+1), 10)
			ends = append(ends, len(text))
			now = append(now, int32(s.rows[round-1][seat]))
		}
		round = bytewise(round, len(s.rows))
	}
	says, from := games.Decision(text), 0
	all := make([]games.Choice, len(ends), len(ends)+1+s.seats)
	for i, to := range ends {
		all[i] = games.Choice{Says: says[from:to], From: -MostPoints, To: MostPoints, Now: now[i]}
		from = to
	}
	return all
}

// bytewise returns the number that follows n where 1 … most are sorted as text:
// 1, 10, 100, 101 … 11 … 2. Behind the last it is 1 again.
func bytewise(n, most int) int {
	if n*10 <= most {
		return n * 10
	}
	for n%10 == 9 || n == most {
		n /= 10
	}
	return n + 1
}

// read returns the numbers behind the verb of d, the last of which are a seat and
// its points.
func (s *state) read(d games.Decision, count int) ([]int, *games.Text) {
	words := strings.SplitN(string(d), " ", count+2)[1:]
	if len(words) != count {
		return nil, broken("rule.unknown")
	}
	n := make([]int, count)
	for i, word := range words {
		var err error
		if n[i], err = strconv.Atoi(word); err != nil || strconv.Itoa(n[i]) != word {
			return nil, broken("rule.number")
		}
	}
	seat, p := n[count-2], n[count-1]
	if seat < 1 || seat > s.seats {
		return nil, broken("rule.seat", strconv.Itoa(s.seats))
	}
	if p < -MostPoints || p > MostPoints {
		return nil, broken("rule.points", strconv.Itoa(MostPoints))
	}
	return n, nil
}

func broken(key string, args ...string) *games.Text {
	rule := games.Say(key, args...)
	return &rule
}

// seatName is the argument that stands for a seat, counted from 0.
func seatName(seat int) string { return "@" + strconv.Itoa(seat+1) }
