package pairing

// SwissRounds returns the usual number of rounds of a Swiss event with n players and two seats per
// table: enough to find one winner by wins alone, and one more for the places behind. It is never so
// many that players must meet again.
func SwissRounds(n int) int { return min(winners(n, 2)+1, RobinRounds(n)) }

// RobinRounds returns the number of rounds in which n players all meet once.
func RobinRounds(n int) int { return max(1, n-1+n%2) }

// TableRounds returns the usual number of rounds of an event with n players and so many seats per
// table; see [SwissRounds].
func TableRounds(n, seats int) int { return max(1, min(winners(n, seats)+1, (n-1)/(seats-1))) }

// winners returns the number of rounds after which one of n players can have won all tables, if only
// those with all wins meet.
func winners(n, seats int) (rounds int) {
	for left := n; left > 1; left = (left + seats - 1) / seats {
		rounds++
	}
	return rounds
}
