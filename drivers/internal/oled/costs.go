package oled

// cost packs two numbers of bytes into one integer, so that one addition adds both. The lower
// half, spent, is the cost of all changes from the left edge to the end of a segment. The upper
// half, saved, is the part of spent that is saved if the windows begin with this segment. So a
// range of segments costs last.spent() - first.saved(), where first and last are the values of
// the first and the last segment.
type cost int32

func newCost(saved, spent int) cost { return cost(saved<<16 + spent) }

func (c cost) saved() int { return int(c >> 16) }

func (c cost) spent() int { return int(c & 0xFFFF) }

// costs holds the cost of each segment of a band.
type costs [maxCuts]cost

// addCosts sets l.high to the costs of covering the changes with windows of the given number of
// pages. For each gap between two changes it chooses the cheaper way: to send the gap, or to
// begin a new window.
func (l *layout) addCosts(changed *row, pages int) {
	window := price(pages)
	spent, end, next := 0, -Width, 0 // end is the column after the last change
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
