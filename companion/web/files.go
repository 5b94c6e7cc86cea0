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

// mostGame is how many bytes the JSON of a game that is sent may have.
const mostGame = match.MostStarted

// spokenError is an error that can say itself in the language of who asks.
type localizedError interface {
	error
	In(lang words.Lang) string
}

// restTime is how long nobody's game is tried after one was: each takes the processor for a
// while.
const trialPause = 5 * time.Second

// addGame tries the game that is sent, and asks the table for it. What was found is the
// answer: nobody at the box is asked about a game that can't be played.
func (s *Server) addGame(c *call) {
	var body struct {
		Name    string `json:"name"` // of its file, without ending
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

// dropGame asks the table to take a game off the shelf.
func (s *Server) dropGame(c *call, name string) {
	r := c.now.Games.Find(games.InFile + name)
	if r == nil {
		c.refuse(http.StatusNotFound, "game", quoted(name), quoted(games.Nearest(name, c.now.Games.Names())))
		return
	}
	s.do(c, companion.DropGame{Name: name, Title: c.titleIn(c.now.Lang, r)})
}

// titleIn is what a game calls itself in a language.
func (c *call) titleIn(lang words.Lang, r games.Rules) string {
	return c.now.WordsOf(lang, r).Word("title")
}

// inWords says an error in the language of the answer, if it can be said in one.
func (c *call) localized(err error) string {
	if localized := localizedError(nil); errors.As(err, &localized) {
		return localized.In(c.lang)
	}
	return err.Error()
}

// unplayable is a file that can't be played, and why.
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
