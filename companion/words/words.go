// Package words says what games and the companion mean, in Russian and English.
//
// Words lie in catalogues: lines "key = text", described in package games. The
// companion's own are ru.txt and en.txt here; each game brings its own, and
// [For] lays them over the companion's, so that a key a game doesn't have is
// looked for among the common ones. Nothing outside the catalogues speaks.
//
// # Changing a word
//
// Edit the line of its key in each language, then renew what shows it:
//
//	go generate ./companion/words
//
// That writes the sentences in testdata here, those of three games in theirs, the galleries of
// screens and moments and the picture of the README in companion/testdata, the answers of the
// page to attacks, and the scripts and answers of the nights of cmd/companiond. Read the sentences aloud and look at
// the galleries before they are committed. Tests name texts by their keys (see package
// wordstest), so that none of them changes.
package words

//go:generate go test tabletop/companion/words tabletop/companion tabletop/companion/web tabletop/cmd/companiond tabletop/games/dice tabletop/games/fox tabletop/games/mazaitsy -run ^(TestEverySentenceCanBeSaid|TestEvery(Screen|Moment)IsThePictureOfTheGallery|TestThePictureOfTheReadmeIsOfTheGallery|TestAttacksGetWhatTheTableSays|TestADecisionIsSaidAsPeopleSayIt|TestAReplacedCardIsSaidWithTheFieldAndWithout|TestACupIsExplainedInWords|TestRerollsAndExplosionsAreExplained|TestWholeNightsArePlayedByKeysToTheFinalScore)$ -update

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

// Lang is a language of the panel, by its two-letter code.
type Lang string

const (
	Russian Lang = "ru"
	English Lang = "en"
)

// Langs are all languages, in the order the first screen offers them.
var Langs = []Lang{Russian, English}

var (
	//go:embed ru.txt
	ownRussian string
	//go:embed en.txt
	ownEnglish string
)

// Catalogue is the words of one language, for one game or the companion itself.
type Catalogue struct {
	lang  Lang
	forms map[string][]string // a text, or its plurals
	lines map[string]int      // where a text stands, for the order of menus
	base  *Catalogue          // asked for keys that are not here
}

// Own returns the companion's own words.
func Own(lang Lang) *Catalogue {
	text := ownEnglish
	if lang == Russian {
		text = ownRussian
	}
	c, err := Parse(lang, text)
	if err != nil {
		panic(err) // a test parses both
	}
	return c
}

// For returns the words of a game over the companion's own. A catalogue that
// doesn't parse is the game's fault, and its kit fails.
func For(lang Lang, own *Catalogue, r games.Rules) (*Catalogue, error) {
	c, err := ParseOver(own, r.Assets()[string(lang)])
	if err != nil {
		return nil, fmt.Errorf("words: game %s: %w", r.Name(), err)
	}
	return c, nil
}

// ParseOver is Parse for a catalogue that lies over another, in its language.
func ParseOver(own *Catalogue, text string) (*Catalogue, error) {
	c, err := Parse(own.lang, text)
	if err != nil {
		return nil, err
	}
	c.base = own
	return c, nil
}

// Parse reads a catalogue. Its error names the line.
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
			return nil, fmt.Errorf("%s catalogue, line %d: %q is no new “key = text”", lang, n, line)
		}
		c.lines[key] = n
		c.forms[key] = strings.Split(strings.TrimSpace(value), " | ")
	}
	return c, lines.Err()
}

// Has reports whether the catalogue, or the one under it, has the key.
func (c *Catalogue) Has(key string) bool { return c.find(key) != nil }

// Keys returns the catalogue's own keys and how many forms each has, 0 where it names a key
// that nobody has.
func (c *Catalogue) Keys() map[string]int {
	keys := make(map[string]int, len(c.forms))
	for k := range c.forms {
		keys[k] = len(c.find(k))
	}
	return keys
}

// Written returns the text under a key of the catalogue's own as its line has it.
func (c *Catalogue) Written(key string) string { return strings.Join(c.forms[key], " | ") }

// Lines returns the catalogue's own lines without comments, each with its text in full.
func (c *Catalogue) Lines() string {
	keys := slices.SortedFunc(maps.Keys(c.forms), func(a, b string) int { return c.lines[a] - c.lines[b] })
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "%s = %s\n", k, strings.Join(c.find(k), " | "))
	}
	return b.String()
}

// Lang returns the language.
func (c *Catalogue) Lang() Lang { return c.lang }

func (c *Catalogue) find(key string) []string {
	for ; c != nil; c = c.base {
		if forms, ok := c.forms[key]; ok {
			return c.resolve(forms)
		}
	}
	return nil
}

// followed returns forms, or those under the key that they name: in the catalogue under this
// one or, where that has none, in this one.
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

// named returns the key that forms name in place of a text.
func reference(forms []string) (key string, ok bool) {
	key, ok = strings.CutPrefix(forms[0], "@")
	return key, ok && len(forms) == 1 && key != "" && !strings.Contains(key, " ")
}

// Say returns t in words. Names are the seats' by turn order, seat 1 first. A
// key that nobody has is said as it is, so that nothing is ever left out.
func (c *Catalogue) Say(t games.Text, names []string) string {
	forms := c.find(t.Key)
	if forms == nil {
		return t.Key
	}
	text := forms[min(Plural(c.lang, t.N), len(forms)-1)]
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

// Word returns the text under key.
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

// fill replaces every {hole} that value knows.
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

// FromEnv returns the language that a process's environment asks for: LC_ALL,
// LC_MESSAGES, LANG, the first that is set; English where none is Russian.
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
