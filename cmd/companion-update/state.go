package main

import (
	"errors"
	"io/fs"
	"os"

	"tabletop/cmd/internal/update"
)

// stateFolder is the state folder of the daemon, from the root folder of the machine.
const stateFolder = "/var/lib/companion"

// database are the files of the database (package store): the database, its log, and the journal of
// one that is being created.
var database = []string{"companion.db", "companion.db-wal", "companion.db-journal"}

// index is the file of the index of the log. SQLite makes it again if it is missing; one of another
// log would be wrong.
const index = "companion.db-shm"

// save copies the database with owners and modes. The copy appears only when it is complete and on
// disk.
func (u *updater) save() error {
	const making = update.StateFolder + partial
	if err := u.remove(update.StateFolder, making); err != nil {
		return err
	}
	if err := os.Mkdir(u.file(making), 0o700); err != nil {
		return err
	}
	if err := copyDatabase(u.file(making), u.dir(stateFolder), openForeign); err != nil {
		return errors.Join(err, u.remove(making))
	}
	if err := os.Rename(u.file(making), u.file(update.StateFolder)); err != nil {
		return err
	}
	return update.Sync(u.dir(update.Folder))
}

// restore puts the copy of the database back.
func (u *updater) restore() error {
	return copyDatabase(u.dir(stateFolder), u.file(update.StateFolder), (*os.Root).Open)
}

// opener opens a file in a folder.
type opener func(dir *os.Root, name string) (*os.File, error)

// copyDatabase replaces the files of the database in one folder by those of another, which open
// opens. Owners and modes stay.
func copyDatabase(to, from string, open opener) error {
	target, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer target.Close()
	source, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer source.Close()
	if err := drop(target, index); err != nil {
		return err
	}
	for _, name := range database {
		if err := replace(target, source, name, open); err != nil {
			return err
		}
	}
	return syncRoot(target)
}

// replace copies a file, or deletes it if source doesn't have it.
func replace(target, source *os.Root, name string, open opener) error {
	f, err := open(source, name)
	if errors.Is(err, fs.ErrNotExist) {
		return drop(target, name)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return copyFile(target, name, f, info.Mode().Perm(), info)
}

func drop(dir *os.Root, name string) error {
	if err := dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// size returns the size of the database in bytes.
func (u *updater) size() (bytes int64) {
	for _, name := range database {
		if info, err := os.Lstat(u.dir(stateFolder + "/" + name)); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
