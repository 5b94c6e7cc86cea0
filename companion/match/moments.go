package match

import (
	"slices"

	"tabletop/games"
)

// Told is a moment, and the seq of the decision that made it happen.
type Told struct {
	Seq int
	games.Moment
}

// Moments returns what the decisions of the line have made happen whose seq is greater
// than since, in order; a first seat that the device has drawn is told, too. Where one of them ended the game, the last is of the kind Win, of
// those who have won, or Defeat, without words of its own.
func (m Match) Moments(since int) (all []Told) {
	for _, p := range m.positions(since) {
		if p.fact.Kind == Drawn && p.fact.Luck == Device {
			all = append(all, Told{p.fact.Seq, games.Moment{Kind: games.First, Seats: []games.Seat{1}}})
		}
		if p.fact.Kind != Decided {
			continue
		}
		for _, told := range games.Moments(p.state) {
			all = append(all, Told{p.fact.Seq, told})
		}
		if st := p.state.Standing(); st.Over {
			all = append(all, Told{p.fact.Seq, outcome(st)})
		}
	}
	return all
}

// positions are those of the line that facts led to whose seq is greater than since.
func (m Match) positions(since int) (all []position) {
	for p := m.line; p != nil && p.value.fact.Seq > since; p = p.prev {
		all = append(all, p.value)
	}
	slices.Reverse(all)
	return all
}

// outcome is the moment in which a game ends.
func outcome(st games.Standing) games.Moment {
	if len(st.Won) == 0 {
		return games.Moment{Kind: games.Defeat}
	}
	return games.Moment{Kind: games.Win, Seats: st.Won}
}
