package main

import (
	"log"
	"os"
	"path/filepath"

	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// pack writes a list for each set-up and grade into the folder. A list contains as many starts as
// want, or all if there are fewer.
func pack(all []*journal, folder string, want int) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, j := range all {
		for g, starts := range j.lists() {
			name := j.setup + "-" + solve.Grade(g).String()
			if len(starts) < want {
				log.Printf("%s has %d starts only", name, len(starts))
			}
			packed, err := packed(j.setup, starts[:min(want, len(starts))])
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(folder, name), packed, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// packed returns the packed starts of a set-up, one after another.
func packed(setup string, starts []string) (all []byte, err error) {
	for _, start := range starts {
		one, err := maze.Pack(setup, start)
		if err != nil {
			return nil, err
		}
		all = append(all, one[:]...)
	}
	return all, nil
}
