package oled

// layout finds the cheapest windows for each band of pages, small bands first. It cuts a band
// into strips of columns, in the cheapest way. A strip is covered in one of three ways: with
// windows as high as the band; with the windows already found for an upper and a lower part of
// the band; or, if the strip has few segments, with the cheapest stack of bands, each covered
// with windows of its own height.
//
// layout leaves out unchanged pages: a band is a range of indexes in the list of changed pages.
type layout struct {
	pages    []int // numbers of the changed pages, from the top
	segments []segment
	few      int        // maximum number of segments in a stack of bands
	rows     [bands]row // columns that have changed on any page of a band, by band
	high     costs      // costs of the current band, covered with windows as high as the band
	none     costs      // zeros: the lower band of an undivided strip costs nothing
	costs    [bands]costs
	stacks   [bands][maxCuts]int16 // costs of the stacks of each band, indexed by layout.stack
	strips   [bands][maxCuts]strip // strip of each segment, by band

	pagesRoom    [Pages]int
	segmentsRoom [maxCuts]segment
}

// strip is a range of segments that are covered in the same way. Each segment of a band belongs
// to a strip.
type strip struct {
	start uint8 // index of the strip's first segment
	below uint8 // number of pages below the division; 0 means undivided; or the value stacked
}

// stacked is the value of strip.below for a strip that is covered with its cheapest stack of
// bands. Such a strip has no windows over unchanged segments.
const stacked = Pages

// find finds the cheapest windows for the changed columns of each page.
func (l *layout) find(changed *[Pages]row) {
	l.pages = l.pagesRoom[:0]
	for page, r := range changed {
		if r != (row{}) {
			l.pages = append(l.pages, page)
		}
	}
	l.segments = cut(l.segmentsRoom[:0], *changed)
	l.few = min(maxCuts/len(l.segments), len(l.segments))
	for top := len(l.pages) - 1; top >= 0; top-- {
		var r row
		for end := top + 1; end <= len(l.pages); end++ {
			b := band{top, end}
			r = r.or(changed[l.pages[end-1]])
			l.rows[b.index()] = r
			l.addCosts(&r, l.pagesOf(b).pages())
			l.findStrips(b)
		}
	}
}

// pagesOf returns the pages of the picture that a band spans.
func (l *layout) pagesOf(b band) band { return band{l.pages[b.top], l.pages[b.end-1] + 1} }

// findStrips finds the cheapest way to cut a band into strips, and stores the strips.
func (l *layout) findStrips(b band) {
	var room [Pages]way
	var steps [maxCuts + 1]step
	ways := l.ways(b, room[:0])
	l.findStacks(b)
	stacks := &l.stacks[b.index()]
	for k := range l.segments {
		least := never
		for start := max(0, k+1-l.few); start <= k; start++ {
			stack := step(stacks[l.stack(start, k+1)])
			least = min(least, newStep(steps[start].spent(), start)+stack<<16+asAStack)
		}
		if stacks[k] > 0 { // segment k has a change
			least = min(least, cheapest(ways, k, newStep(steps[k].spent(), k)))
		}
		steps[k+1] = least
	}
	l.store(b, ways, &steps)
}

// stack returns the index in a band's stacks for the segments from start up to, not including,
// end.
func (l *layout) stack(start, end int) int { return (end-start-1)*len(l.segments) + start }

// findStacks computes the cost of the cheapest stack of bands for each short range of segments
// of a band.
func (l *layout) findStacks(b band) {
	stacks, window := &l.stacks[b.index()], price(l.pagesOf(b).pages())
	for more := range l.few {
		high := l.high[more:len(l.segments)]
		for start, last := range high {
			cost := last.spent() - l.high[start].saved()
			if cost <= window {
				cost = 0 // these segments have no change
			}
			stacks[more*len(l.segments)+start] = int16(cost)
		}
	}
	for m := b.top + 1; m < b.end; m++ {
		upper, lower := &l.stacks[band{b.top, m}.index()], &l.stacks[band{m, b.end}.index()]
		for i := range l.few * len(l.segments) {
			stacks[i] = min(stacks[i], upper[i]+lower[i])
		}
	}
}

// step is a packed result of the search for strips; the smallest step is the best. The upper
// half is the minimum cost of all changes left of a cut. The lower half holds the start and the
// division of the last strip, and decides between equal costs. A stack of bands is then the last
// choice. Otherwise a later start is preferred, because it leaves more freedom to the following
// segments.
type step int32

const (
	never    step = 1 << 30
	asAStack step = 1<<12 + stacked
)

func newStep(spent, start int) step { return step(spent<<16 | (maxCuts-start)<<4) }

func (s step) spent() int { return int(s >> 16) }

func (s step) start() int { return maxCuts - int(s>>4&0xFF) }

func (s step) below() int { return int(s & 0xF) }

// way is a possible layout of a strip: undivided, or divided into an upper and a lower band.
type way struct {
	upper, lower *costs
	below        step // number of pages in the lower band
	least        step // best step to the start of such a strip, less the cost saved there
}

// ways appends the possible layouts of a band's strips. It returns the extended slice. The index
// of a layout is the number of pages below the division.
func (l *layout) ways(b band, all []way) []way {
	all = append(all, way{&l.high, &l.none, 0, never})
	for m := b.end - 1; m > b.top; m-- {
		all = append(all, way{&l.costs[band{b.top, m}.index()], &l.costs[band{m, b.end}.index()], step(b.end - m), never})
	}
	return all
}

// cheapest returns the cheapest step to the end of segment k; before is the step to the
// beginning of the segment. Planning spends almost all its time in this loop. The loop has a
// function of its own so that the compiler gives it all registers.
//
//go:noinline
func cheapest(ways []way, k int, before step) step {
	least := never
	for i := range ways {
		w := &ways[i]
		both := step(w.upper[k] + w.lower[k])
		w.least = min(w.least, before-both&^0xFFFF+w.below)
		least = min(least, w.least+both<<16)
	}
	return least
}

// store stores the strips that the steps describe, and their costs.
func (l *layout) store(b band, ways []way, steps *[maxCuts + 1]step) {
	costs, strips := &l.costs[b.index()], &l.strips[b.index()]
	for end := len(l.segments); end > 0; {
		start, below := steps[end].start(), steps[end].below()
		before := steps[start].spent()
		s := strip{uint8(start), uint8(below)}
		if below == stacked {
			stacks := &l.stacks[b.index()]
			for k := start; k < end; k++ {
				saved := steps[end].spent() - int(stacks[l.stack(k, end)])
				costs[k] = newCost(saved, before+int(stacks[l.stack(start, k+1)]))
				strips[k] = s
			}
			end = start
			continue
		}
		w := &ways[below]
		before -= (w.upper[start] + w.lower[start]).saved()
		for k := start; k < end; k++ {
			costs[k] = w.upper[k] + w.lower[k] + newCost(before, before)
			strips[k] = s
		}
		end = start
	}
}

// lay appends windows that cover all changes to the plan p, as find has chosen them.
func (l *layout) lay(p *plan) {
	if len(l.pages) > 0 {
		l.layBand(p, band{0, len(l.pages)}, 0, len(l.segments))
	}
}

// layBand covers the segments of a band from start up to, not including, end with windows.
func (l *layout) layBand(p *plan, b band, start, end int) {
	for end > start {
		s := l.strips[b.index()][end-1]
		left := max(start, int(s.start))
		switch s.below {
		case stacked:
			l.layStack(p, b, left, end)
		case 0:
			l.layHigh(p, b, left, end)
		default:
			m := b.end - int(s.below)
			l.layBand(p, band{b.top, m}, left, end)
			l.layBand(p, band{m, b.end}, left, end)
		}
		end = left
	}
}

// layStack covers the segments from start up to, not including, end with their cheapest stack
// of bands.
func (l *layout) layStack(p *plan, b band, start, end int) {
	i := l.stack(start, end)
	cost := l.stacks[b.index()][i]
	if cost == 0 {
		return
	}
	for m := b.top + 1; m < b.end; m++ {
		upper, lower := band{b.top, m}, band{m, b.end}
		if l.stacks[upper.index()][i]+l.stacks[lower.index()][i] == cost {
			l.layStack(p, upper, start, end)
			l.layStack(p, lower, start, end)
			return
		}
	}
	l.layHigh(p, b, start, end)
}

// layHigh covers the segments from start up to, not including, end with windows as high as the
// band.
func (l *layout) layHigh(p *plan, b band, start, end int) {
	var columns row
	for _, s := range l.segments[start:end] {
		columns[s.half] |= s.columns
	}
	p.lay(l.pagesOf(b), l.rows[b.index()].and(columns))
}
