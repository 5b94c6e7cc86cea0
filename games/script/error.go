package script

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
)

// Error is a fault in a game file, with its place.
type Error struct {
	File         string     // file name, such as "darts.star"
	Line, Column int        // from 1, in characters; both are 0 for a fault of the whole file
	Text         games.Text // message from the package's catalogues; its argument {0} is the place
}

// Error returns the English text: "darts.star:12:5: there is no name tunr; the nearest is
// turn".
func (e Error) Error() string { return e.In("en") }

// In returns the text in a language, "ru" or "en".
func (e Error) In(lang string) string { return say(lang, e.Text) }

// place returns the place of a fault as a text: "darts.star:12:5".
func place(file string, line, column int) string {
	if line == 0 {
		return file
	}
	return file + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column)
}

// at returns the fault f as an Error at the position p.
func (f *fault) at(p syntax.Position) Error {
	file, line, column := p.Filename(), int(p.Line), int(p.Col)
	key, args := f.key, []string{place(file, line, column)}
	for _, a := range f.args {
		args = append(args, shorten(a))
	}
	if other, ok := alone[key]; ok && args[len(args)-1] == "" {
		key = other
	}
	return Error{File: file, Line: line, Column: column, Text: games.Say("rule.file."+key, args...)}
}

// alone maps keys of faults. The key on the left is for a fault that suggests the nearest existing
// name, the key on the right for the same fault when there is no name to suggest.
var alone = map[string]string{"undefined": "nameless", "unknown": "without", "argument": "unasked", "glyph": "undrawn"}

// fault is an error in a file, without its place: key is the message key after "rule.file.", and
// args are the arguments {1}, {2} … of the message.
type fault struct {
	key  string
	args []string
}

func (f *fault) Error() string { return strings.Join(append([]string{f.key}, f.args...), " ") }

func faulty(key string, args ...string) error { return &fault{key, args} }

// large returns the fault for a value with more than most elements or bytes; what names the value.
func large(what string, most int) error { return faulty("large", what, strconv.Itoa(most)) }

// unlike returns the fault for a value that doesn't have the type want; what names the value.
func unlike(what, want string, got starlark.Value) error {
	return faulty("type", what, want, got.Type())
}

// shorten returns s with at most 80 characters for use in a line. It replaces unprintable
// characters by blanks.
func shorten(s string) string {
	const most = 80
	s = strings.Map(func(r rune) rune {
		if r == utf8Error || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	if strings.HasPrefix(s, "@") || strings.HasPrefix(s, "#") {
		return "“" + s + "”" // quoted, so that it is not parsed as a seat or a word
	}
	return s
}

const utf8Error = '\uFFFD'

// located converts err to an Error of the file. The Error has the place that the interpreter
// reports. If the interpreter reports none, it has the given position.
func located(err error, otherwise syntax.Position) Error {
	var known Error
	var f *fault
	var read syntax.Error
	var unresolved resolve.ErrorList
	var evaluated *starlark.EvalError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &read):
		return (&fault{"syntax", []string{read.Msg}}).at(read.Pos)
	case errors.As(err, &unresolved):
		return (&fault{"syntax", []string{unresolved[0].Msg}}).plain().at(unresolved[0].Pos)
	case errors.As(err, &evaluated):
		stack := evaluated.CallStack
		if strings.HasPrefix(evaluated.Msg, "function ") {
			stack = stack[:len(stack)-1] // wrong arguments: report the caller's place
		}
		otherwise = innermost(stack, otherwise)
	}
	if !errors.As(err, &f) {
		f = (&fault{"error", []string{cause(err)}}).plain()
	}
	return f.at(otherwise)
}

// cause returns the message of err. It omits the names of builtins that the interpreter puts before
// the message.
func cause(err error) string {
	var evaluated *starlark.EvalError
	if errors.As(err, &evaluated) {
		return evaluated.Msg
	}
	return err.Error()
}

// innermost returns the place of the deepest call in the file. If the stack has none, it returns
// the given position.
func innermost(stack starlark.CallStack, otherwise syntax.Position) syntax.Position {
	for i := range stack {
		if p := stack.At(i).Pos; p.Line > 0 {
			return p
		}
	}
	return otherwise
}

// interpreted maps patterns of the Starlark interpreter's messages to keys of our faults.
var interpreted = []struct {
	says *regexp.Regexp
	key  string
}{
	{regexp.MustCompile(`^Starlark computation cancelled`), "steps"},
	{regexp.MustCompile(`^undefined: (\S+)(?: \(did you mean (\S+)\?\))?$`), "undefined"},
	{regexp.MustCompile(`^function (\S+) called recursively$`), "recursion"},
	{regexp.MustCompile(`^(\S+) has no \.(\S+) field or method(?: \(did you mean \.(\S+)\?\))?$`), "unknown"},
	{regexp.MustCompile(`^key (.+) not in dict$`), "absent"},
	{regexp.MustCompile(`^function (\S+) accepts .*\((\d+) given\)$`), "arguments"},
	{regexp.MustCompile(`^\S+: missing argument for (\S+)$`), "missing"},
	{regexp.MustCompile(`^function \S+ missing \d+ arguments? \((.+)\)$`), "missing"},
	{regexp.MustCompile(`^(?:function \S+ got an |\S+: )?unexpected keyword argument "?([^" ]+)"?(?: \(did you mean "?([^" ]+?)"?\?\))?$`), "argument"},
	{regexp.MustCompile(`^(?:\S+: )?cannot .* frozen .*$`), "frozen"},
}

// plain returns a fault with our own key if f holds a known message of the interpreter. It returns
// f unchanged for any other message.
func (f *fault) plain() *fault {
	for _, s := range interpreted {
		if found := s.says.FindStringSubmatch(f.args[0]); found != nil {
			return &fault{s.key, found[1:]}
		}
	}
	return f
}
