package club

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

var seeds = flag.Int("seeds", 1, "how many matches of each game are searched for what nobody may be told")

// TestMain makes garbage collection rarer: the tests keep hardly any of the messages.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
