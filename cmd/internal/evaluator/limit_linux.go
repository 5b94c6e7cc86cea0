package evaluator

import (
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// mostStack is how deep a program may call itself, in bytes.
const mostStack = 16 << 20

// limit allows this process so many bytes more than it has now, and makes it the one that
// the kernel takes first where memory runs out. It counts what is mapped to be written
// (RLIMIT_DATA), for the runtime reserves far more addresses than it ever uses. The
// collector takes pains from three quarters on.
//
// Of the calls that set limits systemd lets through prlimit64 alone where a unit forbids
// @resources.
func limit(memory int64) error {
	debug.SetMaxStack(mostStack)
	debug.SetMemoryLimit(memory * 3 / 4)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // nice to have
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
