//go:build unix

package health

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// DiskOf returns the size and the free space of the file system that holds path.
func DiskOf(path string) (Disk, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return Disk{}, &fs.PathError{Op: "statfs", Path: path, Err: err}
	}
	const readOnlyFlag = 1 // value of ST_RDONLY on all Unix systems
	free, size := uint64(stat.Bavail), stat.Blocks-stat.Bfree+uint64(stat.Bavail)
	return Disk{free * uint64(stat.Bsize), size * uint64(stat.Bsize), stat.Flags&readOnlyFlag != 0}, nil
}
