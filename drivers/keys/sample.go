package keys

import "time"

// read processes one reading of all lines at the time now. moved is the index of the line that
// had an edge, or none.
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

// handle reports a change of a key to Edge and Stuck.
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

// mark records whether a key is ignored until it opens, for the method Stuck.
func (d *Dev) mark(key int) {
	s := d.contacts[key].state
	if s == preclosed || s == stuck {
		d.ignored.Or(1 << key)
	} else {
		d.ignored.And(^uint64(1 << key))
	}
}

// readEncoder processes a reading of the encoder's lines, the lowest two bits of closed. It
// reports a detent as a press and a release of the key for its direction.
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

// tap reports a press and a release of a key to Edge, unless the button of that key is held.
func (d *Dev) tap(name string) {
	for i, k := range d.opts.Keys {
		if k.Name == name && d.down[i] {
			return
		}
	}
	d.opts.Edge(name, true)
	d.opts.Edge(name, false)
}

// timeout returns the time until the next reading if no line has an edge. It is at most Step
// while any line changes, so a lost edge delays a reading by at most one Step.
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

// limiter waits for edges. It handles at most maxEdges per Step, so noisy lines don't keep the
// processor busy.
type limiter struct {
	lines Lines
	began time.Duration // start of the current Step
	edges int           // edges reported in the current Step
}

// wait waits for an edge and returns the index of its line, or none after the timeout.
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
