package stick

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"
)

// rooted is a folder as a stick. No name and no symbolic link leads out of it.
type rooted struct{ *os.Root }

// At returns the files of a folder, such as [MountPoint]. The caller closes them.
func At(dir string) (Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("stick: %w", err)
	}
	return rooted{root}, nil
}

// Modes of folders and files, whatever the umask. On ext4 another box, where the daemon's user has
// another number, must be able to read them. FAT stores no modes and may refuse them.
const (
	dirMode  = 0o755
	fileMode = 0o644
)

// MkdirAll creates a folder with its parents.
func (r rooted) MkdirAll(name string) error {
	if err := r.Root.MkdirAll(name, dirMode); err != nil {
		return err
	}
	for ; name != "."; name = path.Dir(name) {
		_ = r.Chmod(name, dirMode)
	}
	return nil
}

// ReadDir returns up to limit entries of a folder.
func (r rooted) ReadDir(name string, limit int) ([]fs.DirEntry, error) {
	dir, err := r.Root.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(limit)
	if errors.Is(err, io.EOF) { // the folder is empty
		err = nil
	}
	return entries, err
}

// Create creates a file that doesn't exist.
func (r rooted) Create(name string) (Written, error) {
	f, err := r.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return nil, err
	}
	_ = f.Chmod(fileMode)
	return written{f}, nil
}

var errNoFile = errors.New("not a regular file")

// Open opens a regular file. A named pipe would block a plain open.
func (r rooted) Open(name string) (Read, error) {
	f, err := r.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", path.Clean(name), errNoFile)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return readable{f}, nil
}

// Sync writes the entries of a folder to the stick.
func (r rooted) Sync(name string) error {
	dir, err := r.Root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Free returns the free space in bytes, as statfs(2) reports it to other users than root.
func (r rooted) Free() (int64, error) {
	dir, err := r.Root.Open(".")
	if err != nil {
		return 0, err
	}
	defer dir.Close()
	var s unix.Statfs_t
	err = unix.Fstatfs(int(dir.Fd()), &s)
	return int64(s.Bavail) * int64(s.Bsize), err
}

// written is a file of a stick that is being written.
type written struct{ *os.File }

// Sync writes the file to the stick, and drops it from the page cache; see posix_fadvise(2).
func (w written) Sync() error {
	if err := w.File.Sync(); err != nil {
		return err
	}
	return unix.Fadvise(int(w.Fd()), 0, 0, unix.FADV_DONTNEED)
}

// readable is a file of a stick that is being read.
type readable struct{ *os.File }

// Size returns the size of the file in bytes.
func (r readable) Size() (int64, error) {
	info, err := r.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
