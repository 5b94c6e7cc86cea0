package oled

// cost packs two numbers, so that one addition adds both. The lower half is the cost of all
// changes up to the end of a segment (spent). The upper half is the part of that cost which is
// saved if the windows begin with this segment (saved). So segments k to n cost n.spent() -
// k.saved().
type cost int32

func newCost(saved, spent int) cost { return cost(saved<<16 + spent) }

func (c cost) saved() int { return int(c >> 16) }

func (c cost) spent() int { return int(c & 0xFFFF) }

// costs holds the cost of each segment of a band.
type costs [maxCuts]cost

// addCosts computes l.high for windows of this many pages. Each gap between two changes is
// either sent or costs a new window.
func (l *layout) addCosts(changed *row, pages int) {
	window := price(pages)
	spent, end, next := 0, -Width, 0 // end is the end of the last change
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
