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
	brokenSuffix   = ".broken"   // suffix of a damaged database that was moved aside
	salvagedSuffix = ".salvaged" // suffix of a salvaged database that is ready for use
	buildingSuffix = ".new"      // suffix of a salvaged database that is being written
)

// replace replaces the database by the data salvaged from it. In every case the old database
// still exists under a name with the date of now.
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

// build writes the salvaged data to a database file called name in the folder. The file appears
// only when it is complete and on disk.
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

// fill writes the salvaged data to the empty database file at path, without syncing.
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

// finishReplacing replaces the database by a salvaged one, if there is one: it moves the
// database aside and renames the salvaged one into its place. If the replacement is interrupted,
// another call completes it.
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

// freeStem returns an unused name, without suffix, under which a database can be moved aside.
// The name contains the date and time of now.
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
	return "", fmt.Errorf("%s: too many databases moved aside in one second", filepath.Join(dir, dated))
}

// removeIfExists removes a file. A missing file is no error.
func removeIfExists(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// precheck returns [ErrDamaged] if SQLite would open a damaged database without an error. In
// such a database the header is damaged, or the log has transactions after a damaged frame.
// precheck ignores a database with a journal: its creation was interrupted, and SQLite repairs
// the database from the journal.
func (s *Store) precheck(path string) error {
	if s.begun || exists(path+journalSuffix) {
		return nil
	}
	f, err := readFiles(path, pages.Size)
	switch {
	case err != nil:
		return err
	case !f.Sound():
		return fmt.Errorf("%w: its header", ErrDamaged)
	case f.LosesTransactions() && s.salvageHelps(path):
		return fmt.Errorf("%w: its log", ErrDamaged)
	}
	return nil
}

// salvageHelps reports whether the salvaged data of the database at path has more facts than
// SQLite reads.
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
