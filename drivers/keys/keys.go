package keys

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Dev are the keys of one panel.
type Dev struct {
	opts    Opts
	limits  limits
	request func() (Lines, error)
	unheard atomic.Uint64 // bit i: key i is deaf or stuck

	// Run's own
	contacts []contact // one a key
	down     []bool    // what Edge was told of each
	wheel    wheel
	turned   time.Duration // when it last moved

	mu   sync.Mutex // guards what follows
	stop context.CancelFunc
	done chan struct{} // closed when Run has returned; nil when it doesn't run
}

// New returns keys on lines that request asks for: those of the keys in the order
// of o, then A and B of the encoder. Request is called again after each fault.
func New(o Opts, request func() (Lines, error)) (*Dev, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Fault == nil {
		o.Fault = func(error) {}
	}
	if o.Stuck == nil {
		o.Stuck = func(string, bool) {}
	}
	return &Dev{
		opts:     o,
		limits:   limits{o.Debounce, o.Release, o.Longest},
		request:  request,
		contacts: make([]contact, len(o.Keys)),
		down:     make([]bool, len(o.Keys)),
	}, nil
}

// ErrRunning says that Run was called while it runs.
var ErrRunning = errors.New("keys: already running")

// Run reads the keys until ctx ends or Halt is called, and returns nil then,
// within Idle; the lines are given back and every key is released. It may be
// called again after it has returned or panicked, not before.
func (d *Dev) Run(ctx context.Context) error {
	ctx, ended, err := d.begin(ctx)
	if err != nil {
		return err
	}
	defer ended()
	out := outage{fault: d.opts.Fault}
	for {
		err := d.listen(ctx, &out)
		if ctx.Err() != nil {
			return nil
		}
		select {
		case <-time.After(out.begins(err)):
		case <-ctx.Done():
			return nil
		}
	}
}

func (d *Dev) begin(ctx context.Context) (context.Context, func(), error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.done != nil {
		return nil, nil, ErrRunning
	}
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	d.stop, d.done = stop, done
	return ctx, func() {
		stop()
		d.mu.Lock()
		d.stop, d.done = nil, nil
		d.mu.Unlock()
		close(done)
	}, nil
}

// Halt ends Run and waits for it. It must not be called from Edge, Fault or Stuck.
func (d *Dev) Halt() error {
	d.mu.Lock()
	stop, done := d.stop, d.done
	d.mu.Unlock()
	if done != nil {
		stop()
		<-done
	}
	return nil
}

// Stuck names the keys that are closed and not heard until they open: those that
// were closed when the lines were had, and those held for more than Longest. It
// may be called from anywhere.
func (d *Dev) Stuck() []string {
	var names []string
	unheard := d.unheard.Load()
	for i, k := range d.opts.Keys {
		if unheard>>i&1 == 1 {
			names = append(names, k.Name)
		}
	}
	return names
}

// String names the keys and their lines.
func (d *Dev) String() string {
	var parts []string
	for _, k := range d.opts.Keys {
		parts = append(parts, k.Name+"="+k.Line)
	}
	if e := d.opts.Encoder; e.there() {
		parts = append(parts, e.Left+"/"+e.Right+"="+e.A+"/"+e.B)
	}
	return "keys{" + strings.Join(parts, " ") + "}"
}
