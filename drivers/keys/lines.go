package keys

import "time"

// Lines is what the keys need of the kernel: some lines that are read at once.
type Lines interface {
	// Read returns the levels, bit i that of line i, 1 for high.
	Read() (uint64, error)
	// WaitForEdge waits for an edge on any line and returns which line it was, or
	// -1 once the timeout is over. The timeout is positive.
	WaitForEdge(timeout time.Duration) (line int, err error)
	// Close gives the lines back.
	Close() error
}

// none is the line that no edge was on.
const none = -1

// Probe asks for the lines of o and gives them back: nil if the keys could be read
// now.
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
