package mask

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tabletop/companion/match"
)

// words holds the word for an anonymous player in each language of the companion.
var words = []string{"Игрок", "Player"}

// Number returns the number in an anonymous name, such as "Игрок 2" or "Player 2". With it the name
// can be translated. ok is false for any other name.
func Number(name string) (n int, ok bool) {
	word, digits, _ := strings.Cut(name, " ")
	n, err := strconv.Atoi(digits)
	return n, err == nil && slices.Contains(words, word)
}

// Names returns a replacement for each name in a record that may not be published. lines is the
// record in JSON Lines; the other parameters are those of [NamesIn]. Names returns an error that
// names the line it can't read.
func Names(lines string, public func(name string) bool, word string) (map[string]string, error) {
	all, err := read(lines)
	if err != nil {
		return nil, err
	}
	return NamesIn(slices.Values(all), public, word), nil
}

// NamesIn returns a replacement for each name in the facts of a match that may not be published.
// word is "Игрок" or "Player", and public reports whether a name may be published. A replacement is
// word and the number of the player's chair: "Игрок 2". If that text is already the name of another
// player, or if the player was seated after the start, the number is the next one above the number
// of chairs. Anonymous names stay.
func NamesIn(facts iter.Seq[match.Fact], public func(name string) bool, word string) map[string]string {
	chairs, later := sitting(facts)
	stays := func(name string) bool {
		_, anonymous := Number(name)
		return anonymous || public(name)
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
	return names
}

// numbered returns the anonymous name with the number n.
func numbered(word string, n int) string { return fmt.Sprintf("%s %d", word, n) }

// sitting returns the names on chairs 1, 2 … at the start, and the names seated later.
func sitting(facts iter.Seq[match.Fact]) (chairs, later []string) {
	for f := range facts {
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

// read parses the facts of a record. It skips blank lines.
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
