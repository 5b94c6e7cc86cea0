package script

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// textMade holds the result of the Starlark functions say and count. refusal holds the result of
// the function refuse.
type (
	textMade = made[games.Text]
	refusal  struct{ text games.Text }
)

// sayOf implements the Starlark function say(key, *args).
func sayOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	text, err := sayText(t, b.Name(), args, kwargs, false)
	return textMade{"text", text}, err
}

// countOf implements the Starlark function count(key, n, *args).
func countOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	text, err := sayText(t, b.Name(), args, kwargs, true)
	return textMade{"text", text}, err
}

// refuseOf implements the Starlark function refuse(key, *args).
func refuseOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	text, err := sayText(t, b.Name(), args, kwargs, false)
	if err == nil && !strings.HasPrefix(text.Key, "rule.") {
		err = faulty("rule", text.Key)
	}
	return made[refusal]{"refusal", refusal{text}}, err
}

// mostArguments is the greatest number of arguments of say, count and refuse.
const mostArguments = 32

// sayText returns the text of a call of say, count or refuse. If n is set, the argument after the
// key is the number that selects the plural.
func sayText(t *starlark.Thread, what string, args starlark.Tuple, kwargs []starlark.Tuple, n bool) (text games.Text, err error) {
	if len(kwargs) > 0 {
		return text, faulty("unnamed", what)
	}
	least := 1
	if n {
		least = 2
	}
	switch {
	case len(args) == 0:
		return text, faulty("missing", "key")
	case len(args) < least:
		return text, faulty("missing", "n")
	case len(args) > mostArguments:
		return text, large(what, mostArguments)
	}
	name, ok := args[0].(starlark.String)
	if !ok {
		return text, unlike("key", "str", args[0])
	}
	text.Key = string(name)
	if n {
		if text.N, err = small("n", args[1], -999_999, 999_999); err != nil {
			return text, err
		}
	}
	for _, a := range args[least:] {
		arg, err := argument(a)
		if err != nil {
			return text, err
		}
		text.Args = append(text.Args, arg)
	}
	if m := meterOf(t); m.g.words != nil {
		return text, m.g.sayable(text)
	}
	return text, nil
}

// argument converts v to an argument of a text: a number, a seat such as "@2", a word such as
// "#word.red", or any other short text.
func argument(v starlark.Value) (string, error) {
	switch v := v.(type) {
	case starlark.Int:
		_, err := whole(v, nil)
		return v.String(), err
	case starlark.String:
		if n, ok := strings.CutPrefix(string(v), "@"); ok && !isSeat(n) {
			return "", faulty("letters", string(v))
		}
		return string(v), line("text", string(v))
	}
	return "", unlike("text", "str", v)
}

// isSeat reports whether s is the number of a seat, without leading zeros.
func isSeat(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 1 && n <= MostSeats && strconv.Itoa(n) == s
}

// line returns a fault if s can't be part of a line on the panel: if s has more than MostArgument
// letters or is not legible.
func line(what, s string) error {
	if utf8.RuneCountInString(s) > MostArgument {
		return large(what, MostArgument)
	}
	if !legible(s) {
		return faulty("letters", what)
	}
	return nil
}

// legible reports whether s contains only printable characters and no-break spaces. Characters that
// change the direction of writing are not printable.
func legible(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) && r != '\u00a0' && r != '\u202f' {
			return false
		}
	}
	return true
}

// seatOf implements the Starlark function seat(n), which returns the name of the player at seat n
// as an argument of a text.
func seatOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "n", &v); err != nil {
		return nil, err
	}
	n, err := small("seat", v, 1, MostSeats)
	return starlark.String("@" + strconv.Itoa(n)), err
}

// wordOf implements the Starlark function word(name), which returns the word under "word.NAME", or
// under a whole key, as an argument of a text.
func wordOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	if !strings.Contains(name, ".") {
		name = "word." + name
	}
	if g := meterOf(t).g; g.words != nil && !g.has(name) {
		return nil, g.wordless(name)
	}
	return starlark.String("#" + name), nil
}

// holes matches the slots of a text, such as "{1}" and "{n}".
var holes = regexp.MustCompile(`\{([^{}]*)\}`)

// holesOf yields the names in the braces of a text, like the expression holes. It is faster: the
// expression would take a fifth of the time of a view.
func holesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, open := strings.Cut(text, "{")
			end := strings.IndexAny(rest, "{}")
			if !open || end < 0 || rest[end] == '}' && !yield(rest[:end]) {
				return
			}
			text = rest[end:]
		}
	}
}

// sayable returns a fault if a catalogue lacks the key of the text, if the word that an argument
// names is missing, or if a slot of the text has no argument.
func (g *game) sayable(text games.Text) error {
	for _, lang := range languages {
		words, ok := g.words[lang][text.Key]
		if !ok {
			return g.wordless(text.Key)
		}
		for hole := range holesOf(words) {
			if i, err := strconv.Atoi(hole); err == nil && i >= len(text.Args) {
				return faulty("hole", text.Key, "{"+hole+"}")
			}
		}
	}
	for _, a := range text.Args {
		if name, ok := strings.CutPrefix(a, "#"); ok && !g.has(name) {
			return g.wordless(name)
		}
	}
	return nil
}

func (g *game) has(key string) bool {
	_, ok := g.words["en"][key]
	return ok
}

// wordless returns the fault for a key that no catalogue has.
func (g *game) wordless(key string) error {
	return faulty("word", key, nearest(key, g.keys()))
}

// text converts the value of say or count; None yields no text.
func (g *game) text(what string, v starlark.Value) (games.Text, error) {
	if v == nil || v == starlark.None {
		return games.Text{}, nil
	}
	text, err := madeOf[games.Text](what, "text", v)
	if err != nil {
		return text, err
	}
	return text, g.sayable(text)
}
