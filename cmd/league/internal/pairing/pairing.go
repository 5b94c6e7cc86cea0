// Package pairing computes the next round of an event and the standings after the rounds played.
// It does no input or output. The result does not depend on the order of its arguments: the same
// players with the same history are always paired the same way.
//
// # Points
//
// A table gives each seat the share of the opponents that the seat has beaten; a tie counts half.
// At a table of two that is the usual 1, ½ and 0. At a table of four the places give 1, ⅔, ⅓ and
// 0. So a first place has the same value at each table, whatever its size, and scores are
// comparable between tables of different sizes. A bye counts as a win, a bye that the player has asked
// for as a tie. A [Score] is a whole number
// of small units, so that nothing is lost by rounding.
//
// # Standings
//
// [Standings] orders by points. The first tie-break is Buchholz: for each round the mean points of
// the opponents at the table. The second is Sonneborn-Berger: the same, but only for opponents who
// were beaten, and half for those who tied. The third applies if exactly two players are tied: it
// is the number of their encounters that each has won. Players who are still equal share the place.
// In both sums a bye counts as a table of two at which the player beat an opponent with as many
// points as the player has, and a bye that the player has asked for as a tie with such an opponent. A
// missed round adds nothing. The tie-breaks do not drop the best or the
// worst opponents (median, cut), because the few rounds of an evening would lose too much.
//
// # Swiss, two per table
//
// [Swiss] is the Monrad system. Players are ordered by points, Buchholz, rating and id. If the
// number of players is odd, the lowest of the players with the fewest byes gets a bye. Then the
// first player is paired with the nearest lower player whom the first has not met, provided that
// all other players can still be paired without a repeat. The first of the remaining players is
// paired next, by the same rule, and so on. A maximum matching in the graph of pairs that have not
// met decides whether all other players can still be paired (Jack Edmonds, "Paths, Trees, and
// Flowers", Canadian Journal of Mathematics 17, 1965). So there is a repeat only if it cannot be
// avoided.
//
// The number of repeats is minimal. Among the players with the fewest byes, the bye goes to one
// with whom the number of repeats stays minimal. A player who must repeat meets the opponent met
// least often, then the nearest. Once all pairs have met, only a pair that has met more often than
// some other pair counts as a repeat. The repeats are minimised pair by pair, not in total over the
// round.
//
// Nobody has the same side, the first seat or the other, three times in a row if a round with as
// few repeats exists without it (FIDE, Handbook C.04.1, rule on colours). So a pair in which both
// would have to change is avoided like a repeat, but repeats are avoided first. If some player must
// have a side for the third time, the number of such pairs is minimal.
//
// The system ignores earlier pairings with opponents of more or fewer points (floats).
//
// # The first seat
//
// The first seat goes to the player who had two other seats in a row, and not to a player who had
// it twice in a row. Otherwise it goes to the player who had it less often, then to the player who
// did not have it at the last table, then at odd tables to the player higher in the order and at
// even tables to the lower. The other seats follow the same rule. At tables of three and more, only
// a third first seat in a row is avoided.
//
// # Tables of three to eight
//
// [Tables] first divides the players into tables. Table sizes differ by at most one, and as few
// seats as possible differ from the wanted size. Of equally good divisions it takes the one with a
// single table size, then the one with smaller tables. If no number of tables fits between the
// minimum and the maximum of the game, as few players as possible get a bye.
//
// The players sit by standing, the highest at the first table. Then two players at different tables
// swap as long as a swap reduces the sum of the squared numbers of earlier meetings over all pairs
// at a table, or keeps the sum and moves the players nearer to their tables by standing. If some
// pairs still repeat, [Tables] tries the same from eleven other seatings and takes the best. No
// swap of two players can improve the result. Before any two players have met, all sit by standing.
// The result need not be optimal: a change of three or more players might avoid a repeat. That was
// so in one of 500 rounds with up to twelve players in the tests. A round does not plan ahead:
// sixteen players could all meet once at four tables in five rounds, but only with one plan for all
// five.
//
// # Round robin
//
// [RoundRobin] is the circle method in the form of FIDE's Berger tables (Handbook C.05, annex 1).
// Each player has the first seat in half of the games. If the number of rounds is odd, the games
// with and without the first seat differ in number by one. For a second cycle, repeat the rounds
// with the two seats of each table swapped, as FIDE does.
//
// # Late entries and withdrawals
//
// A round is paired from the players who are present. [Players] computes their histories from the
// rounds played. A late player has no points for missed rounds, unless the organiser gives byes. A
// player who left is not listed, but the points still count for the opponents. If a player leaves a
// round robin, the player's later opponents have a bye instead.
package pairing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Errors of this package. They are wrapped in errors that name the player or the table.
var (
	ErrFew   = errors.New("too few players")
	ErrTwice = errors.New("a player is listed twice")
	ErrSize  = errors.New("invalid table size")
	ErrTable = errors.New("seats and places of a table don't match")
)

// Player is a player of the next round, with the player's history in the event.
type Player struct {
	ID       string
	Points   Score
	Buchholz Score
	Rating   float64        // any number; a higher rating is stronger
	Met      map[string]int // number of earlier tables shared with each other player, by id
	Byes     int            // number of byes
	Began    int            // number of tables at which the player had the first seat
	// Row is the number of the player's last tables in a row at which the player had the first
	// seat. It is negative if the player did not have it at the last table: −2 after two tables in
	// a row without the first seat.
	Row int
}

// Round is a paired round.
type Round struct {
	Tables  [][]string // ids of the players at each table, the first seat first
	Byes    []string   // ids of players with a bye, which counts as a win
	Half    []string   // ids of players who asked for a bye, which counts as a tie; this package pairs nobody so
	Repeats []Repeat   // pairs of players who meet again
}

// Repeat is a pair of players that meets again. A is the player higher in the order.
type Repeat struct {
	A, B  string
	Times int // number of earlier meetings of the pair
}

// field holds the players of a round, in order, and their numbers of meetings.
type field struct {
	players []Player
	met     []int // number of meetings of the players with indices a and b, at index a*len(players)+b
}

// newField orders players by points, Buchholz, rating and id. It returns an ErrTwice if a player is
// listed twice.
func newField(players []Player) (field, error) {
	f := field{players: slices.Clone(players)}
	slices.SortFunc(f.players, func(a, b Player) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz),
			cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	at := make(map[string]int, len(players))
	for i, p := range f.players {
		if _, twice := at[p.ID]; twice {
			return field{}, fmt.Errorf("pairing: %w: %q", ErrTwice, p.ID)
		}
		at[p.ID] = i
	}
	f.met = make([]int, len(players)*len(players))
	for a, p := range f.players {
		for id, times := range p.Met {
			if b, here := at[id]; here && b != a {
				f.meet(a, b, times)
			}
		}
	}
	return f, nil
}

// meet stores the number of earlier meetings of the players with indices a and b. If the two
// players give different numbers, the higher number counts.
func (f *field) meet(a, b, times int) {
	n := len(f.players)
	times = max(times, f.met[a*n+b])
	f.met[a*n+b], f.met[b*n+a] = times, times
}

// times returns the number of earlier meetings of the players with indices a and b.
func (f *field) times(a, b int) int { return f.met[a*len(f.players)+b] }

// seat adds a table to a round and determines the order of the seats. table holds the indices of
// the players at the table.
func (f *field) seat(r *Round, table []int) {
	slices.Sort(table)
	for i, a := range table {
		for _, b := range table[i+1:] {
			if times := f.times(a, b); times > 0 {
				r.Repeats = append(r.Repeats, Repeat{f.players[a].ID, f.players[b].ID, times})
			}
		}
	}
	if len(r.Tables)%2 == 1 {
		slices.Reverse(table)
	}
	slices.SortStableFunc(table, func(a, b int) int { return f.players[a].compareFirstSeat(f.players[b], len(table)) })
	ids := make([]string, len(table))
	for i, a := range table {
		ids[i] = f.players[a].ID
	}
	r.Tables = append(r.Tables, ids)
}

// compareFirstSeat orders two players by their claim to the first seat of a table with that number
// of seats. It returns a negative number if p has the stronger claim.
func (p Player) compareFirstSeat(o Player, seats int) int {
	return cmp.Or(cmp.Compare(p.side(seats), o.side(seats)), cmp.Compare(p.Began, o.Began), cmp.Compare(min(max(p.Row, 0), 1), min(max(o.Row, 0), 1)))
}

// mostRow is the largest number of tables in a row that a player should have on one side.
const mostRow = 2

// side returns 1 if the player must not have the first seat, because it would be the third time in a
// row, -1 if the player must have it for the same reason, and 0 if both are possible. At tables of
// three and more, most seats are not the first, so nobody must have it.
func (p Player) side(seats int) int {
	switch {
	case p.Row >= mostRow:
		return 1
	case p.Row <= -mostRow && seats == 2:
		return -1
	}
	return 0
}

// fewestByes returns the indices of the players with the fewest byes, the lowest player first.
func (f *field) fewestByes() (next []int) {
	least := slices.MinFunc(f.players, func(a, b Player) int { return cmp.Compare(a.Byes, b.Byes) }).Byes
	for a, p := range slices.Backward(f.players) {
		if p.Byes == least {
			next = append(next, a)
		}
	}
	return next
}
