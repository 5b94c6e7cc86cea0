package ledger_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// inFiles counts the bytes of a text in the files of an SQLite database.
func inFiles(t *testing.T, where, text string) (n int) {
	t.Helper()
	files, err := filepath.Glob(strings.TrimPrefix(where, "sqlite:") + "*")
	ok(t, err)
	for _, file := range files {
		n += bytes.Count(must(os.ReadFile(file))(t), []byte(text))
	}
	return n
}

// crowd stores matches of several boxes with a player of that name, in all tables that have names,
// so that pages of the database are split and merged.
func crowd(t *testing.T, l *ledger.Ledger, b audittest.Box, name string) {
	t.Helper()
	m := audittest.Play(t, audittest.Begin(t, known, "mice", name, "Боря"), 1)
	for n := range 30 {
		other := audittest.NewBox(50 + n%5)
		ok(t, l.Enrol(ctx, other.ID))
		take(t, l, other, other.Record(fmt.Sprint(b.ID, "x", n), played(t, uint64(n))), ledger.New)
		id := fmt.Sprint("m", n)
		take(t, l, b, upTo(b, m, id, 9+n), ledger.New)
		take(t, l, b, b.Record(id, m), ledger.Extended)
		damaged := b.Record(fmt.Sprint("d", n), m)
		damaged.Lines = m.UpTo(1) + `{"kind":"seated","seat":1,"says":"` + name + `"}`
		take(t, l, b, damaged, ledger.InQuarantine)
		ok(t, l.TakeStates(ctx, []ledger.State{{Box: b.ID, State: wire.State{
			N: int64(n + 1), Who: name, Now: "Ход: " + name, Seats: []wire.Seat{{Name: name, Player: b.Player(name)}},
			Moment: &wire.Moment{Text: name + "!", Names: []string{name}},
		}}}))
	}
}

func TestTheBytesOfAnErasedNameAreGoneFromTheFilesOfSQLite(t *testing.T) {
	t.Parallel()
	const name = "Ксенофонта"
	where := "sqlite:" + filepath.Join(t.TempDir(), "league.db")
	l := open(t, where)
	ok(t, l.Enrol(ctx, box.ID))
	crowd(t, l, box, name)
	before := inFiles(t, where, name)
	if before == 0 {
		t.Fatal("the name was in no file: the test shows nothing")
	}
	ok(t, l.TakeErased(ctx, from(box), []string{box.Player(name)}))
	after := inFiles(t, where, name)
	if t.Logf("the name was in the files %d times, after the erasure %d times", before, after); after > 0 {
		t.Errorf("after the erasure the name is in the files %d times, want 0", after)
	}
	if got := results(t, l); len(got) != 60 {
		t.Errorf("%d results, want 60", len(got))
	}
}

func TestAnErasureDuringALongReadIsCompletedAfterwards(t *testing.T) {
	t.Parallel()
	const first, second = "Ксенофонта", "Пантелей"
	where := "sqlite:" + filepath.Join(t.TempDir(), "league.db")
	l := open(t, where)
	ok(t, l.Enrol(ctx, box.ID))
	crowd(t, l, box, first)
	slow := &slowReader{began: make(chan struct{}), goOn: make(chan struct{})}
	read := make(chan error, 1)
	go func() { read <- l.Backup(ctx, slow) }()
	<-slow.began
	ok(t, l.TakeErased(ctx, from(box), []string{box.Player(first)}))
	close(slow.goOn)
	ok(t, <-read)
	if inFiles(t, where, first) == 0 {
		t.Fatal("the read didn't hold up the erasure: the test shows nothing")
	}
	again := open(t, where)
	if n := inFiles(t, where, first); n > 0 {
		t.Errorf("after the next start the name is in the files %d times, want 0", n)
	}
	crowd2 := audittest.NewBox(3)
	ok(t, again.Enrol(ctx, crowd2.ID))
	crowd(t, again, crowd2, second)
	ok(t, again.TakeErased(ctx, from(crowd2), []string{crowd2.Player(second)}))
	if n := inFiles(t, where, second); n > 0 {
		t.Errorf("the next name is in the files %d times, want 0", n)
	}
}

// slowReader is the reader of a backup who pauses in the middle.
type slowReader struct {
	began, goOn chan struct{}
	bytes       int
}

func (s *slowReader) Write(p []byte) (int, error) {
	if s.bytes == 0 {
		close(s.began)
		<-s.goOn
	}
	s.bytes += len(p)
	return len(p), nil
}
