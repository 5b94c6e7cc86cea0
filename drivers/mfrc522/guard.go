package mfrc522

import (
	"math"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// bus is an SPI port that hides failures from the driver. It records the first failure. From
// then until forget is called, transfers return no error, and read zeros without touching the
// port.
type bus struct {
	spi.Port

	mu    sync.Mutex
	fault error
}

// Connect returns a connection whose failures b records.
func (b *bus) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	c, err := b.Port.Connect(f, m, bits)
	if err != nil {
		return nil, err
	}
	return quietConn{c, b}, nil
}

// err returns the first failure since the last call of forget, or nil.
func (b *bus) err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fault
}

// forget clears the recorded failure.
func (b *bus) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = nil
}

// quietConn is a connection that records its first failure in the bus instead of returning it.
type quietConn struct {
	spi.Conn
	bus *bus
}

// Tx always returns nil. It records the first failure in the bus. After a failure it fills r
// with zeros and doesn't use the port.
func (q quietConn) Tx(w, r []byte) error {
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
	// slice is the maximum time of a single wait for an edge. After each slice irq checks
	// whether the whole wait must end.
	slice = 50 * time.Millisecond
	// shortWait is the time for which clear waits for a queued edge. With a deadline in the
	// past, the line would return no edge even if one is queued.
	shortWait = time.Millisecond
	// queueSize is the number of edges that the kernel queues per line.
	queueSize = 16
)

// irq is an interrupt line whose waits always end: after their timeout, when the bus fails, or
// when done or halted is closed.
type irq struct {
	gpio.PinIn
	bus    *bus
	done   <-chan struct{}
	halted <-chan struct{}
}

// WaitForEdge waits for an edge and reports whether there was one. A timeout of 0 discards the
// queued edges; a negative timeout waits without limit.
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

// clear discards the queued edges and reports whether there were any.
func (p *irq) clear() bool {
	n := 0
	for n < queueSize && p.PinIn.WaitForEdge(shortWait) {
		n++
	}
	return n > 0
}

// waitSlice waits for an edge for up to the time d, and reports whether there was one. If the
// line is gone, its wait returns early; waitSlice then sleeps for the rest of d.
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
