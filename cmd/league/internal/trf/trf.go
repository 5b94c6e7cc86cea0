package trf

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of a file.
const (
	MostBytes   = 1 << 20
	MostPlayers = 1_000
	MostRounds  = 64
)

// Tournament is a tournament with its results.
type Tournament struct {
	Name, City, Federation string
	From, To               string   // first and last day, as 2026/11/27; "" if unknown
	Rounds                 int      // number of rounds, also of those to come; 0 if unknown
	Days                   []string // day of each round, as 26/11/27; may be shorter than the rounds
	Players                []Player
}

// Player is a player with the results of the rounds played.
type Player struct {
	Number     int // starting rank, from 1
	Sex, Title string
	Name       string
	Rating     int
	Federation string
	ID         string // FIDE number
	Born       string // as 1990/02/28
	Halves     int    // points times two
	Place      int
	Games      []Game // one for each round played
}

// Game is the result of a player in a round.
type Game struct {
	Opponent int // starting rank of the opponent; 0 for none
	Side     Side
	Result   Result
}

// Side is the side of a player.
type Side byte

// Sides. White is the first seat of a table.
const (
	White  Side = 'w'
	Black  Side = 'b'
	NoSide Side = '-'
)

// Result is the result of a game, or the reason why there was none.
type Result byte

// Results.
const (
	Won           Result = '1'
	Drawn         Result = '='
	Lost          Result = '0'
	ForfeitWon    Result = '+' // the opponent didn't come
	ForfeitLost   Result = '-'
	Bye           Result = 'U' // there was no opponent: counts as a win
	FullBye       Result = 'F' // asked for, counts as a win
	HalfBye       Result = 'H' // asked for, counts as a tie
	Absent        Result = 'Z'
	Open          Result = ' ' // paired, and not played yet
	ShortWon      Result = 'W' // less than one move was played
	ShortDrawn    Result = 'D'
	ShortLost     Result = 'L'
	resultsPaired        = "1=0+-WDL "
	resultsAlone         = "UFHZ"
)

// opposite maps the result of a player to that of the opponent.
var opposite = map[Result][]Result{
	Won: {Lost}, Lost: {Won}, Drawn: {Drawn},
	Open: {Open}, ForfeitWon: {ForfeitLost}, ForfeitLost: {ForfeitWon, ForfeitLost}, // both may be missing
	ShortWon: {ShortLost}, ShortLost: {ShortWon}, ShortDrawn: {ShortDrawn},
}

// Paired reports whether the result is that of a game against an opponent.
func (r Result) Paired() bool { return strings.IndexByte(resultsPaired, byte(r)) >= 0 }

// Halves returns the points of a result times two.
func (r Result) Halves() int {
	switch r {
	case Won, ForfeitWon, Bye, FullBye, ShortWon:
		return 2
	case Drawn, HalfBye, ShortDrawn:
		return 1
	}
	return 0
}

// Played returns the number of rounds that have results.
func (t Tournament) Played() (n int) {
	for _, p := range t.Players {
		n = max(n, len(p.Games))
	}
	return n
}

// check returns an error if two lines contradict each other.
func (t Tournament) check() error {
	at := map[int]Player{}
	for _, p := range t.Players {
		if _, twice := at[p.Number]; twice {
			return fmt.Errorf("the starting rank %d is there twice", p.Number)
		}
		at[p.Number] = p
	}
	for _, p := range t.Players {
		for i, g := range p.Games {
			if err := g.check(at, p.Number, i); err != nil {
				return fmt.Errorf("player %d, round %d: %w", p.Number, i+1, err)
			}
		}
	}
	return nil
}

// check returns an error if the opponent of player number in round i says something else.
func (g Game) check(at map[int]Player, number, i int) error {
	if !g.Result.Paired() {
		return nil
	}
	other, known := at[g.Opponent]
	if !known || g.Opponent == number || i >= len(other.Games) {
		return fmt.Errorf("no opponent %d", g.Opponent)
	}
	o := other.Games[i]
	if o.Opponent != number || o.Side == g.Side || !slices.Contains(opposite[g.Result], o.Result) {
		return fmt.Errorf("opponent %d has %q against %d", g.Opponent, string(o.Result), o.Opponent)
	}
	return nil
}
