package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/history"
)

// archive are the changes of the disk that the table must allow by its own keys.
type archive interface {
	// Take adds what a file brings.
	Take(ctx context.Context, kind history.Kind, file io.Reader) (history.Parcel, error)
	Erase(ctx context.Context, match string) error
	ErasePlayers(ctx context.Context, names []string) error
	Rename(ctx context.Context, old, name string) error
}

// shelf is where games in files are put and taken from.
type shelf interface {
	Put(name, program string) error
	Drop(name string) error
}

// uploadFolder is where phones' files lie, in the state folder.
const uploadFolder = "uploads"

// carrier carries out what was asked for and allowed. Without an archive, or without a
// folder of uploads, it refuses what would need them.
type carrier struct {
	archive archive
	uploads *os.Root              // files that phones have sent
	clock   func(time.Time) error // see [trust.accept]
	shelf   shelf
}

// refusal is an error for which the panel has words.
type refusal struct{ key, text string }

func (r refusal) Error() string { return r.text }

// Reason is the key of the words.
func (r refusal) Reason() string { return r.key }

var errNoArchive = refusal{"shelf.none", "companiond: the state folder did not open when the evening began"}

// carry does what was allowed and returns when it is kept. The panel has words for
// some of its errors.
func (c carrier) carry(ctx context.Context, command companion.Command) (added history.Parcel, err error) {
	switch a := command.(type) {
	case companion.SetTime:
		return added, c.clock(a.Time)
	case companion.Enrol: // the model keeps it
		return added, nil
	case companion.AddGame:
		return added, c.shelf.Put(a.Name, a.Program)
	case companion.DropGame:
		return added, c.shelf.Drop(a.Name)
	}
	if c.archive == nil {
		return added, errNoArchive
	}
	switch a := command.(type) {
	case companion.Restore:
		return c.take(ctx, a.Upload)
	case companion.Import:
		return c.take(ctx, a.Upload)
	case companion.Erase:
		err = c.archive.Erase(ctx, a.Match)
	case companion.ErasePlayers:
		err = c.archive.ErasePlayers(ctx, a.Names)
	case companion.Rename:
		err = c.archive.Rename(ctx, a.Name, a.To)
	default:
		err = fmt.Errorf("companiond: nobody carries out %T", a)
	}
	return added, err
}

// take adds what the file brings that was sent under an id, which ends with its kind and
// can't lead out of the folder. The file goes either way: who asks again sends it again.
func (c carrier) take(ctx context.Context, id string) (added history.Parcel, err error) {
	if c.uploads == nil {
		return added, errNoArchive
	}
	f, err := c.uploads.Open(id)
	if err != nil {
		return added, fmt.Errorf("companiond: the file that was sent: %w", err)
	}
	kind := history.Kind(strings.TrimPrefix(filepath.Ext(id), "."))
	added, err = c.archive.Take(ctx, kind, f)
	c.discard(id)
	return added, errors.Join(err, f.Close())
}

// discard forgets a file that was taken, or that the table doesn't want.
func (c carrier) discard(id string) {
	if c.uploads != nil {
		_ = c.uploads.Remove(id) // it may have expired, or who sent it hung up
	}
}

// openUploads empties the folder of what phones sent to an earlier daemon.
func openUploads(state string) (*os.Root, error) {
	dir := filepath.Join(state, uploadFolder)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		return nil, fmt.Errorf("companiond: %w", err)
	}
	return os.OpenRoot(dir)
}
