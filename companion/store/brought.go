package store

import (
	"context"
	"io"
	"strings"

	"tabletop/companion/history"
)

// Restore takes a backup.
func (s *Store) Restore(ctx context.Context, r io.Reader) (matches, players int, err error) {
	added, err := s.Take(ctx, history.KindBackup, r)
	return added.Matches, added.Players, err
}

// Count looks at a backup.
func (s *Store) Count(ctx context.Context, r io.Reader) (matches, players int, err error) {
	p, err := s.Look(ctx, history.KindBackup, r)
	return p.Matches, p.Players, err
}

// Import takes a record.
func (s *Store) Import(ctx context.Context, text string) (added bool, err error) {
	a, err := s.Take(ctx, history.KindRecord, strings.NewReader(text))
	return a.Matches > 0, err
}

// ImportPlayers takes names.
func (s *Store) ImportPlayers(ctx context.Context, names []string) (added int, err error) {
	a, err := s.Take(ctx, history.KindPlayers, strings.NewReader(strings.Join(names, "\n")))
	return a.Players, err
}
