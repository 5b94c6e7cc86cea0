package evaluator

import (
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// mostStack is the maximum size of a program's stack, in bytes.
const mostStack = 16 << 20

// limit allows this process to use memory more bytes than now, and makes it the first process that
// the kernel kills when memory runs out. It limits writable mappings (RLIMIT_DATA) and not
// addresses, because the runtime reserves far more addresses than it uses. The garbage collector
// works harder once three quarters of memory are used.
//
// Where a unit forbids @resources, prlimit64 is the only system call for limits that systemd
// permits.
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
