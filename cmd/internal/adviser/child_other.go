//go:build !linux

package adviser

import "os/exec"

func apart(*exec.Cmd) {}

func yield() {}
