package keys

import "time"

// Lines is a set of GPIO lines that are read together.
type Lines interface {
	// Read returns the levels: bit i is line i, 1 is high.
	Read() (uint64, error)
	// WaitForEdge waits for an edge on any line and returns the index of the line, or -1 after
	// the timeout. The timeout is positive.
	WaitForEdge(timeout time.Duration) (line int, err error)
	// Close releases the lines.
	Close() error
}

// none is the index that WaitForEdge returns if no line had an edge.
const none = -1

// Probe checks whether the keys can be read: it requests the lines of o and releases them. It
// returns an error if the wiring in o is invalid or the request fails.
func Probe(o Opts, request func() (Lines, error)) error {
	if err := o.checkWiring(); err != nil {
		return err
	}
	lines, err := request()
	if err != nil {
		return err
	}
	return lines.Close()
}
