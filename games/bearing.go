package games

// Bearing is the relation of a seat to the turn. The seat's light at the table shows it, except
// for the seat on turn.
type Bearing int

const (
	Waiting Bearing = iota
	OnDeck          // the next turn is this seat's, as far as known
	Passed          // passed until the end of the phase or round
	Ready           // has decided, while other seats have not
	Gone            // out of the game
)

// InTurn returns the bearings of seats that take turns one after another: the seat behind the
// one on turn is OnDeck, all others are Waiting. Turn is the seat on turn, also while chance
// answers for it. If turn is below 1, no seat is on deck.
func InTurn(seats int, turn Seat) []Bearing {
	all := make([]Bearing, seats)
	if turn >= 1 && seats > 1 {
		all[int(turn)%seats] = OnDeck
	}
	return all
}
