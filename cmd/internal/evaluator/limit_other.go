//go:build !linux

package evaluator

import "runtime/debug"

// limit makes the collector take pains: other systems have no limit that Go can live with.
func limit(memory int64) error {
	debug.SetMemoryLimit(memory)
	return nil
}
