package ledger_test

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // next to nothing of what is read is kept
	os.Exit(m.Run())
}
