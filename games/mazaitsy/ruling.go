package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// mostScore is the greatest score that a ruling can give a seat.
const mostScore = 999

// Fixes returns the possible rulings: to move hares into boats and out of them, to correct the
// number of cards in the pile or the points of a seat, to skip an absent seat, or to change the
// seat on turn.
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

// settled reports whether a seat is on turn, not chance or nobody.
func (s *state) settled() bool { return s.stage != asking && s.stage != over }

// pileRange returns the least and greatest number of cards in the pile for a ruling. While Мазай
// is in the pile, the number must not bring him on top. With two seats the pile must not be empty
// when he is put under it.
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

// Fix returns the position after the ruling d. The package comment describes its notation.
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
	last, _ := strconv.Atoi(words[len(words)-1]) // not used if the last word isn't a number
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

// setPile corrects the number of cards in the pile. Cards that are then missing count as discarded.
// If Мазай is in the pile, at most cards-1 cards may lie under him from now on.
func (s *state) setPile(cards uint8) {
	s.deck.pile = cards
	s.deck.under = min(s.deck.under, max(cards, 1)-1)
}

// setScore gives seat k the score n. It changes the points written down by the difference.
func (s *state) setScore(k int, n int32) {
	s.hares.of[k].points += n - s.score(k)
}

// beginTurnOf lets seat k begin its turn of this circle.
func (s *state) beginTurnOf(k int) {
	s.turn += k - s.seat()
	s.stage, s.unloaded, s.robbed, s.news, s.newsShown = moving, false, false, false, false
}

// skipTurn ends the turn of an absent seat as it stands. No card is replaced, and the next seat
// still sees the news about Мазай or the deck.
func (s *state) skipTurn() {
	s.deferAddition()
	s.endTurn()
}

// deferAddition moves Мазай when a seat is skipped, because his place in the row determines the
// seat that adds hares. If he lies at the far end, he stays there, and the next seat adds them. If
// the next seat belongs to the team of the first mass addition and this is the second one, he moves
// to the second place, and the seat after the next one adds the hares. If he lies at the second
// place, he moves to the far end.
func (s *state) deferAddition() {
	switch {
	case s.deck.mazai == secondInRow:
		s.moveMazaiToEnd()
	case s.deck.mazai == inRow && s.sameTeam():
		s.deck.mazai = secondInRow
		s.setNews()
	}
}

// loadHare puts a hare of v points into seat k's boat if in is set, and otherwise takes one out.
func (s *state) loadHare(k, v int, in bool) {
	if in {
		s.hares.of[k].boat[v]++
		return
	}
	s.hares.of[k].boat[v]--
}
