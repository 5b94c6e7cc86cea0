package mask

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tabletop/companion/match"
)

// ErrHolds is a record that can't be told, as its options hold a name.
var ErrHolds = errors.New("mask: an option holds a name")

// Lines returns a record, as [match.Match.WriteTo] has written it, with other names for
// those in names. Without names it is returned as it stands. The error is an [ErrHolds], or
// says which line can't be read.
func Lines(lines string, names map[string]string) (string, error) {
	if len(names) == 0 {
		return lines, nil
	}
	all, err := read(lines)
	if err != nil {
		return "", err
	}
	secret := !slices.ContainsFunc(all, func(f match.Fact) bool { return f.Kind == match.Stirred && holdsAny(f.Says, names) })
	if !secret {
		all = WithoutSecrets(all)
	}
	var out strings.Builder
	for _, f := range all {
		if f, err = masked(f, names); err != nil {
			return "", err
		}
		line, err := f.MarshalJSON()
		if err != nil {
			return "", err
		}
		out.Write(append(line, '\n'))
	}
	return out.String(), nil
}

// masked is a fact without the names.
func masked(f match.Fact, names map[string]string) (match.Fact, error) {
	switch f.Kind {
	case match.Started:
		for name := range names {
			for option, value := range f.Options {
				if isWord(value, name) {
					return f, fmt.Errorf("%w: %s", ErrHolds, option)
				}
			}
		}
		f.Seats = slices.Clone(f.Seats)
		for i, name := range f.Seats {
			f.Seats[i] = other(name, names)
		}
	case match.Seated:
		f.Says = other(f.Says, names)
	case match.Ruled:
		f.Why = ""
	}
	return f, nil
}

func other(name string, names map[string]string) string {
	name = norm.NFC.String(name)
	if to, ok := names[name]; ok {
		return to
	}
	return name
}

// WithoutSecrets returns facts without stirrings, without secrets and without the seals
// after the first but those that took the place of a lost one, counted anew.
func WithoutSecrets(all []match.Fact) []match.Fact {
	now := make([]int, len(all)+1) // what a seq of before is now
	var kept []match.Fact
	sealed := false
	for i, f := range all {
		again := f.Kind == match.Sealed && !f.Lost && sealed
		sealed = sealed || f.Seal != ""
		if f.Kind != match.Stirred && f.Kind != match.Opened && !again {
			if f.BackTo > 0 && f.BackTo <= i {
				f.BackTo = now[f.BackTo]
			}
			f.Seq = len(kept) + 1
			kept = append(kept, f)
		}
		now[i+1] = len(kept)
	}
	return kept
}

func holdsAny(text string, names map[string]string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(names)), func(name string) bool { return holds(text, name) })
}

// holds reports whether a name stands in a text: somewhere as it is, or a word of it with
// another end.
func holds(text, name string) bool {
	text, name = folded(text), folded(name)
	if strings.Contains(text, name) {
		return true
	}
	for _, part := range split(name) {
		for _, word := range split(text) {
			if isCase(word, part) {
				return true
			}
		}
	}
	return false
}

// isCase reports whether a word may be a name in another case: "вере" and "верой" are of
// "вера".
func isCase(word, name string) bool {
	_, last := utf8.DecodeLastRuneInString(name)
	long := utf8.RuneCountInString(name)
	return long > 2 && strings.HasPrefix(word, name[:len(name)-last]) && utf8.RuneCountInString(word) <= long+2
}

// isWord reports whether a name with letters is one of the words of a text.
func isWord(text, name string) bool {
	text, name = folded(text), folded(name)
	words := " " + strings.Join(split(text), " ") + " "
	return strings.ContainsFunc(name, unicode.IsLetter) && strings.Contains(words, " "+strings.Join(split(name), " ")+" ")
}

// folded brings a text into the form in which names are looked for.
func folded(text string) string {
	return strings.ReplaceAll(strings.ToLower(norm.NFC.String(text)), "ё", "е")
}

func split(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
