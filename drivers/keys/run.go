package keys

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// Step is the longest time between two readings while any line changes.
	Step = time.Millisecond
	// Idle is the longest time between two readings while no line changes.
	Idle = 200 * time.Millisecond
)

const (
	// maxEdges is the maximum number of edges handled per Step: the size of the kernel's queue.
	// More edges are noise.
	maxEdges = 16
	// settling is the time for which the encoder counts as moving after its last movement.
	settling = 20 * time.Millisecond
	// steady is the time without an error after which the lines count as recovered.
	steady = time.Second
)

// First and longest pause between two failed requests for the lines.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 5 * time.Second
)

// outage is the state of a fault of the lines. It reports the fault once, however often the
// lines fail.
type outage struct {
	fault    func(error)
	reported bool
	pause    time.Duration
}

// begin records a failure of the lines and returns the pause before the next request. It
// reports the first failure.
func (o *outage) begin(err error) time.Duration {
	if !o.reported {
		o.reported = true
		o.fault(err)
	}
	o.pause = min(max(2*o.pause, firstPause), lastPause)
	return o.pause
}

// end records the recovery of the lines. It reports the recovery if a failure was reported.
func (o *outage) end() {
	o.pause = 0
	if o.reported {
		o.reported = false
		o.fault(nil)
	}
}

// listen requests the lines and reads them until they fail or ctx ends.
func (d *Dev) listen(ctx context.Context, out *outage) (err error) {
	d.reset()
	lines, err := d.request()
	if err != nil {
		return err
	}
	defer d.reset()
	defer func() { err = errors.Join(err, lines.Close()) }()
	return d.sample(ctx, lines, out)
}

// reset releases every key and resets the state of all contacts and the encoder.
func (d *Dev) reset() {
	d.wheel, d.turned = wheel{detent: d.opts.Encoder.Detent}, 0
	for i := range d.contacts {
		was := d.contacts[i].state
		d.contacts[i] = contact{}
		d.mark(i)
		d.set(i, false)
		if was == stuck {
			d.opts.Stuck(d.opts.Keys[i].Name, false)
		}
	}
}

// set reports a press or release to Edge, unless the key is in that state already.
func (d *Dev) set(key int, down bool) {
	if d.down[key] != down {
		d.down[key] = down
		d.opts.Edge(d.opts.Keys[key].Name, down)
	}
}

func (d *Dev) sample(ctx context.Context, lines Lines, out *outage) error {
	start := time.Now()
	p := limiter{lines: lines}
	moved := none
	for ctx.Err() == nil {
		levels, err := lines.Read()
		if err != nil {
			return fmt.Errorf("keys: read: %w", err)
		}
		now := time.Since(start)
		if now >= steady {
			out.end()
		}
		d.read(now, levels, moved)
		if moved, err = p.wait(now, d.timeout(now)); err != nil {
			return fmt.Errorf("keys: wait for an edge: %w", err)
		}
	}
	return nil
}
