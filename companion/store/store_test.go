package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/games"
)

var evening = time.Date(2026, 11, 21, 15, 30, 0, 0, time.UTC)

// opened opens dir until the test ends, for matches of [rolls] or of another
// catalogue.
func opened(t testing.TB, dir string, catalogue ...games.Rules) *Store {
	t.Helper()
	if catalogue == nil {
		catalogue = rolling.Games
	}
	s, err := Open(dir, evening, games.Of(catalogue...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func keep(t testing.TB, s *Store, k spelled) {
	t.Helper()
	if err := s.Keep(t.Context(), k.keep()); err != nil {
		t.Fatal(err)
	}
}

// lines are facts from…to of a match, as JSON Lines.
func lines(from, to int) string {
	var b strings.Builder
	for seq := from; seq <= to; seq++ {
		fmt.Fprintln(&b, line(seq))
	}
	return b.String()
}

func line(seq int) string {
	if seq == 1 {
		return `{"seq":1,"at":"2026-11-21T15:30:00Z","ms":0,"kind":"started","game":"mice","seats":["Аня","Боря"]}`
	}
	return fmt.Sprintf(`{"seq":%d,"ms":%d,"kind":"decided","seat":0,"says":"dice red white","luck":"device"}`, seq, seq*512)
}

// dump is all that the database holds, as text; of players the order, not the
// number, which rises when they are kept twice.
func dump(t testing.TB, s *Store) string {
	t.Helper()
	var b strings.Builder
	for _, query := range []string{
		`SELECT 'match', number, id, started, game, played, over, place, began, summary FROM matches ORDER BY number`,
		`SELECT 'fact', match, seq, line FROM facts ORDER BY match, seq`,
		`SELECT 'secret', match, seal, secret FROM secrets ORDER BY match, seal`,
		`SELECT 'player', name FROM players ORDER BY seated`,
		`SELECT 'setting', key, value FROM settings ORDER BY key`,
		`SELECT 'arrival', number FROM arrivals`,
	} {
		rows, err := s.session.conn.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		columns, _ := rows.Columns()
		row, into := make([]string, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&b, strings.Join(row, " "))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestAMissingFolderIsCreatedForItsOwnerAlone(t *testing.T) {
	for _, mask := range []int{0, 0o077, 0o777} {
		dir := filepath.Join(t.TempDir(), "state")
		old := syscall.Umask(mask)
		s, err := Open(dir, evening, rolling)
		if err == nil {
			err = s.Keep(t.Context(), spelled{Settings: "lang\tru\n"}.keep())
		}
		syscall.Umask(old)
		if err != nil {
			t.Fatalf("umask %o: %v", mask, err)
		}
		want := map[string]os.FileMode{".": 0o700, "lock": 0o600, "companion.db": 0o600, "companion.db-wal": 0o600, "companion.db-shm": 0o600}
		for name, mode := range want {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil || info.Mode().Perm() != mode {
				t.Errorf("umask %o: %s has mode %v, want %v (%v)", mask, name, info.Mode().Perm(), mode, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAFolderThatIsThereKeepsItsModeAndItsFilesAreTightened(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(filepath.Join(dir, database), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	opened(t, dir)
	for name, want := range map[string]os.FileMode{".": 0o755, database: 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v (%v)", name, info.Mode().Perm(), want, err)
		}
	}
}

func TestAFolderMayHaveAnyName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "зайцы?mode=ro#1 %41&_x='")
	s, err := Open(dir, evening, rolling)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, s, spelled{Settings: "lang\tru\n"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := load(t, opened(t, dir)).Settings["lang"]; got != "ru" {
		t.Errorf("lang = %q, want ru", got)
	}
}

func TestAFolderThatCannotBeIsNamedInTheError(t *testing.T) {
	root := t.TempDir()
	file, dangling, linked := filepath.Join(root, "file"), filepath.Join(root, "dangling"), filepath.Join(root, "linked")
	err := errors.Join(
		os.WriteFile(file, nil, 0o600),
		os.Symlink(filepath.Join(root, "nowhere"), dangling),
		os.Mkdir(linked, 0o700),
		os.Symlink(file, filepath.Join(linked, database)),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, says string }{
		{file, "is not a folder"},
		{filepath.Join(file, "below"), "not a directory"},
		{dangling, "is a symbolic link to nowhere"},
		{linked, "companion.db is a symbolic link"},
		{"/proc/none", "/proc/none"},
	} {
		s, err := Open(c.dir, evening, rolling)
		if err == nil {
			s.Close()
		}
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.dir) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("Open(%s) = %v, want an *Error that names it and %q", c.dir, err, c.says)
		}
	}
}

func TestAFolderMayBeALink(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	keep(t, opened(t, link), spelled{Settings: "lang\tru\n"})
}

func TestTheSecondDaemonIsToldWhoHasTheFolder(t *testing.T) {
	dir := t.TempDir()
	first := opened(t, dir)
	_, err := Open(dir, evening, rolling)
	var held *LockedError
	if !errors.As(err, &held) || !errors.Is(err, ErrLocked) {
		t.Fatalf("second Open = %v, want a HeldError", err)
	}
	if held.Dir != dir || held.PID != os.Getpid() || held.Started != "2026-11-21T15:30:00Z" {
		t.Errorf("held = %+v, want folder, process %d and time", held, os.Getpid())
	}
	if want := fmt.Sprintf("process %d on", os.Getpid()); !strings.Contains(err.Error(), want) {
		t.Errorf("%q doesn't say %q", err, want)
	}
	if asked := Locked(dir); !errors.Is(asked, ErrLocked) || asked.Error() != err.Error() {
		t.Errorf("who asks first is told %v", asked)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for _, free := range []string{dir, filepath.Join(dir, "none")} {
		if err := Locked(free); err != nil {
			t.Errorf("of a free folder: %v", err)
		}
	}
	opened(t, dir)
}

// A child has all files of its parent between fork and exec.
func TestAFolderThatWasLetGoIsFreeThoughAChildStillHasTheLockFile(t *testing.T) {
	dir := t.TempDir()
	first := opened(t, dir)
	child, err := syscall.Dup(int(first.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(child)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	opened(t, dir)
}

func TestALockFileOfADeadProcessStopsNobody(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "lock"), []byte("1 elsewhere 2020-01-01T00:00:00Z and much more\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	opened(t, dir)
	said, err := os.ReadFile(filepath.Join(dir, "lock"))
	if !strings.HasPrefix(string(said), fmt.Sprintf("%d ", os.Getpid())) || err != nil {
		t.Errorf("lock says %q (%v), want process %d", said, err, os.Getpid())
	}
}

func TestAHolderThatHasNotSignedYetIsStillAHolder(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, evening, rolling); !errors.Is(err, ErrLocked) {
		t.Errorf("Open = %v, want ErrHeld", err)
	}
}

func TestAfterCloseNothingIsDone(t *testing.T) {
	s := opened(t, t.TempDir())
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	_, loaded := s.Load(t.Context())
	_, aside := s.Renew(evening)
	_, checked := s.Check(t.Context())
	for what, err := range map[string]error{
		"Keep":  s.Keep(t.Context(), spelled{Settings: "a\tb\n"}.keep()),
		"Load":  loaded,
		"Check": checked,
		"Renew": aside,
	} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s after Close = %v, want os.ErrClosed", what, err)
		}
	}
}
