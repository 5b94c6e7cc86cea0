package games

// Bearing is how a seat stands to the turn: what its light at the table shows, whoever is on
// turn itself.
type Bearing int

const (
	Waiting Bearing = iota
	OnDeck          // the next turn is its own, as far as anybody knows
	Passed          // until a phase or round is over
	Ready           // it has decided, and others have not
	Gone            // out of the game
)

// InTurn returns how seats stand that have their turns one after another: whoever sits
// behind the one on turn is on deck. Turn is that seat, also while chance answers it; below
// 1 there is none, and nobody is on deck.
func InTurn(seats int, turn Seat) []Bearing {
	all := make([]Bearing, seats)
	if turn >= 1 && seats > 1 {
		all[int(turn)%seats] = OnDeck
	}
	return all
}
