package health

import (
	"io/fs"

	"golang.org/x/sys/windows"
)

// DiskOf returns the size and the free space of the volume that holds path.
func DiskOf(path string) (Disk, error) {
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
