package oled

// costs tell what the changes of any band cost between any two stretches. A
// stretch is columns side by side in which the same pages changed.
type costs struct {
	stretches int
	starts    [Width + 1]uint8 // the first column of each, and Width after the last
	changed   [Width]uint8     // the pages of each, bit 0 the uppermost
	// spent is what all changes left of a stretch cost in windows as high as a band;
	// before, how much is spent when the next change at it or right of it begins, the
	// price of its window included.
	spent, before [Width + 1][bands]int16
}

// flat is what a band costs from one stretch to another in windows as high as it.
func (c *costs) flat(b band, left, right uint8) int {
	i := b.index()
	data := int(c.spent[right][i]) - int(c.before[left][i])
	if data <= 0 {
		return 0 // the next change isn't left of right
	}
	return price(b.pages()) + data
}

// changes reports whether anything changed on a page.
func (c *costs) changes(page int) bool {
	return c.spent[c.stretches][band{page, page + 1}.index()] > 0
}

// count finds the stretches and counts their costs.
func (c *costs) count(changed *[Width]uint8) {
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
func (c *costs) countBand(b band) {
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
