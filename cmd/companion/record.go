package main

import (
	"errors"
	"fmt"
	"os"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
	"tabletop/cmd/internal/gamefiles"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// read reads the record in file, or in standard input for "-".
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
	m, err := match.Read(in, file, c.games())
	return m, c.inWords(err)
}

// inWords replaces the refused decision in err by an error with the text of the broken rule. It
// returns any other err unchanged.
func (c *call) inWords(err error) error {
	var line *match.LineError
	var illegal games.Illegal
	if !errors.As(err, &line) || !errors.As(err, &illegal) {
		return err
	}
	r, unknown := c.games().Lookup(line.Game, line.Program)
	if unknown != nil {
		return err
	}
	return fmt.Errorf("%s:%d: %w", line.File, line.Line, c.rule(r, illegal, line.Names))
}

// rule returns an error with the refused decision and the text of the broken rule.
func (c *call) rule(r games.Rules, illegal games.Illegal, names []string) error {
	w, err := c.words(r)
	if err != nil {
		return err
	}
	return fmt.Errorf("%.80q: %s", illegal.Says, w.Say(illegal.Rule, names))
}

// refusedSetup returns an error with the text of the rule that refuses a set-up of r.
func (c *call) refusedSetup(r games.Rules, err error) error {
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return err
	}
	return c.rule(r, illegal, nil)
}

// words returns the game's words in the language of the call.
func (c *call) words(r games.Rules) (*words.Catalogue, error) {
	return words.For(c.lang, words.Companion(c.lang), r)
}

// games returns the catalogue of all games. The program of a game in a file is taken from the
// record, checked, and run in a separate process.
func (c *call) games() games.Catalogue {
	if c.gameFiles == nil {
		c.gameFiles = gamefiles.New(c.player(), nil)
	}
	return c.gameFiles.With(catalogue.Games()).Elsewhere()
}

// player returns a [gamefiles.Player], which checks and runs the programs of games in files. If the
// tool cannot find its own executable file, the player refuses all programs.
func (c *call) player() gamefiles.Player {
	e, err := evaluator.Here()
	if err != nil {
		e = evaluator.New("")
	}
	c.closers = append(c.closers, e.Close)
	return evaluator.Player{Evaluator: e}
}
