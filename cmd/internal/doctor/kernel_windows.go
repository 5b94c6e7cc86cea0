package doctor

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// access returns an error if a file does not exist. It does not check rights, because access lists
// decide about them on Windows; a missing right shows when the daemon opens the file.
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

// ownerOf returns false, because files on Windows have no numeric ids of users and groups.
func ownerOf(fs.FileInfo) (user, group int, ok bool) { return 0, 0, false }
