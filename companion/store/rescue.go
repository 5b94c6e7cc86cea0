package store

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"tabletop/companion"
	"tabletop/games"
)

// Rescue writes what can be read of the database file at path, and of the log beside it,
// as a backup. It changes neither, and needs no state folder: the file may be one that was
// set aside, or a copy from a card. The records in it are of the games in the catalogue. It
// returns what was read and what not; the error says why there is no backup.
func Rescue(ctx context.Context, path string, catalogue games.Catalogue, w io.Writer) (companion.Rescue, error) {
	f, err := readFiles(path, mostFrozen)
	if err != nil {
		return companion.Rescue{}, fmt.Errorf("store: %w", err)
	}
	all := salvage(f, catalogue)
	image, err := rebuild(ctx, all, time.Time{})
	if err != nil {
		return companion.Rescue{}, fmt.Errorf("store: rescue %s: %w", path, err)
	}
	opened, err := readOnly(image)
	if err != nil {
		return companion.Rescue{}, fmt.Errorf("store: rescue %s: %w", path, err)
	}
	s := &Store{games: catalogue, frozen: &frozen{session: opened}}
	defer opened.close()
	return all.report(), s.backup(ctx, &backup{w: bufio.NewWriter(w), games: catalogue})
}
