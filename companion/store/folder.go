package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tabletop/companion/store/internal/osfile"
)

const (
	database      = "companion.db"
	walSuffix     = "-wal"     // SQLite's suffix of the log
	shmSuffix     = "-shm"     // SQLite's suffix of the index of the log
	journalSuffix = "-journal" // SQLite's suffix of the journal while a database is created
)

// makeFolder creates the state folder with mode 0700, whatever the umask. It doesn't change an
// existing folder.
func makeFolder(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is not a folder", dir)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if exists(dir) {
		return fmt.Errorf("%s is a symbolic link to nowhere", dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return errors.Join(os.Chmod(dir, 0o700), osfile.Sync(filepath.Dir(dir)))
}

// makeDatabase creates an empty file with mode 0600 at path if it is missing. SQLite reads an
// empty file as an empty database. An existing file gets mode 0600.
func makeDatabase(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		f, err := create(path)
		if err != nil {
			return err
		}
		return errors.Join(f.Close(), osfile.Sync(filepath.Dir(path)))
	}
	if err != nil {
		return err
	}
	if err := notLink(path); err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is not a file", ErrDamaged, path)
	}
	if info.Mode().Perm() == 0o600 {
		return nil
	}
	return os.Chmod(path, 0o600)
}

// create opens the file at path for reading and writing. It creates the file if it is missing,
// and gives it mode 0600.
func create(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(0o600); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func notLink(path string) error {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link: only the state folder itself may be one", path)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// syncLog syncs the log of the database at path. Another process may have written the log and
// ended before syncing it. A missing log is no error.
func syncLog(path string) error {
	err := osfile.Sync(path + walSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// renewLog replaces the log of the database at path by a synced copy. It is called after a
// failed sync: some pages of the log may then exist only in memory, although the kernel marks
// them as written. A missing log is no error.
func renewLog(path string) error {
	from, err := os.Open(path + walSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := create(path + walSuffix + ".new")
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err := errors.Join(err, to.Sync(), to.Close()); err != nil {
		return errors.Join(err, os.Remove(to.Name()))
	}
	if err := os.Rename(to.Name(), path+walSuffix); err != nil {
		return err
	}
	return osfile.Sync(filepath.Dir(path))
}
