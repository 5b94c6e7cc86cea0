package main

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"

	"tabletop/cmd/internal/adviser"
	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
)

// TestMain is the process that plays games in files, or that thinks, where a daemon of a test
// wants one. The
// kernel can't start it by itself where the tests run in an emulator, whose path plugtest asks for.
func TestMain(m *testing.M) {
	if evaluator.Is(os.Args) {
		os.Exit(evaluator.Main())
	}
	if adviser.Is(os.Args) {
		os.Exit(adviser.Main(catalogue.Games()))
	}
	if emulator := os.Getenv("PLUGTEST_EXEC"); emulator != "" {
		player = func() (*evaluator.Evaluator, error) {
			self, err := os.Executable() // the name it was called by may be the daemon's
			return evaluator.New(emulator, self, evaluator.Role), err
		}
	}
	runMore()
	os.Exit(m.Run())
}

// runMore lets three times as many tests run side by side as there are processors, unless a
// flag says how many: most of the time they wait for moments and pauses of their daemons.
func runMore() {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(strconv.Itoa(3 * runtime.GOMAXPROCS(0)))
	}
}
