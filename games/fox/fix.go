package fox

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// mostScore is the maximum score that a ruling can give a seat.
const mostScore = 999

// swapChoices holds the choices of the ruling "swap": a card and the suit of another card. The
// rank of the other card is the number that follows.
var swapChoices = everySwap()

func everySwap() []games.Choice {
	var all []games.Choice
	for _, c := range choicesOf("swap") {
		for of := range suit(suits) {
			all = append(all, games.Choice{Says: c.Says + " " + games.Decision(of.String()), From: 1, To: perSuit})
		}
	}
	return all
}

// Fixes returns the rulings that the table can make in s.
func (s state) Fixes() []games.Choice {
	var all []games.Choice
	ended := s.over()
	if ended {
		all = append(all, games.Choice{Says: "more"})
	}
	all = append(all, playChoices.among(s.forbiddenPlays(), 0)...)
	if s.mode != entersRounds && !ended {
		all = append(all, resultChoices...)
	}
	for k := range seat(seats) {
		all = append(all, s.scoreChoice(k))
	}
	if s.round.upturned != noCard {
		all = append(all, swapChoices...)
	}
	all = append(all, s.corrections()...)
	if s.beginning() {
		all = append(all, games.Choice{Says: "turn 1"}, games.Choice{Says: "turn 2"})
	}
	return all
}

func (s *state) scoreChoice(k seat) games.Choice {
	return games.Choice{Says: games.Decision("score " + k.digit()), To: mostScore, Now: s.total[k]}
}

// forbiddenPlays returns the cards that the seat on turn may hold, but may not play because of
// its known cards. The table may rule that such a card is played nevertheless.
func (s *state) forbiddenPlays() cards {
	if at := s.stage(); at != leading && at != following {
		return 0
	}
	return s.round.possible(s.round.turn()) &^ s.round.allowed()
}

// beginning reports whether the next decision begins a trick or a round.
func (s *state) beginning() bool {
	return slices.Contains([]stage{turningUp, leading, tricking, scoring}, s.stage())
}

// Fix applies a ruling in the notation of the package comment.
func (s state) Fix(d games.Decision) (games.State, error) {
	var key string
	s.just = lastDecision{}
	switch d.Word(0) {
	case "more":
		key = s.playOn(d)
	case "play":
		key = s.force(d)
	case "round":
		key = s.endRound(d)
	case "score":
		key = s.rescore(d)
	case "swap":
		key = s.swap(d)
	case "treasures", "tricks":
		key = s.correct(d)
	case "turn":
		key = s.setLeader(d)
	default:
		key = "rule.notation"
	}
	if key != "" {
		return nil, games.Refuse(d, key)
	}
	return s, nil
}

// playOn continues a game that is over with another round. It returns the key of the rule that
// refuses this, or "".
func (s *state) playOn(d games.Decision) string {
	if d != "more" || !s.over() {
		return "rule.more"
	}
	s.more = s.number - 1
	return ""
}

// force plays a card although a known card forbids it. It returns the key of the rule that
// refuses this, or "".
func (s *state) force(d games.Decision) string {
	c, ok := cardBy[strings.TrimPrefix(string(d), "play ")]
	if !ok || !s.forbiddenPlays().has(c) {
		return "rule.force"
	}
	s.round.lay(c)
	*s = s.withCompleteRound()
	return ""
}

// endRound ends the round with the given result, whatever was played. It returns the key of the
// rule that refuses this, or "".
func (s *state) endRound(d games.Decision) string {
	if s.mode == entersRounds || s.over() {
		return "rule.giveup"
	}
	return s.score(d)
}

// rescore sets the total score of a seat. It returns the key of the rule that refuses this, or
// "".
func (s *state) rescore(d games.Decision) string {
	for k := range seat(seats) {
		if s.scoreChoice(k).Covers(d) {
			n, _ := strconv.Atoi(d.Word(2)) // Covers has checked the number
			s.total[k] = int32(n)
			return ""
		}
	}
	return "rule.score"
}

// swap exchanges two cards in the present round, and scores a complete round again. It returns
// the key of the rule that refuses this, or "".
func (s *state) swap(d games.Decision) string {
	a, okA := cardBy[d.Word(1)+" "+d.Word(2)]
	b, okB := cardBy[d.Word(3)+" "+d.Word(4)]
	if !okA || !okB || d != games.Decision("swap "+a.String()+" "+b.String()) {
		return "rule.card"
	}
	if s.round.upturned == noCard {
		return "rule.swap"
	}
	s.round = s.round.renamed(func(c card) card {
		switch c {
		case a:
			return b
		case b:
			return a
		}
		return c
	})
	if s.round.complete() {
		s.recount()
	}
	return ""
}

// recount computes the result of the last round again and corrects the total scores accordingly.
func (s *state) recount() {
	t := s.round.result()
	for k := range seat(seats) {
		s.total[k] = max(s.total[k]+t.points(k)-s.last.points(k), 0)
	}
	s.last = t
}

// setLeader lets a seat lead the trick or round that begins. It returns the key of the rule that
// refuses this, or "".
func (s *state) setLeader(d games.Decision) string {
	if !s.beginning() {
		return "rule.middle"
	}
	for k := range seat(seats) {
		if d != games.Decision("turn "+k.digit()) {
			continue
		}
		s.lead(k)
		return ""
	}
	return "rule.seat"
}

// lead makes k the leader of the trick or round that begins.
func (s *state) lead(k seat) {
	switch {
	case s.between():
		s.first = k
	case s.mode == entersTricks:
		s.tally.lead = k
	default:
		s.round.lead = k
		if s.round.n == 0 {
			s.first = k
		}
	}
}
