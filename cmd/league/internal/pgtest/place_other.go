//go:build !linux

package pgtest

import "syscall"

// endWithTest does nothing: the server survives a test that is killed.
func endWithTest(*syscall.SysProcAttr) {}

// memory returns "": no folder in memory is known.
func memory() string { return "" }
