// Package heaptest measures the memory of a test's process.
package heaptest

import "runtime"

// InUse returns the size of all objects on the heap that are still in use, in bytes.
func InUse() int64 {
	runtime.GC()
	runtime.GC() // pools drop their content at the second collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// MiB returns the size of all objects on the heap that are still in use, in MiB.
func MiB() float64 { return float64(InUse()) / (1 << 20) }
