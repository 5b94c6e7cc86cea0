package mazaitsy

// Numbers of cards, without Мазай.
const (
	allCards   = 51
	largeField = 6 * 6
	smallField = 5 * 5 // with two seats
	middle     = 13    // cards under Мазай in the middle of the pile, with two seats
)

// mazaiPlace is the place of Мазай.
type mazaiPlace uint8

const (
	inPile      mazaiPlace = iota
	inRow                  // at the far end of the row: the seat on turn adds hares
	secondInRow            // second from the far end of the row: the next seat adds hares
	aside                  // put aside: this circle is the last
)

var mazaiPlaceNames = [...]string{inRow: "row", secondInRow: "second", aside: "aside"}

// deck counts the cards that are not on the field. Cards that are in neither field, row nor
// pile are in the discard.
type deck struct {
	pile, row uint8 // numbers of cards, without Мазай
	mazai     mazaiPlace
	under     uint8 // upper bound of the cards under Мазай while he is in the pile
}

// field returns the number of cards on the field.
func (t *table) field() int {
	if t.seats == 2 {
		return smallField
	}
	return largeField
}

// dealtDeck returns the deck after the row was dealt.
func (t *table) dealtDeck() deck {
	d := deck{row: uint8(t.seats), pile: uint8(allCards - t.field() - t.seats), under: t.mostUnder(1)}
	return d
}

// mostUnder returns the greatest number of cards that may lie under Мазай when he is hidden for
// a round.
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

// discarded returns the number of cards in the discard.
func (s *state) discarded() int {
	return allCards - s.table.field() - int(s.deck.row) - int(s.deck.pile)
}

// mazaiMayBeOnTop reports whether Мазай could lie on top of the pile.
func (d *deck) mazaiMayBeOnTop() bool { return d.mazai == inPile && d.pile <= d.under }

// odds returns the odds against Мазай lying on top, to 1.
func (s *state) odds() uint32 { return uint32(s.deck.pile - s.table.leastUnder(s.round)) }

// shuffle hides Мазай for the next round: with two seats under the pile, which is not shuffled,
// otherwise among the lowest cards of pile and discard.
func (s *state) shuffle() {
	if s.table.seats > 2 {
		s.deck.pile += uint8(s.discarded())
	}
	s.round++
	s.deck.mazai, s.deck.under = inPile, s.table.mostUnder(s.round)
}

// refill fills the row to one card per seat while the pile lasts, and ends the turn. It stops
// with a question whenever Мазай could have been uncovered.
func (s *state) refill() {
	for int(s.deck.row) < s.table.seats && s.deck.pile > 0 {
		s.deck.row++
		if s.drawCard() {
			return
		}
	}
	s.endTurn()
}

// drawCard takes the top card off the pile and reports whether Мазай could now be on top.
func (s *state) drawCard() bool {
	s.deck.pile--
	if s.deck.mazaiMayBeOnTop() {
		s.stage = asking
		return true
	}
	return false
}
