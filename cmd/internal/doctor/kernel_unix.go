//go:build unix

package doctor

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// access checks whether this user may read a file, and write to it if write is set.
func access(path string, write bool) error {
	mode := uint32(unix.R_OK)
	if write {
		mode |= unix.W_OK
	}
	if err := unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS); err != nil {
		return &fs.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}

// disk returns the size and the free space of the file system that holds path.
func disk(path string) (Disk, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return Disk{}, &fs.PathError{Op: "statfs", Path: path, Err: err}
	}
	const readOnlyFlag = 1 // value of ST_RDONLY on all Unix systems
	free, size := uint64(stat.Bavail), stat.Blocks-stat.Bfree+uint64(stat.Bavail)
	return Disk{free * uint64(stat.Bsize), size * uint64(stat.Bsize), stat.Flags&readOnlyFlag != 0}, nil
}

// ownerOf returns the ids of a file's user and group. ok is false if the file system has no such
// ids.
func ownerOf(info fs.FileInfo) (user, group int, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}
