package mazaitsy

// Numbers of cards in the game, without Мазай.
const (
	allCards   = 51
	largeField = 6 * 6
	smallField = 5 * 5 // number of cards on the field with two seats
	middle     = 13    // number of cards under Мазай in the middle of the pile, with two seats
)

// mazaiPlace is the place where the card Мазай lies.
type mazaiPlace uint8

const (
	inPile      mazaiPlace = iota
	inRow                  // the far end of the row: the seat on turn adds hares
	secondInRow            // the second place from the far end of the row: the next seat adds hares
	aside                  // a place beside the field: the present circle is the last
)

var mazaiPlaceNames = [...]string{inRow: "row", secondInRow: "second", aside: "aside"}

// deck contains the numbers of cards that are not on the field. Cards that are in neither field,
// row nor pile are in the discard.
type deck struct {
	pile, row uint8 // numbers of cards in the pile and in the row, without Мазай
	mazai     mazaiPlace
	under     uint8 // greatest possible number of cards under Мазай while he is in the pile
}

// field returns the number of cards on the field.
func (t *table) field() int {
	if t.seats == 2 {
		return smallField
	}
	return largeField
}

// dealtDeck returns the deck after the cards of the row were dealt.
func (t *table) dealtDeck() deck {
	d := deck{row: uint8(t.seats), pile: uint8(allCards - t.field() - t.seats), under: t.mostUnder(1)}
	return d
}

// mostUnder returns the greatest number of cards that may lie under Мазай when he is hidden for a
// round.
func (t *table) mostUnder(round int) uint8 {
	if t.seats == 2 && round == 1 {
		return middle
	}
	return uint8(t.places - 1)
}

// leastUnder returns the least number of cards that may lie under Мазай when he is hidden for a
// round.
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

// mazaiMayBeOnTop reports whether Мазай could now lie on top of the pile.
func (d *deck) mazaiMayBeOnTop() bool { return d.mazai == inPile && d.pile <= d.under }

// beforeMazai returns the least number of cards that must be taken off the pile before Мазай lies on
// top of it.
func (d *deck) beforeMazai() int { return max(int(d.pile)-int(d.under), 0) }

// odds returns the number n in the odds n to 1 against Мазай lying on top of the pile.
func (s *state) odds() uint32 { return uint32(s.deck.pile - s.table.leastUnder(s.round)) }

// shuffle hides Мазай for the next round. With two seats he comes under the pile, which is not
// shuffled. With more seats he comes among the lowest cards of the pile, which is shuffled
// together with the discard.
func (s *state) shuffle() {
	if s.table.seats > 2 {
		s.deck.pile += uint8(s.discarded())
	}
	s.round++
	s.deck.mazai, s.deck.under = inPile, s.table.mostUnder(s.round)
}

// refill fills the row to one card per seat, while the pile lasts, and then ends the turn. It
// stops and asks whenever Мазай could have been uncovered.
func (s *state) refill() {
	for int(s.deck.row) < s.table.seats && s.deck.pile > 0 {
		s.deck.row++
		if s.drawCard() {
			return
		}
	}
	s.endTurn()
}

// drawCard takes the top card off the pile. If Мазай could now be on top, it asks for him and
// returns true.
func (s *state) drawCard() bool {
	s.deck.pile--
	if s.deck.mazaiMayBeOnTop() {
		s.stage = asking
		return true
	}
	return false
}
