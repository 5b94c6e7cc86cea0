package mask

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tabletop/companion/match"
)

// words are what a seat without a name is called, in the languages of the companion.
var words = []string{"Игрок", "Player"}

// Number returns the number in a name that names nobody, "Игрок 2" or "Player 2", so that
// it can be said in any language; false of any other name.
func Number(name string) (n int, ok bool) {
	word, digits, _ := strings.Cut(name, " ")
	n, err := strconv.Atoi(digits)
	return n, err == nil && slices.Contains(words, word)
}

// Names returns what stands in the place of each name of a record that isn't told: the
// word, "Игрок" or "Player", and the number of the chair, or, where a name that is told has that number and for
// who came later, the next beyond all chairs. Names that name nobody stay. Lines are JSON
// Lines; the error says which can't be read.
func Names(lines string, told func(name string) bool, word string) (map[string]string, error) {
	all, err := read(lines)
	if err != nil {
		return nil, err
	}
	chairs, later := sitting(all)
	stays := func(name string) bool {
		_, nobody := Number(name)
		return nobody || told(name)
	}
	taken := map[string]bool{}
	for _, name := range append(slices.Clone(chairs), later...) {
		taken[name] = stays(name)
	}
	chaired := len(chairs)
	names, next := map[string]string{}, chaired
	for i, name := range append(chairs, later...) {
		if stays(name) || names[name] != "" {
			continue
		}
		n := i + 1
		if i >= chaired {
			next++
			n = next
		}
		for taken[numbered(word, n)] {
			next++
			n = next
		}
		names[name] = numbered(word, n)
		taken[names[name]] = true
	}
	return names, nil
}

func numbered(word string, n int) string { return fmt.Sprintf("%s %d", word, n) }

// sitting returns who sat on chair 1, 2 … and who came later.
func sitting(facts []match.Fact) (chairs, later []string) {
	for _, f := range facts {
		switch f.Kind {
		case match.Started:
			for _, name := range f.Seats {
				chairs = append(chairs, norm.NFC.String(name))
			}
		case match.Seated:
			later = append(later, norm.NFC.String(f.Says))
		}
	}
	return chairs, later
}

// read takes a record apart.
func read(lines string) (all []match.Fact, err error) {
	n := 0
	for line := range strings.Lines(lines) {
		n++
		var f match.Fact
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			return nil, fmt.Errorf("mask: line %d: %w", n, err)
		}
		all = append(all, f)
	}
	return all, nil
}
