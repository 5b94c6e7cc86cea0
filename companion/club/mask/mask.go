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

// ErrHolds is the error for a record that can't be published, because an option contains a masked
// name.
var ErrHolds = errors.New("mask: an option contains a name")

// Lines returns a record written by [match.Match.WriteTo] with its names replaced. names maps each
// name to its replacement. If names is empty, Lines returns the record unchanged. It returns an
// error that wraps [ErrHolds], or an error that names the line it can't read.
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

// masked returns a fact with its names replaced. It returns an error that wraps ErrHolds if an
// option contains a name.
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

// other returns the replacement of a name. If there is none, it returns the name in NFC.
func other(name string, names map[string]string) string {
	name = norm.NFC.String(name)
	if to, ok := names[name]; ok {
		return to
	}
	return name
}

// WithoutSecrets returns the facts, renumbered, without the secrets, the lines that people stirred
// and the later seals. It keeps the first seal and each seal that replaced a lost one.
func WithoutSecrets(all []match.Fact) []match.Fact {
	renumbered := make([]int, len(all)+1) // new seq by old seq
	var rest []match.Fact
	sealed := false
	for i, f := range all {
		again := f.Kind == match.Sealed && !f.Lost && sealed
		sealed = sealed || f.Seal != ""
		if f.Kind != match.Stirred && f.Kind != match.Opened && !again {
			if f.BackTo > 0 && f.BackTo <= i {
				f.BackTo = renumbered[f.BackTo]
			}
			f.Seq = len(rest) + 1
			rest = append(rest, f)
		}
		renumbered[i+1] = len(rest)
	}
	return rest
}

// holdsAny reports whether a text contains any key of names.
func holdsAny(text string, names map[string]string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(names)), func(name string) bool { return holds(text, name) })
}

// holds reports whether a text contains the exact name, or a word of the name in another
// grammatical case.
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

// isCase reports whether a word may be the name in another grammatical case, as "вере" and "верой"
// are cases of "вера".
func isCase(word, name string) bool {
	_, last := utf8.DecodeLastRuneInString(name)
	long := utf8.RuneCountInString(name)
	return long > 2 && strings.HasPrefix(word, name[:len(name)-last]) && utf8.RuneCountInString(word) <= long+2
}

// isWord reports whether a text contains a name as whole words. It returns false for a name without
// letters.
func isWord(text, name string) bool {
	text, name = folded(text), folded(name)
	words := " " + strings.Join(split(text), " ") + " "
	return strings.ContainsFunc(name, unicode.IsLetter) && strings.Contains(words, " "+strings.Join(split(name), " ")+" ")
}

// folded returns a text as names are compared: in lower case and NFC, with е for ё.
func folded(text string) string {
	return strings.ReplaceAll(strings.ToLower(norm.NFC.String(text)), "ё", "е")
}

// split returns the words of a text.
func split(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
