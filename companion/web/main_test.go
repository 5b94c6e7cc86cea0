package web

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets properties be checked some times only, unless the flag of package rapid says
// how often: -rapid.checks 100.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "15"); err != nil {
		panic(err)
	}
	debug.SetGCPercent(400) // next to nothing of what is answered is kept
	os.Exit(m.Run())
}
