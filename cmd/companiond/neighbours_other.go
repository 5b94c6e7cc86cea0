//go:build !linux

package main

// neighbours returns false: only Linux has a hotspot.
func neighbours(device, address string) bool { return false }
