//go:build !linux

package evaluator

import "runtime/debug"

// limit only makes the garbage collector work harder once the Go runtime uses the given number of
// bytes. Systems other than Linux have no limit that suits a Go program.
func limit(memory int64) error {
	debug.SetMemoryLimit(memory)
	return nil
}
