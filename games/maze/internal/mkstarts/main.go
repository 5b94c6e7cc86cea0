// Command mkstarts finds starts of maze that can be won, for the lists that the game offers
// (option starts).
//
//	go run ./games/maze/internal/mkstarts -logs DIR              draws, solves and measures
//	go run ./games/maze/internal/mkstarts -logs DIR -pack LISTS  writes the lists
//
// The n-th start of a set-up is drawn by the rules of the game, with random numbers from a seed
// and n, so it is always the same. It is solved and measured (package solve), and the winning
// line is played by the rules. Then a line with the results is added to DIR/SETUP.tsv:
//
//	n  start  positions of each search, with commas  moves  hundredths hopeless
//
// or "n start -" if no search found a win. Set-ups take turns. The program ends when each
// set-up has enough starts of each grade. It can be stopped at any time and resumes when it is
// started again. It uses one core and logs the number of starts per minute.
//
// A list contains the first starts of a set-up and a grade, ten bytes each (maze.Pack), in
// LISTS/SETUP-GRADE. The grades are computed from the numbers (solve.GradeOf) when the lists
// are written, so a change of their borders needs no new draws. A published list never changes:
// its number is in every record of a match that begins with it.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tabletop/games/maze/internal/find"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mkstarts: ")
	logs := flag.String("logs", "", "the `folder` of the journals")
	lists := flag.String("pack", "", "write the lists into this `folder`, instead of drawing")
	only := flag.String("setups", strings.Join(find.Setups, ","), "the set-ups, separated by commas")
	seed := flag.Uint64("seed", 15, "seed of the random numbers for the starts")
	want := flag.Int("want", 1000, "number of starts per set-up and grade")
	most := flag.Int("most", 1<<30, "greatest number of `starts` to draw")
	flag.Parse()
	if *logs == "" || flag.NArg() > 0 {
		log.Fatal("want -logs FOLDER, and no arguments but flags")
	}
	if err := run(*logs, *lists, strings.Split(*only, ","), *seed, *want, *most); err != nil {
		log.Fatal(err)
	}
}

// run opens the journals in the folder logs. It writes the lists if lists names a folder, and
// otherwise draws starts.
func run(logs, lists string, only []string, seed uint64, want, most int) error {
	if err := os.MkdirAll(logs, 0o755); err != nil {
		return err
	}
	var all []*journal
	for _, setup := range find.Setups {
		if !slices.Contains(only, setup) {
			continue
		}
		j, err := open(filepath.Join(logs, setup+".tsv"), setup)
		if err != nil {
			return err
		}
		defer j.Close()
		all = append(all, j)
	}
	if lists != "" {
		return pack(all, lists, want)
	}
	return draw(all, seed, want, most)
}

// each is the number of starts after which a progress message is logged.
const each = 60

// draw adds a start to each journal in turn. It stops when each grade has at least want starts, or
// when the number of drawn starts reaches most.
func draw(all []*journal, seed uint64, want, most int) error {
	began := time.Now()
	for drawn, more := 0, true; more; {
		more = false
		for _, j := range all {
			if j.has(want) || drawn == most {
				continue
			}
			more = true
			if err := j.grow(seed); err != nil {
				return err
			}
			if drawn++; drawn%each == 0 {
				log.Printf("%d starts, %.0f a minute", drawn, float64(drawn)/time.Since(began).Minutes())
			}
		}
	}
	return nil
}
