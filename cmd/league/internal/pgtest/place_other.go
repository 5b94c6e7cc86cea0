//go:build !linux

package pgtest

import "syscall"

// endWithTest does nothing, so a server survives the killing of its test.
func endWithTest(*syscall.SysProcAttr) {}

// memory returns "", because no folder in memory is known on this system.
func memory() string { return "" }
