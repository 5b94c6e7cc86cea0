package broker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// conn is a connection of a client. Its Read follows the framing of MQTT: it returns at most the
// rest of one packet, and checks the length of a packet before mochi sees it.
type conn struct {
	net.Conn
	b       *Broker
	address string // of the client; see AddressOf
	opened  time.Time
	session atomic.Pointer[session] // nil before login
	ctx     context.Context         // ends with the connection
	end     context.CancelFunc
	left    chan struct{} // closed when mochi has done with the connection

	mu     sync.Mutex
	closed []func() // called when the connection has ended
	free   func()   // frees the memory reserved for the present packet; nil for none

	// Only the goroutine that reads uses the fields below.
	in     *bufio.Reader
	head   []byte // unread rest of the header of a packet
	body   int    // number of unread bytes of the body of the packet
	bucket bucket
	hold   time.Duration // pause before the next packet
}

// errLong is the error for a packet that exceeds the limit of the client's role.
var errLong = errors.New("broker: packet too long")

// tooLong is a DISCONNECT packet with the reason code 0x95, packet too large.
var tooLong = []byte{0xe0, 2, 0x95, 0}

// newConn returns the connection c of a client.
func (b *Broker) newConn(c net.Conn) *conn {
	w := &conn{Conn: c, b: b, address: AddressOf(c.RemoteAddr()), opened: time.Now(), left: make(chan struct{}), in: bufio.NewReaderSize(c, 2048)}
	w.ctx, w.end = context.WithCancel(context.Background())
	_ = c.SetDeadline(w.opened.Add(loginTime)) // on failure reading fails as well
	return w
}

// role returns the role of the client.
func (c *conn) role() role {
	if s := c.session.Load(); s != nil {
		return s.role()
	}
	return stranger
}

// onClose has do called when the connection has ended.
func (c *conn) onClose(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil {
		go do()
		return
	}
	c.closed = append(c.closed, do)
}

// Close ends the connection.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.mu.Lock()
	c.end()
	all := c.closed
	c.closed = nil
	c.mu.Unlock()
	c.release()
	for _, do := range all {
		do()
	}
	return err
}

// release frees the memory reserved for the present packet.
func (c *conn) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.free != nil {
		c.free()
	}
	c.free = nil
}

// SetDeadline sets the time until which the next packet must begin. Mochi calls it before each
// packet. It has no effect before login, and is never later than mostSilence from now.
func (c *conn) SetDeadline(t time.Time) error {
	if c.session.Load() == nil {
		return nil
	}
	most := time.Now().Add(c.hold + mostSilence)
	if t = t.Add(c.hold); t.After(most) || t.Unix() <= 0 { // mochi sets the zero time for "never"
		t = most
	}
	return c.SetReadDeadline(t)
}

// Write writes to the client. It closes the connection if the client doesn't read for writeTime.
func (c *conn) Write(p []byte) (int, error) {
	if c.session.Load() != nil {
		_ = c.SetWriteDeadline(time.Now().Add(writeTime)) // on failure writing fails as well
	}
	n, err := c.Conn.Write(p)
	if err != nil {
		_ = c.Close()
	}
	return n, err
}

// Read reads the rest of the present packet, or begins the next one.
func (c *conn) Read(p []byte) (n int, err error) {
	if len(c.head) == 0 && c.body == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	if len(c.head) > 0 {
		n = copy(p, c.head)
		c.head = c.head[n:]
		return n, nil
	}
	n, err = c.in.Read(p[:min(len(p), c.body)])
	c.body -= n
	return n, err
}

// next reads the header of the next packet, and waits until the packet may be read.
func (c *conn) next() error {
	c.release()
	if !c.pause() {
		return net.ErrClosed
	}
	if err := c.header(); err != nil {
		return err
	}
	role := c.role()
	if most := limit(role); len(c.head)+c.body > most {
		c.b.refused.add(&c.b.refused.Packets)
		if role != stranger {
			_, _ = c.Write(tooLong) // the connection ends in any case
		}
		return fmt.Errorf("%w: %d bytes, at most %d", errLong, c.body, most)
	}
	if r, limited := rates[role]; limited {
		c.hold = c.bucket.take(r, len(c.head)+c.body, time.Now())
	}
	return c.reserve(role)
}

// pause holds back reading from a client that has sent too much. It returns false if the connection
// ends first.
func (c *conn) pause() bool {
	if c.hold == 0 {
		return true
	}
	t := time.NewTimer(c.hold)
	defer t.Stop()
	select {
	case <-t.C:
		c.hold = 0
		return true
	case <-c.ctx.Done():
		return false
	}
}

// header reads the fixed header of a packet: its kind and the length of its body.
func (c *conn) header() error {
	kind, err := c.in.ReadByte()
	if err != nil {
		return err
	}
	c.head = append(make([]byte, 0, 5), kind)
	for shift := 0; ; shift += 7 {
		b, err := c.in.ReadByte()
		if err != nil {
			return err
		}
		c.head, c.body = append(c.head, b), c.body|int(b&0x7f)<<shift
		if b < 0x80 {
			return nil
		}
		if shift == 21 {
			return fmt.Errorf("%w: malformed length", errLong)
		}
	}
}

// reserve waits for memory for the body of a packet, and sets the time until which the body must
// arrive.
func (c *conn) reserve(r role) error {
	if c.body == 0 || r == stranger {
		return nil
	}
	most := bodyTime + time.Duration(c.body/bodyRate)*time.Second
	ctx, stop := context.WithTimeout(c.ctx, most)
	defer stop()
	free, err := c.b.pools.acquire(ctx, r, c.body)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.free = free
	c.mu.Unlock()
	if c.ctx.Err() != nil { // Close may have missed free
		c.release()
	}
	return c.SetReadDeadline(time.Now().Add(most))
}
