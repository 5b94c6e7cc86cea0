package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// shelf are the changes of the disk that the table must allow by its own keys.
type shelf interface {
	// Restore adds the matches, players and settings of a backup.
	Restore(ctx context.Context, backup io.Reader) (matches, players int, err error)
	Erase(ctx context.Context, match string) error
	ErasePlayer(ctx context.Context, name string) error
	Rename(ctx context.Context, old, name string) error
}

// wish is what a phone asked for and the table has allowed.
type wish struct{ What, Arg, With string }

// uploadFolder is where phones' files lie, in the state folder.
const uploadFolder = "uploads"

// carrier carries wishes out. Without a shelf, or without a folder of uploads, it
// refuses what would need them.
type carrier struct {
	shelf   shelf
	uploads *os.Root                 // files that phones have sent
	clock   func(phone string) error // see [trust.accept]
}

// refusal is an error for which the panel has words.
type refusal struct{ key, text string }

func (r refusal) Error() string { return r.text }

// Reason is the key of the words.
func (r refusal) Reason() string { return r.key }

var errNoShelf = refusal{"shelf.none", "companiond: the state folder did not open when the evening began"}

// carry does what was allowed and returns when it is kept. The panel has words for
// some of its errors.
func (c carrier) carry(ctx context.Context, w wish) error {
	if w.What == "time" {
		return c.clock(w.Arg)
	}
	if c.shelf == nil {
		return errNoShelf
	}
	switch w.What {
	case "restore":
		return c.restore(ctx, w.Arg)
	case "erase":
		return c.shelf.Erase(ctx, w.Arg)
	case "erase-player":
		return c.shelf.ErasePlayer(ctx, w.Arg)
	case "rename":
		return c.shelf.Rename(ctx, w.Arg, w.With)
	}
	return fmt.Errorf("companiond: nobody carries out %.40q", w.What)
}

// restore reads the backup that was sent under an id, which can't lead out of the
// folder. The file goes either way: who asks again sends it again.
func (c carrier) restore(ctx context.Context, id string) error {
	if c.uploads == nil {
		return errNoShelf
	}
	f, err := c.uploads.Open(id)
	if err != nil {
		return fmt.Errorf("companiond: the file that was sent: %w", err)
	}
	_, _, err = c.shelf.Restore(ctx, f)
	return errors.Join(err, f.Close(), c.uploads.Remove(id))
}

// openUploads empties the folder of what phones sent to an earlier daemon.
func openUploads(state string) (*os.Root, error) {
	dir := filepath.Join(state, uploadFolder)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		return nil, fmt.Errorf("companiond: %w", err)
	}
	return os.OpenRoot(dir)
}
