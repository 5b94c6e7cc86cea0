package keys

import "time"

// read takes the levels of all lines and tells what they mean.
func (d *Dev) read(now time.Duration, levels uint64, moved int) {
	closed := levels
	if d.opts.ActiveLow {
		closed = ^levels
	}
	for i := range d.contacts {
		d.hear(i, d.contacts[i].read(now, closed>>i&1 == 1, moved == i, d.limits))
	}
	if d.opts.Encoder.there() {
		d.feel(now, closed>>len(d.contacts))
	}
}

// hear tells what a reading has shown of a key.
func (d *Dev) hear(key int, c change) {
	d.mark(key)
	switch c {
	case press:
		d.tell(key, true)
	case release:
		d.tell(key, false)
	case jam:
		d.tell(key, false)
		d.opts.Stuck(d.opts.Keys[key].Name, true)
	case free:
		d.opts.Stuck(d.opts.Keys[key].Name, false)
	}
}

// mark keeps for Stuck whether a key is heard.
func (d *Dev) mark(key int) {
	s := d.contacts[key].state
	if s == deaf || s == stuck {
		d.unheard.Or(1 << key)
	} else {
		d.unheard.And(^uint64(1 << key))
	}
}

// feel tells a detent of the encoder, whose lines are the lowest bits of closed,
// as a tap. A tap on a key whose button is held changes nothing.
func (d *Dev) feel(now time.Duration, closed uint64) {
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

func (d *Dev) tap(name string) {
	for i, k := range d.opts.Keys {
		if k.Name == name && d.down[i] {
			return
		}
	}
	d.opts.Edge(name, true)
	d.opts.Edge(name, false)
}

// rest returns how long nothing can become due without an edge; Step at most
// while anything moves, so that an edge that was lost is missed no longer.
func (d *Dev) rest(now time.Duration) time.Duration {
	wait := Idle
	if d.opts.Encoder.there() && d.turned > 0 && now-d.turned < settling {
		wait = Step
	}
	for i := range d.contacts {
		if due, moves := d.contacts[i].due(d.limits); moves {
			wait = min(wait, due, Step)
		}
	}
	return wait
}

// pace waits for edges, but for no more than a flurry of them in a Step: lines that
// never rest must not keep the processor busy.
type pace struct {
	lines Lines
	began time.Duration // of the Step in which
	edges int           // edges were reported
}

// wait returns the line on which there was an edge, or none.
func (p *pace) wait(now, timeout time.Duration) (int, error) {
	if now-p.began >= Step {
		p.began, p.edges = now, 0
	}
	if p.edges == flurry {
		time.Sleep(p.began + Step - now)
		return none, nil
	}
	line, err := p.lines.WaitForEdge(timeout)
	if line != none {
		p.edges++
	}
	return line, err
}
