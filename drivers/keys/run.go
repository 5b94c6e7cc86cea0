package keys

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// Step is the longest time between two readings while anything moves.
	Step = time.Millisecond
	// Idle is the longest time between two readings when nothing does.
	Idle = 200 * time.Millisecond
)

const (
	// flurry is how many edges within a Step are listened to: as many as the kernel
	// keeps. More are noise.
	flurry = 16
	// settling is how long the encoder is taken to be moving after it has moved.
	settling = 20 * time.Millisecond
	// steady is how long the lines have worked before they are said to be back.
	steady = time.Second
)

// Pauses between requests for lines that can't be had.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 5 * time.Second
)

// outage tells a fault once, however often the lines fail.
type outage struct {
	fault func(error)
	told  bool
	pause time.Duration
}

// begins returns how long to wait before the next request.
func (o *outage) begins(err error) time.Duration {
	if !o.told {
		o.told = true
		o.fault(err)
	}
	o.pause = min(max(2*o.pause, firstPause), lastPause)
	return o.pause
}

func (o *outage) ends() {
	o.pause = 0
	if o.told {
		o.told = false
		o.fault(nil)
	}
}

// listen requests the lines and reads them until they fail or ctx ends.
func (d *Dev) listen(ctx context.Context, out *outage) (err error) {
	d.forget()
	lines, err := d.request()
	if err != nil {
		return err
	}
	defer d.forget()
	defer func() { err = errors.Join(err, lines.Close()) }()
	return d.sample(ctx, lines, out)
}

// forget releases every key, and takes nothing for known.
func (d *Dev) forget() {
	d.wheel, d.turned = wheel{detent: d.opts.Encoder.Detent}, 0
	for i := range d.contacts {
		was := d.contacts[i].state
		d.contacts[i] = contact{}
		d.mark(i)
		d.tell(i, false)
		if was == stuck {
			d.opts.Stuck(d.opts.Keys[i].Name, false)
		}
	}
}

// tell tells Edge, unless it knows.
func (d *Dev) tell(key int, down bool) {
	if d.down[key] != down {
		d.down[key] = down
		d.opts.Edge(d.opts.Keys[key].Name, down)
	}
}

func (d *Dev) sample(ctx context.Context, lines Lines, out *outage) error {
	start := time.Now()
	p := pace{lines: lines}
	moved := none
	for ctx.Err() == nil {
		levels, err := lines.Read()
		if err != nil {
			return fmt.Errorf("keys: read: %w", err)
		}
		now := time.Since(start)
		if now >= steady {
			out.ends()
		}
		d.read(now, levels, moved)
		if moved, err = p.wait(now, d.rest(now)); err != nil {
			return fmt.Errorf("keys: wait for an edge: %w", err)
		}
	}
	return nil
}
