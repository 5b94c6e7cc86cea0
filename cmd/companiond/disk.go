package main

import (
	"context"
	"errors"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/store"
	"tabletop/companion/web"
	"tabletop/companion/words"
)

// openDisk opens the state folder. A folder that another daemon holds ends this
// one; any other trouble is asked about on the panel, once something must be kept.
func openDisk(dir string, w *words.Catalogue) (disk loop.Log, closed func() error, err error) {
	s, err := store.Open(dir, time.Now(), catalogue.Games())
	if held := (*store.HeldError)(nil); errors.As(err, &held) {
		return nil, nil, usageError(w.Word("cli.held", held.Error()))
	}
	if err != nil {
		late := &late{dir: dir, err: err}
		return late, late.close, nil
	}
	return s, s.Close, nil
}

// historyOf is the history on disk, or none where the state folder did not open.
func historyOf(disk loop.Log) web.History {
	h, _ := disk.(web.History)
	return h
}

// late is a state folder that did not open when the evening began: it is tried
// again with each Keep. What it held before is left alone until the next start.
type late struct {
	dir  string
	err  error
	disk *store.Store
}

func (l *late) Load(context.Context) (companion.Evening, error) { return companion.Evening{}, l.err }

func (l *late) Keep(ctx context.Context, k companion.Keep) error {
	if l.disk == nil {
		s, err := store.Open(l.dir, time.Now(), catalogue.Games())
		if err != nil {
			return err
		}
		l.disk = s
	}
	return l.disk.Keep(ctx, k)
}

// Match has none: what the folder held is left alone.
func (l *late) Match(context.Context, string) (mt match.Match, secret luck.Secret, err error) {
	return mt, secret, l.err
}

func (l *late) Check(context.Context) error { return nil }

func (l *late) Renew(now time.Time) (string, error) {
	if l.disk == nil {
		return "", l.err
	}
	return l.disk.Renew(now)
}

func (l *late) close() error {
	if l.disk == nil {
		return nil
	}
	return l.disk.Close()
}
