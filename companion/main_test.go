package companion_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain lets properties be checked some times only, unless the flag of package rapid says
// how often: -rapid.checks 100.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
