package mfrc522

import (
	"math"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// bus is an SPI port that keeps its first failure to itself: what is transferred
// after it succeeds, and reads zeros, without touching the port.
type bus struct {
	spi.Port

	mu    sync.Mutex
	fault error
}

// Connect returns the connection that is kept an eye on.
func (b *bus) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	c, err := b.Port.Connect(f, m, bits)
	if err != nil {
		return nil, err
	}
	return quiet{c, b}, nil
}

// err returns the first failure since forget.
func (b *bus) err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fault
}

func (b *bus) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = nil
}

// quiet is the connection of a bus.
type quiet struct {
	spi.Conn
	bus *bus
}

// Tx never fails.
func (q quiet) Tx(w, r []byte) error {
	q.bus.mu.Lock()
	defer q.bus.mu.Unlock()
	if q.bus.fault == nil {
		q.bus.fault = q.Conn.Tx(w, r)
	}
	if q.bus.fault != nil {
		clear(r)
	}
	return nil
}

const (
	// slice is how long one wait of the line lasts, so that it can be ended.
	slice = 50 * time.Millisecond
	// glance is long enough for the kernel to hand over an edge that is queued; a
	// deadline that has passed would not even look.
	glance = time.Millisecond
	// queued is how many edges the kernel keeps of a line.
	queued = 16
)

// irq is an interrupt line whose waits end: after the time they were given, when
// the bus fails, when done or halted is closed.
type irq struct {
	gpio.PinIn
	bus    *bus
	done   <-chan struct{}
	halted <-chan struct{}
}

// WaitForEdge forgets the edges that are queued if timeout is 0, and waits for as
// long as it takes if it is negative.
func (p *irq) WaitForEdge(timeout time.Duration) bool {
	if timeout == 0 {
		return p.clear()
	}
	if timeout < 0 {
		timeout = math.MaxInt64
	}
	for began := time.Now(); !p.isOver(); {
		left := timeout - time.Since(began)
		if left <= 0 {
			return false
		}
		if p.waitSlice(min(left, slice)) {
			return true
		}
	}
	return false
}

// clear forgets the edges that are queued and reports whether there were any.
func (p *irq) clear() bool {
	n := 0
	for n < queued && p.PinIn.WaitForEdge(glance) {
		n++
	}
	return n > 0
}

// waitSlice sits out its time even where the line is gone and comes back at once.
func (p *irq) waitSlice(d time.Duration) bool {
	began := time.Now()
	if p.PinIn.WaitForEdge(d) {
		return true
	}
	time.Sleep(d - time.Since(began))
	return false
}

func (p *irq) isOver() bool {
	select {
	case <-p.done:
		return true
	case <-p.halted:
		return true
	default:
		return p.bus.err() != nil
	}
}
