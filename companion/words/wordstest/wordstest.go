// Package wordstest identifies displayed texts by their keys in the catalogues, for use in
// tests. So a new wording of a text doesn't require a change of the tests.
package wordstest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/words"
	"tabletop/games"
)

// Texts looks up texts by items, so that each text exists only in its catalogue.
//
// An item is a key, followed by the arguments of its text: "setup.start", "setup.player 2",
// "door.in iPhone". If the text has plurals, the first argument is {n}. The last argument is the
// rest of the item. An argument may be an item; it is in parentheses if it contains a blank:
// "home.resume mice:title", "log.seated (setup.player 1) Anna". A hole without an argument
// matches anything. "@2" is the name of seat 2. A key of another game than the current one has
// the game as prefix: "mice:title". "say.lure red" is the text of the
// decision "lure red", and "past.lure red" is its text in the log.
// Anything else, such as a name or a number, is data and stands for itself. Data that looks like
// a key is quoted: "'club.ca'".
type Texts struct {
	Words *words.Catalogue                   // catalogue of the current game, over the companion's own
	Of    func(game string) *words.Catalogue // returns the catalogue of a game, nil for an unknown name
	Names []string                           // names of the players by seat, seat 1 first
}

// TextsOf returns the Texts for the games in all, without a current match.
func TextsOf(lang words.Lang, all games.Catalogue) Texts {
	own := words.Companion(lang)
	return Texts{Words: own, Of: func(game string) *words.Catalogue {
		r := all.Find(game)
		if r == nil {
			return nil
		}
		c, err := words.For(lang, own, r)
		if err != nil {
			panic(err) // the tests of the game's kit detect this
		}
		return c
	}}
}

// In returns a copy of x for a match of that game with those names of players. It returns x
// itself if game is "" or unknown.
func (x Texts) In(game string, names []string) Texts {
	if w := x.Of(game); game != "" && w != nil {
		x.Words, x.Names = w, names
	}
	return x
}

// keyPattern matches strings that look like a key. Text returns an error for such a string if it
// is unknown, instead of treating it as data.
var keyPattern = regexp.MustCompile(`^([a-z0-9/-]+:)?[a-z]+(\.[a-z0-9-]+)+$`)

// Text returns the text of an item. The error names a key that no catalogue has.
func (x Texts) Text(item string) (string, error) {
	if seat, ok := strings.CutPrefix(item, "@"); ok && digits(seat) {
		return x.name(seat), nil
	}
	if data := strings.Trim(item, "'"); len(data) == len(item)-2 {
		return data, nil
	}
	key, rest, _ := strings.Cut(item, " ")
	c, own := x.Words, key
	if game, of, ok := strings.Cut(key, ":"); ok {
		if w := x.Of(game); w != nil {
			c, own = w, of
		}
	}
	verb, past := strings.CutPrefix(own, "past.")
	switch decision, ok := strings.CutPrefix(own, "say."); {
	case past && c.Has("say."+verb):
		return c.Logged(games.Decision(strings.TrimSpace(verb+" "+rest)), x.Names), nil
	case ok && (c.Has(own) || c.Has("verb."+decision)):
		return c.Decision(games.Decision(strings.TrimSpace(decision+" "+rest)), x.Names), nil
	case c.Has(own):
		return x.fill(c, own, rest)
	case keyPattern.MatchString(key):
		return "", fmt.Errorf("no catalogue has the key %q", key)
	}
	return item, nil
}

func digits(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// Item formats a text of a game as an item, for tests that compare keys and arguments rather
// than wording. If N isn't 0, the item contains N after the key.
func Item(t games.Text) string {
	parts := []string{t.Key}
	if t.N != 0 {
		parts = append(parts, strconv.Itoa(t.N))
	}
	for _, arg := range t.Args {
		if arg = strings.TrimPrefix(arg, "#"); strings.Contains(arg, " ") {
			arg = "(" + arg + ")"
		}
		parts = append(parts, arg)
	}
	return strings.Join(parts, " ")
}

// name returns the name of the player on a seat. Without a match, it returns the default name.
func (x Texts) name(seat string) string {
	if n, _ := strconv.Atoi(seat); n >= 1 && n <= len(x.Names) {
		return x.Names[n-1]
	}
	return x.Words.Word("setup.player", seat)
}

// hole matches a hole in a text, such as {0}, for which an argument is missing.
var hole = regexp.MustCompile(`\{\d+\}`)

// fill returns the text of a key in c. rest contains the arguments of the text.
func (x Texts) fill(c *words.Catalogue, key, rest string) (string, error) {
	t := games.Text{Key: key}
	if one, many := (games.Text{Key: key, N: 1}), (games.Text{Key: key, N: 2}); c.Say(one, nil) != c.Say(many, nil) {
		var n string
		n, rest, _ = strings.Cut(rest, " ")
		var err error
		if t.N, err = strconv.Atoi(n); err != nil {
			return "", fmt.Errorf("the text of %q needs a number", key)
		}
	}
	holes := hole.FindAllString(c.Say(t, nil), -1)
	slices.Sort(holes)
	if n := len(slices.Compact(holes)); n > 0 && rest != "" {
		for _, arg := range arguments(rest, n) {
			text, err := x.Text(arg)
			if err != nil {
				return "", err
			}
			t.Args = append(t.Args, text)
		}
	} else if rest != "" {
		return "", fmt.Errorf("the text of %q has no hole for %q", key, rest)
	}
	return c.Say(t, nil), nil
}

// arguments splits rest, the arguments of an item, into at most n items.
func arguments(rest string, n int) (all []string) {
	for ; rest != "" && n > 0; n-- {
		arg, more, ok := strings.Cut(rest, " ")
		if group, after, closed := strings.Cut(rest, ")"); group[0] == '(' && closed {
			arg, more, ok = group[1:], strings.TrimPrefix(after, " "), true
		}
		if n == 1 && arg+" "+more == rest || !ok {
			arg, more = rest, ""
		}
		all, rest = append(all, arg), more
	}
	return all
}

// Holds reports whether shown contains text, where the holes of text match anything. It also
// accepts text with its first letter in upper case, as in rows.
func Holds(shown, text string) bool {
	return holds(shown, text, false) || holds(shown, Capital(text), false)
}

// Begins reports whether shown begins with text, where the holes of text match anything. The
// case of the first letter doesn't matter.
func Begins(shown, text string) bool {
	return holds(Capital(shown), Capital(text), true)
}

// BeginsCut is like Begins, but also accepts a shown text that was truncated and ends with "…".
func BeginsCut(shown, text string) bool {
	start, cut := strings.CutSuffix(Capital(shown), "…")
	parts := Parts(Capital(text))
	return Begins(shown, text) || cut && (strings.HasPrefix(parts[0], start) || len(parts) > 1 && strings.HasPrefix(start, parts[0]))
}

// Parts splits a text at its holes and returns the parts between them.
func Parts(text string) []string { return hole.Split(text, -1) }

func holds(shown, text string, begins bool) bool {
	for i, part := range Parts(text) {
		at := strings.Index(shown, part)
		if at < 0 || begins && i == 0 && at > 0 {
			return false
		}
		shown = shown[at+len(part):]
	}
	return true
}

// Capital returns text with its first letter in upper case, as in rows and titles.
func Capital(text string) string {
	at := len(text) - len(strings.TrimLeft(text, "[>=. "))
	first, size := utf8.DecodeRuneInString(text[at:])
	return text[:at] + string(unicode.ToUpper(first)) + text[at+size:]
}
