package oled

// least lays out the changes in runs and windows, and returns what they cost. It
// cuts the picture into bands, each band into strips of columns and each strip
// into bands again, which it lays out in windows of their height.
func (p *plan) least() int {
	p.costs.count(&p.changed)
	p.windows = p.windows[:0]
	_, tops := cheapest(Pages, func(top, end int) int {
		least, _ := p.costs.strips(band{top, end})
		return least
	})
	for end := Pages; end > 0; end = int(tops[end]) {
		p.layStrips(band{int(tops[end]), end})
	}
	p.join()
	return p.cost()
}

// layStrips lays out a band at the cuts that cost least.
func (p *plan) layStrips(b band) {
	c := &p.costs
	at, strips := c.cut(b)
	_, lefts := c.strips(b)
	for right := strips; right > 0; right = int(lefts[right]) {
		left := int(lefts[right])
		_, tops := c.stack(b, at[left], at[right])
		for end := b.end; end > b.top; end = int(tops[end]) {
			p.lay(band{int(tops[end]), end}, int(c.starts[at[left]]), int(c.starts[at[right]]))
		}
	}
}

// mostStrips is how many strips a band may have. With half as many the companion's
// menus cost two bytes in a hundred more; with half as many again they cost half a
// one less, but take twice as long to find.
const mostStrips = 16

// places are where up to mostStrips strips begin, and the end of the last; or for
// each of these the number of the one that the step to it comes from.
type places [mostStrips + 1]uint8

// never is a cost above all others.
const never = 1 << 14

// cheapest finds the cheapest way from 0 to n in steps of any length.
func cheapest(n int, cost func(from, to int) int) (least int, from places) {
	var sum [mostStrips + 1]int
	for to := 1; to <= n; to++ {
		sum[to] = never
		for f := to - 1; f >= 0; f-- {
			if s := sum[f] + cost(f, to); s < sum[to] {
				sum[to], from[to] = s, uint8(f)
			}
		}
	}
	return sum[n], from
}

// strips is the least a band costs that is cut into strips.
func (c *costs) strips(b band) (least int, lefts places) {
	if b.pages() > 1 && !(c.changes(b.top) && c.changes(b.end-1)) {
		return never, lefts // a lower band holds the same changes
	}
	at, strips := c.cut(b)
	return cheapest(strips, func(left, right int) int {
		least, _ := c.stack(b, at[left], at[right])
		return least
	})
}

// stack is the least a strip of a band costs that is cut into bands. It is what
// all the time goes into.
func (c *costs) stack(b band, left, right uint8) (least int, tops [Pages + 1]uint8) {
	var sum [Pages + 1]int
	for end := b.top + 1; end <= b.end; end++ {
		sum[end] = never
		for top := end - 1; top >= b.top; top-- {
			if s := sum[top] + c.flat(band{top, end}, left, right); s < sum[end] {
				sum[end], tops[end] = s, uint8(top)
			}
		}
	}
	return sum[b.end], tops
}

// cut finds the stretches a band's strips may begin with: those whose changes are
// others than those before. If that is too many, something must begin there after
// nothing.
func (c *costs) cut(b band) (at places, strips int) {
	strips = 1
	if b.pages() > 1 {
		strips = c.cutAt(b, false, &at)
	}
	if strips > mostStrips {
		strips = min(mostStrips, c.cutAt(b, true, &at))
	}
	at[strips] = uint8(c.stretches)
	return at, strips
}

// cutAt notes as many of the stretches as there is room for, and returns how many
// strips they all would make.
func (c *costs) cutAt(b band, afterNothing bool, at *places) (strips int) {
	strips = 1
	for s := 1; s < c.stretches; s++ {
		before, after := c.changed[s-1]&b.mask(), c.changed[s]&b.mask()
		if after == 0 || after == before || afterNothing && before != 0 {
			continue
		}
		if strips < mostStrips {
			at[strips] = uint8(s)
		}
		strips++
	}
	return strips
}
