package pages

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// written is a database that SQLite wrote, with so many transactions in its log.
func written(t testing.TB, inLog int) (main, log []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "some.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	do := func(text string, args ...any) {
		t.Helper()
		if _, err := db.Exec(text, args...); err != nil {
			t.Fatal(err)
		}
	}
	do(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE words (key INTEGER PRIMARY KEY, word TEXT, length REAL) STRICT;
		CREATE TABLE facts (a INTEGER, b INTEGER, line TEXT, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID`)
	for n := range 300 {
		do(`INSERT INTO facts VALUES (?, ?, ?)`, n%7, n, line(n))
	}
	do(`INSERT INTO words VALUES (-5, 'осина', NULL), (4, 'ель', NULL), (70000, '', NULL)`)
	do(`PRAGMA wal_checkpoint(TRUNCATE)`)
	for n := range inLog {
		do(`INSERT INTO facts VALUES (?, ?, ?)`, n%7, 300+n, line(300+n))
	}
	return file(t, path), file(t, path+"-wal")
}

// line is the nth, now and then so long that it doesn't fit on its page.
func line(n int) string { return fmt.Sprintf("строка %d %s", n, strings.Repeat("х", n%50*30)) }

func file(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// facts are the lines that are read of the youngest versions of the table's pages.
func facts(f *File) map[string]any {
	owned, _ := f.Table("facts")
	all := map[string]any{}
	for r := range f.Rows() {
		if owned[r.Page] && r.Latest && r.Keyed && len(r.Values) == 3 {
			all[fmt.Sprint(r.Values[:2])] = r.Values[2]
		}
	}
	return all
}

func TestEveryRowOfASoundDatabaseIsRead(t *testing.T) {
	for _, inLog := range []int{0, 1, 120} {
		f := Read(written(t, inLog))
		got := facts(f)
		for n := range 300 + inLog {
			of := n % 7
			if n >= 300 {
				of = (n - 300) % 7
			}
			if got[fmt.Sprint([]any{of, n})] != line(n) {
				t.Fatalf("with %d transactions in the log fact %d isn't read, of %d", inLog, n, len(got))
			}
		}
		if _, whole := f.Table("facts"); !whole || len(got) != 300+inLog {
			t.Errorf("%d facts, whole: %t; want %d", len(got), whole, 300+inLog)
		}
		if f.LosesTransactions() || !f.Sound() {
			t.Error("a sound database seems damaged")
		}
	}
}

func TestNumbersTextsAndNothingAreReadAsTheyWereWritten(t *testing.T) {
	f := Read(written(t, 0))
	owned, _ := f.Table("words")
	var got []string
	for r := range f.Rows() {
		if owned[r.Page] {
			got = append(got, fmt.Sprint(r.Rowid, r.Values, r.Keyed))
		}
	}
	want := []string{"-5 [<nil> осина <nil>] false", "4 [<nil> ель <nil>] false", "70000 [<nil>  <nil>] false"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheImageIsWhatSQLiteSees(t *testing.T) {
	for _, inLog := range []int{0, 1, 120} {
		main, log := written(t, inLog)
		cut := len(log) - 100 // the last transaction is torn
		if inLog == 0 {
			cut = 0
		}
		path := filepath.Join(t.TempDir(), "image.db")
		if err := os.WriteFile(path, Read(main, log[:cut]).Image(), 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var n int
		var verdict string
		if err := db.QueryRow(`SELECT count(*), (SELECT integrity_check FROM pragma_integrity_check) FROM facts`).Scan(&n, &verdict); err != nil {
			t.Fatal(err)
		}
		if want := 300 + max(inLog-1, 0); n != want || verdict != "ok" {
			t.Errorf("the image has %d facts (%s), want %d", n, verdict, want)
		}
	}
}

// ends are the offsets in a log behind its transactions.
func ends(log []byte) (at []int) {
	for i := logHead; i+frameHead+Size <= len(log); i += frameHead + Size {
		if binary.BigEndian.Uint32(log[i+4:]) > 0 {
			at = append(at, i+frameHead+Size)
		}
	}
	return at
}

func TestALogIsRottenWhereWholeTransactionsLieBehindABreak(t *testing.T) {
	main, log := written(t, 40)
	at := ends(log)
	last := at[len(at)-2] // where the last transaction begins
	for _, c := range []struct {
		name   string
		hit    int
		rotten bool
	}{
		{"the head", 20, true},
		{"the first frame", 100, true},
		{"one in the middle", at[20] + 5000, true},
		{"the last but two", at[len(at)-4] + 2000, true},
		{"a checksum in the middle", at[20] + 20, true},
		{"the last but one", last - 2000, false},
		{"the last", last + 2000, false},
	} {
		hit := bytes.Clone(log)
		hit[c.hit] ^= 0x10
		f := Read(main, hit)
		if f.LosesTransactions() != c.rotten {
			t.Errorf("%s hit: rotten is %t", c.name, !c.rotten)
		}
		if n := len(facts(f)); c.rotten && n < 335 {
			t.Errorf("%s hit: %d facts are read of 340", c.name, n)
		}
	}
	for cut := range len(log) / 512 {
		if Read(main, log[:cut*512]).LosesTransactions() {
			t.Fatalf("cut off at %d the log seems rotten", cut*512)
		}
	}
}

func TestNothingThatLiesInAFileStopsTheReading(t *testing.T) {
	main, log := written(t, 10)
	for n := range 100 {
		hit, hitLog := bytes.Clone(main), bytes.Clone(log)
		for i := range 40 {
			hit[(n*7919+i*104729)%len(hit)] ^= byte(n*31 + i + 1)
			hitLog[(n*7907+i*104723)%len(hitLog)] ^= byte(n*37 + i + 1)
		}
		f := Read(hit, hitLog)
		facts(f)
		f.Image()
		f.Sound()
	}
}

func FuzzRead(f *testing.F) {
	main, log := written(f, 3)
	f.Add(main[:4*Size], log[:logHead+2*(frameHead+Size)])
	f.Fuzz(func(t *testing.T, main, log []byte) {
		file := Read(main, log)
		facts(file)
		file.Image()
		file.Sound()
		file.LosesTransactions()
	})
}

func BenchmarkRows(b *testing.B) {
	main, log := written(b, 100)
	b.SetBytes(int64(len(main) + len(log)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range Read(main, log).Rows() {
			n++
		}
	}
}
