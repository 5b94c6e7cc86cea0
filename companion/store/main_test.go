package store

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
)

var (
	onDisk = flag.Bool("disk", false, "work in the usual folder for temporary files, not on a disk in memory")
	seed   = flag.Uint64("seed", 0, "what is drawn by chance comes from; 0: chosen by chance")
)

const (
	memoryDisk = "/dev/shm"
	memoryRoom = 256 << 20 // bytes that must be free there
)

// fewChecks is how often a property is checked where -rapid.checks doesn't say.
const fewChecks = "12"

// TestMain lets tests work on a disk in memory, where a sync costs nothing: they make some ten
// thousand. What is synced, and when, they see by strace and in recordings. Benchmarks work on
// the disk that there is.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", fewChecks); err != nil {
		panic(err)
	}
	flag.Parse()
	debug.SetGCPercent(400) // next to nothing of what is read is kept
	os.Exit(onMemoryDisk(m))
}

// onMemoryDisk runs the tests with their folders on a disk in memory, if there is one with room.
func onMemoryDisk(m *testing.M) int {
	benched := flag.Lookup("test.bench").Value.String() != ""
	again := strings.HasPrefix(os.TempDir(), memoryDisk) // this process was started by a test
	if *onDisk || benched || again || free(memoryDisk) < memoryRoom {
		return m.Run()
	}
	dir, err := os.MkdirTemp(memoryDisk, "store-")
	if err == nil {
		err = os.Setenv("TMPDIR", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	return m.Run()
}

// free returns how many bytes are free on the disk of a folder, 0 where there is none.
func free(folder string) uint64 {
	var room syscall.Statfs_t
	if err := syscall.Statfs(folder, &room); err != nil {
		return 0
	}
	return room.Bavail * uint64(room.Bsize)
}

// chance returns a source of chance, and says from which seed.
func chance(t *testing.T) *rand.Rand {
	t.Helper()
	from := *seed
	if from == 0 {
		from = rand.Uint64()
	}
	t.Logf("-seed %d", from)
	return rand.New(rand.NewPCG(from, 0))
}
