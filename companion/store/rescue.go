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

// Rescue writes a backup of the readable data in the database file at path and its log. It
// doesn't change these files and needs no state folder: the file may be a database that was
// moved aside, or a copy from a card. The catalogue contains the games of the records. Rescue
// returns a report of the data that was read and of the damage. It returns an error if it can't
// write a backup.
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
