package ear

import (
	"strconv"
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
)

// caseOf is a grammatical case, as the index of its form in the catalogue's numerals.
type caseOf int

const (
	nominative caseOf = iota
	genitive
	dative
	accusative
	instrumental
	prepositional
)

// gender is the key of a numeral's gender in the catalogue.
type gender string

const (
	masculine gender = ".m"
	feminine  gender = ".f"
	neuter    gender = ".n"
)

// most is the number from which on numbers are spelled digit by digit.
const most = 1_000_000_000

// cardinal returns the numeral for n, from 0 to most−1, in a case and a gender.
func (v voice) cardinal(n int, c caseOf, g gender) string {
	var all []string
	for _, unit := range []struct {
		of  int
		key string
		g   gender
	}{{1_000_000, "ear.million", masculine}, {1000, "ear.thousand", feminine}} {
		if count := n / unit.of; count > 0 {
			all = append(all, v.multiple(count, unit.key, c, unit.g))
		}
		n %= unit.of
	}
	if n > 0 || len(all) == 0 {
		all = append(all, v.below1000(n, c, g))
	}
	return strings.Join(all, " ")
}

// multiple returns count thousands or millions. Russian leaves a single one out: «тысяча».
func (v voice) multiple(count int, key string, c caseOf, g gender) string {
	noun := v.counted(key, count, c)
	if count == 1 && v.lang == words.Russian {
		return noun
	}
	return v.below1000(count, c, g) + " " + noun
}

// counted returns the noun under key for n things. In Russian an oblique case takes the genitive.
func (v voice) counted(key string, n int, c caseOf) string {
	if v.lang == words.Russian && c != nominative && c != accusative {
		if words.Plural(v.lang, n) == 0 {
			n = 2
		} else {
			n = 5
		}
	}
	return v.w.Say(games.Count(key, n), nil)
}

// below1000 returns the numeral for n, from 0 to 999.
func (v voice) below1000(n int, c caseOf, g gender) string {
	if n == 0 {
		return v.form("ear.0", c)
	}
	var all []string
	if n >= 100 {
		all = append(all, v.form("ear."+strconv.Itoa(n/100*100), c))
		n %= 100
	}
	if n > 20 && n%10 != 0 {
		all = append(all, v.form("ear."+strconv.Itoa(n/10*10), c))
		n %= 10
	}
	switch {
	case n == 1 || n == 2:
		all = append(all, v.form("ear."+strconv.Itoa(n)+string(g), c))
	case n > 0:
		all = append(all, v.form("ear."+strconv.Itoa(n), c))
	}
	return strings.Join(all, " ")
}

// form returns the form of a numeral for a case, or its only form.
func (v voice) form(key string, c caseOf) string {
	forms := strings.Fields(v.w.Word(key))
	form := forms[0]
	if int(c) < len(forms) {
		form = forms[c]
	}
	return strings.ReplaceAll(form, "-", " ")
}

// ordinal returns the ordinal numeral for n, from 1 to 9999, with a Russian ending as of «первый»:
// "ый", "ая", "ое", "ую", "ого", "ой", "ым", "ом", "ых".
func (v voice) ordinal(n int, ending string) string {
	before, last := n/100*100, n%100
	if last > 20 && last%10 != 0 {
		before, last = before+last/10*10, last%10
	}
	if last == 0 || n > 9999 {
		return v.cardinal(n, nominative, masculine)
	}
	nth := v.ending(v.w.Word("ear.nth."+strconv.Itoa(last)), ending)
	if before == 0 {
		return nth
	}
	return v.cardinal(before, nominative, masculine) + " " + nth
}

// soft lists the endings of «третий», by those of «первый».
var soft = map[string]string{"ый": "ий", "ая": "ья", "ое": "ье", "ую": "ью", "ого": "ьего", "ой": "ьей", "ым": "ьим", "ом": "ьем", "ых": "ьих", "ому": "ьему", "ыми": "ьими"}

// ending returns a Russian ordinal with another ending than that of the nominative.
func (v voice) ending(nth, ending string) string {
	stem, isSoft := strings.CutSuffix(nth, "ий")
	switch {
	case v.lang != words.Russian || ending == "ый":
		return nth
	case isSoft:
		return stem + soft[ending]
	}
	return strings.TrimSuffix(strings.TrimSuffix(nth, "ый"), "ой") + ending
}

// digits returns each digit as a word.
func (v voice) digits(text string) string {
	all := make([]string, 0, len(text))
	for _, r := range text {
		all = append(all, v.cardinal(int(r-'0'), nominative, masculine))
	}
	return strings.Join(all, " ")
}
