package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// mostScore is how many points a ruling can give a seat.
const mostScore = 999

// Fixes lists what the table may rule: hares into boats and out of them, the
// cards of the pile, points, that the seat on turn is away, whose turn it is.
func (s state) Fixes() []games.Choice {
	fixes := make([]games.Choice, 0, 32)
	for v := range s.table.hares {
		for k := 1; k <= s.table.seats; k++ {
			if s.hares.of[k].boat[v] > 0 {
				fixes = append(fixes, games.Choice{Says: numbered("back", v) + games.Decision("/"+strconv.Itoa(k))})
			}
		}
	}
	if from, to := s.pileRange(); s.settled() && from < to {
		fixes = append(fixes, games.Choice{Says: "cards", From: from, To: to})
	}
	for v := range s.table.hares {
		for k := 1; k <= s.table.seats; k++ {
			if s.unsaved(v) > 0 && s.fits(k, v) {
				fixes = append(fixes, games.Choice{Says: numbered("give", v) + games.Decision("/"+strconv.Itoa(k))})
			}
		}
	}
	for k := 1; k <= s.table.seats; k++ {
		fixes = append(fixes, games.Choice{Says: numbered("score", k), To: mostScore})
	}
	if s.settled() {
		fixes = append(fixes, games.Choice{Says: numbered("skip", s.seat())})
	}
	for k := 1; s.settled() && k <= s.table.seats; k++ {
		fixes = append(fixes, games.Choice{Says: numbered("turn", k)})
	}
	return fixes
}

// settled reports whether a seat is on turn, and not chance or nobody.
func (s *state) settled() bool { return s.stage != asking && s.stage != over }

// pileRange returns how many cards the pile may be said to hold. Мазай isn't on
// top of it, and mustn't come there when two seats put him under it.
func (s *state) pileRange() (from, to int32) {
	to = int32(allCards - s.table.field() - int(s.deck.row))
	switch {
	case s.deck.mazai == inPile:
		from = int32(s.table.leastUnder(s.round)) + 1
	case s.deck.mazai != aside && s.table.seats == 2:
		from = 1
	}
	return from, to
}

// Fix takes a ruling of the package's notation.
func (s state) Fix(d games.Decision) (games.State, error) {
	if len(d) > longestDecision {
		return nil, games.Refuse(d, "rule.fix")
	}
	c, ok := games.Find(s.Fixes(), d)
	if !ok {
		return nil, games.Refuse(d, "rule.fix")
	}
	s.attend(true)
	words := strings.Split(string(d), " ")
	last, _ := strconv.Atoi(words[len(words)-1]) // a number wherever it is used
	switch c.Says.Word(0) {
	case "cards":
		s.setPile(uint8(last))
	case "score":
		s.setScore(int(words[1][0]-'0'), int32(last))
	case "skip":
		s.skipTurn()
	case "turn":
		s.beginTurnOf(last)
	default:
		v, k, _ := s.parseHareAndSeat(words[1:])
		s.loadHare(k, v, words[0] == "give")
	}
	return s, nil
}

// setPile corrects the pile. Cards that are missing lie in the discard, and
// under Мазай still lie fewer than all.
func (s *state) setPile(cards uint8) {
	s.deck.pile = cards
	s.deck.under = min(s.deck.under, max(cards, 1)-1)
}

// setScore writes points down for seat k, or strikes some, until its score is n.
func (s *state) setScore(k int, n int32) {
	s.hares.of[k].points += n - s.score(k)
}

// beginTurnOf lets seat k begin its turn of this circle.
func (s *state) beginTurnOf(k int) {
	s.turn += k - s.seat()
	s.stage, s.unloaded, s.robbed, s.news, s.told = moving, false, false, false, false
}

// skipTurn ends the turn of a seat that is away, as it stands: no card is replaced,
// and what has just happened to Мазай or the deck is still told to the next seat.
func (s *state) skipTurn() {
	s.deferAddition()
	s.endTurn()
}

// deferAddition leaves the mass addition of a seat that is passed over to the next
// seat: or, as when Мазай is uncovered, to the one behind it, if that alone is of
// another team than the first addition was. There he is next to the end, and comes
// to the end when the seat before the adding one has had its turn, or is away.
func (s *state) deferAddition() {
	switch {
	case s.deck.mazai == secondInRow:
		s.moveMazaiToEnd()
	case s.deck.mazai == inRow && s.sameTeam():
		s.deck.mazai = secondInRow
		s.breakNews()
	}
}

// loadHare puts a hare of v points into seat k's boat, or takes it out.
func (s *state) loadHare(k, v int, in bool) {
	if in {
		s.hares.of[k].boat[v]++
		return
	}
	s.hares.of[k].boat[v]--
}
