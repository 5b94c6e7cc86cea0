package doctor

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// access reports whether a file exists. Whether the user may write to it is seen when the
// daemon opens it: Windows decides that by access lists.
func access(path string, _ bool) error {
	_, err := os.Stat(path)
	return err
}

// disk returns the size and the free space of the volume that holds path.
func disk(path string) (Disk, error) {
	var d Disk
	name, err := windows.UTF16PtrFromString(path)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &d.Free, &d.Size, nil)
	}
	if err != nil {
		return Disk{}, &fs.PathError{Op: "GetDiskFreeSpaceEx", Path: path, Err: err}
	}
	return d, nil
}

// ownerOf returns false: files on Windows have no numbers of users and groups.
func ownerOf(fs.FileInfo) (user, group int, ok bool) { return 0, 0, false }
