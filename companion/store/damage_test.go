package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const aside = "companion-2026-11-21-153000.broken"

// closedNight is a folder with a whole night in it, closed.
func closedNight(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s := opened(t, dir)
	for _, k := range night {
		keep(t, s, k)
	}
	keep(t, s, spelled{Match: "long", First: 1, Lines: lines(1, 500)})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// foreign is a database of another program.
func foreign(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE recipes (name TEXT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return read(t, path)
}

func TestAnUnreadableDatabaseIsRenewedAndTheEveningStartsFresh(t *testing.T) {
	t.Parallel()
	good := read(t, filepath.Join(closedNight(t), database))
	wrong := slices.Clone(good)
	copy(wrong, "SQLite format 4\x00")
	for _, c := range []struct {
		name    string
		content []byte
		matches int // that are saved
	}{
		{"garbage", []byte(strings.Repeat("зайцы на острове ", 1000)), 0},
		{"short garbage", []byte("xy"), 0},
		{"wrong magic", wrong, 4},
		{"half the file", good[:len(good)/2], 3},
		{"half the header", good[:50], 0},
		{"a foreign one", foreign(t), 0},
		{"zeros", make([]byte, 8192), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, database), c.content)
			s := opened(t, dir)
			e, err := s.Load(t.Context())
			if err != nil || e.Rescue.Aside != aside || e.Rescue.Matches != c.matches {
				t.Errorf("got %+v (%v), want %d matches saved of %q", e.Rescue, err, c.matches, aside)
			}
			if got := read(t, filepath.Join(dir, aside)); !bytes.Equal(got, c.content) {
				t.Errorf("%d bytes were set aside, differing from the %d found", len(got), len(c.content))
			}
			if _, err := s.Check(t.Context()); err != nil {
				t.Error(err)
			}
			if c.matches > 0 {
				return
			}
			for _, k := range night {
				keep(t, s, k)
			}
		})
	}
}

func TestAFolderInThePlaceOfTheDatabaseIsRenewed(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, database), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := load(t, opened(t, dir)).Fresh; got != aside {
		t.Errorf("Fresh = %q, want %q", got, aside)
	}
}

func TestAnEmptyFileIsAnEmptyDatabase(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, database), nil)
	if got := load(t, opened(t, dir)).Fresh; got != "" {
		t.Errorf("Fresh = %q, want none", got)
	}
}

func TestNothingSetAsideIsEverOverwritten(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, aside), []byte("first"))
	write(t, filepath.Join(dir, "companion-2026-11-21-153000.2.broken-wal"), []byte("log of the second"))
	write(t, filepath.Join(dir, database), []byte("third"))
	want := "companion-2026-11-21-153000.3.broken"
	s := opened(t, dir)
	if got := load(t, s).Fresh; got != want {
		t.Errorf("Fresh = %q, want %q", got, want)
	}
	saved, err := s.Renew(evening.Add(time.Hour))
	if want := "companion-2026-11-21-163000.broken"; saved.Aside != want || err != nil {
		t.Errorf("Renew = %+v, %v, want %q", saved, err, want)
	}
	if got := string(read(t, filepath.Join(dir, aside))); got != "first" {
		t.Errorf("%s became %q", aside, got)
	}
}

// spoil overwrites the page on which text stands.
func spoil(t *testing.T, path, text string) {
	t.Helper()
	content := read(t, path)
	at := bytes.Index(content, []byte(text))
	if at < 0 {
		t.Fatalf("%q is not in %s", text, path)
	}
	page := content[at&^4095:][:4096]
	copy(page, bytes.Repeat([]byte{0xff}, 4096))
	write(t, path, content)
}

func TestDamageInAMatchIsMetWhenSomebodyGoesOnWithIt(t *testing.T) {
	dir := closedNight(t)
	spoil(t, filepath.Join(dir, database), line(300))
	s := opened(t, dir)
	e, err := s.Load(t.Context())
	if err != nil || e.Rescue.Aside != "" || len(e.Open) == 0 || e.Open[0].ID != "long" {
		t.Fatalf("got %+v, %v; want an evening with the match", e, err)
	}
	m, err := s.Match(t.Context(), "long")
	if n := m.Match.Seq(); err != nil || n < 200 || n >= 300 || m.Damaged != n+1 {
		t.Errorf("of the damaged match %d facts are read, damaged at %d (%v)", n, m.Damaged, err)
	}
	keep(t, s, spelled{Match: "next", First: 1, Lines: lines(1, 2)})
}

func TestDamageThatKeepMeetsIsNamedAndTheTableGoesOnAside(t *testing.T) {
	dir := closedNight(t)
	spoil(t, filepath.Join(dir, database), line(500))
	s := opened(t, dir)
	more := spelled{Match: "long", First: 501, Lines: lines(501, 502)}
	err := s.Keep(t.Context(), more.keep())
	if !errors.Is(err, ErrDamaged) || err.(*Error).Reason() != "disk.damaged" {
		t.Fatalf("Keep = %v, want ErrDamaged", err)
	}
	saved, err := s.Renew(evening)
	if saved.Aside != aside || err != nil {
		t.Fatalf("Renew = %+v, %v, want %q", saved, err, aside)
	}
	if len(saved.Damaged) != 1 || saved.Damaged[0].Match != "long" || saved.Damaged[0].From < 400 || saved.Matches != 4 {
		t.Errorf("saved was %+v, want all matches, and all of the long one but its last page", saved)
	}
	if err := s.Keep(t.Context(), more.keep()); !errors.Is(err, ErrGap) {
		t.Errorf("Keep of the rest = %v, want ErrGap", err)
	}
	keep(t, s, spelled{Match: "long", First: 1, Lines: lines(1, 502)})
	if got := load(t, s); got.Fresh != aside || got.Open[0].Lines != lines(1, 502) {
		t.Errorf("Fresh = %q, %d bytes of lines", got.Fresh, len(got.Open[0].Lines))
	}
}

func TestCheckFindsTheDamageThatLoadPassesBy(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	keep(t, s, spelled{Match: "ended", First: 1, Lines: lines(1, 500), Over: true})
	if _, err := s.Check(t.Context()); err != nil {
		t.Fatalf("Check of a sound database = %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	spoil(t, filepath.Join(dir, database), line(300))
	s = opened(t, dir)
	if got := load(t, s).Fresh; got != "" {
		t.Errorf("Fresh = %q, want none", got)
	}
	if _, err := s.Check(t.Context()); !errors.Is(err, ErrDamaged) {
		t.Errorf("Check = %v, want ErrDamaged", err)
	}
}

func TestCheckCanBeCancelled(t *testing.T) {
	s := opened(t, closedNight(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Check = %v, want context.Canceled", err)
	}
	if _, err := s.Check(t.Context()); err != nil {
		t.Errorf("the next Check = %v", err)
	}
}

func TestCheckEmptiesTheLogIntoTheDatabase(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 100)})
	if bytes.Contains(read(t, filepath.Join(dir, database)), []byte(line(100))) {
		t.Fatal("the line is in the database before the check")
	}
	if _, err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(read(t, filepath.Join(dir, database)), []byte(line(100))) {
		t.Error("the line is not in the database after the check")
	}
	keep(t, s, spelled{Match: "m", First: 101, Lines: lines(101, 101)})
	if got := load(t, s).Open[0].Lines; got != lines(1, 101) {
		t.Errorf("got %d bytes, want %d", len(got), len(lines(1, 101)))
	}
}

func TestKeepAndCloseDoNotWaitForACheckToEnd(t *testing.T) {
	s := opened(t, closedNight(t))
	checking, err := s.borrow() // a check that has begun
	if err != nil {
		t.Fatal(err)
	}
	keep(t, s, spelled{Match: "long", First: 501, Lines: lines(501, 501)})
	context.AfterFunc(checking.ended, checking.users.Done) // and ends when told to
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestNoDamageStopsTheEvening(t *testing.T) {
	t.Parallel()
	good := read(t, filepath.Join(closedNight(t), database))
	rapid.Check(t, func(rt *rapid.T) {
		content := slices.Clone(good)
		for range rapid.IntRange(1, 8).Draw(rt, "blows") {
			at := rapid.IntRange(0, len(content)-1).Draw(rt, "at")
			hit := rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(rt, "hit")
			copy(content[at:], hit)
		}
		dir := t.TempDir()
		defer os.RemoveAll(dir)
		write(t, filepath.Join(dir, database), content)
		s, err := Open(dir, evening, rolling)
		if errors.Is(err, ErrNewer) || errors.Is(err, ErrReadOnly) {
			return // hit where the file says which program, or which SQLite, may write it
		}
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		if _, err := s.Load(t.Context()); err != nil {
			rt.Fatal(err)
		}
		fresh := spelled{Match: "fresh", First: 1, Lines: lines(1, 20), Players: "Аня\n", Settings: "lang\tru\n", Secret: secretA}
		if err := s.Keep(t.Context(), fresh.keep()); err == nil {
			return
		}
		if _, err := s.Renew(evening); err != nil {
			rt.Fatal(err)
		}
		if err := s.Keep(t.Context(), fresh.keep()); err != nil {
			rt.Fatal(err)
		}
	})
}

func TestACountBelowNoughtCutsNoFactsOff(t *testing.T) {
	var facts []storedFact
	var last link
	h := foundRows{facts: map[int64]map[int][]storedFact{7: {}}, ends: map[int64][]ending{}}
	for seq := 1; seq <= 3; seq++ {
		line := fmt.Sprint("fact ", seq)
		last = last.follow(line)
		facts = append(facts, storedFact{seq: seq, line: line, link: bytes.Clone(last[:])})
		h.facts[7][seq] = slices.Clone(facts[seq-1:])
	}
	for _, count := range []int{-59, -1, math.MinInt} {
		if got := h.soundFacts(7, ending{count: count, head: last[:]}); len(got) != len(facts) {
			t.Errorf("of a match with %d facts %d are sound, want %d", count, len(got), len(facts))
		}
	}
}

func TestAFactWhoseTypeIsFlippedIsSavedWithItsDatabase(t *testing.T) {
	evening := rottenEvening(t)
	id, dir := "ended-11", t.TempDir()
	for fact := range strings.Lines(evening.matches[id]) {
		at := bytes.Index(evening.main, []byte(strings.TrimSuffix(fact, "\n")))
		if at < 0 {
			t.Fatalf("%q is not in the database", fact)
		}
		// before the line stand its type, that of its link, and the match's and its number
		if typed := evening.main[at-5 : at-2]; typed[0] == 0x81 && typed[2] == 2*sha256.Size+12 {
			evening.main[at-4] ^= 1
			break
		}
	}
	write(t, filepath.Join(dir, database), evening.main)
	write(t, filepath.Join(dir, database+walSuffix), evening.log)
	h := evening.meet(t, dir)
	if len(h.wrong) > 0 || !h.aside || h.facts > 0 {
		t.Errorf("%d facts of %v were lost, salvaged: %v, %v", h.facts, h.cut, h.aside, h.wrong)
	}
}
