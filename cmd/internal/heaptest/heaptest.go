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

// AtRest is InUse once the heap has come to rest: what ends after another test, such as a daemon's
// goroutines, may let go of memory for a while.
func AtRest() int64 {
	const (
		tries = 60
		calm  = 5        // measurements in a row that hardly differ
		much  = 64 << 10 // bytes
	)
	last := InUse()
	for n, still := 0, 0; n < tries && still < calm; n++ {
		now := InUse()
		if still++; now < last-much || now > last+much {
			still = 0
		}
		last = now
	}
	return last
}
