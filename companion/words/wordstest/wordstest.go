// Package wordstest names the texts of catalogues by their keys, for tests of what is shown:
// a changed word changes no test.
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

// Texts finds the texts that tests name by their keys, so that a text stands in its
// catalogue alone.
//
// An item is a key with the arguments of its text: "setup.start", "setup.player 2",
// "door.in iPhone". The first is {n} where the text has plurals, the last is the rest of the
// item. Each may be an item itself, in brackets if it has a blank: "home.resume mice:title",
// "log.seated (setup.player 1) Anna". A hole without an argument stands for anything. "@2" is
// the name of seat 2. A key of another game than the one at hand
// has that game before it, "mice:title"; "say.lure red" is the decision "lure red" in words.
// Anything else, such as a name or a number, is data and stands for itself; what looks like a
// key has quotes then, "'club.ca'".
type Texts struct {
	Words *words.Catalogue                   // of the game at hand, over the companion's own
	Of    func(game string) *words.Catalogue // that of any game, nil for an unknown name
	Names []string                           // of the seats
}

// TextsOf returns those of the games of a catalogue, for no match.
func TextsOf(lang words.Lang, all games.Catalogue) Texts {
	own := words.Own(lang)
	return Texts{Words: own, Of: func(game string) *words.Catalogue {
		r := all.Find(game)
		if r == nil {
			return nil
		}
		c, err := words.For(lang, own, r)
		if err != nil {
			panic(err) // its kit fails
		}
		return c
	}}
}

// In returns x for a match: of that game, with those names. Without a game it returns x.
func (x Texts) In(game string, names []string) Texts {
	if w := x.Of(game); game != "" && w != nil {
		x.Words, x.Names = w, names
	}
	return x
}

// keyed is how a key looks, so that one that nobody has isn't taken for data.
var keyPattern = regexp.MustCompile(`^([a-z0-9/-]+:)?[a-z]+(\.[a-z0-9-]+)+$`)

// Text returns the text of an item. Its error names a key that no catalogue has.
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
	switch decision, ok := strings.CutPrefix(own, "say."); {
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

// Item spells a text that a game says as an item, for tests that compare what is said and not
// how: a number follows the key if it isn't 0.
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

// name returns the name of a seat: before there is a match, the one it gets by itself.
func (x Texts) name(seat string) string {
	if n, _ := strconv.Atoi(seat); n >= 1 && n <= len(x.Names) {
		return x.Names[n-1]
	}
	return x.Words.Word("setup.player", seat)
}

// hole is an argument that is missing.
var hole = regexp.MustCompile(`\{\d+\}`)

// filled returns the text of a key with the arguments in rest.
func (x Texts) fill(c *words.Catalogue, key, rest string) (string, error) {
	t := games.Text{Key: key}
	if one, many := (games.Text{Key: key, N: 1}), (games.Text{Key: key, N: 2}); c.Say(one, nil) != c.Say(many, nil) {
		var n string
		n, rest, _ = strings.Cut(rest, " ")
		var err error
		if t.N, err = strconv.Atoi(n); err != nil {
			return "", fmt.Errorf("the text of %q has a number, which must be given", key)
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
		return "", fmt.Errorf("the text of %q has no room for %q", key, rest)
	}
	return c.Say(t, nil), nil
}

// arguments parts rest into at most n items.
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

// Holds reports whether shown has text in it, whatever stands in its holes, with a small
// first letter or, as in rows, a large one.
func Holds(shown, text string) bool {
	return holds(shown, text, false) || holds(shown, Capital(text), false)
}

// Begins is Holds at the beginning of shown.
func Begins(shown, text string) bool {
	return holds(Capital(shown), Capital(text), true)
}

// BeginsCut is Begins for what may be cut short, with … at its end.
func BeginsCut(shown, text string) bool {
	start, cut := strings.CutSuffix(Capital(shown), "…")
	parts := Parts(Capital(text))
	return Begins(shown, text) || cut && (strings.HasPrefix(parts[0], start) || len(parts) > 1 && strings.HasPrefix(start, parts[0]))
}

// Parts are what stands before, between and after the holes of a text.
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

// Capital returns text as a row or a title has it, with a large first letter.
func Capital(text string) string {
	at := len(text) - len(strings.TrimLeft(text, "[>=. "))
	first, size := utf8.DecodeRuneInString(text[at:])
	return text[:at] + string(unicode.ToUpper(first)) + text[at+size:]
}
