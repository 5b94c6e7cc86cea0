package script

import (
	"errors"
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
	for i, a := range f.args {
		most := mostQuoted
		if i == len(f.args)-1 && listing[key] {
			most = mostListed
		}
		args = append(args, shorten(a, most))
	}
	for _, i := range typed[key] {
		args[i] = typeName(f.args[i-1], args[i])
	}
	for _, i := range tokenized[key] {
		args[i] = tokenOf(f.args[i-1], args[i])
	}
	if other, ok := alone[key]; ok && args[len(args)-1] == "" {
		key = other
	}
	return Error{File: file, Line: line, Column: column, Text: games.Say("rule.file."+key, args...)}
}

// Greatest numbers of characters of an argument of a fault, and of a list of names.
const (
	mostQuoted = 80
	mostListed = 240
)

// listing contains the keys of faults whose last argument is a list of names.
var listing = map[string]bool{"values": true, "parameters": true, "asks": true, "unphased": true}

// typed maps keys of faults to those of their arguments that are types. kinds maps the types to the
// ends of keys after "rule.file.is.".
var (
	typed = map[string][]int{
		"type": {2, 3}, "operator": {2, 3}, "unknown": {1}, "without": {1},
		"uncallable": {1}, "items": {1}, "each": {1}, "hash": {1}, "index": {1}, "unary": {2}, "sequence": {1},
	}
	kindKeys = map[string]string{
		"int": "int", "str": "str", "string": "str", "bool": "bool", "list": "list", "tuple": "tuple", "dict": "dict", "NoneType": "none",
		"text": "text", "function": "function", "builtin_function_or_method": "function", "callable": "function", "set": "set", "range": "range", "iterable": "list",
		"(int, int)": "numbers", "pair": "pair", "dict, list": "both", "bool, won(…)": "over", "dict, list, str, int, bool, None": "any",
	}
)

// typeName returns the name of a type as an argument of a text: a word of the catalogues or, for a
// value made by a function such as phase, the call.
func typeName(kind, otherwise string) string {
	switch key := kindKeys[kind]; {
	case key != "":
		return "#rule.file.is." + key
	case signatures[kind] != nil:
		return kind + "(…)"
	}
	return otherwise
}

// tokenized maps keys of faults to those of their arguments that are tokens of the language.
var tokenized = map[string][]int{"expected": {1, 2}}

// alone maps keys of faults. The key on the left is for a fault that suggests the nearest existing
// name, the key on the right for the same fault when there is no name to suggest.
var alone = map[string]string{
	"undefined": "nameless", "unknown": "without", "argument": "unasked", "glyph": "undrawn", "word": "wordless",
	"before": "unbefore", "written": "unwritten", "compared": "uncompared", "counter": "uncounted",
}

// fault is an error in a file, without its place: key is the message key after "rule.file.", and
// args are the arguments {1}, {2} … of the message.
type fault struct {
	key   string
	args  []string
	field string // path of the argument that the fault is about; "": args[0], if it is a parameter
}

func (f *fault) Error() string { return strings.Join(append([]string{f.key}, f.args...), " ") }

func faulty(key string, args ...string) error { return &fault{key: key, args: args} }

// aboutField returns err as a fault about the argument with that path. A more exact path, and the
// place of an Error, remain.
func aboutField(path string, err error) error {
	var f *fault
	if errors.As(err, &f) && f.field == "" {
		f.field = path
	}
	return err
}

// large returns the fault for a value with more than most elements or bytes; what names the value.
func large(what string, most int) error { return faulty("large", what, strconv.Itoa(most)) }

// unlike returns the fault for a value that doesn't have the type want; what names the value.
func unlike(what, want string, got starlark.Value) error {
	return faulty("type", what, want, got.Type())
}

// shorten returns s with at most so many characters for use in a line. It replaces unprintable
// characters by blanks.
func shorten(s string, most int) string {
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
	var unresolved resolve.ErrorList
	var evaluated *starlark.EvalError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &unresolved):
		return (&fault{key: "error", args: []string{unresolved[0].Msg}}).plain().at(unresolved[0].Pos)
	case errors.As(err, &evaluated):
		stack := evaluated.CallStack
		if strings.HasPrefix(evaluated.Msg, "function ") {
			stack = stack[:len(stack)-1] // wrong arguments: report the caller's place
		}
		otherwise = innermost(stack, otherwise)
	}
	if !errors.As(err, &f) {
		f = (&fault{key: "error", args: []string{cause(err)}}).plain()
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
