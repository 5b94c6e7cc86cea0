package evaluator

import (
	"errors"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/script"
)

// compile compiles a program to the game called name. It returns a [Fault] for an invalid
// program.
func compile(name, source string) (games.Rules, error) {
	r, err := script.Compile(name, source)
	var wrong script.Error
	if !errors.As(err, &wrong) {
		return r, err
	}
	f := Fault{Line: wrong.Line, Column: wrong.Column, Text: wrong.Text, Texts: map[words.Lang]string{}}
	for _, lang := range words.Langs {
		f.Texts[lang] = wrong.In(string(lang))
	}
	return nil, f
}

// Kinds returns the kinds of games for Like, in alphabetical order.
func Kinds() []string { return script.Kinds() }

// Like returns the program of a working game of a kind, with comments in a language. ok is false for
// an unknown kind.
func Like(kind, name string, lang words.Lang) (program string, ok bool) {
	return script.Like(kind, name, string(lang))
}

// Sample returns the program of a working sample game called name, as a template.
func Sample(name string) string { return script.Sample(name) }
