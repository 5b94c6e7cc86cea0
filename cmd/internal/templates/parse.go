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

// mostName is how many letters a template's name has at most: a row of the panel's menus.
const mostName = 18

// file is a template as it is written. Numbers that were left out are nil.
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

// name is a name in each language.
type name struct {
	Russian string `toml:"ru"`
	English string `toml:"en"`
}

// in returns the name in a language, or the only one there is, and its key.
func (n name) in(lang words.Lang) (text, key string) {
	switch {
	case lang == words.Russian && n.Russian != "", n.English == "":
		return n.Russian, "name.ru"
	}
	return n.English, "name.en"
}

// Parse reads the text of one file. Its error has no path.
func Parse(text string) (companion.Template, *Error) {
	var f file
	meta, err := toml.Decode(text, &f)
	if err != nil {
		return companion.Template{}, &Error{Place: lineOf(err), Err: err}
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		key := unknown[0].String()
		return companion.Template{}, &Error{Place: key, Err: fmt.Errorf("there is no such key; %s is meant, perhaps", games.Nearest(key, keys))}
	}
	return f.template()
}

// keys are all that a file may have.
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

// lineOf is the line that an error of the TOML reader names: of the grammar in a
// field, of a value of the wrong type in its text only.
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

// template makes of f what the panel offers, once the scoreboard can be played so.
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

func fitsLine(text string) bool {
	return text != "" && text == strings.TrimSpace(text) && utf8.ValidString(text) && utf8.RuneCountInString(text) <= mostName &&
		!strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// options are those of the scoreboard that f changes.
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

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func defaultOf(option string) string { return games.Setup{}.Value(table.Score{}.Options(), option) }

// option is c as the option categories wants it.
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
		return "", &Error{Place: placeOf(err, key), Err: said(err)}
	}
	if !slices.Equal(read, []table.Category{made}) { // a name with signs of the grammar in it
		return "", &Error{Place: "." + key, Err: said(games.Refuse("", "rule.categories.name", strconv.Itoa(table.MostLetters)))}
	}
	return made.String(), nil
}

// placeOf is the key of a category that a rule speaks of.
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

// playable checks the set-up as the scoreboard does.
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
	return &Error{Place: key, Err: said(err)}
}

// said is the refusal of a rule in words, for the log.
func said(err error) error {
	w, broken := words.For(words.English, words.Own(words.English), table.Score{})
	var illegal games.Illegal
	if broken != nil || !errors.As(err, &illegal) {
		return err
	}
	return errors.New(w.Say(illegal.Rule, nil))
}
