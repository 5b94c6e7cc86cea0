package gamestest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// HasProof returns an error unless the game in folder dir has a perft file with counts and a
// playthrough with decisions. The test of the catalogue calls HasProof for every game, also for
// games whose own test does not call Check.
func HasProof(dir string) error {
	data := filepath.Join(dir, "testdata")
	counts, err := readPerft(data)
	if err != nil {
		return err
	}
	if len(counts) == 0 {
		return fmt.Errorf("%s: no perft file counts anything", data)
	}
	plays, err := filepath.Glob(filepath.Join(data, "*.play"))
	if err != nil {
		return err
	}
	for _, file := range plays {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.Contains(string(text), "\n> ") {
			return nil
		}
	}
	return fmt.Errorf("%s: no playthrough plays anything", data)
}
