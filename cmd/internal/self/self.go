// Package self locates the running program, to start it again as a child.
package self

import (
	"os"
	"runtime"
)

// Path returns the path of the running program. On Linux the path refers to the running version,
// even after an upgrade of the file on disk.
func Path() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}
