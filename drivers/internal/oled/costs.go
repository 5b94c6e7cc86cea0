package oled

// cost is two numbers, one in each half, so that both are added at once. The lower
// one is what all changes cost up to the end of a segment; the upper one is how much
// of that is saved by whoever sends the segment first and nothing left of it. So
// the segments from k to n cost n's lower less k's upper one.
type cost int32

func newCost(saved, spent int) cost { return cost(saved<<16 + spent) }

func (c cost) saved() int { return int(c >> 16) }

func (c cost) spent() int { return int(c & 0xFFFF) }

// costs are those of the segments of a band.
type costs [mostCuts]cost

// follow counts what changes cost in windows of so many pages. Each gap between two
// is sent along, or a new window is paid.
func (l *layout) follow(changed *row, pages int) {
	window := price(pages)
	spent, end, next := 0, -Width, 0 // end is where the last change ends
	for k, s := range l.segments {
		l.high[k] = 0
		for w := changed[s.half] & s.columns; w != 0; {
			var left, right int
			left, right, w = run(w)
			left, right = s.half*half+left, s.half*half+right
			gap := min((left-end)*pages, window)
			for ; next <= k; next++ {
				l.high[next] += newCost(spent+gap-window, 0)
			}
			spent, end = spent+gap+(right-left)*pages, right
		}
		l.high[k] += newCost(0, spent)
	}
	for ; next < len(l.segments); next++ {
		l.high[next] += newCost(spent, 0)
	}
}
