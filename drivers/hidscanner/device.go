package hidscanner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// ErrGrabbed means that another program has grabbed the scanner.
var ErrGrabbed = errors.New("another program has grabbed the scanner")

// node is an open device node. Read returns whole events.
type node interface {
	Read(events []byte) (int, error)
	SetReadDeadline(t time.Time) error
	Close() error
	id() (ID, error)
	grab() error
	keys(held []byte) error // writes a bit field of the keys held down
}

// Dev is an open scanner. It is used by one goroutine, except Close.
type Dev struct {
	keyboard Keyboard
	node     node
	idle     time.Duration
	decoder  decoder
	text     []byte // text that Read has not yet returned
}

// Open opens the scanner with an ID and grabs it. idle is the time limit for one [Dev.Read]. If the
// scanner is not plugged in, the error wraps fs.ErrNotExist; if this user may not open it,
// fs.ErrPermission; if another program has grabbed it, [ErrGrabbed]. Only Linux is supported.
func Open(id ID, idle time.Duration) (*Dev, error) { return open(os.DirFS("/"), openNode, id, idle) }

func open(root fs.FS, openNode func(path string) (node, error), id ID, idle time.Duration) (*Dev, error) {
	k, err := Find(root, id)
	if err != nil {
		return nil, err
	}
	n, err := openNode(k.Node)
	if err != nil {
		return nil, fmt.Errorf("hidscanner: %v: %w", id, err)
	}
	if err := claim(n, id); err != nil {
		return nil, fmt.Errorf("hidscanner: %s: %w", k.Node, errors.Join(err, n.Close()))
	}
	return &Dev{keyboard: k, node: n, idle: idle, decoder: newDecoder(eventSize)}, nil
}

// claim grabs a device if it has the ID. The node may meanwhile belong to another device than the
// one found under its name.
func claim(n node, id ID) error {
	switch is, err := n.id(); {
	case err != nil:
		return err
	case is != id:
		return fmt.Errorf("is %v, want %v: %w", is, id, fs.ErrNotExist)
	}
	return n.grab()
}

// String returns the scanner's name, ID and node.
func (d *Dev) String() string {
	return fmt.Sprintf("hidscanner{%s %v %s}", d.keyboard.Name, d.keyboard.ID, d.keyboard.Node)
}

// events is the number of events that one read of the node returns at most. The kernel's queue
// holds 64 events of an ordinary keyboard (evdev_compute_buffer_size).
const events = 64

// Read waits for text. It returns 0 bytes and no error if no text comes within the idle time, and
// an error if the scanner is lost.
func (d *Dev) Read(b []byte) (int, error) {
	if err := d.node.SetReadDeadline(time.Now().Add(d.idle)); err != nil {
		return 0, fmt.Errorf("hidscanner: %s: %w", d.keyboard.Node, err)
	}
	for len(d.text) == 0 {
		switch err := d.receive(); {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return 0, nil
		case err != nil:
			return 0, fmt.Errorf("hidscanner: %s: %w", d.keyboard.Node, err)
		}
	}
	n := copy(b, d.text)
	d.text = d.text[n:]
	return n, nil
}

// receive reads events and adds their text. After dropped events it asks the kernel for the
// modifiers, once all events before the answer have been decoded.
func (d *Dev) receive() error {
	b := make([]byte, events*eventSize)
	n, err := d.node.Read(b)
	if err != nil {
		return err
	}
	d.text = d.decoder.decode(d.text[:0], b[:n])
	if !d.decoder.stale {
		return nil
	}
	held := make([]byte, numKeys/8)
	if err := d.node.keys(held); err != nil {
		return err
	}
	d.decoder.update(held)
	return nil
}

// Close releases the scanner. It ends a running Read with an error.
func (d *Dev) Close() error { return d.node.Close() }
