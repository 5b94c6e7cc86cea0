package match

import (
	"strings"

	"tabletop/games"
)

// Veil is the first fact that nobody is to be reminded of before the round is over;
// without one, and once the match was left, it is above all. It is the one after the
// last on the line that found the game open, so that what was played in the round and
// taken back lies behind it too. What is before it is a record in itself.
func (m Match) Veil() int {
	if m.ended || !games.Veiled(m.State()) {
		return m.Seq() + 1
	}
	first := 0
	for f := range m.Line() {
		switch {
		case f.Kind != Decided && f.Kind != Ruled:
		case !games.Veiled(m.Before(f.Seq)):
			first = f.Seq + 1
		case first == 0:
			first = f.Seq
		}
	}
	return max(first, 2)
}

// UpTo returns the facts up to that of seq, as JSON Lines: all of them where there is
// none of that seq yet.
func (m Match) UpTo(seq int) string {
	lines, end := m.Since(0), 0
	for range min(seq, m.Seq()) {
		end += strings.IndexByte(lines[end:], '\n') + 1
	}
	return lines[:end]
}
