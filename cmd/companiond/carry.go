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

// archive is the part of the store that changes only after consent at the table's keys.
type archive interface {
	// Take imports a file of that kind and returns the numbers of imported matches and players.
	Take(ctx context.Context, kind history.Kind, file io.Reader) (history.Parcel, error)
	Erase(ctx context.Context, match string) error
	ErasePlayers(ctx context.Context, names []string) error
	Rename(ctx context.Context, old, name string) error
}

// gameFolder stores and removes games in files.
type gameFolder interface {
	Put(name, program string) error
	Drop(name string) error
}

// uploadFolder is the name of the folder for uploads, inside the state folder.
const uploadFolder = "uploads"

// carrier carries out commands that the table has allowed. If archive or uploads is nil, carrier
// refuses the commands that need it.
type carrier struct {
	archive   archive
	uploads   *os.Root              // files uploaded by phones
	clock     func(time.Time) error // sets the clock; see [trust.accept]
	gameFiles gameFolder
	update    func(upload string) error // hands a package to the updater; see [updates.handOver]
}

// refusal is an error with a words key, so that the panel can show a translated text.
type refusal struct{ key, text string }

func (r refusal) Error() string { return r.text }

// Reason returns the words key of the refusal.
func (r refusal) Reason() string { return r.key }

var errNoArchive = refusal{"shelf.none", "companiond: the state folder did not open at the start"}

// carry carries out an allowed command and returns after the change is stored. added counts the
// imported matches and players. An error of type refusal has a text for the panel.
func (c carrier) carry(ctx context.Context, command companion.Command) (added history.Parcel, err error) {
	switch a := command.(type) {
	case companion.SetTime:
		return added, c.clock(a.Time)
	case companion.Enrol: // the model stores the league
		return added, nil
	case companion.AddGame:
		return added, c.gameFiles.Put(a.Name, a.Program)
	case companion.DropGame:
		return added, c.gameFiles.Drop(a.Name)
	case companion.Update:
		return added, c.update(a.Upload)
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
		err = fmt.Errorf("companiond: unknown command %T", a)
	}
	return added, err
}

// take imports the upload with that id. The extension of the id is the kind of file, and the id
// cannot lead out of the folder. take removes the file even if the import fails; a new attempt
// uploads the file again.
func (c carrier) take(ctx context.Context, id string) (added history.Parcel, err error) {
	if c.uploads == nil {
		return added, errNoArchive
	}
	f, err := c.uploads.Open(id)
	if err != nil {
		return added, fmt.Errorf("companiond: uploaded file: %w", err)
	}
	kind := history.Kind(strings.TrimPrefix(filepath.Ext(id), "."))
	added, err = c.archive.Take(ctx, kind, f)
	c.discard(id)
	return added, errors.Join(err, f.Close())
}

// discard removes an upload that was imported or refused.
func (c carrier) discard(id string) {
	if c.uploads != nil {
		_ = c.uploads.Remove(id) // the file may be missing: it has expired, or its upload was aborted
	}
}

// openUploads opens the folder of uploads and removes the uploads of an earlier daemon.
func openUploads(state string) (*os.Root, error) {
	dir := filepath.Join(state, uploadFolder)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		return nil, fmt.Errorf("companiond: %w", err)
	}
	return os.OpenRoot(dir)
}
