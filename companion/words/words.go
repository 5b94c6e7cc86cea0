// Package words translates decisions and texts of games and the companion into Russian and
// English.
//
// The texts are in catalogues with lines "key = text", described in package games. All texts for
// people come from catalogues. The companion's catalogues are ru.txt and en.txt in this folder.
// Each game has catalogues of its own. [For] layers a game's catalogue over the companion's: a
// key that the game's catalogue lacks is looked up in the companion's.
//
// # Changing a word
//
// Edit the line of its key in each language, then update the files that show it:
//
//	go generate ./companion/words
//
// This command writes the sentences in testdata of this package and of three games, the
// galleries of screens and moments and the picture of the README in companion/testdata, the
// page's responses to attacks, and the scripts and answers of the whole nights that the tests of
// cmd/companiond play. Read the sentences aloud and look at the galleries before you commit
// them. Tests name texts by their keys (see package wordstest), so they don't change.
package words

//go:generate go test tabletop/companion/words tabletop/companion tabletop/companion/web tabletop/cmd/companiond tabletop/games/dice tabletop/games/fox tabletop/games/mazaitsy tabletop/systemd/games -run ^(TestThePicturesOfTheManualAreWhatTheGamesShow|TestEverySentenceCanBeSaid|TestEvery(Screen|Moment)IsThePictureOfTheGallery|TestThePictureOfTheReadmeIsOfTheGallery|TestAttacksGetWhatTheTableSays|TestADecisionIsSaidAsPeopleSayIt|TestAReplacedCardIsSaidWithTheFieldAndWithout|TestACupIsExplainedInWords|TestRerollsAndExplosionsAreExplained|TestWholeNightsArePlayedByKeysToTheFinalScore)$ -update

import (
	"bufio"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Lang is a language of the panel, as its two-letter code.
type Lang string

const (
	Russian Lang = "ru"
	English Lang = "en"
)

// Langs lists all languages in the order in which the first screen shows them.
var Langs = []Lang{Russian, English}

var (
	//go:embed ru.txt
	ownRussian string
	//go:embed en.txt
	ownEnglish string
)

// Catalogue contains the texts of one language, for one game or for the companion.
type Catalogue struct {
	lang  Lang
	forms map[string][]string // by key: the text, or its plural forms
	lines map[string]int      // by key: line number in the catalogue, which orders menus
	base  *Catalogue          // catalogue for keys that this one lacks; nil if there is none
}

// Companion returns the companion's catalogue.
func Companion(lang Lang) *Catalogue {
	text := ownEnglish
	if lang == Russian {
		text = ownRussian
	}
	c, err := Parse(lang, text)
	if err != nil {
		panic(err) // tests parse both catalogues, so this can't happen
	}
	return c
}

// For returns the catalogue of the game r, layered over own, which is the companion's catalogue.
// It returns an error if the game's catalogue can't be parsed. Package kit checks games for this
// error.
func For(lang Lang, own *Catalogue, r games.Rules) (*Catalogue, error) {
	c, err := ParseOver(own, r.Assets()[string(lang)])
	if err != nil {
		return nil, fmt.Errorf("words: game %s: %w", r.Name(), err)
	}
	return c, nil
}

// ParseOver parses a catalogue and layers it over another of the same language.
func ParseOver(own *Catalogue, text string) (*Catalogue, error) {
	c, err := Parse(own.lang, text)
	if err != nil {
		return nil, err
	}
	c.base = own
	return c, nil
}

// Parse parses a catalogue: lines of the form "key = text". The error contains the number of the
// wrong line.
func Parse(lang Lang, text string) (*Catalogue, error) {
	c := &Catalogue{lang: lang, forms: map[string][]string{}, lines: map[string]int{}}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, " = ")
		if _, twice := c.forms[key]; !ok || twice {
			return nil, fmt.Errorf("%s catalogue, line %d: %q is not a new “key = text”", lang, n, line)
		}
		c.lines[key] = n
		c.forms[key] = strings.Split(strings.TrimSpace(value), " | ")
	}
	return c, lines.Err()
}

// Has reports whether the catalogue, or a catalogue below it, has the key.
func (c *Catalogue) Has(key string) bool { return c.find(key) != nil }

// Keys returns the number of plural forms of each key in this catalogue layer. The number is 0
// for a key that refers to a missing key.
func (c *Catalogue) Keys() map[string]int {
	keys := make(map[string]int, len(c.forms))
	for k := range c.forms {
		keys[k] = len(c.find(k))
	}
	return keys
}

// Source returns the text of a key in this catalogue layer as its line contains it, with the
// forms separated by " | ".
func (c *Catalogue) Source(key string) string { return strings.Join(c.forms[key], " | ") }

// Lines returns the lines of this catalogue layer without comments. It replaces references to
// other keys by their texts.
func (c *Catalogue) Lines() string {
	keys := slices.SortedFunc(maps.Keys(c.forms), func(a, b string) int { return c.lines[a] - c.lines[b] })
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "%s = %s\n", k, strings.Join(c.find(k), " | "))
	}
	return b.String()
}

// Lang returns the language of the catalogue.
func (c *Catalogue) Lang() Lang { return c.lang }

func (c *Catalogue) find(key string) []string {
	for ; c != nil; c = c.base {
		if forms, ok := c.forms[key]; ok {
			return c.resolve(forms)
		}
	}
	return nil
}

// resolve returns the texts of forms. If forms are a reference to another key, it returns the
// forms of that key from the catalogue below or, if that one lacks the key, from this catalogue.
func (c *Catalogue) resolve(forms []string) []string {
	key, ok := reference(forms)
	if !ok {
		return forms
	}
	if under := c.base.find(key); under != nil {
		return under
	}
	if forms = c.forms[key]; forms != nil {
		if _, again := reference(forms); again {
			return nil
		}
	}
	return forms
}

// reference returns the key to which forms refer, as in "@key". ok is false if forms are no
// reference.
func reference(forms []string) (key string, ok bool) {
	key, ok = strings.CutPrefix(forms[0], "@")
	return key, ok && len(forms) == 1 && key != "" && !strings.Contains(key, " ")
}

// Say returns the text of t. names are the names of the players by seat, seat 1 first. For an
// unknown key it returns the key itself, so that no text is silently missing.
func (c *Catalogue) Say(t games.Text, names []string) string {
	forms := c.find(t.Key)
	if forms == nil {
		return t.Key
	}
	text := forms[min(Plural(languageOf(forms, c.lang), t.N), len(forms)-1)]
	return fill(text, func(hole string) (string, bool) {
		if hole == "n" {
			return strconv.Itoa(t.N), true
		}
		i, err := strconv.Atoi(hole)
		if err != nil || i < 0 || i >= len(t.Args) {
			return "", false
		}
		return c.argument(t.Args[i], names), true
	})
}

// languageOf returns the language of the plural forms of a text, which is usually that of its
// catalogue. A text from a game that has its words in the other language only has the forms of that
// language, and their number tells them apart.
func languageOf(forms []string, usual Lang) Lang {
	switch len(forms) {
	case 2:
		return English
	case 3:
		return Russian
	}
	return usual
}

// Word returns the text of key with the arguments args.
func (c *Catalogue) Word(key string, args ...string) string {
	return c.Say(games.Say(key, args...), nil)
}

func (c *Catalogue) argument(a string, names []string) string {
	if seat, ok := strings.CutPrefix(a, "@"); ok {
		return name(seat, names)
	}
	if key, ok := strings.CutPrefix(a, "#"); ok {
		return c.Say(games.Say(key), names)
	}
	return a
}

func name(seat string, names []string) string {
	n, err := strconv.Atoi(seat)
	if err != nil || n < 1 || n > len(names) {
		return seat
	}
	return names[n-1]
}

// fill replaces every {hole} in text for which value returns true.
func fill(text string, value func(hole string) (string, bool)) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		hole, after, _ := strings.Cut(rest, "}")
		if v, known := value(hole); known {
			b.WriteString(v)
		} else {
			b.WriteString("{" + hole + "}")
		}
		text = after
	}
}

// FromEnv returns the language in the environment of a process. The first of the variables
// LC_ALL, LC_MESSAGES and LANG that is set decides. FromEnv returns Russian for a Russian locale
// and English otherwise.
func FromEnv(env func(string) string) Lang {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := env(name); v != "" {
			if strings.HasPrefix(v, string(Russian)) {
				return Russian
			}
			return English
		}
	}
	return English
}
