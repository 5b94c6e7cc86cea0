package adviser

import (
	"os"
	"os/exec"
	"syscall"
)

// lowest is the nice value of a process that runs only when no other process wants to run.
const lowest = 19

// apart makes cmd start in a process group of its own, so that yield lowers the priority of all its
// threads together.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// yield gives this process the lowest priority, and makes it the first to be killed when memory
// runs out. It ignores errors: the child works without these settings.
func yield() {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, 0, lowest)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
}
