package games

// Bearing is the relation of a seat to the turn: the seat waits, is next, has passed, is ready or
// is out. At the table, each seat's light shows its bearing, except the light of the seat on turn.
type Bearing int

const (
	Waiting Bearing = iota
	OnDeck          // the seat has the next turn, as far as known
	Passed          // the seat has passed until the end of the phase or round
	Ready           // the seat has decided, while other seats have not
	Gone            // the seat is out of the game
)

// InTurn returns the bearings of seats that take turns one after another: the seat after turn is
// OnDeck, all other seats are Waiting. The parameter turn is the seat on turn. While chance
// decides something in the turn of a seat, turn is still that seat. If turn is below 1, no seat is
// OnDeck.
func InTurn(seats int, turn Seat) []Bearing {
	all := make([]Bearing, seats)
	if turn >= 1 && seats > 1 {
		all[int(turn)%seats] = OnDeck
	}
	return all
}
