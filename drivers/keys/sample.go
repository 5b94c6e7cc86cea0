package keys

import "time"

// read processes one reading of all lines.
func (d *Dev) read(now time.Duration, levels uint64, moved int) {
	closed := levels
	if d.opts.ActiveLow {
		closed = ^levels
	}
	for i := range d.contacts {
		d.handle(i, d.contacts[i].read(now, closed>>i&1 == 1, moved == i, d.limits))
	}
	if d.opts.Encoder.present() {
		d.readEncoder(now, closed>>len(d.contacts))
	}
}

// handle reports the change of a key.
func (d *Dev) handle(key int, c change) {
	d.mark(key)
	switch c {
	case press:
		d.set(key, true)
	case release:
		d.set(key, false)
	case becameStuck:
		d.set(key, false)
		d.opts.Stuck(d.opts.Keys[key].Name, true)
	case unstuck:
		d.opts.Stuck(d.opts.Keys[key].Name, false)
	}
}

// mark records for Stuck whether a key is ignored until it opens.
func (d *Dev) mark(key int) {
	s := d.contacts[key].state
	if s == preclosed || s == stuck {
		d.ignored.Or(1 << key)
	} else {
		d.ignored.And(^uint64(1 << key))
	}
}

// readEncoder reports a detent of the encoder as a tap. The encoder's lines are the lowest
// bits of closed.
func (d *Dev) readEncoder(now time.Duration, closed uint64) {
	before := d.wheel.at
	turned := d.wheel.turn(closed&1 == 1, closed&2 == 2)
	if d.wheel.at != before {
		d.turned = now
	}
	switch turned {
	case 1:
		d.tap(d.opts.Encoder.Right)
	case -1:
		d.tap(d.opts.Encoder.Left)
	}
}

// tap reports a press and a release of a key, unless its button is held.
func (d *Dev) tap(name string) {
	for i, k := range d.opts.Keys {
		if k.Name == name && d.down[i] {
			return
		}
	}
	d.opts.Edge(name, true)
	d.opts.Edge(name, false)
}

// timeout returns the time until the next reading if no edge comes. It is at most Step while
// any line changes, so that a lost edge delays nothing for longer.
func (d *Dev) timeout(now time.Duration) time.Duration {
	wait := Idle
	if d.opts.Encoder.present() && d.turned > 0 && now-d.turned < settling {
		wait = Step
	}
	for i := range d.contacts {
		if due, moves := d.contacts[i].due(d.limits); moves {
			wait = min(wait, due, Step)
		}
	}
	return wait
}

// limiter waits for edges, at most maxEdges per Step, so that noisy lines don't keep the
// processor busy.
type limiter struct {
	lines Lines
	began time.Duration // start of the current Step
	edges int           // edges reported in the current Step
}

// wait returns the line of the next edge, or none.
func (p *limiter) wait(now, timeout time.Duration) (int, error) {
	if now-p.began >= Step {
		p.began, p.edges = now, 0
	}
	if p.edges == maxEdges {
		time.Sleep(p.began + Step - now)
		return none, nil
	}
	line, err := p.lines.WaitForEdge(timeout)
	if line != none {
		p.edges++
	}
	return line, err
}
