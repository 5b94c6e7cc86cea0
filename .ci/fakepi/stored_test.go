package fakepi

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"tabletop/companion/match"
	"tabletop/companion/store"
	"tabletop/games"
	"tabletop/games/mice"
)

// catalogue has the game into which ok alone leads.
var catalogue = games.Of(mice.Rules{})

// stored opens a state folder as the daemon does, and returns the record of the match,
// a fact an item; none before there is one.
func stored(folder string) (facts []string, err error) {
	s, err := store.Open(folder, time.Now(), catalogue)
	if err != nil {
		return nil, err
	}
	facts, err = factsIn(s)
	return facts, errors.Join(err, s.Close(), integrity(filepath.Join(folder, "companion.db")))
}

func factsIn(s *store.Store) ([]string, error) {
	ctx := context.Background()
	loaded, err := s.Load(ctx)
	switch {
	case err != nil:
		return nil, err
	case loaded.Rescue.Aside != "":
		return nil, fmt.Errorf("the database is set aside as %s", loaded.Rescue.Aside)
	}
	damaged, err := s.Check(ctx)
	if err != nil || len(loaded.Open) == 0 {
		return nil, err
	}
	if len(damaged) > 0 {
		return nil, fmt.Errorf("facts are damaged: %+v", damaged)
	}
	open, err := s.Match(ctx, loaded.Open[0].ID)
	if err != nil {
		return nil, err
	}
	mt, secret := open.Match, open.Secret
	if mt.State().Turn() == games.Chance {
		return nil, fmt.Errorf("half of a transaction is there:\n%s", mt.Since(0))
	}
	if mt.Seal() != "" && secret.Seal() != mt.Seal() {
		return nil, fmt.Errorf("without its secret there is\n%s", mt.Since(0))
	}
	return linesOf(mt)
}

// linesOf are the facts as the page serves them.
func linesOf(mt match.Match) (lines []string, err error) {
	for f := range mt.Facts() {
		line, err := f.MarshalJSON()
		if err != nil {
			return nil, err
		}
		lines = append(lines, string(line)+"\n")
	}
	return lines, nil
}

// integrity asks SQLite about a database, all of it.
func integrity(path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%s: %s", path, verdict)
	}
	return nil
}
