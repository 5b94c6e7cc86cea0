//go:build !windows

package evaluator

import "os"

// pipeTo returns the two ends of a pipe to a child. The end that writes takes deadlines.
func pipeTo() (theirs, ours *os.File, err error) { return os.Pipe() }

// pipeFrom returns the two ends of a pipe from a child. The end that reads takes deadlines.
func pipeFrom() (ours, theirs *os.File, err error) { return os.Pipe() }
