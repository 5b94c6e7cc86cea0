package oled

// update sends what changed.
func (d *Dev) update() error {
	d.light = unknown
	if d.contrast != d.level {
		d.setContrast()
	}
	if d.plan.compare(&d.shown, &d.want) {
		if err := d.sendWindows(d.choose()); err != nil {
			return err
		}
	}
	return d.finish(lit)
}

// choose lays out the windows, and reports whether all are to be sent in the mode
// the chip is in, horizontal mode. Who enters that mode pays at once for leaving
// it later: that is why there leaving is free, but staying must not cost more than
// leaving would.
func (d *Dev) choose() (stay bool) {
	d.plan.runs()
	if d.chip.Wide == nil {
		return false
	}
	runs := d.bytes(false)
	d.plan.least()
	least, all := d.bytes(false), d.bytes(true)
	enter, leave := len(d.chip.Wide.Enter), len(d.chip.Wide.Leave)
	switch {
	case d.wide && all <= min(runs, least+leave):
		return true
	case d.wide && least <= runs, least+enter+leave <= runs:
		return false
	}
	d.plan.runs()
	return false
}

// bytes is what the windows cost on this bus, all of them in horizontal mode or
// only those that must be.
func (d *Dev) bytes(wide bool) (sum int) {
	for _, w := range d.plan.windows {
		sum += w.cost() - 2*(transfer-d.bus.overhead())
		if wide && w.pages == 1 {
			sum += windowPrice - runPrice
		}
	}
	return sum
}

// sendWindows sends the windows that the present mode is for, then the others. To
// stay means that it is for all.
func (d *Dev) sendWindows(stay bool) error {
	left := len(d.plan.windows)
	for range 2 {
		for _, w := range d.plan.windows {
			if (stay || w.pages > 1) != d.wide {
				continue
			}
			if err := d.send(w); err != nil {
				return err
			}
			left--
		}
		if left == 0 {
			break
		}
		d.switchMode()
	}
	return nil
}

// switchMode changes to the other mode along with the next transfer.
func (d *Dev) switchMode() {
	if d.wide {
		d.command(d.chip.Wide.Leave...)
	} else {
		d.command(d.chip.Wide.Enter...)
	}
	d.wide = !d.wide
}

// send sends the bytes of a window.
func (d *Dev) send(w window) error {
	if d.wide {
		d.cmd = d.chip.Wide.Aim(d.cmd, w.col, w.page, w.width, w.pages)
	} else {
		d.aimRun(w.page, w.col+d.chip.Margin)
	}
	d.data = d.data[:1]
	for page := w.page; page < w.page+w.pages; page++ {
		d.data = append(d.data, d.want[page*Width+w.col:][:w.width]...)
	}
	return d.sendData()
}

// aimRun makes a column of RAM in page mode the next to be written.
func (d *Dev) aimRun(page, col int) {
	d.command(setPage|byte(page), lowColumn|byte(col&0xF), highColumn|byte(col>>4))
}

func (d *Dev) setContrast() {
	d.command(setContrast, d.level)
	d.contrast = d.level
}

// command adds commands to those for the next transfer.
func (d *Dev) command(c ...byte) { d.cmd = append(d.cmd, c...) }

// sendData sends the commands that wait, and the data.
func (d *Dev) sendData() error {
	if err := d.flush(); err != nil {
		return err
	}
	return d.bus.data(d.data)
}

// flush sends the commands that wait.
func (d *Dev) flush() error {
	if len(d.cmd) == 1 {
		return nil
	}
	err := d.bus.command(d.cmd)
	d.cmd = d.cmd[:1]
	d.met = d.met || err == nil
	return err
}

// finish sends the commands that still wait. Then all that was asked for is true.
func (d *Dev) finish(l light) error {
	if err := d.flush(); err != nil {
		return err
	}
	d.shown, d.light = d.want, l
	return nil
}
