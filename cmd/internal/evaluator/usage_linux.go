package evaluator

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// clockTick is the unit of times in /proc (USER_HZ) on all supported machines.
const clockTick = time.Second / 100

// computed returns the processor time that process pid has spent in user code.
func computed(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("evaluator: %w", err)
	}
	const user = 11 // index of utime after the name, which may contain any character: proc_pid_stat(5)
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) <= user {
		return 0, fmt.Errorf("evaluator: stat has %d fields", len(fields))
	}
	ticks, err := strconv.ParseInt(fields[user], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("evaluator: stat: %w", err)
	}
	return time.Duration(ticks) * clockTick, nil
}

// full reports whether process pid is so near its memory limit that its garbage collector works all
// the time. room is the argument, in bytes, with which that process called the function limit.
func full(pid int, room int64) bool {
	var bound unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, nil, &bound); err != nil || bound.Cur == unix.RLIM_INFINITY {
		return false
	}
	has, err := mapped(pid)
	return err == nil && has > int64(bound.Cur)-room/4
}

// mapped returns the size of the writable mappings of process pid, in bytes.
func mapped(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, fmt.Errorf("evaluator: %w", err)
	}
	var size, resident, shared, code, library, data int64 // numbers of memory pages
	if _, err := fmt.Sscan(string(text), &size, &resident, &shared, &code, &library, &data); err != nil {
		return 0, fmt.Errorf("evaluator: statm: %w", err)
	}
	return data * int64(os.Getpagesize()), nil
}
