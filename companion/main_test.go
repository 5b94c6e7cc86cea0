package companion_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
	"time"
)

var (
	drawn = flag.Int("drawn", 5, "how many matches are drawn where some suffice")
	turns = flag.Int("turns", 30, "how many turns of each game are looked at, in each language")
)

// TestMain lets properties be checked some times only, unless the flag of package rapid says
// how often: -rapid.checks 100.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "8"); err != nil {
		panic(err)
	}
	time.Local = time.UTC   // the panel shows times of day
	debug.SetGCPercent(400) // next to nothing of what tables make is kept
	os.Exit(m.Run())
}
