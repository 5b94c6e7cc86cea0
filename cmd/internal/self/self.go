// Package self locates the running program, to start it again as a child.
package self

import (
	"os"
	"runtime"
)

// Path returns the path of the running program. On Linux an upgrade on disk does not change the
// version it refers to.
func Path() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}
