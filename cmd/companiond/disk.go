package main

import (
	"context"
	"errors"
	"time"

	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/store"
	"tabletop/companion/web"
	"tabletop/companion/words"
	"tabletop/games"
)

// openDisk opens the state folder. If another daemon holds the folder, openDisk returns a
// usageError. After any other failure, openDisk returns a disk that tries to open the folder again
// at each Keep. If a change cannot be stored, the panel asks the table what to do.
func openDisk(dir string, all games.Catalogue, w *words.Catalogue) (disk loop.Log, closed func() error, err error) {
	s, err := store.Open(dir, time.Now(), all)
	if held := (*store.LockedError)(nil); errors.As(err, &held) {
		return nil, nil, usageError(w.Word("cli.held", held.Error()))
	}
	if err != nil {
		folder := &unopened{dir: dir, games: all, err: err}
		return folder, folder.close, nil
	}
	return timed{s}, s.Close, nil
}

// timed is a store that records the duration of each Keep.
type timed struct{ *store.Store }

// Keep stores a transaction and records its duration.
func (t timed) Keep(ctx context.Context, k companion.Keep) error {
	began := time.Now()
	err := t.Store.Keep(ctx, k)
	if err == nil {
		t.Took(time.Since(began))
	}
	return err
}

// historyOf returns the history on disk, or nil if the state folder did not open.
func historyOf(disk loop.Log) web.History {
	h, _ := disk.(web.History)
	return h
}

// unopened is a state folder that did not open at the start. Each Keep tries to open the folder
// again. Its earlier contents are not read until the next start.
type unopened struct {
	dir   string
	games games.Catalogue
	err   error
	disk  *store.Store
}

func (u *unopened) Load(context.Context) (companion.Evening, error) {
	return companion.Evening{}, u.err
}

func (u *unopened) Keep(ctx context.Context, k companion.Keep) error {
	if u.disk == nil {
		s, err := store.Open(u.dir, time.Now(), u.games)
		if err != nil {
			return err
		}
		u.disk = s
	}
	return u.disk.Keep(ctx, k)
}

// Match returns the error of opening the folder, because earlier contents are not read.
func (u *unopened) Match(context.Context, string) (companion.Loaded, error) {
	return companion.Loaded{}, u.err
}

func (u *unopened) Check(context.Context) ([]companion.Damage, error) { return nil, nil }

func (u *unopened) Renew(now time.Time) (companion.Rescue, error) {
	if u.disk == nil {
		return companion.Rescue{}, u.err
	}
	return u.disk.Renew(now)
}

func (u *unopened) close() error {
	if u.disk == nil {
		return nil
	}
	return u.disk.Close()
}
