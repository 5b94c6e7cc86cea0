package evaluator

import (
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// mostStack is the maximum size of a program's stack, in bytes.
const mostStack = 16 << 20

// limit limits the memory of this process to its present size plus the given number of bytes. It
// also makes this process the first that the kernel kills when memory runs out. The limit applies
// to writable mappings (RLIMIT_DATA) and not to addresses, because the runtime reserves far more
// addresses than it uses. The garbage collector works harder once the Go runtime uses three
// quarters of the given number of bytes.
//
// limit calls prlimit64. In a unit that forbids the set @resources, systemd permits no other system
// call for limits.
func limit(memory int64) error {
	debug.SetMaxStack(mostStack)
	debug.SetMemoryLimit(memory * 3 / 4)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // an error is harmless
	has, err := mapped(os.Getpid())
	if err != nil {
		return err
	}
	most := uint64(has + memory)
	if err := unix.Prlimit(0, unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
		return fmt.Errorf("evaluator: limit of memory: %w", err)
	}
	return nil
}
