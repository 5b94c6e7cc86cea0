package script

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// message maps a pattern of the Starlark interpreter's messages to the key of our fault. The groups
// of the pattern are the arguments of the fault.
type message struct {
	says *regexp.Regexp
	key  string
}

// interpreted contains the messages of the resolver and of the interpreter.
var interpreted = []message{
	{regexp.MustCompile(`^Starlark computation cancelled`), "steps"},
	{regexp.MustCompile(`^undefined: (\S+)(?: \(did you mean (\S+)\?\))?$`), "undefined"},
	{regexp.MustCompile(`^function (\S+) called recursively$`), "recursion"},
	{regexp.MustCompile(`^(\S+) has no \.(\S+) field or method(?: \(did you mean \.(\S+)\?\))?$`), "unknown"},
	{regexp.MustCompile(`^key (.+) not in dict$`), "absent"},
	{regexp.MustCompile(`^function (\S+) accepts .*\((\d+) given\)$`), "arguments"},
	{regexp.MustCompile(`^(\S+?):? got (\d+) arguments?, wants? .*$`), "arguments"},
	{regexp.MustCompile(`^\S+: missing argument for (\S+)$`), "missing"},
	{regexp.MustCompile(`^function \S+ missing \d+ arguments? \((.+)\)$`), "missing"},
	{regexp.MustCompile(`^(?:function \S+ got an |\S+: )?unexpected keyword argument "?([^" ]+)"?(?: \(did you mean "?([^" ]+?)"?\?\))?$`), "argument"},
	{regexp.MustCompile(`^(?:\S+: )?cannot .* frozen .*$`), "frozen"},
	{regexp.MustCompile(`^(?:\S+: )?cannot .* during iteration$`), "iterating"},
	{regexp.MustCompile(`^\S+: for parameter (\S+): got (\S+), want (\S+)$`), "wanted"},
	{regexp.MustCompile(`^(?:function \S+ got|\S+: got) multiple values for (?:parameter|keyword argument) "?([^" ]+)"?$`), "twice"},
	{regexp.MustCompile(`^keyword argument "([^"]+)" is repeated$`), "twice"},
	{regexp.MustCompile(`^duplicate parameter: (\S+)$`), "twice"},
	{regexp.MustCompile(`^duplicate key: (.+)$`), "twice"},
	{regexp.MustCompile(`^cannot reassign (?:global|local|top-level) (\S+)(?: declared at \S+?:(\d+):\d+)?$`), "reassigned"},
	{regexp.MustCompile(`^(return) statement not within a function$`), "misplaced"},
	{regexp.MustCompile(`^(break|continue) not in a loop$`), "loop"},
	{regexp.MustCompile(`^positional argument may not follow named$`), "behind"},
	{regexp.MustCompile(`^required parameter may not follow optional$`), "required"},
	{regexp.MustCompile(`^can't assign to (.+)$`), "assign"},
	{regexp.MustCompile(`^can't use \S+ expression in augmented assignment$`), "assign"},
	{regexp.MustCompile(`^(?:local|global) variable (\S+) referenced before assignment$`), "early"},
	{regexp.MustCompile(`^invalid call of non-function \((\S+)\)$`), "uncallable"},
	{regexp.MustCompile(`^(\S+) index (-?\d+) out of range`), "index"},
	{regexp.MustCompile(`^index (-?\d+) out of range: empty (\S+)$`), "vacant"},
	{regexp.MustCompile(`^(?:\S+: )?(\S+) value is not iterable$`), "each"},
	{regexp.MustCompile(`^got (\S+) in sequence assignment$`), "sequence"},
	{regexp.MustCompile(`^too (?:many|few) values to unpack \(got (\d+), want (\d+)\)$`), "unpacked"},
	{regexp.MustCompile(`^unhashable(?: type)?: (\S+)$`), "hash"},
	{regexp.MustCompile(`^unhandled index operation (\S+)\[`), "items"},
	{regexp.MustCompile(`^len: value of type (\S+) has no len$`), "each"},
	{regexp.MustCompile(`^unknown binary op: (\S+) (\S+) (\S+)$`), "binary"},
	{regexp.MustCompile(`^(\S+) (\S+) (\S+) not implemented$`), "binary"},
	{regexp.MustCompile(`^unknown unary op: (\S+) (\S+)$`), "unary"},
	{regexp.MustCompile(`^(?:floored division|integer modulo) by zero$`), "divided"},
	{regexp.MustCompile(`^int: invalid literal with base \d+: (.*)$`), "digits"},
	{regexp.MustCompile(`^(index|remove|list\.remove|list\.index): (?:value|element) not (?:in list|found)$`), "unfound"},
	{regexp.MustCompile(`^(join): in list, want (string), got (\S+)$`), "type"},
	{regexp.MustCompile(`^(?:not enough|too many) arguments for format string$`), "format"},
	{regexp.MustCompile(`^(?:format: |unknown conversion|incomplete format|%)`), "format"},
}

// plain returns a fault with our own key if f holds a known message of the interpreter. It returns
// f unchanged for any other message.
func (f *fault) plain() *fault {
	for _, m := range interpreted {
		found := m.says.FindStringSubmatch(f.args[0])
		if found == nil {
			continue
		}
		switch args := found[1:]; m.key {
		case "binary":
			return &fault{key: "operator", args: []string{args[1], args[0], args[2]}}
		case "wanted":
			return &fault{key: "type", args: []string{args[0], args[2], args[1]}}
		case "undefined":
			return undefined(args[0], args[1])
		case "unknown":
			if args[2] == "" {
				args[2] = nearest(args[1], methods(args[0]))
			}
			return &fault{key: "unknown", args: args}
		default:
			return &fault{key: m.key, args: args}
		}
	}
	return f
}

// instead maps names of Python that game files lack to the keys of our faults about them.
var instead = map[string]string{
	"random": "random", "randint": "random", "input": "input", "open": "input", "math": "builtin", "round": "fraction",
	"map": "comprehension", "filter": "comprehension", "Exception": "exception", "ValueError": "exception",
}

// undefined returns the fault for a name that doesn't exist. near is the nearest name that the
// resolver knows, or "".
func undefined(name, near string) *fault {
	if f := unlatin(name); f != nil {
		return f
	}
	if key := instead[name]; key != "" {
		return &fault{key: key, args: []string{name}}
	}
	if meant := nearest(name, everyName()); meant != "" && (near == "" || slices.Contains(usual[name], meant)) {
		near = meant
	}
	return &fault{key: "undefined", args: []string{name, near}}
}

// unlatin returns the fault for a name with a letter that is not Latin, although it may look like a
// Latin one. It returns nil for any other name.
func unlatin(name string) *fault {
	for _, r := range name {
		if r > unicode.MaxASCII {
			return &fault{key: "alphabet", args: []string{name, string(r)}}
		}
	}
	return nil
}

// everyName returns the names that every file knows.
func everyName() []string {
	all := append(environment().Keys(), "None", "True", "False")
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(name, "·") })
}

// methods returns the names of the methods of a type, and of functions that do the same as a method
// of Python.
func methods(kind string) []string {
	switch kind {
	case "list":
		return append(starlark.NewList(nil).AttrNames(), "sorted(…)", "reversed(…)", "list(…)")
	case "dict":
		return starlark.NewDict(0).AttrNames()
	case "string":
		return starlark.String("").AttrNames()
	}
	return nil
}

// reading contains the messages of the parser. A pattern with two groups "got" and "want" is about
// a token that stands where another is expected.
var reading = []message{
	{regexp.MustCompile(`^unexpected (?:newline|EOF) in string$`), "unclosed"},
	{regexp.MustCompile(`^unindent does not match any outer indentation level$`), "indent"},
	{regexp.MustCompile(`^unparenthesized tuple with trailing comma$`), "comma"},
	{regexp.MustCompile(`^conditional expression without else clause$`), "else"},
	{regexp.MustCompile(`^keyword argument must have form name=expr$`), "keyword"},
	{regexp.MustCompile(`^(\S+) does not associate with (\S+)`), "chain"},
	{regexp.MustCompile(`^excessive nesting$`), "nested"},
	{regexp.MustCompile(`^stray (backslash) in program$`), "character"},
	{regexp.MustCompile("^unexpected (?:input character )?[`'\"]?(.+?)[`'\"]?$"), "character"},
	{regexp.MustCompile(`^(?:truncated|invalid) escape sequence (.+)$`), "escape"},
	{regexp.MustCompile(`^obsolete form of octal literal`), "octal"},
	{regexp.MustCompile(`^invalid \S+ literal$`), "literal"},
}

// foreign matches messages about characters that other languages or text editors use. foreignKeys maps
// the characters to the keys of our faults.
var (
	foreign     = regexp.MustCompile("^unexpected input character [`']([!“”„«»‘’])[`']$")
	foreignKeys = map[string]string{"!": "logic", "“": "quotes", "”": "quotes", "„": "quotes", "«": "quotes", "»": "quotes", "‘": "quotes", "’": "quotes"}
)

var (
	expected = regexp.MustCompile(`^got (.+?)(?: after expression)?, want (.+)$`)
	// reserved words and statements of Python that game files lack, with the keys of our faults
	python = map[string]string{
		"import": "import", "from": "import", "class": "class", "try": "exception", "except": "exception", "finally": "exception", "raise": "exception",
		"with": "python", "global": "python", "nonlocal": "python", "del": "python", "yield": "python", "async": "python", "await": "python",
		"is": "same", "as": "python", "while": "while", "assert": "python",
	}
	word = regexp.MustCompile(`[\pL_][\pL\pN_]*$`)
)

// unreadable converts an error of the parser to an Error with the place of the token that the
// parser can't use.
func (g *game) unreadable(err error) error {
	var e syntax.Error
	if !errors.As(err, &e) {
		return err
	}
	text := unreadableText{g, strings.Split(g.source, "\n")}
	if found := expected.FindStringSubmatch(e.Msg); found != nil {
		return text.unexpected(e.Pos, strings.Trim(found[1], "'"), strings.Trim(found[2], "'"))
	}
	if found := foreign.FindStringSubmatch(e.Msg); found != nil {
		return (&fault{key: foreignKeys[found[1]]}).at(e.Pos)
	}
	for _, m := range reading {
		if found := m.says.FindStringSubmatch(e.Msg); found != nil {
			return (&fault{key: m.key, args: found[1:]}).at(e.Pos)
		}
	}
	return (&fault{key: "syntax", args: []string{e.Msg}}).at(e.Pos)
}

// unreadableText is a file that can't be parsed, as lines.
type unreadableText struct {
	*game
	lines []string
}

// unexpected returns the fault for the token got, which stands where the token want is expected. The
// parser reports the end of most tokens, but the beginning where it expects an expression.
func (g unreadableText) unexpected(end syntax.Position, got, want string) Error {
	at := end
	if lineEnd := got == "newline" || got == "end of file" || got == "outdent"; lineEnd || want != "primary expression" {
		at = g.tokenStart(end, got)
	}
	before := strings.TrimRightFunc(g.before(at), unicode.IsSpace)
	last := word.FindString(before)
	closing := strings.ContainsAny(want, ")]}")
	f := &fault{key: "expected", args: []string{got, want}}
	switch {
	case python[got] != "":
		f = &fault{key: python[got], args: []string{got}}
	case python[last] != "":
		return (&fault{key: python[last], args: []string{last}}).at(g.back(at, before, last))
	case got == "string literal" && (last == "f" || last == "F"):
		return (&fault{key: "formatted"}).at(g.back(at, before, last))
	case got == "=" && strings.ContainsAny(want, "]}"):
		bracket, open := g.openBracket(at)
		return (&fault{key: "open", args: []string{bracket}}).at(open)
	case got == "=" && (want == ":" || closing):
		f = &fault{key: "equals"}
	case (closing || want == ",") && (got == "identifier" || strings.HasSuffix(got, "literal")):
		return (&fault{key: "commaless"}).at(g.lastToken(at, before))
	case got == "end of file":
		if bracket, at := g.openBracket(end); bracket != "" {
			return (&fault{key: "open", args: []string{bracket}}).at(at)
		}
	case got == "if" && last == "else":
		return (&fault{key: "elif"}).at(g.back(at, before, last))
	case want == ":" && got == "newline":
		f = &fault{key: "colon"}
	case strings.HasSuffix(before, got) && (got == "&" || got == "|"):
		f = &fault{key: "logic"}
	case got == "//" && before == "":
		f = &fault{key: "comment"}
	case got == "indent":
		f = &fault{key: "indented"}
	case want == "indent":
		f = &fault{key: "bodiless"}
	}
	return f.at(at)
}

// tokens maps names of tokens in the parser's messages to words of our catalogues.
var tokens = map[string]string{
	"newline": "newline", "end of file": "end", "EOF": "end", "identifier": "name", "string literal": "text", "int literal": "number",
	"float literal": "number", "indent": "indent", "outdent": "outdent", "primary expression": "value",
}

// tokenOf returns the name of a token as an argument of a text: a word of the catalogues, or the
// token itself.
func tokenOf(token, otherwise string) string {
	if key := tokens[token]; key != "" {
		return "#rule.file.token." + key
	}
	return otherwise
}

// before returns the part of a line before a position.
func (g unreadableText) before(p syntax.Position) string {
	runes := []rune(g.line(int(p.Line)))
	return string(runes[:min(max(int(p.Col)-1, 0), len(runes))])
}

// line returns a line of the file, counted from 1.
func (g unreadableText) line(n int) string {
	if n < 1 || n > len(g.lines) {
		return ""
	}
	return strings.TrimSuffix(g.lines[n-1], "\r")
}

// back returns the place of the text last, which ends the text before the position p.
func (g unreadableText) back(p syntax.Position, before, last string) syntax.Position {
	return syntax.MakePosition(&g.file, p.Line, int32(utf8.RuneCountInString(before)-utf8.RuneCountInString(last)+1))
}

// tokenStart returns the place where a token begins that ends at the position end. A missing rest of
// a line is reported behind the last line that is not empty.
func (g unreadableText) tokenStart(end syntax.Position, token string) syntax.Position {
	text := g.before(end)
	switch {
	case token == "newline" || token == "end of file" || token == "outdent":
		n := int(end.Line)
		if strings.TrimSpace(text) == "" && n > 1 {
			n--
			for n > 1 && strings.TrimSpace(g.line(n)) == "" {
				n--
			}
			text = g.line(n)
		}
		return syntax.MakePosition(&g.file, int32(n), int32(utf8.RuneCountInString(strings.TrimRight(text, " \t"))+1))
	case token == "string literal":
		if i := textStart(text); i >= 0 {
			return g.back(end, text, text[i:])
		}
	case strings.HasSuffix(text, token):
		return g.back(end, text, token)
	case word.MatchString(text) && token == "identifier":
		return g.back(end, text, word.FindString(text))
	case strings.HasSuffix(token, "literal"):
		digits := text[len(strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsDigit(r) || r == '.' })):]
		return g.back(end, text, digits)
	}
	return end
}

// lastToken returns the place behind the last token before the position at. before is the line up
// to at, without blanks at its end.
func (g unreadableText) lastToken(at syntax.Position, before string) syntax.Position {
	n := int(at.Line)
	for before == "" && n > 1 {
		n--
		before = g.line(n)
		if !strings.ContainsAny(before, "\"'") {
			before, _, _ = strings.Cut(before, "#")
		}
		before = strings.TrimSpace(strings.TrimRight(before, " \t")) // a line of blanks is skipped
		if before != "" {
			before = strings.TrimRight(g.line(n)[:strings.Index(g.line(n), before)+len(before)], " \t")
		}
	}
	return syntax.MakePosition(&g.file, int32(n), int32(utf8.RuneCountInString(before)+1))
}

// bracketing matches texts, comments and brackets.
var bracketing = regexp.MustCompile(`(?s)""".*?"""|'''.*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*|[][(){}]`)

// openBracket returns the last bracket before a position that has no partner before it, with its
// place. It returns "" if there is none.
func (g unreadableText) openBracket(end syntax.Position) (string, syntax.Position) {
	var open []int
	lines := strings.SplitAfter(g.source, "\n")
	upTo := len(strings.Join(lines[:min(int(end.Line)-1, len(lines))], "")) + len(g.before(end))
	for _, m := range bracketing.FindAllStringIndex(g.source[:min(upTo, len(g.source))], -1) {
		switch text := g.source[m[0]:m[1]]; text {
		case "(", "[", "{":
			open = append(open, m[0])
		case ")", "]", "}":
			open = open[:max(len(open)-1, 0)]
		}
	}
	if len(open) == 0 {
		return "", syntax.Position{}
	}
	at := open[len(open)-1]
	before := g.source[:at]
	line := strings.Count(before, "\n")
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return g.source[at : at+1], syntax.MakePosition(&g.file, int32(line+1), int32(column+1))
}

// textStart returns the index of the quote that begins the text at the end of a line, or -1.
func textStart(line string) int {
	if line == "" {
		return -1
	}
	return strings.LastIndexByte(line[:len(line)-1], line[len(line)-1])
}
