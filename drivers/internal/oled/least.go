package oled

// layout finds the cheapest windows for each band of pages, small ones first. A band
// is cut into strips of columns. A strip is laid out in windows as high as the
// band; or it is divided, and its two parts are laid out as was found for the bands
// that they belong to, which alone might be cheaper; or, if it is of few segments, it
// is the cheapest stack of bands.
//
// Pages on which nothing changed are left out: a band is from one of the others to
// another.
type layout struct {
	pages    []int // that changed, from the top
	segments []segment
	few      int        // how many segments a stack may have
	rows     [bands]row // what changed on any page of a band
	high     costs      // of the present band, in windows as high as it
	none     costs
	costs    [bands]costs
	stacks   [bands][mostCuts]int16 // by their segments, as stack tells
	strips   [bands][mostCuts]strip

	pagesRoom    [Pages]int
	segmentsRoom [mostCuts]segment
}

// strip is where the strip begins that a segment belongs to, and how it is laid out.
type strip struct {
	start uint8
	below uint8 // how many pages are below its division, or 0, or stacked
}

// stacked is a strip that is the cheapest stack of bands, with none where nothing
// changed.
const stacked = Pages

// find finds the cheapest windows.
func (l *layout) find(changed *[Pages]row) {
	l.pages = l.pagesRoom[:0]
	for page, r := range changed {
		if r != (row{}) {
			l.pages = append(l.pages, page)
		}
	}
	l.segments = cut(l.segmentsRoom[:0], *changed)
	l.few = min(mostCuts/len(l.segments), len(l.segments))
	for top := len(l.pages) - 1; top >= 0; top-- {
		var r row
		for end := top + 1; end <= len(l.pages); end++ {
			b := band{top, end}
			r = r.or(changed[l.pages[end-1]])
			l.rows[b.index()] = r
			l.follow(&r, l.pagesOf(b).pages())
			l.findStrips(b)
		}
	}
}

// pagesOf returns the pages of the picture that a band spans.
func (l *layout) pagesOf(b band) band { return band{l.pages[b.top], l.pages[b.end-1] + 1} }

// findStrips cuts a band into the strips that cost least.
func (l *layout) findStrips(b band) {
	var room [Pages]way
	var steps [mostCuts + 1]step
	ways := l.ways(b, room[:0])
	l.findStacks(b)
	stacks := &l.stacks[b.index()]
	for k := range l.segments {
		least := never
		for start := max(0, k+1-l.few); start <= k; start++ {
			stack := step(stacks[l.stack(start, k+1)])
			least = min(least, newStep(steps[start].spent(), start)+stack<<16+asAStack)
		}
		if stacks[k] > 0 { // something changed
			least = min(least, cheapest(ways, k, newStep(steps[k].spent(), k)))
		}
		steps[k+1] = least
	}
	l.keep(b, ways, &steps)
}

// stack numbers the stacks of few segments, from start up to end.
func (l *layout) stack(start, end int) int { return (end-start-1)*len(l.segments) + start }

// findStacks finds what few segments of a band cost in the cheapest stack of bands.
func (l *layout) findStacks(b band) {
	stacks, window := &l.stacks[b.index()], price(l.pagesOf(b).pages())
	for more := range l.few {
		high := l.high[more:len(l.segments)]
		for start, last := range high {
			cost := last.spent() - l.high[start].saved()
			if cost <= window {
				cost = 0 // nothing changed
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

// step is the least that all changes left of a cut cost, in its upper half. In the
// lower one, which decides between equals, is how the last strip is laid out and where
// it begins: a stack is the last choice, and a late beginning the first, because what
// comes then is freer.
type step int32

const (
	never    step = 1 << 30
	asAStack step = 1<<12 + stacked
)

func newStep(spent, start int) step { return step(spent<<16 | (mostCuts-start)<<4) }

func (s step) spent() int { return int(s >> 16) }

func (s step) start() int { return mostCuts - int(s>>4&0xFF) }

func (s step) below() int { return int(s & 0xF) }

// way is how a strip may be laid out: not divided, or as two bands.
type way struct {
	upper, lower *costs
	below        step // how many pages the lower one has
	least        step // to where such a strip begins best, less what is saved there
}

// ways lists how a band's strips may be laid out, by how many pages are below.
func (l *layout) ways(b band, all []way) []way {
	all = append(all, way{&l.high, &l.none, 0, never})
	for m := b.end - 1; m > b.top; m-- {
		all = append(all, way{&l.costs[band{b.top, m}.index()], &l.costs[band{m, b.end}.index()], step(b.end - m), never})
	}
	return all
}

// cheapest is the step to the end of a segment. Before is the one to its beginning.
// All the time goes into this loop, which alone in its function has all registers.
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

// keep keeps the strips that the steps lead through, and what they cost.
func (l *layout) keep(b band, ways []way, steps *[mostCuts + 1]step) {
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

// lay lays out all that changed in the windows that were found.
func (l *layout) lay(p *plan) {
	if len(l.pages) > 0 {
		l.layBand(p, band{0, len(l.pages)}, 0, len(l.segments))
	}
}

// layBand lays out some segments of a band.
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

// layStack lays out few segments of a band in the cheapest stack of bands.
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

// layHigh lays out some segments of a band in windows as high as the band.
func (l *layout) layHigh(p *plan, b band, start, end int) {
	var columns row
	for _, s := range l.segments[start:end] {
		columns[s.half] |= s.columns
	}
	p.lay(l.pagesOf(b), l.rows[b.index()].and(columns))
}
