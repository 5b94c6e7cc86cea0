package adviser

import (
	"os"
	"os/exec"
	"syscall"
)

// lowest is the priority of who runs when nobody else wants to.
const lowest = 19

// apart makes cmd a group of its own, all of whose threads yield together.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// yield lets this process wait for all others, and be the first that goes where memory runs
// out. Where the system doesn't let it, it thinks all the same.
func yield() {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, 0, lowest)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
}
