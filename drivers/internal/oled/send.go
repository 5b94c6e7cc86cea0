package oled

// update sends the changes of picture and level to a display that is on.
func (d *Dev) update() error {
	d.light = unknown
	if d.contrast != d.level {
		d.setContrast()
	}
	if d.compare() > 0 {
		d.choose()
		if err := d.sendWindows(); err != nil {
			return err
		}
	}
	return d.finish(lit)
}

// compare finds the changed bytes and returns their number. If the picture is the inverse of
// the previous one, except for a few bytes that are cheaper to send in any case, compare
// inverts the display and counts only these bytes.
func (d *Dev) compare() int {
	const few, all = 16, ^uint64(0)
	changed := d.plan.compare(&d.shown, &d.want, 0)
	if unchanged := Bytes - changed; unchanged*few > changed {
		return changed
	}
	if rest := d.plan.compare(&d.shown, &d.want, all); rest*few <= changed {
		d.inverted = !d.inverted
		d.setInverted()
		return rest
	}
	return d.plan.compare(&d.shown, &d.want, 0)
}

// choose covers the changes with the cheaper of two plans: runs and windows, or only runs. A
// plan that enters horizontal mode also pays for leaving it later.
func (d *Dev) choose() {
	d.plan.runs()
	if d.chip.Wide == nil {
		return
	}
	runs, there := d.bytes(), 0
	if !d.wide {
		there = len(d.chip.Wide.Enter) + len(d.chip.Wide.Leave)
	}
	d.plan.least()
	if there+d.bytes() > runs {
		d.plan.runs()
	}
}

// bytes returns the cost of the planned windows on this bus in bytes, with two transfers for
// each.
func (d *Dev) bytes() (sum int) {
	for _, w := range d.plan.windows {
		sum += w.cost() - 2*(transfer-d.bus.overhead())
	}
	return sum
}

// sendWindows sends the windows for the chip's current mode, then those for the other mode.
func (d *Dev) sendWindows() error {
	for _, wide := range [...]bool{d.wide, !d.wide} {
		for _, w := range d.plan.windows {
			if (w.pages > 1) != wide {
				continue
			}
			if d.wide != wide {
				d.switchMode()
			}
			if err := d.send(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// switchMode adds the commands that switch to the other addressing mode to the next transfer.
func (d *Dev) switchMode() {
	if d.wide {
		d.command(d.chip.Wide.Leave...)
	} else {
		d.command(d.chip.Wide.Enter...)
	}
	d.wide = !d.wide
}

// send sends the part of the picture in a window.
func (d *Dev) send(w window) error {
	if d.wide {
		d.cmd = d.chip.Wide.Aim(d.cmd, w.col, w.page, w.width, w.pages)
	} else {
		w = d.aligned(w)
		d.aimRun(w.page, w.col+d.chip.Margin)
	}
	d.data = d.data[:1]
	for page := w.page; page < w.page+w.pages; page++ {
		d.pixels(page*Width+w.col, w.width)
	}
	return d.sendData()
}

// aligned widens a run to the left if its first RAM column exists only on some chips. The
// result begins at a column that all possible chips have.
func (d *Dev) aligned(w window) window {
	if by := w.col + d.chip.Margin - (Width - 1); d.chip.Either && by > 0 {
		w.col, w.width = w.col-by, w.width+by
	}
	return w
}

// pixels appends d.want[at:at+width], a part of the picture, to d.data. It inverts these bytes
// if RAM holds the inverse.
func (d *Dev) pixels(at, width int) {
	start := len(d.data)
	d.data = append(d.data, d.want[at:at+width]...)
	if !d.inverted {
		return
	}
	for i := range d.data[start:] {
		d.data[start+i] ^= 0xFF
	}
}

// aimRun adds the commands that set the page and the RAM column of the next write in page mode.
func (d *Dev) aimRun(page, col int) {
	d.command(setPage|byte(page), lowColumn|byte(col&0xF), highColumn|byte(col>>4))
}

func (d *Dev) setContrast() {
	d.command(setContrast, d.level)
	d.contrast = d.level
}

func (d *Dev) setInverted() {
	if d.inverted {
		d.command(inverted)
	} else {
		d.command(notInverted)
	}
}

// command adds commands to the next transfer.
func (d *Dev) command(c ...byte) { d.cmd = append(d.cmd, c...) }

// sendData sends the pending commands, then d.data.
func (d *Dev) sendData() error {
	if err := d.flush(); err != nil {
		return err
	}
	return d.bus.data(d.data)
}

// flush sends the pending commands.
func (d *Dev) flush() error {
	if len(d.cmd) == 1 {
		return nil
	}
	err := d.bus.command(d.cmd)
	d.cmd = d.cmd[:1]
	d.acknowledged = d.acknowledged || err == nil
	return err
}

// finish sends the pending commands and records that the chip shows d.want, with its display in
// state l.
func (d *Dev) finish(l light) error {
	if err := d.flush(); err != nil {
		return err
	}
	d.shown, d.light = d.want, l
	return nil
}
