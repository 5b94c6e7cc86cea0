package kit

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

// columns is the width of a panel line in characters.
const columns = 21

// languages maps each language to its number of plural forms.
var languages = map[string]int{"ru": 3, "en": 2}

// longName stands for the name of a player. It is as long as a player's name may be.
const longName = "Александра"

// catalogue maps keys to the texts of a game in one language.
type catalogue map[string]string

// anyWord is a key of the catalogues of trackers. It means that a word of a decision without a text
// is shown unchanged: the lines, phases and roles of a tracker need no texts.
const anyWord = "word.*"

// parseCatalogue parses lines "key = text". It skips blank lines and lines that begin with "#". A
// line that is also a line of other, the catalogue of the other language, may have the plural forms
// of that language.
func parseCatalogue(lang, text, other string) (catalogue, error) {
	c, both := catalogue{}, map[string]bool{}
	for line := range strings.Lines(other) {
		both[strings.TrimSpace(line)] = true
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := c.add(lang, line, both[line]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", lang, i+1, err)
		}
	}
	return c, nil
}

// add adds a line to c. If both is set, the other language has the same line.
func (c catalogue) add(lang, line string, both bool) error {
	key, text, ok := strings.Cut(line, " = ")
	if !ok || key == "" || key != strings.TrimSpace(key) {
		return fmt.Errorf("%q is not \"key = text\"", line)
	}
	if _, twice := c[key]; twice {
		return fmt.Errorf("key %q appears twice", key)
	}
	forms := len(strings.Split(text, " | "))
	if forms != 1 && forms != languages[lang] && (!both || forms != languages[otherLanguage(lang)]) {
		return fmt.Errorf("%q has %d plural forms, want %d", key, forms, languages[lang])
	}
	c[key] = text
	return nil
}

func otherLanguage(lang string) string {
	if lang == "ru" {
		return "en"
	}
	return "ru"
}

// say renders text in the language lang. It returns an error if the catalogue lacks a key or the
// text has a slot without an argument.
func (c catalogue) say(lang string, text games.Text) (string, error) {
	raw, ok := c[text.Key]
	if !ok {
		return "", fmt.Errorf("%s has no key %q", lang, text.Key)
	}
	return fill(plural(lang, raw, text.N), func(name string) (string, error) {
		if name == "n" {
			return strconv.Itoa(text.N), nil
		}
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(text.Args) {
			return "", fmt.Errorf("%s %q: {%s} has no argument", lang, text.Key, name)
		}
		return c.argument(lang, text.Args[i])
	})
}

// argument renders one argument of a text: "@2" as a player's name, "#key" as the word under key.
// It returns any other argument unchanged.
func (c catalogue) argument(lang, arg string) (string, error) {
	if _, err := strconv.Atoi(strings.TrimPrefix(arg, "@")); err == nil && strings.HasPrefix(arg, "@") {
		return longName, nil
	}
	key, ok := strings.CutPrefix(arg, "#")
	if !ok {
		return arg, nil
	}
	word, ok := c[key]
	if !ok {
		return "", fmt.Errorf("%s has no word %q", lang, key)
	}
	return word, nil
}

// decision renders d with the text for the whole decision or, if there is none, with the text for
// its verb. If that text has no {slot}, decision appends the words after the verb. A move that is
// not a word, such as "13-20", is rendered unchanged.
func (c catalogue) decision(lang string, d games.Decision) (string, error) {
	verb, rest, more := strings.Cut(string(d), " ")
	raw, whole := c["say."+string(d)]
	if alone, ok := c["verb."+verb]; ok && !more {
		return alone, nil
	}
	ok := whole && more
	if !ok {
		raw, ok = c["say."+verb]
	}
	if !ok && !notation.MatchString(verb) {
		return string(d), nil
	}
	if !ok {
		return "", fmt.Errorf("%s has neither \"say.%s\" nor \"say.%s\"", lang, d, verb)
	}
	words := strings.Fields(rest)
	if len(words) > 0 && !whole && !strings.Contains(raw, "{") {
		raw += " {*}"
	}
	return fill(raw, func(name string) (string, error) {
		if name == "*" {
			return c.spell(lang, verb, words)
		}
		i, err := strconv.Atoi(strings.TrimPrefix(name, "@"))
		switch {
		case err != nil || i < 1:
			return "", fmt.Errorf("%s \"say.%s\": {%s} is no word of a decision", lang, verb, name)
		case i > len(words):
			return "", nil
		case name[0] == '@':
			return longName, nil
		}
		return c.spell(lang, verb, words[i-1:i])
	})
}

// notation matches a word of two or more letters a to z. The catalogues must have a text for such
// a word.
var notation = regexp.MustCompile(`^[a-z]{2,}$`)

// spell translates words of a decision. It leaves squares and numbers unchanged.
func (c catalogue) spell(lang, verb string, words []string) (string, error) {
	spelled := make([]string, 0, len(words))
	for _, word := range words {
		bare, _, owned := strings.Cut(word, "/")
		spelt, ok := c["word."+bare]
		_, any := c[anyWord]
		switch {
		case !ok && !any && notation.MatchString(bare):
			return "", fmt.Errorf("%s has no key \"word.%s\"", lang, bare)
		case !ok:
			spelt = bare
		}
		if of, ok := c["of."+verb]; owned && ok {
			spelt = strings.NewReplacer("{0}", spelt, "{1}", longName).Replace(of)
		} else if owned {
			spelt += " " + longName
		}
		spelled = append(spelled, spelt)
	}
	return strings.Join(spelled, ", "), nil
}

// fill replaces each {slot} in raw by value(slot).
func fill(raw string, value func(name string) (string, error)) (string, error) {
	before, rest, ok := strings.Cut(raw, "{")
	if !ok {
		return raw, nil
	}
	name, after, _ := strings.Cut(rest, "}")
	put, err := value(name)
	if err != nil {
		return "", err
	}
	after, err = fill(after, value)
	return before + put + after, err
}

// plural returns the plural form in raw that fits n. The number of forms tells their language,
// which may be the other one (see parseCatalogue).
func plural(lang, raw string, n int) string {
	forms := strings.Split(raw, " | ")
	switch len(forms) {
	case 1:
		return raw
	case languages[otherLanguage(lang)]:
		lang = otherLanguage(lang)
	}
	n = max(n, -n)
	ones, tens := n%10, n/10%10
	switch {
	case lang == "en" && n == 1, lang == "ru" && ones == 1 && tens != 1:
		return forms[0]
	case lang == "ru" && ones >= 2 && ones <= 4 && tens != 1, lang == "en":
		return forms[1]
	}
	return forms[len(forms)-1]
}

// wrap breaks text at blanks into lines of the panel.
func wrap(text string) []string { return wrapTo(text, columns) }

// wrapTo breaks text at blanks into lines of up to width characters. A longer word has a line
// of its own.
func wrapTo(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// glyphNames returns the set of the names of the pictures, from the lines "glyph NAME" and
// "picture NAME" in the assets.
func glyphNames(assets map[string]string) map[string]bool {
	names := map[string]bool{}
	for line := range strings.Lines(assets["glyphs"] + "\n" + assets["pictures"]) {
		if f := strings.Fields(line); len(f) > 1 && (f[0] == "glyph" || f[0] == "picture") {
			names[f[1]] = true
		}
	}
	return names
}
