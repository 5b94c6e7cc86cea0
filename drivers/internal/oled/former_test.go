package oled

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tabletop/drivers/internal/oled/oledtest"
)

// This file holds the planner that came before, which the present one is compared
// with. It takes some five times as long.

// former is what it was told and what it found.
type former struct {
	changed [Width]uint8 // which pages of a column, bit 0 the uppermost
	windows []window
	costs   formerCosts
}

// bytes is what the windows cost that it finds.
func (p *former) bytes(changed *[Width]uint8) int {
	p.changed = *changed
	return p.least()
}

// least lays out the changes in runs and windows, and returns what they cost. It
// cuts the picture into bands, each band into strips of columns and each strip
// into bands again, which it lays out in windows of their height.
func (p *former) least() int {
	p.costs.count(&p.changed)
	p.windows = p.windows[:0]
	_, tops := formerCheapest(Pages, func(top, end int) int {
		least, _ := p.costs.strips(band{top, end})
		return least
	})
	for end := Pages; end > 0; end = int(tops[end]) {
		p.layStrips(band{int(tops[end]), end})
	}
	after := plan{windows: p.windows}
	after.join()
	return after.cost()
}

// layStrips lays out a band at the cuts that cost least.
func (p *former) layStrips(b band) {
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

// tooMuch is a cost above all others.
const tooMuch = 1 << 14

// formerCheapest finds the cheapest way from 0 to n in steps of any length.
func formerCheapest(n int, cost func(from, to int) int) (least int, from places) {
	var sum [mostStrips + 1]int
	for to := 1; to <= n; to++ {
		sum[to] = tooMuch
		for f := to - 1; f >= 0; f-- {
			if s := sum[f] + cost(f, to); s < sum[to] {
				sum[to], from[to] = s, uint8(f)
			}
		}
	}
	return sum[n], from
}

// strips is the least a band costs that is cut into strips.
func (c *formerCosts) strips(b band) (least int, lefts places) {
	if b.pages() > 1 && !(c.changes(b.top) && c.changes(b.end-1)) {
		return tooMuch, lefts // a lower band holds the same changes
	}
	at, strips := c.cut(b)
	return formerCheapest(strips, func(left, right int) int {
		least, _ := c.stack(b, at[left], at[right])
		return least
	})
}

// stack is the least a strip of a band costs that is cut into bands. It is what
// all the time goes into.
func (c *formerCosts) stack(b band, left, right uint8) (least int, tops [Pages + 1]uint8) {
	var sum [Pages + 1]int
	for end := b.top + 1; end <= b.end; end++ {
		sum[end] = tooMuch
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
func (c *formerCosts) cut(b band) (at places, strips int) {
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
func (c *formerCosts) cutAt(b band, afterNothing bool, at *places) (strips int) {
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

// lay lays out the changes of some columns in windows as high as the band. What
// is unchanged between two of them is sent along unless a new window costs less.
func (p *former) lay(b band, left, right int) {
	mask, pages, open := b.mask(), b.pages(), false
	for x := left; x < right; x++ {
		if p.changed[x]&mask == 0 {
			continue
		}
		if open {
			w := &p.windows[len(p.windows)-1]
			if unchanged := x - w.col - w.width; unchanged*pages <= price(pages) {
				w.width += unchanged + 1
				continue
			}
		}
		p.windows = append(p.windows, window{x, b.top, 1, pages})
		open = true
	}
}

// formerCosts tell what the changes of any band cost between any two stretches. A
// stretch is columns side by side in which the same pages changed.
type formerCosts struct {
	stretches int
	starts    [Width + 1]uint8 // the first column of each, and Width after the last
	changed   [Width]uint8     // the pages of each, bit 0 the uppermost
	// spent is what all changes left of a stretch cost in windows as high as a band;
	// before, how much is spent when the next change at it or right of it begins, the
	// price of its window included.
	spent, before [Width + 1][bands]int16
}

// flat is what a band costs from one stretch to another in windows as high as it.
func (c *formerCosts) flat(b band, left, right uint8) int {
	i := b.index()
	data := int(c.spent[right][i]) - int(c.before[left][i])
	if data <= 0 {
		return 0 // the next change isn't left of right
	}
	return price(b.pages()) + data
}

// changes reports whether anything changed on a page.
func (c *formerCosts) changes(page int) bool {
	return c.spent[c.stretches][band{page, page + 1}.index()] > 0
}

// count finds the stretches and counts their costs.
func (c *formerCosts) count(changed *[Width]uint8) {
	c.stretches = 0
	for x, pages := range changed {
		if x == 0 || pages != changed[x-1] {
			c.starts[c.stretches], c.changed[c.stretches] = uint8(x), pages
			c.stretches++
		}
	}
	c.starts[c.stretches] = Width
	for end := 1; end <= Pages; end++ {
		for top := range end {
			c.countBand(band{top, end})
		}
	}
}

// countBand counts the costs of a band.
func (c *formerCosts) countBand(b band) {
	i, pages := b.index(), b.pages()
	spent, end, next := 0, -Width, 0 // end is where the last change ends
	for s := range c.stretches {
		c.spent[s][i] = int16(spent)
		if c.changed[s]&b.mask() == 0 {
			continue
		}
		start := int(c.starts[s])
		spent += min((start-end)*pages, price(pages))
		for ; next <= s; next++ {
			c.before[next][i] = int16(spent)
		}
		end = int(c.starts[s+1])
		spent += (end - start) * pages
	}
	c.spent[c.stretches][i] = int16(spent)
	for ; next <= c.stretches; next++ {
		c.before[next][i] = int16(spent)
	}
}

// kinds are changes of every kind: recorded ones, one after another and ten apart,
// a shift of each by a pixel, rectangles, and noise of several densities.
func kinds(t *testing.T) map[string][][Pages]row {
	t.Helper()
	sequences, err := oledtest.Sequences()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][][Pages]row{}
	add := func(name string, from, to *[Bytes]byte) {
		p := &plan{}
		p.compare(from, to, 0)
		all[name] = append(all[name], p.changed)
	}
	for _, q := range sequences {
		for i := range q.Pictures {
			add(q.Name, &q.Pictures[max(0, i-1)], &q.Pictures[i])
			add(q.Name+", ten apart", &q.Pictures[max(0, i-10)], &q.Pictures[i])
			add("shift", &q.Pictures[i], shifted(&q.Pictures[i]))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		all["rectangles"] = append(all["rectangles"], rows(scattered(r)))
		for _, percent := range []int{1, 3, 6, 10, 20, 40, 70, 100} {
			name := fmt.Sprintf("%d in 100 bytes", percent)
			all[name] = append(all[name], rows(noise(r, percent)))
		}
	}
	return all
}

// shifted is a picture moved to the right by a pixel.
func shifted(picture *[Bytes]byte) *[Bytes]byte {
	to := *picture
	for page := range Pages {
		copy(to[page*Width+1:(page+1)*Width], picture[page*Width:])
	}
	return &to
}

// noise changes so many bytes in a hundred.
func noise(r *rand.Rand, percent int) (changed [Width]uint8) {
	for x := range changed {
		for page := range Pages {
			if r.IntN(100) < percent {
				changed[x] |= 1 << page
			}
		}
	}
	return changed
}

func TestNoKindOfChangeTakesMoreBytesThanByTheFormerPlanner(t *testing.T) {
	p, former := &plan{}, &former{}
	for name, changes := range kinds(t) {
		sum, before := 0, 0
		for i, c := range changes {
			p.changed = c
			changed := columns(c)
			got, was := p.least(), former.bytes(&changed)
			sum, before = sum+got, before+was
			if got*100 > was*103 && got > was+3 {
				t.Errorf("%s, change %d: %d bytes, were %d", name, i, got, was)
			}
		}
		if sum > before {
			t.Errorf("%s: %d bytes, were %d", name, sum, before)
		}
		t.Logf("%s: %d bytes, were %d", name, sum, before)
	}
}
