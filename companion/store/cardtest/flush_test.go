package cardtest

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// logOf is a log of SQLite with pages of 8 bytes: of each frame a letter for its page, a
// capital one in the frame that commits, "|" before a frame that isn't whole.
func logOf(frames string) []byte {
	log := make([]byte, walHead)
	binary.BigEndian.PutUint32(log, 0x377f0682)
	binary.BigEndian.PutUint32(log[8:], 8)
	var sum [2]uint32
	for _, page := range frames {
		if page == '|' {
			sum[0]++
			continue
		}
		frame := make([]byte, frameHead)
		if 'A' <= page && page <= 'Z' {
			frame[7] = 9
		}
		content := bytes.Repeat([]byte{byte(page)}, 8)
		sum = checksum(sum, slices.Concat(frame[:8], content), binary.LittleEndian)
		binary.BigEndian.PutUint32(frame[16:], sum[0])
		binary.BigEndian.PutUint32(frame[20:], sum[1])
		log = append(append(log, frame...), content...)
	}
	return log
}

func TestTheTransactionsOfALogEndWithTheirCommits(t *testing.T) {
	for frames, want := range map[string]string{
		"":       "[]",
		"ab":     "[]",
		"A":      "[64]",
		"abC":    "[128]",
		"AbC":    "[64 128]",
		"ABB":    "[64 96]", // filled
		"ABBbB":  "[64 96 192]",
		"A|BC":   "[64]",
		"aB|cDD": "[96]",
	} {
		if got := fmt.Sprint(Transactions(logOf(frames))); got != want {
			t.Errorf("%q: %s, want %s", frames, got, want)
		}
	}
}

// What SQLite itself wrote: three transactions, as many ends, all of it whole.
func TestTheTransactionsOfARealLogAreFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, query := range []string{"PRAGMA journal_mode = WAL", "CREATE TABLE a (x)", "INSERT INTO a VALUES (1)", "INSERT INTO a VALUES (2)"} {
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	log, err := os.ReadFile(path + wal)
	if err != nil {
		t.Fatal(err)
	}
	if ends := Transactions(log); len(ends) != 3 || ends[2] != len(log) {
		t.Errorf("the transactions of a log of %d bytes end at %v", len(log), ends)
	}
	if ends := Transactions(log[:walHead-1]); ends != nil {
		t.Errorf("a log without a head has transactions that end at %v", ends)
	}
	log[len(log)-1]++
	if ends := Transactions(log); len(ends) != 2 {
		t.Errorf("with the last byte changed they end at %v", ends)
	}
}
