package templates

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"tabletop/companion"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/table"
)

// mostName is the maximum length of a template's name, in letters. It is the width of a row in the
// panel's menus.
const mostName = 18

// file holds the contents of a template file. A number that the file omits is nil.
type file struct {
	Name     name       `toml:"name"`
	Seats    *int       `toml:"seats"`
	Wins     string     `toml:"wins"`
	Target   *int       `toml:"target"`
	Rounds   *int       `toml:"rounds"`
	Ties     string     `toml:"ties"`
	Category []category `toml:"category"`
}

type category struct {
	Name   name `toml:"name"`
	From   *int `toml:"from"`
	To     *int `toml:"to"`
	Factor *int `toml:"factor"`
}

// name holds a name in each language; "" if the file omits it.
type name struct {
	Russian string `toml:"ru"`
	English string `toml:"en"`
}

// in returns the name in a language, or the name in the other language if that is the only one. key
// is the key of the returned name in the file.
func (n name) in(lang words.Lang) (text, key string) {
	switch {
	case lang == words.Russian && n.Russian != "", n.English == "":
		return n.Russian, "name.ru"
	}
	return n.English, "name.en"
}

// Parse parses the text of a template file. The path in its error is empty.
func Parse(text string) (companion.Template, *Error) {
	var f file
	meta, err := toml.Decode(text, &f)
	if err != nil {
		return companion.Template{}, &Error{Place: lineOf(err), Err: err}
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		key := unknown[0].String()
		return companion.Template{}, &Error{Place: key, Err: fmt.Errorf("unknown key; the nearest is %s", games.Nearest(key, keys))}
	}
	return f.template()
}

// keys holds the names of all keys of a template file.
var keys = namesOf(reflect.TypeFor[file](), "")

func namesOf(t reflect.Type, prefix string) (names []string) {
	for field := range t.Fields() {
		name, of := prefix+field.Tag.Get("toml"), field.Type
		names = append(names, name)
		if of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() == reflect.Struct {
			names = append(names, namesOf(of, name+".")...)
		}
	}
	return names
}

// lineOf returns the line of an error of the TOML parser. A syntax error contains the line in a
// field, a type error only in the text.
func lineOf(err error) string {
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		return strconv.Itoa(syntax.Position.Line)
	}
	line := 0
	if _, err := fmt.Sscanf(err.Error(), "toml: line %d", &line); err != nil {
		return ""
	}
	return strconv.Itoa(line)
}

// template converts f to a template. It checks the template with the rules of the scoreboard.
func (f *file) template() (companion.Template, *Error) {
	t := companion.Template{Game: table.Score{}.Name(), Names: map[words.Lang]string{}, Options: map[words.Lang]map[string]string{}}
	if f.Seats != nil {
		t.Seats = *f.Seats
	}
	for _, lang := range words.Langs {
		text, key := f.Name.in(lang)
		if !fitsLine(text) {
			return t, &Error{Place: key, Err: fmt.Errorf("want a name of up to %d letters", mostName)}
		}
		options, wrong := f.options(lang)
		if wrong == nil {
			wrong = f.playable(options)
		}
		if wrong != nil {
			return t, wrong
		}
		t.Names[lang], t.Options[lang] = text, options
	}
	return t, nil
}

// fitsLine reports whether text is a printable name that fits a menu row.
func fitsLine(text string) bool {
	return text != "" && text == strings.TrimSpace(text) && utf8.ValidString(text) && utf8.RuneCountInString(text) <= mostName &&
		!strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// options returns the scoreboard's options that f sets to other values than the defaults.
func (f *file) options(lang words.Lang) (map[string]string, *Error) {
	options := map[string]string{"wins": f.Wins, "ties": f.Ties, "target": number(f.Target), "rounds": number(f.Rounds)}
	var list []string
	for i := range f.Category {
		text, wrong := f.Category[i].option(lang)
		if wrong != nil {
			wrong.Place = fmt.Sprintf("category[%d]%s", i+1, wrong.Place)
			return nil, wrong
		}
		list = append(list, text)
	}
	options["categories"] = strings.Join(list, ";")
	maps.DeleteFunc(options, func(name, value string) bool { return value == "" || value == defaultOf(name) })
	return options, nil
}

// number formats an optional number. It returns "" for nil.
func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// defaultOf returns the default of an option of the scoreboard.
func defaultOf(option string) string { return games.Setup{}.Value(table.Score{}.Options(), option) }

// option returns the text of category c for the scoreboard's option "categories".
func (c *category) option(lang words.Lang) (string, *Error) {
	name, key := c.Name.in(lang)
	made := table.Category{Name: name, From: -table.MostPoints, To: table.MostPoints, Factor: 1}
	for _, n := range []struct{ from, to *int }{{c.From, &made.From}, {c.To, &made.To}, {c.Factor, &made.Factor}} {
		if n.from != nil {
			*n.to = *n.from
		}
	}
	read, err := table.ParseCategories(made.String())
	if err != nil {
		return "", &Error{Place: placeOf(err, key), Err: ruleError(err)}
	}
	if !slices.Equal(read, []table.Category{made}) { // the name contains separators of the option
		return "", &Error{Place: "." + key, Err: ruleError(games.Refuse("", "rule.categories.name", strconv.Itoa(table.MostLetters)))}
	}
	return made.String(), nil
}

// placeOf returns the key of a category that breaks the rule in err, with a leading dot, such as
// ".factor". It returns "" for a rule about the whole category. name is the key of the category's
// name.
func placeOf(err error, name string) string {
	var illegal games.Illegal
	errors.As(err, &illegal)
	switch illegal.Rule.Key {
	case "rule.categories.name":
		return "." + name
	case "rule.categories.factor":
		return ".factor"
	}
	return ""
}

// playable returns an error if the scoreboard refuses the options or the number of seats.
func (f *file) playable(options map[string]string) *Error {
	seats := 2
	if f.Seats != nil {
		seats = *f.Seats
	}
	_, err := table.Score{}.New(games.Setup{Seats: seats, Options: options})
	if err == nil {
		return nil
	}
	var illegal games.Illegal
	errors.As(err, &illegal)
	key, _, _ := strings.Cut(string(illegal.Says), "=")
	if key == "categories" {
		key = "category"
	}
	return &Error{Place: key, Err: ruleError(err)}
}

// ruleError returns the text of the broken rule in err, in English, for the log.
func ruleError(err error) error {
	w, broken := words.For(words.English, words.Companion(words.English), table.Score{})
	var illegal games.Illegal
	if broken != nil || !errors.As(err, &illegal) {
		return err
	}
	return errors.New(w.Say(illegal.Rule, nil))
}
