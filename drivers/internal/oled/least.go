package oled

// layout finds the cheapest windows for each band of pages, small ones first. A band
// is cut into strips of columns. A strip is laid out in windows as high as the
// band; or it is divided, and its two parts are laid out as was found for the bands
// that they belong to, which alone might be cheaper; or, if it is a single segment,
// it is the cheapest stack of windows.
//
// Pages on which nothing changed are left out: a band is from one of the others to
// another.
type layout struct {
	pages    []int // that changed, from the top
	segments []segment
	rows     [bands]row      // what changed on any page of a band
	high     [mostCuts]cost  // of the segments of the present band, in windows as high as it
	costs    [mostCuts]costs // of the bands before
	stacks   [mostCuts][bands]int16
	strips   [mostCuts][bands]strip

	pagesRoom    [Pages]int
	segmentsRoom [mostCuts]segment
}

// strip is where the strip begins that a segment belongs to, and how it is laid out.
type strip struct {
	start uint8
	below uint8 // how many pages are below its division, or 0, or stacked
}

// stacked is a strip of one segment, the cheapest stack of windows. It is empty where
// nothing changed.
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
	ways := ways(b, room[:0])
	l.findStacks(b)
	for k := range l.segments {
		before, stack := newStep(steps[k].spent(), k), l.stacks[k][b.index()]
		least := before + step(stack)<<16 + asAStack
		if stack > 0 {
			least = min(least, l.costs[k].cheapest(ways, before, l.high[k]))
		}
		steps[k+1] = least
	}
	l.keep(b, ways, &steps)
}

// findStacks finds what each segment of a band costs in the cheapest stack of windows.
func (l *layout) findStacks(b band) {
	first, last := l.rows[band{b.top, b.top + 1}.index()], l.rows[band{b.end - 1, b.end}.index()]
	i, below, above := b.index(), band{b.top + 1, b.end}.index(), band{b.top, b.end - 1}.index()
	for k, s := range l.segments {
		stacks := &l.stacks[k]
		switch {
		case first[s.half]&s.columns == 0:
			stacks[i] = stacks[below]
		case last[s.half]&s.columns == 0:
			stacks[i] = stacks[above]
		default:
			least := int16(l.high[k].spent() - l.high[k].saved())
			for m := b.top + 1; m < b.end; m++ {
				least = min(least, stacks[band{b.top, m}.index()]+stacks[band{m, b.end}.index()])
			}
			stacks[i] = least
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
	upper, lower uint8
	below        step // how many pages the lower one has
	least        step // to where such a strip begins best, less what is saved there
}

// ways lists how a band's strips may be laid out, by how many pages are below.
func ways(b band, all []way) []way {
	all = append(all, way{least: never})
	for m := b.end - 1; m > b.top; m-- {
		all = append(all, way{uint8(band{b.top, m}.index()), uint8(band{m, b.end}.index()), step(b.end - m), never})
	}
	return all
}

// cheapest is the step to the end of a segment. Before is the one to its beginning,
// high what it costs not divided.
func (c *costs) cheapest(ways []way, before step, high cost) step {
	w := &ways[0]
	w.least = min(w.least, before-step(high)&^0xFFFF)
	least := w.least + step(high)<<16
	for i := 1; i < len(ways); i++ {
		w := &ways[i]
		both := step(c.sum(w.upper, w.lower))
		w.least = min(w.least, before-both&^0xFFFF+w.below)
		least = min(least, w.least+both<<16)
	}
	return least
}

// keep keeps the strips that the steps lead through, and what they cost.
func (l *layout) keep(b band, ways []way, steps *[mostCuts + 1]step) {
	i := b.index()
	for end := len(l.segments); end > 0; {
		start, below := steps[end].start(), steps[end].below()
		before := steps[start].spent()
		switch below {
		case stacked:
			l.costs[start][i] = newCost(before, steps[end].spent())
		case 0:
			before -= l.high[start].saved()
			for k := start; k < end; k++ {
				l.costs[k][i] = l.high[k] + newCost(before, before)
			}
		default:
			upper, lower := ways[below].upper, ways[below].lower
			before -= l.costs[start].sum(upper, lower).saved()
			for k := start; k < end; k++ {
				l.costs[k][i] = l.costs[k].sum(upper, lower) + newCost(before, before)
			}
		}
		for k := start; k < end; k++ {
			l.strips[k][i] = strip{uint8(start), uint8(below)}
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
		s := l.strips[end-1][b.index()]
		left := max(start, int(s.start))
		switch s.below {
		case stacked:
			l.layStack(p, b, left)
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

// layStack lays out a segment of a band in the cheapest stack of windows.
func (l *layout) layStack(p *plan, b band, k int) {
	cost := l.stacks[k][b.index()]
	if cost == 0 {
		return
	}
	for m := b.top + 1; m < b.end; m++ {
		upper, lower := band{b.top, m}, band{m, b.end}
		if l.stacks[k][upper.index()]+l.stacks[k][lower.index()] == cost {
			l.layStack(p, upper, k)
			l.layStack(p, lower, k)
			return
		}
	}
	l.layHigh(p, b, k, k+1)
}

// layHigh lays out some segments of a band in windows as high as the band.
func (l *layout) layHigh(p *plan, b band, start, end int) {
	var columns row
	for _, s := range l.segments[start:end] {
		columns[s.half] |= s.columns
	}
	p.lay(l.pagesOf(b), l.rows[b.index()].and(columns))
}
