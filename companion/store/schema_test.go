package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// released is what lies in testdata/vN.db, of every version N.
var released = loaded{
	Settings: map[string]string{"lang": "en", "last": "score"},
	Players:  []string{"Гоша", "Аня", "Вера", "Боря"},
	Open:     []openRecord{{Match: "maze-1", Lines: lines(1, 6), Secret: secretB}},
}

// keepReleased makes what lies there.
func keepReleased(t *testing.T, path string) {
	t.Helper()
	dir := t.TempDir()
	s := opened(t, dir)
	for _, k := range night {
		keep(t, s, k)
	}
	keep(t, s, spelled{Match: "maze-1", First: 1, Lines: lines(1, 6), Secret: secretB})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, path, read(t, filepath.Join(dir, database)))
}

func TestTheDatabaseOfEveryReleaseOpens(t *testing.T) {
	for version := 1; version <= len(steps); version++ {
		path := filepath.Join("testdata", fmt.Sprintf("v%d.db", version))
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			keepReleased(t, path)
			t.Errorf("%s was missing and is made now: look at it and commit it", path)
		}
		dir := t.TempDir()
		write(t, filepath.Join(dir, database), read(t, path))
		s := opened(t, dir)
		want := released
		want.Firsts = map[string]int{"Аня": 2, "Боря": 1}
		if version == 1 {
			want.Firsts = map[string]int{"Аня": 1} // summaries came with version 2
		}
		if got := load(t, s); !reflect.DeepEqual(got, want) {
			t.Errorf("version %d: got %+v\nwant %+v", version, got, want)
		}
		if got := ids(list(t, s)); !slices.Equal(got, []string{"maze-1", "dice-1", "score-1", "mice-1"}) {
			t.Errorf("version %d: on the shelf are %v", version, got)
		}
		if _, err := s.Check(t.Context()); err != nil {
			t.Errorf("version %d: %v", version, err)
		}
		keep(t, s, spelled{Match: "maze-1", First: 7, Lines: lines(7, 8)})
	}
}

func TestANewerDatabaseIsRefusedWithItsNumberAndLeftAlone(t *testing.T) {
	dir := closedNight(t)
	path := filepath.Join(dir, database)
	newer := len(steps) + 6
	run(t, path, fmt.Sprintf("CREATE TABLE later (x); PRAGMA user_version = %d", newer))
	before := read(t, path)
	_, err := Open(dir, evening, rolling)
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), fmt.Sprintf("version %d, the newest known is %d", newer, len(steps))) {
		t.Errorf("Open = %v, want ErrNewer with both numbers", err)
	}
	if string(read(t, path)) != string(before) {
		t.Error("the file was changed")
	}
}

func TestADatabaseWhoseVersionWasDamagedIsSaved(t *testing.T) {
	t.Parallel()
	versions := []int{6, 0, 1, 2, 3, 4, 12, 36, 68, 132}
	if testing.Short() {
		versions = versions[:2]
	}
	good := read(t, filepath.Join(closedNight(t), database))
	for _, version := range versions {
		dir := t.TempDir()
		write(t, filepath.Join(dir, database), good)
		run(t, filepath.Join(dir, database), fmt.Sprintf("PRAGMA user_version = %d", version))
		e, err := opened(t, dir).Load(t.Context())
		if err != nil || version != len(steps) && e.Rescue.Matches != 4 {
			t.Errorf("version %d: %v, saved was %+v; want four matches", version, err, e.Rescue)
		}
	}
}

// run runs SQL on the closed database at path.
func run(t *testing.T, path, text string) {
	t.Helper()
	s, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.conn.ExecContext(t.Context(), text)
	if err := errors.Join(err, s.close()); err != nil {
		t.Fatal(err)
	}
}

func TestAFailedMigrationLeavesTheOldFile(t *testing.T) {
	dir := closedNight(t)
	path := filepath.Join(dir, database)
	before := read(t, path)
	next := append(steps[:len(steps):len(steps)],
		`ALTER TABLE players ADD COLUMN colour TEXT; UPDATE players SET colour = 'red'`,
		`CREATE TABLE cups (name TEXT) STRICT; INSERT INTO cups VALUES (x'00')`)
	s, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	err = s.migrate(context.Background(), next)
	if want := fmt.Sprintf("migration to version %d", len(next)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("migrate = %v, want an error with %q", err, want)
	}
	if kindOf(err) != nil {
		t.Errorf("a failed migration is %v: the database would be set aside", kindOf(err))
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if string(read(t, path)) != string(before) {
		t.Error("the file was changed")
	}
	opened(t, dir)
}

func TestMigrationsRunOnceInOrder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, database)
	write(t, path, nil)
	next := append(steps[:len(steps):len(steps)], `CREATE TABLE a (x)`, `ALTER TABLE a ADD COLUMN y`)
	for range 2 {
		s, err := open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.migrate(t.Context(), next); err != nil {
			t.Fatal(err)
		}
		if got, err := s.version(t.Context()); got != len(next) || err != nil {
			t.Errorf("version %d (%v), want %d", got, err, len(next))
		}
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenMatchesAreFoundWithoutReadingTheEnded(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, c := range []struct {
		query statement
		plan  string
	}{
		{openMatches, "SCAN matches USING INDEX open"},
		{openMatch, "SEARCH matches USING INDEX sqlite_autoindex_matches_1 (id=?)"},
		{openMatches, "SEARCH facts USING PRIMARY KEY (match=?)"},
		{firstFact, "SEARCH facts USING PRIMARY KEY (match=? AND seq=?)"},
		{chairFacts, "SEARCH facts USING INDEX chairs (match=?)"},
		{allPlayers, "SCAN players USING INDEX seated"},
		{addPlayer, "SEARCH players USING COVERING INDEX seated"},
		{listMatches, "SEARCH matches USING INDEX placed (place<?)"},
		{oneMatch, "SEARCH matches USING INDEX sqlite_autoindex_matches_1 (id=?)"},
		{allFirsts, "SCAN matches USING COVERING INDEX began"},
		{firstLines, "SEARCH facts USING PRIMARY KEY (match=? AND seq=?)"},
		{findMatch, "SEARCH facts USING PRIMARY KEY (match=?)"},
		{findMatch, "SEARCH matches USING COVERING INDEX open"},
		{findMatch, "SEARCH matches USING INDEX sqlite_autoindex_matches_1 (id=?)"},
		{chainedFacts, "SEARCH facts USING PRIMARY KEY (match=?)"},
		{findFact, "SEARCH facts USING PRIMARY KEY (match=? AND seq=?)"},
		{secretOf, "SEARCH secrets USING PRIMARY KEY (match=?)"},
	} {
		if got := planOf(t, s, c.query); !strings.Contains(got, c.plan) {
			t.Errorf("%s: %q, want %q", c.query.name, got, c.plan)
		}
	}
}

// planOf is how SQLite goes about a query, on one line.
func planOf(t *testing.T, s *Store, q statement) string {
	t.Helper()
	var plan []string
	query := statement{text: "EXPLAIN QUERY PLAN " + strings.ReplaceAll(q.text, "?", "1")}
	err := s.session.rows(t.Context(), query, func(rows *sql.Rows) error {
		var id, parent, unused int
		var detail string
		err := rows.Scan(&id, &parent, &unused, &detail)
		plan = append(plan, detail)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "; ")
}
