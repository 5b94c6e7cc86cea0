package mazaitsy

// Cards of the box without Мазай.
const (
	allCards   = 51
	largeField = 6 * 6
	smallField = 5 * 5 // of two seats
	middle     = 13    // cards under Мазай, in the middle of two seats' pile
)

// mazaiPlace is where Мазай lies.
type mazaiPlace uint8

const (
	inPile      mazaiPlace = iota
	inRow                  // at its far end: the seat on turn adds hares
	secondInRow            // second from the far end: the seat after it does
	aside                  // this circle is the last
)

var mazaiPlaceNames = [...]string{inRow: "row", secondInRow: "second", aside: "aside"}

// deck is where the cards are that don't lie on the field. Those that lie
// neither there nor in pile or row are the discard.
type deck struct {
	pile, row uint8 // cards, Мазай not counted
	mazai     mazaiPlace
	under     uint8 // at most so many cards lie under him while he is in the pile
}

// field returns how many cards lie on it.
func (t *table) field() int {
	if t.seats == 2 {
		return smallField
	}
	return largeField
}

// dealtDeck returns the deck after the row has been dealt.
func (t *table) dealtDeck() deck {
	d := deck{row: uint8(t.seats), pile: uint8(allCards - t.field() - t.seats), under: t.mostUnder(1)}
	return d
}

// mostUnder returns the most cards that may lie under Мазай when he is hidden for a round.
func (t *table) mostUnder(round int) uint8 {
	if t.seats == 2 && round == 1 {
		return middle
	}
	return uint8(t.places - 1)
}

// leastUnder returns the least number of cards that may lie under Мазай in a round.
func (t *table) leastUnder(round int) uint8 {
	if t.seats == 2 && round == 1 {
		return middle
	}
	return 0
}

// discarded returns how many cards have been put away.
func (s *state) discarded() int {
	return allCards - s.table.field() - int(s.deck.row) - int(s.deck.pile)
}

// mazaiMayBeOnTop reports whether Мазай could lie on top of the pile.
func (d *deck) mazaiMayBeOnTop() bool { return d.mazai == inPile && d.pile <= d.under }

// odds returns the odds that he doesn't lie on top, to one that he does.
func (s *state) odds() uint32 { return uint32(s.deck.pile - s.table.leastUnder(s.round)) }

// shuffle hides Мазай for the next round: under the pile of two seats, which is
// not shuffled, else among the lowest cards of pile and discard.
func (s *state) shuffle() {
	if s.table.seats > 2 {
		s.deck.pile += uint8(s.discarded())
	}
	s.round++
	s.deck.mazai, s.deck.under = inPile, s.table.mostUnder(s.round)
}

// refill brings the row to one card per seat while the pile lasts, and ends the
// turn. It stops to ask whenever Мазай could have been uncovered.
func (s *state) refill() {
	for int(s.deck.row) < s.table.seats && s.deck.pile > 0 {
		s.deck.row++
		if s.drawCard() {
			return
		}
	}
	s.endTurn()
}

// drawCard takes the top card off the pile and reports whether that leaves a question.
func (s *state) drawCard() bool {
	s.deck.pile--
	if s.deck.mazaiMayBeOnTop() {
		s.stage = asking
		return true
	}
	return false
}
