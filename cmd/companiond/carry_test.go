package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/words"
)

// noted is an archive that notes what it is asked for.
type noted struct {
	done string
	err  error
}

func (n *noted) note(format string, args ...any) error {
	n.done = fmt.Sprintf(format, args...)
	return n.err
}

func (n *noted) Take(_ context.Context, kind history.Kind, r io.Reader) (history.Parcel, error) {
	text, err := io.ReadAll(r)
	return history.Parcel{Matches: 1, Players: 2}, errors.Join(err, n.note("take %s %s", kind, text))
}

func (n *noted) Erase(_ context.Context, match string) error { return n.note("erase %s", match) }

func (n *noted) ErasePlayers(_ context.Context, names []string) error {
	return n.note("erase players %s", names)
}

func (n *noted) Put(name, program string) error { return n.note("put %s %s", name, program) }
func (n *noted) Drop(name string) error         { return n.note("drop %s", name) }

func (n *noted) Rename(_ context.Context, old, name string) error {
	return n.note("%s is %s", old, name)
}

func TestWhatTheTableAllowedIsCarriedOut(t *testing.T) {
	state := t.TempDir()
	uploads, err := openUploads(state)
	if err != nil {
		t.Fatal(err)
	}
	defer uploads.Close()
	n := &noted{}
	c := carrier{n, uploads, func(at time.Time) error { return n.note("at %s", at.Format(time.RFC3339)) }, n, func(upload string) error { return n.note("hand over %s", upload) }}
	write(t, filepath.Join(state, "uploads", "7f.backup"), "matches")
	write(t, filepath.Join(state, "uploads", "8f.players"), "names")
	at := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	for _, w := range []struct {
		companion.Command
		want string
	}{
		{companion.Restore{Upload: "7f.backup"}, "take backup matches"},
		{companion.AddGame{Name: "darts", Program: "rules()", Title: "Darts"}, "put darts rules()"},
		{companion.DropGame{Name: "darts"}, "drop darts"},
		{companion.Update{Upload: "9f.deb", Version: "1.3.0"}, "hand over 9f.deb"},
		{companion.Import{Upload: "8f.players"}, "take players names"},
		{companion.Erase{Match: "12", Title: "mice"}, "erase 12"},
		{companion.ErasePlayers{Names: []string{"Аня", "Боря"}}, "erase players [Аня Боря]"},
		{companion.Rename{Name: "Аня", To: "Анна"}, "Аня is Анна"},
		{companion.SetTime{Time: at}, "at 2026-11-21T22:00:00Z"},
	} {
		if _, err := c.carry(t.Context(), w.Command); err != nil || n.done != w.want {
			t.Errorf("%v: did %q, %v; want %q", w.Command, n.done, err, w.want)
		}
	}
	if _, err := os.Stat(filepath.Join(state, "uploads", "7f.backup")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
	n.err = errors.New("the disk is full")
	for _, what := range []companion.Command{companion.Erase{}, companion.ErasePlayers{}, companion.Rename{}, companion.SetTime{}} {
		if _, err := c.carry(t.Context(), what); !errors.Is(err, n.err) {
			t.Errorf("%T: %v, want %v", what, err, n.err)
		}
	}
}

func TestABackupThatIsRefusedIsNotKept(t *testing.T) {
	state := t.TempDir()
	uploads, err := openUploads(state)
	if err != nil {
		t.Fatal(err)
	}
	defer uploads.Close()
	file := filepath.Join(state, "uploads", "7f")
	write(t, file, "nonsense")
	n := &noted{err: errors.New("line 1 is no record")}
	if _, err := (carrier{archive: n, uploads: uploads}).carry(t.Context(), companion.Restore{Upload: "7f"}); !errors.Is(err, n.err) {
		t.Errorf("%v, want %v", err, n.err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
}

func TestWithoutAStateFolderOnlyATimeIsTaken(t *testing.T) {
	var taken time.Time
	c := carrier{clock: func(at time.Time) error { taken = at; return nil }}
	for _, what := range []companion.Command{companion.Restore{}, companion.Import{}, companion.Erase{}, companion.ErasePlayers{}, companion.Rename{}} {
		if _, err := c.carry(t.Context(), what); !errors.Is(err, errNoArchive) {
			t.Errorf("%T: %v, want %v", what, err, errNoArchive)
		}
	}
	c.archive = &noted{}
	if _, err := c.carry(t.Context(), companion.Restore{Upload: "7f"}); !errors.Is(err, errNoArchive) {
		t.Errorf("without a folder: %v, want %v", err, errNoArchive)
	}
	if _, err := c.carry(t.Context(), companion.SetTime{Time: earliest}); err != nil || taken != earliest {
		t.Errorf("took the time %v, %v", taken, err)
	}
}

func TestThePanelHasWordsForWhatIsNotCarriedOut(t *testing.T) {
	c := carrier{clock: func(at time.Time) error { return fmt.Errorf("%w, not %v", errTime, at) }}
	for _, lang := range words.Langs {
		for _, r := range []refusal{errTime, errNoArchive} {
			if !words.Companion(lang).Has(r.key) {
				t.Errorf("%s has no %s", lang, r.key)
			}
		}
	}
	for want, what := range map[string]companion.Command{"time.unbelieved": companion.SetTime{}, "shelf.none": companion.Erase{}} {
		var r interface{ Reason() string }
		if _, err := c.carry(t.Context(), what); !errors.As(err, &r) || r.Reason() != want {
			t.Errorf("%T: %v, want %s", what, err, want)
		}
	}
}

// hungUp is an archive during whose work who sent the file hangs up: the page drops it.
type hungUp struct {
	noted
	file string
}

func (h *hungUp) Take(ctx context.Context, kind history.Kind, r io.Reader) (history.Parcel, error) {
	added, err := h.noted.Take(ctx, kind, r)
	return added, errors.Join(err, os.Remove(h.file))
}

func TestAFileWhoseSenderHangsUpIsTakenAllTheSame(t *testing.T) {
	state := t.TempDir()
	uploads, err := openUploads(state)
	if err != nil {
		t.Fatal(err)
	}
	defer uploads.Close()
	h := &hungUp{file: filepath.Join(state, "uploads", "7f.backup")}
	write(t, h.file, "matches")
	added, err := carrier{archive: h, uploads: uploads}.carry(t.Context(), companion.Restore{Upload: "7f.backup"})
	if want := (history.Parcel{Matches: 1, Players: 2}); err != nil || added != want {
		t.Errorf("took %+v, %v; want %+v: what is on disk by then must be told", added, err, want)
	}
}

func TestNothingElseIsCarriedOut(t *testing.T) {
	state := t.TempDir()
	write(t, filepath.Join(state, "companion.db"), "secret")
	uploads, err := openUploads(state)
	if err != nil {
		t.Fatal(err)
	}
	defer uploads.Close()
	if err := os.Symlink("../companion.db", filepath.Join(state, "uploads", "link")); err != nil {
		t.Fatal(err)
	}
	n := &noted{}
	c := carrier{archive: n, uploads: uploads}
	for _, w := range []companion.Command{
		nil,
		companion.Press{},
		companion.Restore{},
		companion.Restore{Upload: "nowhere"},
		companion.Restore{Upload: "../companion.db"},
		companion.Restore{Upload: filepath.Join(state, "companion.db")},
		companion.Import{Upload: "link"},
		companion.Restore{Upload: "a\x00b"},
	} {
		if _, err := c.carry(t.Context(), w); err == nil || n.done != "" {
			t.Errorf("%+v is carried out: %s", w, n.done)
		}
	}
}

func TestFilesOfAnEarlierDaemonAreGone(t *testing.T) {
	state := t.TempDir()
	for range 2 {
		uploads, err := openUploads(state)
		if err != nil {
			t.Fatal(err)
		}
		left, err := os.ReadDir(filepath.Join(state, "uploads"))
		if err != nil || len(left) > 0 {
			t.Errorf("left are %v, %v", left, err)
		}
		write(t, filepath.Join(state, "uploads", "7f"), "matches")
		uploads.Close()
	}
	if _, err := openUploads(filepath.Join(state, "uploads", "7f", "x")); err == nil {
		t.Error("a folder that can't be made is no error")
	}
}
