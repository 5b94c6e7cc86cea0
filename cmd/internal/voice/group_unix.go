//go:build unix

package voice

import (
	"os/exec"
	"syscall"
)

// group makes cmd start in a process group of its own.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills all processes of the group of cmd. The group may still exist after the process
// itself has ended.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
