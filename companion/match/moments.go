package match

import (
	"slices"

	"tabletop/games"
)

// SeqMoment is a moment with the seq of the fact that caused it.
type SeqMoment struct {
	Seq int
	games.Moment
}

// Moments returns, in order, the moments caused by facts of the line with a seq greater than
// since: by decisions, and by the device when it draws the first seat. If a decision ended the
// game, the last moment has the kind Win, with the seats that won, or the kind Defeat. A moment
// of these two kinds has no text.
func (m Match) Moments(since int) (all []SeqMoment) {
	for _, p := range m.positions(since) {
		if p.fact.Kind == Drawn && p.fact.Luck == Device {
			all = append(all, SeqMoment{p.fact.Seq, games.Moment{Kind: games.First, Seats: []games.Seat{1}}})
		}
		if p.fact.Kind != Decided {
			continue
		}
		for _, moment := range games.Moments(p.state) {
			all = append(all, SeqMoment{p.fact.Seq, moment})
		}
		if st := p.state.Standing(); st.Over {
			all = append(all, SeqMoment{p.fact.Seq, outcome(st)})
		}
	}
	return all
}

// positions returns the positions of the line after facts with a seq greater than since.
func (m Match) positions(since int) (all []position) {
	for p := m.line; p != nil && p.value.fact.Seq > since; p = p.prev {
		all = append(all, p.value)
	}
	slices.Reverse(all)
	return all
}

// outcome returns the moment for the end of a game: Win, with the seats that won, or Defeat.
func outcome(st games.Standing) games.Moment {
	if len(st.Won) == 0 {
		return games.Moment{Kind: games.Defeat}
	}
	return games.Moment{Kind: games.Win, Seats: st.Won}
}
