package web

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// mostGame is the maximum size in bytes of the JSON of an uploaded game.
const mostGame = match.MostStarted

// localizedError is an error with a text in each language.
type localizedError interface {
	error
	In(lang words.Lang) string
}

// trialPause is the pause between two trials of games, because a trial keeps the processor busy.
const trialPause = 5 * time.Second

// addGame tries an uploaded game. If the trial succeeds, addGame asks for consent on the panel,
// else it answers with the reason.
func (s *Server) addGame(c *call) {
	var body struct {
		Name    string `json:"name"` // file name without extension
		Program string `json:"program"`
	}
	if !c.readJSONUpTo(mostGame, &body) {
		return
	}
	if !s.trial.TryLock() {
		c.w.Header().Set("Retry-After", busyTime)
		c.refuse(http.StatusServiceUnavailable, "busy")
		return
	}
	defer func() { time.AfterFunc(trialPause, s.trial.Unlock) }()
	program := strings.ReplaceAll(strings.TrimPrefix(body.Program, "\ufeff"), "\r\n", "\n")
	r, err := s.opts.Files.Try(c.r.Context(), body.Name, program)
	if err != nil {
		c.fail(http.StatusUnprocessableEntity, c.localized(err))
		return
	}
	s.do(c, companion.AddGame{Name: body.Name, Program: program, Title: c.titleIn(c.now.Lang, r)})
}

// dropGame asks for consent to delete the game file of that name.
func (s *Server) dropGame(c *call, name string) {
	r := c.now.Games.Find(games.InFile + name)
	if r == nil {
		c.refuse(http.StatusNotFound, "game", quoted(name), quoted(games.Nearest(name, c.now.Games.Names())))
		return
	}
	s.do(c, companion.DropGame{Name: name, Title: c.titleIn(c.now.Lang, r)})
}

// titleIn returns the title of a game in a language.
func (c *call) titleIn(lang words.Lang, r games.Rules) string {
	return c.now.WordsOf(lang, r).Word("title")
}

// localized returns the text of an error in the language of the answer. For an error without
// translations it returns err.Error().
func (c *call) localized(err error) string {
	if localized := localizedError(nil); errors.As(err, &localized) {
		return localized.In(c.lang)
	}
	return err.Error()
}

// brokenFile names a game file that can't be played, and the reason.
type brokenFile struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

func (c *call) brokenFiles() []brokenFile {
	all := []brokenFile{}
	for _, w := range c.now.Wrong {
		all = append(all, brokenFile{w.File, w.Why[c.lang]})
	}
	return all
}
