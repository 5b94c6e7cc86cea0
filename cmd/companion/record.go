package main

import (
	"errors"
	"fmt"
	"os"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// read reads the record that the operand names.
func (c *call) read(file string) (match.Match, error) {
	in := c.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return match.Match{}, err
		}
		defer f.Close()
		in = f
	}
	m, err := match.Read(in, file, catalogue.Games())
	return m, c.inWords(err)
}

// inWords says a rule of the game that a record breaks in the game's words.
func (c *call) inWords(err error) error {
	var line *match.LineError
	var illegal games.Illegal
	if !errors.As(err, &line) || !errors.As(err, &illegal) {
		return err
	}
	for _, r := range catalogue.Games().Games {
		if r.Name() == line.Game {
			return fmt.Errorf("%s:%d: %w", line.File, line.Line, c.rule(r, illegal, line.Names))
		}
	}
	return err
}

// rule says which decision the game refuses, and why.
func (c *call) rule(r games.Rules, illegal games.Illegal, names []string) error {
	w, err := c.words(r)
	if err != nil {
		return err
	}
	return fmt.Errorf("%.80q: %s", illegal.Says, w.Say(illegal.Rule, names))
}

// words returns the game's words in the language of the call.
func (c *call) words(r games.Rules) (*words.Catalogue, error) {
	return words.For(c.lang, words.Own(c.lang), r)
}
