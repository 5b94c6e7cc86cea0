package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/games"
)

// memory is a history in memory, the latest match first.
type memory struct {
	entries []history.Entry
	file    string // what was sent last
	fails   error
	calls   atomic.Int32
}

func (h *memory) List(_ context.Context, before int64, limit int) ([]history.Entry, error) {
	h.calls.Add(1)
	var page []history.Entry
	for _, e := range h.entries {
		if (before == 0 || e.Mark < before) && len(page) < limit {
			if e.Summary != "" {
				e.Lines = "" // as the disk does it
			}
			page = append(page, e)
		}
	}
	return page, h.fails
}

func (h *memory) Record(_ context.Context, id string) (history.Entry, error) {
	h.calls.Add(1)
	i := slices.IndexFunc(h.entries, func(e history.Entry) bool { return e.ID == id })
	switch {
	case h.fails != nil:
		return history.Entry{}, h.fails
	case i < 0:
		return history.Entry{}, history.ErrUnknown
	}
	return h.entries[i], nil
}

func (h *memory) Look(_ context.Context, kind history.Kind, r io.Reader) (history.Parcel, error) {
	h.calls.Add(1)
	data, err := io.ReadAll(r)
	if err != nil {
		return history.Parcel{}, err
	}
	h.file = string(data)
	p := history.Parcel{Kind: kind}
	switch {
	case h.fails != nil:
		return p, h.fails
	case strings.Contains(h.file, "garbage"):
		return p, errors.New("backup:1: no record")
	case kind == history.KindBackup: // lines, each of them a match or a player
		p.Matches, p.Players = strings.Count(h.file, "match\n"), strings.Count(h.file, "player\n")
	case kind == history.KindRecord:
		p.Matches = 1
		_, err = history.Read(strings.NewReader(h.file), "record", games.Of(coins{}))
	case kind == history.KindPlayers:
		var names []string
		names, err = history.ReadNames(strings.NewReader(h.file), 99)
		p.Players = len(names)
	}
	return p, err
}

func (h *memory) Backup(_ context.Context, w io.Writer) error {
	h.calls.Add(1)
	if h.fails != nil {
		return h.fails
	}
	for _, e := range h.entries {
		if _, err := io.WriteString(w, e.Lines); err != nil {
			return err
		}
	}
	return nil
}

// add puts a match on top.
func (h *memory) add(mt match.Match) string {
	id := fmt.Sprintf("%016x", len(h.entries)+1)
	e := history.Entry{ID: id, Mark: int64(len(h.entries) + 1), Over: mt.Ended(), Lines: mt.Since(0)}
	if e.Over {
		e.Summary = history.Summarize(mt).String()
	}
	h.entries = append([]history.Entry{e}, h.entries...)
	return id
}

// shelved returns the interface to a table with a history.
func shelved(t testing.TB, at *table, catalogue ...games.Rules) *Server {
	t.Helper()
	s, err := New(at, Opts{
		Streams: 64, Games: games.Of(append([]games.Rules{coins{}}, catalogue...)...), Simulated: true,
		History: &memory{}, Uploads: t.TempDir(), Files: files{}, Updates: updates{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// half is a history whose disk fails in the middle of a backup.
type half struct{ *memory }

func (half) Backup(_ context.Context, w io.Writer) error {
	_, _ = io.WriteString(w, "{}\n")
	return errors.New("disk I/O error")
}
