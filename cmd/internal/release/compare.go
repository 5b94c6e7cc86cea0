package release

import (
	"cmp"
	"strings"
)

// Compare compares two versions by Debian Policy 5.6.12: epoch, upstream version, revision, where
// ~ is before everything, even before the end. It returns -1, 0 or 1 for a before, equal to or
// after b. Equal versions can differ in form, such as 1.0 and 0:1.00.
func Compare(a, b string) int {
	epochA, upstreamA, revisionA := split(a)
	epochB, upstreamB, revisionB := split(b)
	return cmp.Or(comparePart(epochA, epochB), comparePart(upstreamA, upstreamB), comparePart(revisionA, revisionB))
}

// split returns the three parts of a version. A missing epoch or revision is "0".
func split(v string) (epoch, upstream, revision string) {
	epoch, upstream, ok := strings.Cut(v, ":")
	if !ok {
		epoch, upstream = "0", v
	}
	if i := strings.LastIndexByte(upstream, '-'); i >= 0 {
		return epoch, upstream[:i], upstream[i+1:]
	}
	return epoch, upstream, "0"
}

// comparePart compares by turns a part without digits and a number.
func comparePart(a, b string) int {
	for a != "" || b != "" {
		var wordA, wordB, numberA, numberB string
		wordA, a = span(a, false)
		wordB, b = span(b, false)
		if c := compareWords(wordA, wordB); c != 0 {
			return c
		}
		numberA, a = span(a, true)
		numberB, b = span(b, true)
		numberA, numberB = strings.TrimLeft(numberA, "0"), strings.TrimLeft(numberB, "0")
		if c := cmp.Or(cmp.Compare(len(numberA), len(numberB)), cmp.Compare(numberA, numberB)); c != 0 {
			return c
		}
	}
	return 0
}

// span cuts the longest beginning of s with digits only, or without digits.
func span(s string, digits bool) (begin, rest string) {
	i := strings.IndexFunc(s, func(r rune) bool { return ('0' <= r && r <= '9') != digits })
	if i < 0 {
		i = len(s)
	}
	return s[:i], s[i:]
}

// compareWords compares parts without digits: ~, the end, letters, everything else.
func compareWords(a, b string) int {
	for i := range max(len(a), len(b)) {
		if c := cmp.Compare(order(a, i), order(b, i)); c != 0 {
			return c
		}
	}
	return 0
}

// order returns the rank of the byte at i.
func order(s string, i int) int {
	switch {
	case i >= len(s):
		return 0
	case s[i] == '~':
		return -1
	case 'A' <= s[i] && s[i] <= 'Z' || 'a' <= s[i] && s[i] <= 'z':
		return int(s[i])
	default:
		return int(s[i]) + 256
	}
}
