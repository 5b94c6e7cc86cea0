package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tabletop/companion/store/internal/osfile"
	"tabletop/companion/store/pages"
)

const (
	brokenSuffix   = ".broken"   // the end of the name of a database set aside
	salvagedSuffix = ".salvaged" // of one that is to take its place
	buildingSuffix = ".new"      // of one that is being written
)

// replace puts what can be read of the database in its place. Whatever happens, what was
// there stays under a dated name.
func (s *Store) replace(now time.Time) error {
	s.drop()
	f, err := readFiles(s.path(), mostFrozen)
	if err != nil {
		return err
	}
	all := salvage(f, s.games)
	stem, err := freeStem(s.dir, now)
	if err == nil {
		err = s.build(all, stem+salvagedSuffix, now)
	}
	if err == nil {
		err = finishReplacing(s.dir)
	}
	if err != nil {
		return err
	}
	s.rescue = all.report()
	s.rescue.Aside = stem + brokenSuffix
	s.edits.Add(1)
	s.begun = true
	return s.connect(syncLog)
}

// build writes what remains to a database of that name, which is there once it is whole
// and on disk.
func (s *Store) build(all salvagedData, name string, now time.Time) error {
	path := filepath.Join(s.dir, database+buildingSuffix)
	if err := errors.Join(removeIfExists(path), makeDatabase(path)); err != nil {
		return err
	}
	err := fill(path, all, now)
	if err == nil {
		err = osfile.Sync(path)
	}
	if err == nil {
		err = os.Rename(path, filepath.Join(s.dir, name))
	}
	if err != nil {
		return errors.Join(err, removeIfExists(path))
	}
	return osfile.Sync(s.dir)
}

// fill writes what remains to an empty file, which is synced later, at once.
func fill(path string, all salvagedData, now time.Time) error {
	ctx := context.Background()
	s, err := open(ctx, path)
	if err != nil {
		return err
	}
	_, err = s.conn.ExecContext(ctx, `PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY`)
	if err == nil {
		err = s.migrate(ctx, steps)
	}
	if err == nil {
		err = all.writeTo(ctx, s, now)
	}
	return errors.Join(err, s.close())
}

// finishReplacing sets aside what lies in the place of a salvaged database, if there is
// one, and puts that there. Cut off at any step it goes on from there.
func finishReplacing(dir string) error {
	found, err := filepath.Glob(filepath.Join(dir, "companion-*"+salvagedSuffix))
	if err != nil || len(found) == 0 {
		return err
	}
	aside := strings.TrimSuffix(found[0], salvagedSuffix) + brokenSuffix
	for _, suffix := range []string{shmSuffix, walSuffix, ""} {
		err := os.Rename(filepath.Join(dir, database+suffix), aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(found[0], filepath.Join(dir, database)); err != nil {
		return err
	}
	return osfile.Sync(dir)
}

// freeStem is a dated name for a database to be set aside under, without its end.
func freeStem(dir string, now time.Time) (string, error) {
	dated := "companion-" + now.Format("2006-01-02-150405")
	for n := 1; n < 1000; n++ {
		stem := dated
		if n > 1 {
			stem = fmt.Sprintf("%s.%d", dated, n)
		}
		at := filepath.Join(dir, stem+brokenSuffix)
		if !exists(at) && !exists(at+walSuffix) && !exists(at+shmSuffix) {
			return stem, nil
		}
	}
	return "", fmt.Errorf("%s: too many databases set aside at one second", filepath.Join(dir, dated))
}

// removed removes a file, which may be missing.
func removeIfExists(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// suspect returns [ErrDamaged] where SQLite would open the database, and refuse to write
// it, or pass over whole transactions of the log. A database that was cut off while it was
// made has a journal, from which SQLite mends it.
func (s *Store) precheck(path string) error {
	if s.begun || exists(path+journalSuffix) {
		return nil
	}
	f, err := readFiles(path, pages.Size)
	switch {
	case err != nil:
		return err
	case !f.Sound():
		return fmt.Errorf("%w: its head", ErrDamaged)
	case f.Rotten() && s.salvageHelps(path):
		return fmt.Errorf("%w: its log", ErrDamaged)
	}
	return nil
}

// gains reports whether more facts can be salvaged than SQLite reads.
func (s *Store) salvageHelps(path string) bool {
	f, err := readFiles(path, mostFrozen)
	if err != nil {
		return false
	}
	n, read := 0, 0
	for _, m := range salvage(f, s.games).matches {
		n += len(m.facts)
	}
	_, err = withMemoryDB(context.Background(), f.Image(), func(s *session) error {
		return s.conn.QueryRowContext(context.Background(), `SELECT count(*) FROM facts`).Scan(&read)
	})
	return err != nil || n > read
}
