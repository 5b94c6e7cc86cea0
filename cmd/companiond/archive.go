package main

import (
	"context"
	"errors"
	"io"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/history"
	"tabletop/companion/loop"
	"tabletop/companion/store"
	"tabletop/companion/web"
)

// archive is the disk as the web interface reads it.
type archive struct{ *store.Store }

// archiveOf is the history on disk, or none where the state folder did not open.
func archiveOf(disk loop.Log) web.History {
	if l, ok := disk.(log); ok {
		return archive(l)
	}
	return nil
}

func (a archive) Record(ctx context.Context, id string) (history.Entry, error) {
	e, err := a.Store.Record(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		return e, web.ErrNoMatch
	}
	return e, err
}

func (a archive) Count(_ context.Context, backup io.Reader) (matches, players int, err error) {
	return store.Count(backup, readRecord)
}

func (a archive) Import(ctx context.Context, record string) (added bool, err error) {
	return a.Store.Import(ctx, record, readRecord)
}

// Backup writes of each match what anybody may see.
func (a archive) Backup(ctx context.Context, w io.Writer) error {
	return a.Store.Backup(ctx, w, func(e history.Entry) (string, error) {
		mt, err := e.Match(catalogue.Games())
		if err != nil {
			return "", err
		}
		lines, _ := history.Shown(mt)
		return lines, nil
	})
}
