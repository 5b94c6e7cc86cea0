package club

import (
	"bytes"
	"io"
	"net"
	"sync"
	"time"
)

// flow is one way of a connection: what is written waits until it is read. Whoever waits
// for it lets the time of a bubble pass, unlike a writer that holds a lock.
type flow struct {
	mu     sync.Mutex
	more   *sync.Cond
	data   bytes.Buffer
	closed bool
}

func newFlow() *flow {
	f := &flow{}
	f.more = sync.NewCond(&f.mu)
	return f
}

func (f *flow) Read(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.data.Len() == 0 && !f.closed {
		f.more.Wait()
	}
	if f.data.Len() == 0 {
		return 0, io.EOF
	}
	return f.data.Read(p)
}

func (f *flow) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return 0, io.ErrClosedPipe
	}
	defer f.more.Broadcast()
	return f.data.Write(p)
}

func (f *flow) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.more.Broadcast()
	return nil
}

// end is one end of a connection within the test.
type end struct{ in, out *flow }

// newWire returns both ends of a connection.
func newWire() (here, there net.Conn) {
	a, b := newFlow(), newFlow()
	return &end{a, b}, &end{b, a}
}

func (e *end) Read(p []byte) (int, error)  { return e.in.Read(p) }
func (e *end) Write(p []byte) (int, error) { return e.out.Write(p) }

func (e *end) Close() error {
	_ = e.in.Close()
	return e.out.Close()
}

func (*end) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1883} }

func (*end) RemoteAddr() net.Addr             { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000} }
func (*end) SetDeadline(time.Time) error      { return nil }
func (*end) SetReadDeadline(time.Time) error  { return nil }
func (*end) SetWriteDeadline(time.Time) error { return nil }
