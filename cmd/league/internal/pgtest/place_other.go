//go:build !linux

package pgtest

import "syscall"

// endWithTest does nothing: a server outlives a test that is killed.
func endWithTest(*syscall.SysProcAttr) {}

// memory is a folder that lies in memory: none is known.
func memory() string { return "" }
