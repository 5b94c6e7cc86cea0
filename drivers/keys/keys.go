package keys

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Dev is the set of keys of a panel.
type Dev struct {
	opts    Opts
	limits  limits
	request func() (Lines, error)
	ignored atomic.Uint64 // bit i: key i is preclosed or stuck

	// The fields below are used by Run only.
	contacts []contact // one per key
	down     []bool    // last state passed to Edge, by key
	wheel    wheel
	turned   time.Duration // time of the wheel's last movement

	mu   sync.Mutex // guards the fields below
	stop context.CancelFunc
	done chan struct{} // closed when Run has returned; nil while Run is not active
}

// New returns keys on the GPIO lines that request returns. The lines must be those of the keys
// in the order of o, then A and B of the encoder. Run calls request at its start and after each
// fault.
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

// ErrRunning is returned by Run while another Run is active.
var ErrRunning = errors.New("keys: already running")

// Run reads the keys until ctx ends or Halt is called. Then it releases every key and the
// lines, and returns nil within Idle. It must not be called again before it has returned or
// panicked.
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
		case <-time.After(out.begin(err)):
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

// Halt ends Run and waits until it has returned. Halt must not be called from Edge, Fault or
// Stuck.
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

// Stuck returns the names of the keys that are ignored until they open: those that were closed
// when the lines were requested, and those held for more than Longest. It may be called from
// any goroutine.
func (d *Dev) Stuck() []string {
	var names []string
	ignored := d.ignored.Load()
	for i, k := range d.opts.Keys {
		if ignored>>i&1 == 1 {
			names = append(names, k.Name)
		}
	}
	return names
}

// String returns the names of the keys and their lines.
func (d *Dev) String() string {
	var parts []string
	for _, k := range d.opts.Keys {
		parts = append(parts, k.Name+"="+k.Line)
	}
	if e := d.opts.Encoder; e.present() {
		parts = append(parts, e.Left+"/"+e.Right+"="+e.A+"/"+e.B)
	}
	return "keys{" + strings.Join(parts, " ") + "}"
}
