// Package self finds the program that is running, to run it once more as a child.
package self

import (
	"os"
	"runtime"
)

// Path returns where the program lies that is running. An upgrade meanwhile puts no other
// version there, where the system can tell (Linux).
func Path() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}
