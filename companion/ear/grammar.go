package ear

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/companion/words"
)

// agreement returns the case and the gender of the numeral n. The arguments before, after and next
// are the word before the numeral and the two words behind it, each "" where there is none. Only
// Russian has cases and genders.
func (v voice) agreement(n int, before, after, next string) (caseOf, gender) {
	if v.lang != words.Russian {
		return nominative, masculine
	}
	before, after, next = strings.ToLower(before), strings.ToLower(after), strings.ToLower(next)
	if after == "не" { // «1 не окончена»
		after, next = next, ""
	}
	c := v.governed(n, before)
	if !v.isCounted(after) {
		return c, masculine
	}
	switch words.Plural(v.lang, n) {
	case 0:
		return v.one(c, before, after)
	case 1:
		return few(c, after, next)
	}
	return many(c, after), masculine
}

// governed returns the case that the word before a number demands.
func (v voice) governed(n int, before string) caseOf {
	switch {
	case v.lists("ear.genitive", before):
		return genitive
	case v.lists("ear.dative", before), v.lists("ear.each", before) && words.Plural(v.lang, n) == 0:
		return dative
	}
	return nominative
}

// isCounted reports whether a word behind a number is what the number counts.
func (v voice) isCounted(after string) bool {
	return utf8.RuneCountInString(after) > 2 && !v.lists("ear.uncounted", after)
}

// lists reports whether a list of the catalogue has the word.
func (v voice) lists(key, word string) bool {
	return word != "" && slices.Contains(strings.Fields(v.w.Word(key)), word)
}

// one returns case and gender of «один» before the noun or adjective after.
func (v voice) one(c caseOf, before, after string) (caseOf, gender) {
	ends := func(all ...string) bool { return hasEnding(after, all) }
	switch {
	case v.lists("ear.neuter", after):
		return c, neuter
	case v.lists("ear.feminine", after), ends("ая", "яя"):
		return c, feminine
	case v.lists("ear.animate", after), ends("ого", "его"):
		return genitive, masculine
	case ends("ой", "ей") && c != nominative:
		return c, feminine
	case c == dative && ends("е"):
		return dative, feminine
	case v.lists("ear.locative", before) && ends("е"):
		return prepositional, feminine
	case c == nominative && ends("ую", "юю", "у", "ю"):
		return accusative, feminine
	case ends("ом", "ем", "ым", "им"):
		return instrumental, masculine
	case c == genitive && ends("ы", "и"):
		return c, feminine
	case c == nominative && ends("а", "я"):
		return c, feminine
	case ends("о", "е"):
		return c, neuter
	}
	return c, masculine
}

// few returns case and gender of «два», «три», «четыре» before the noun or adjective after. The word
// next shows the gender of the noun behind an adjective.
func few(c caseOf, after, next string) (caseOf, gender) {
	if oblique := many(c, after); oblique != nominative {
		return oblique, masculine
	}
	noun := after
	if hasEnding(after, []string{"ых", "их", "ые", "ие"}) && hasEnding(next, []string{"ы", "и", "а", "я"}) {
		noun = next
	}
	switch {
	case hasEnding(noun, []string{"ы", "и"}):
		return c, feminine
	case hasEnding(noun, []string{"а", "я", "ых", "их", "ые", "ие"}):
		return c, masculine
	}
	return genitive, masculine // «двух зайцев»
}

// many returns the case of a numeral before a noun in the plural.
func many(c caseOf, after string) caseOf {
	switch {
	case hasEnding(after, []string{"ам", "ям"}):
		return dative
	case hasEnding(after, []string{"ами", "ями", "ыми", "ими"}):
		return instrumental
	case hasEnding(after, []string{"ах", "ях"}):
		return prepositional
	}
	return c
}

// hasEnding reports whether a word has one of the endings.
func hasEnding(word string, endings []string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(word, e) })
}
