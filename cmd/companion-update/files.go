package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"tabletop/cmd/internal/update"
)

// partial is the suffix of a file that is being written, and of a folder that isn't complete.
const partial = ".part"

// dir returns a folder of the machine.
func (u *updater) dir(name string) string { return filepath.Join(u.root, name) }

// file returns the path of a file in the updater's folder.
func (u *updater) file(name string) string { return filepath.Join(u.dir(update.Folder), name) }

// remove deletes files and folders of the updater, if they exist, from the disk.
func (u *updater) remove(names ...string) error {
	for _, name := range names {
		if err := os.RemoveAll(u.file(name)); err != nil {
			return err
		}
	}
	return update.Sync(u.dir(update.Folder))
}

// requests opens the daemon's folder of requests. Its parent belongs to the daemon's user, who may
// have replaced the folder by a link: os.Root doesn't follow one out of the parent.
func (u *updater) requests() (*os.Root, error) {
	state, err := os.OpenRoot(u.dir(stateFolder))
	if err != nil {
		return nil, err
	}
	defer state.Close()
	return state.OpenRoot(filepath.Base(update.RequestFolder))
}

// errForeign is returned for files that the daemon's user can't have written.
var errForeign = errors.New("it is no file of the daemon")

// openForeign opens a file in a folder of a hostile user for reading. It doesn't wait for the other
// end of a FIFO or for the holder of a lease, and returns only regular files of the folder's owner:
// it returns no hard link to a file of another user.
func openForeign(dir *os.Root, name string) (*os.File, error) {
	f, err := dir.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	owner, err := dir.Stat(".")
	if err != nil {
		f.Close()
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || uid(info) != uid(owner)) {
		err = fmt.Errorf("%s: %w", name, errForeign)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func uid(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }

// readForeign reads a small JSON file that the daemon wrote.
func (u *updater) readForeign(name string, to any) error {
	const most = 64 << 10
	dir, err := u.requests()
	if err != nil {
		return err
	}
	defer dir.Close()
	f, err := openForeign(dir, name)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

// dismiss takes a file out of the daemon's folder. It renames a folder with contents: deleting those
// could take for ever. A missing file is no error.
func (u *updater) dismiss(name string) error {
	dir, err := u.requests()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer dir.Close()
	err = dir.Remove(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = dir.Rename(name, fmt.Sprintf("refused-%x", newStep("", "", nil).ID))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, syncRoot(dir))
}

// discard deletes the request.
func (u *updater) discard() {
	if err := u.dismiss(update.Request); err != nil {
		fmt.Fprintln(os.Stderr, "companion-update: the request stays:", err)
	}
}

// copyFile copies an open file into a folder, with a mode and, unless owner is nil, the owner of
// another file. The file appears only when it is complete and on disk.
func copyFile(dir *os.Root, name string, from io.Reader, mode fs.FileMode, owner fs.FileInfo) error {
	part := name + partial
	if err := dir.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := dir.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if owner != nil {
		stat := owner.Sys().(*syscall.Stat_t)
		err = errors.Join(err, f.Chown(int(stat.Uid), int(stat.Gid)))
	}
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = dir.Rename(part, name)
	}
	if err != nil {
		return errors.Join(err, dir.Remove(part))
	}
	return syncRoot(dir)
}

func syncRoot(dir *os.Root) error {
	d, err := dir.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// equal reports whether two files have the same contents.
func equal(a, b string) (bool, error) {
	one, err := os.ReadFile(a)
	if err != nil {
		return false, err
	}
	other, err := os.ReadFile(b)
	return bytes.Equal(one, other), err
}
