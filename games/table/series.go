package table

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// mostMatches is the greatest number of matches of a series.
const mostMatches = 99

// finishedMatch is a finished match of a series.
type finishedMatch struct {
	scores tally // score of each seat at its end
	won    set
}

// settleSeries counts a finished match. Unless the series is decided, it begins the next match.
func (s *state) settleSeries() error {
	if s.def.Matches == 0 || !s.over {
		return nil
	}
	st := s.matchStanding()
	f := finishedMatch{scores: s.scores()}
	for _, seat := range st.Won {
		f.won = f.won.with(int(seat) - 1)
	}
	s.matches = append(slices.Clip(s.matches), f)
	if s.decided() {
		return nil
	}
	return s.nextMatch(f.won)
}

// nextMatch begins the next match of a series. Its first seat is the one after that of the match
// before, unless the hook Lead gives an order.
func (s *state) nextMatch(won set) error {
	was := s.play
	order, err := s.lead()
	if err != nil {
		return err
	}
	if order.n == 0 {
		order = sitting(s.seats).from(len(s.matches) % s.seats)
	}
	counts := s.startCounts()
	for i, c := range s.def.Counters {
		if c.Keep {
			counts[i] = was.counts[i]
		}
	}
	s.play = &play{
		order: order, on: nobody, called: nobody, marker: nobody,
		counts: counts, out: s.gone, news: news{match: won, by: was.news.by, says: was.news.says},
	}
	s.numbers, s.over, s.more, s.past, s.made, s.was, s.closed = nil, false, 0, nil, nil, nil, 0
	return s.nextRound()
}

// matchWins returns the number of matches that each seat has won.
func (s *state) matchWins() (t tally) {
	for _, f := range s.matches {
		for seat := range s.seats {
			if f.won.has(seat) {
				t[seat]++
			}
		}
	}
	return t
}

// decided reports whether the series is over: a seat has won more than half of its matches, or all
// are played.
func (s *state) decided() bool {
	t := s.matchWins()
	return len(s.matches) >= s.def.Matches || 2*int(slices.Max(t[:s.seats])) > s.def.Matches
}

// seriesStanding returns the standing of a series that is over, by the matches won.
func (s *state) seriesStanding(st games.Standing) games.Standing {
	t := s.matchWins()
	st.Scores, st.Lowest, st.Ties = append([]int32(nil), t[:s.seats]...), false, nil
	most := slices.Max(t[:s.seats])
	st.Won = nil
	for seat := range s.seats {
		if t[seat] == most && (!s.def.Coop || 2*int(most) > len(s.matches)) {
			st.Won = append(st.Won, games.Seat(seat+1))
		}
	}
	switch {
	case s.def.Coop && len(st.Won) == 0:
		st.Why = games.Say("why.lost")
	case s.def.Coop:
		st.Why = games.Say("why.together")
	default:
		st.Why = games.Count("why.matches", int(most), s.winnerName(st.Won))
	}
	return st
}

// seriesLines returns the lines about the matches of a series: the present one, and the wins of
// each seat or team.
func (s *state) seriesLines() (lines []games.Text) {
	if s.def.Matches == 0 {
		return nil
	}
	if !s.over {
		lines = append(lines, games.Say("line.match", strconv.Itoa(len(s.matches)+1), strconv.Itoa(s.def.Matches)))
	}
	t := s.matchWins()
	for unit := range s.units() {
		lines = append(lines, games.Say("line.category", seatName(unit), "#word.matches", strconv.Itoa(int(t[unit]))))
	}
	return lines
}

// matchMoment returns the moment of a finished match of a series, after which the next one begins.
func (s *state) matchMoment() (games.Moment, bool) {
	won := s.play.news.match
	if s.over || won == 0 {
		return games.Moment{}, false
	}
	note := games.Say("note.match", strconv.Itoa(len(s.matches)+1))
	return games.Moment{Kind: games.Round, Text: games.Say("moment.match", s.winnerName(won.numbers())), Note: note, Seats: won.numbers()}, true
}

// appendMatches appends a line for each finished match: the scores, and the winners after ";".
func (s *state) appendMatches(text []byte) []byte {
	for _, f := range s.matches {
		text = append(text, "match"...)
		for seat := range s.seats {
			text = strconv.AppendInt(append(text, ' '), int64(f.scores[seat]), 10)
		}
		text = append(f.won.line().append(append(text, ';')), '\n')
	}
	return text
}

// parseMatch parses the scores and the winners of a finished match.
func (s *state) parseMatch(rest string) error {
	scores, won, _ := strings.Cut(rest, ";")
	words := strings.Fields(scores)
	if len(words) != s.seats || len(s.matches) == s.def.Matches {
		return wrong("%.40q is no finished match", rest)
	}
	var f finishedMatch
	for seat, word := range words {
		n, err := strconv.ParseInt(word, 10, 32)
		if err != nil {
			return wrong("%.20q is no score", word)
		}
		f.scores[seat] = int32(n)
	}
	l, err := lineOf(won, s.seats)
	f.won = l.set()
	s.matches = append(s.matches, f)
	return err
}
