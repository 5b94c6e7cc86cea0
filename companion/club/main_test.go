package club

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

var seeds = flag.Int("seeds", 1, "how many matches of each game are searched for what nobody may be told")

// TestMain lets the collector run less often: next to nothing of what is told is kept.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
