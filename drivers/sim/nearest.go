package sim

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

func isKnown(word string, words []string) bool { return slices.Contains(words, word) }

// unknown returns an error for a word that is not one of words. The error names the nearest
// known word.
func unknown(what, word string, words []string) error {
	small := strings.ToLower(word)
	near := slices.MinFunc(words, func(a, b string) int { return distance(a, small) - distance(b, small) })
	return fmt.Errorf("unknown %s %.40q, the nearest is %q", what, word, near)
}

// distance returns the minimum number of letters to add, drop or change to turn a into b.
func distance(a, b string) int {
	row := make([]int, utf8.RuneCountInString(b)+1)
	for j := range row {
		row[j] = j
	}
	for _, r := range a {
		diagonal, j := row[0], 0
		row[0]++
		for _, q := range b {
			changed := diagonal
			if r != q {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, diagonal+1)
			j++
		}
	}
	return row[len(row)-1]
}
