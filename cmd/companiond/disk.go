package main

import (
	"context"
	"errors"
	"time"

	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/store"
	"tabletop/companion/words"
)

// openDisk opens the state folder. A folder that another daemon holds ends this
// one; any other trouble is asked about on the panel, once something must be kept.
func openDisk(dir string, w *words.Catalogue) (disk loop.Log, closed func() error, err error) {
	s, err := store.Open(dir, time.Now())
	if held := (*store.HeldError)(nil); errors.As(err, &held) {
		return nil, nil, usageError(w.Word("cli.held", held.Error()))
	}
	if err != nil {
		return noDisk{err}, func() error { return nil }, nil
	}
	return log{s}, s.Close, nil
}

// log is the store as the loop wants it.
type log struct{ *store.Store }

func (l log) Renew(now time.Time) (string, error) { return l.SetAside(now) }

// noDisk is a state folder that did not open: it holds and takes nothing.
type noDisk struct{ err error }

func (n noDisk) Load(context.Context) (companion.Evening, error) { return companion.Evening{}, n.err }
func (n noDisk) Keep(context.Context, companion.Keep) error      { return n.err }
func (n noDisk) Check(context.Context) error                     { return nil }
func (n noDisk) Renew(time.Time) (string, error)                 { return "", n.err }
