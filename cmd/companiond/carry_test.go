package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/words"
)

// noted is a shelf that notes what it is asked for.
type noted struct {
	done string
	err  error
}

func (n *noted) note(format string, args ...any) error {
	n.done = fmt.Sprintf(format, args...)
	return n.err
}

func (n *noted) Take(_ context.Context, kind history.Kind, r io.Reader) (companion.Added, error) {
	text, err := io.ReadAll(r)
	return companion.Added{Matches: 1, Players: 2}, errors.Join(err, n.note("take %s %s", kind, text))
}

func (n *noted) Erase(_ context.Context, match string) error { return n.note("erase %s", match) }

func (n *noted) ErasePlayer(_ context.Context, name string) error {
	return n.note("erase player %s", name)
}

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
	c := carrier{n, uploads, func(phone string) error { return n.note("at %s", phone) }}
	write(t, filepath.Join(state, "uploads", "7f.backup"), "matches")
	for _, w := range []struct {
		companion.Ask
		want string
	}{
		{companion.Ask{What: "restore", Arg: "7f.backup", With: "1 2"}, "take backup matches"},
		{companion.Ask{What: "erase", Arg: "12", With: "mice"}, "erase 12"},
		{companion.Ask{What: "erase-player", Arg: "Аня"}, "erase player Аня"},
		{companion.Ask{What: "rename", Arg: "Аня", With: "Анна"}, "Аня is Анна"},
		{companion.Ask{What: "time", Arg: "2026-11-21T22:00:00Z"}, "at 2026-11-21T22:00:00Z"},
	} {
		if _, err := c.carry(t.Context(), w.Ask); err != nil || n.done != w.want {
			t.Errorf("%v: did %q, %v; want %q", w.Ask, n.done, err, w.want)
		}
	}
	if _, err := os.Stat(filepath.Join(state, "uploads", "7f.backup")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
	n.err = errors.New("the disk is full")
	for _, what := range []string{"erase", "erase-player", "rename", "time"} {
		if _, err := c.carry(t.Context(), companion.Ask{What: what}); !errors.Is(err, n.err) {
			t.Errorf("%s: %v, want %v", what, err, n.err)
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
	if _, err := (carrier{shelf: n, uploads: uploads}).carry(t.Context(), companion.Ask{What: "restore", Arg: "7f"}); !errors.Is(err, n.err) {
		t.Errorf("%v, want %v", err, n.err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
}

func TestWithoutAStateFolderOnlyATimeIsTaken(t *testing.T) {
	taken := ""
	c := carrier{clock: func(phone string) error { taken = phone; return nil }}
	for _, what := range []string{"restore", "erase", "erase-player", "rename"} {
		if _, err := c.carry(t.Context(), companion.Ask{What: what}); !errors.Is(err, errNoShelf) {
			t.Errorf("%s: %v, want %v", what, err, errNoShelf)
		}
	}
	c.shelf = &noted{}
	if _, err := c.carry(t.Context(), companion.Ask{What: "restore", Arg: "7f"}); !errors.Is(err, errNoShelf) {
		t.Errorf("without a folder: %v, want %v", err, errNoShelf)
	}
	if _, err := c.carry(t.Context(), companion.Ask{What: "time", Arg: "now"}); err != nil || taken != "now" {
		t.Errorf("took the time %q, %v", taken, err)
	}
}

func TestThePanelHasWordsForWhatIsNotCarriedOut(t *testing.T) {
	c := carrier{clock: func(phone string) error { return fmt.Errorf("%w, not %q", errTime, phone) }}
	for _, lang := range words.Langs {
		for _, r := range []refusal{errTime, errNoShelf} {
			if !words.Own(lang).Has(r.key) {
				t.Errorf("%s has no %s", lang, r.key)
			}
		}
	}
	for what, want := range map[string]string{"time": "time.unbelieved", "erase": "shelf.none"} {
		var r interface{ Reason() string }
		if _, err := c.carry(t.Context(), companion.Ask{What: what}); !errors.As(err, &r) || r.Reason() != want {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
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
	c := carrier{shelf: n, uploads: uploads}
	for _, w := range []companion.Ask{
		{},
		{What: "play"},
		{What: "restore"},
		{What: "restore", Arg: "nowhere"},
		{What: "restore", Arg: "../companion.db"},
		{What: "restore", Arg: filepath.Join(state, "companion.db")},
		{What: "restore", Arg: "link"},
		{What: "restore", Arg: "a\x00b"},
	} {
		if _, err := c.carry(t.Context(), w); err == nil || n.done != "" {
			t.Errorf("%q is carried out: %s", w, n.done)
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
