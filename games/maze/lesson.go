package maze

import (
	"maps"
	"strings"

	"tabletop/games"
)

// lesson returns an example with few pieces, white to move. pieces lists squares and the signs of
// their pieces, such as "21 wL 16 bT×". A Mate that isn't listed stands on its first home. options
// may be nil.
func lesson(options map[string]string, pieces string, tries ...games.Try) []games.Example {
	s := state{table: &table{}, phase: playing, moves: 20}
	words := strings.Fields(pieces)
	for i := 0; i+1 < len(words); i += 2 {
		s.parseToken(squareBy[words[i]], words[i+1])
	}
	for c, mates := range s.mates {
		for rest := homes[c]; rest != 0 && mates.count() < ofEach; rest &= rest - 1 {
			if at := rest.first(); !s.occupied.has(at) {
				s.put(at, pieceOf(colour(c), mate))
				mates |= of(at)
			}
		}
	}
	s.start = s.anyStart()
	setup := games.Setup{Seats: 2, Options: map[string]string{"start": s.start.String()}}
	maps.Copy(setup.Options, options)
	return []games.Example{{Setup: setup, Position: s.String(), Tries: tries}}
}

// anyStart returns a start with the pieces of the position.
func (p *position) anyStart() (one start) {
	next := [...]int{white: 0, black: perSide}
	for _, it := range p.on {
		if k := it.kind(); k > mate {
			one[next[it.colour()]] = k
			next[it.colour()]++
		}
	}
	return one
}
