package companion_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// byKey are the calls of tests that take items of wordstest.Texts.
var byKey = []string{
	"At", "Choose", "MoveTo", "Shows", "Text", "Want",
	"before", "choose", "chosen", "consult", "moveTo", "refuses", "says", "set", "shows", "text", "texts", "turned", "untilShows",
}

// made are the Cyrillic words that tests bring along themselves: names of people, things of
// templates, games and boxes.
var made = strings.Fields(`А Аб Александра Аня аня Б Боря В Вера Ёлка Зоя Магомедрасулович Константин Я Дартс Кошки дома Лодка Монеты Мыши нет Порт порт
	Взятки взятки и бо бонус Бонус штрафы До ста цвет красный строка имени`)

var cyrillic = regexp.MustCompile(`[А-Яа-яЁё]+`)

// A text that stands in a catalogue stands there alone: a test that looks for it has its key.
func TestTestsNameTextsByTheirKeys(t *testing.T) {
	items := 0
	testFiles(t, func(file string, set *token.FileSet, f *ast.File) {
		if !strings.HasSuffix(file, "_test.go") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !slices.Contains(byKey, called(call)) {
				return true
			}
			for _, arg := range call.Args {
				if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					items++
					if word := worded(lit.Value); word != "" {
						t.Errorf("%v: %s holds a word, %q, where the key of its text belongs", set.Position(lit.Pos()), lit.Value, word)
					}
				}
			}
			return true
		})
	})
	if items < 1000 {
		t.Errorf("only %d items were looked at", items)
	}
}

// worded returns the first word of a literal that its test hasn't made itself.
func worded(literal string) string {
	for _, word := range cyrillic.FindAllString(literal, -1) {
		if !slices.Contains(made, word) {
			return word
		}
	}
	return ""
}

// called is the name of what is called.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}
