//go:build !linux

package evaluator

import "runtime/debug"

// limit only makes the collector work harder: other systems have no limit that suits Go.
func limit(memory int64) error {
	debug.SetMemoryLimit(memory)
	return nil
}
