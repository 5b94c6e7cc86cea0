package people

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Tidy returns a typed name without blanks at its ends and with one space for each run of blanks,
// in Unicode's composed form (NFC). It replaces full-width letters and signs by ordinary ones, and
// each kind of apostrophe by "'". ok is false if the name has a control character or a character
// that takes no room, such as a variation selector. Tidy is for names that people enter. Stored
// names stay as they are.
func Tidy(typed string) (name string, ok bool) {
	if strings.ContainsFunc(typed, invisible) {
		return "", false
	}
	return norm.NFC.String(strings.Join(strings.FieldsFunc(strings.Map(plain, typed), blank), " ")), true
}

// plain returns the ordinary form of a full-width letter or sign and of an apostrophe. It returns
// other runes as they are.
func plain(r rune) rune {
	const first, last, ordinary = '！', '～', '!'
	switch {
	case r >= first && r <= last:
		return r - first + ordinary
	case strings.ContainsRune("‘’ʼʹ`´", r):
		return '\''
	}
	return r
}

func blank(r rune) bool { return unicode.Is(unicode.Zs, r) }

// invisible reports whether r takes no room, or is blank but a letter to Unicode.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Fold returns a key that is equal for names that people take for the same name: names that differ
// only in blanks, case, width, invisible characters, ё for е, the kind of apostrophe, or letters that
// look alike in Latin, Cyrillic and Greek. A key is no name. Titles of games are compared by Fold too.
func Fold(name string) string {
	visible := strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return plain(r)
	}, name)
	visible = norm.NFC.String(strings.Join(strings.FieldsFunc(visible, blank), " "))
	return lookAlikes.Replace(strings.ToUpper(strings.ToLower(visible)))
}

// lookAlikes replaces capital letters by Latin ones of the same shape.
var lookAlikes = func() *strings.Replacer {
	const same = "ЁE" + "АAВBЕEЅSІIЇÏЈJКKМMНHОOРPСCТTУYҮYХXԚQԜWҺH" + // Cyrillic
		"ΑAΒBΕEΖZΗHΙIΪÏΚKΜMΝNΟOΡPΤTΥYΧX" // Greek
	var pairs []string
	for _, r := range same {
		pairs = append(pairs, string(r))
	}
	return strings.NewReplacer(pairs...)
}()

// Alike reports whether two names look alike to people.
func Alike(a, b string) bool { return Fold(a) == Fold(b) }

// Twins returns the first two of the names that look alike. found is false if there are none.
func Twins(names []string) (a, b string, found bool) {
	for i, name := range names {
		for _, before := range names[:i] {
			if Alike(before, name) {
				return before, name, true
			}
		}
	}
	return "", "", false
}

// Recognized returns the known or seated player whom people mean by a name. It returns the name
// itself if it belongs to such a player or looks like the name of none. ok is false if the name
// looks like those of several players and equals none.
func (p People) Recognized(name string, seated []string) (player string, ok bool) {
	var alike []string
	for _, other := range slices.Concat(seated, p.Known) {
		switch {
		case other == name:
			return p.Person(name), true
		case Alike(other, name) && !slices.Contains(alike, p.Person(other)):
			alike = append(alike, p.Person(other))
		}
	}
	switch len(alike) {
	case 0:
		return name, true
	case 1:
		return alike[0], true
	}
	return "", false
}
