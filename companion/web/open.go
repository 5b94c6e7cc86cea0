package web

import (
	"slices"
	"sync"

	"tabletop/companion"
	"tabletop/companion/words"
	"tabletop/games"
)

// open is a match that can be resumed.
type open struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Names []string `json:"names"`
	// At is the time of the last fact in RFC 3339; "" if unknown.
	At string `json:"at,omitempty"`
	openState
}

// openState describes the position of an open match. It is zero if the match can't be read.
type openState struct {
	State  string  `json:"state,omitempty"` // title of the view, as "Round 2"; "" if it is that of the game
	Scores []int32 `json:"scores,omitempty"`
}

// open returns the matches that can be resumed. It omits the match on the panel.
func (s *Server) open(c *call) []open {
	all := []open{}
	for _, o := range c.now.Offer.Open {
		if o.ID == c.now.Point.Match {
			continue
		}
		all = append(all, open{o.ID, c.title(o.Game), o.Names, o.Touched, s.openStates.of(s, c, o)})
	}
	return all
}

// openStates keeps the positions of open matches that aren't on the panel. Every request for the match
// lists them.
type openStates struct {
	mu  sync.Mutex
	all map[openKey]openState
}

// openKey identifies a position in a language.
type openKey struct {
	id    string
	facts int
	lang  words.Lang
}

// mostOpenStates is the maximum number of cached positions. It is enough for all open matches in both
// languages.
const mostOpenStates = 128

// of returns the position of an open match in the language of the answer.
func (o *openStates) of(s *Server, c *call, r companion.Resumable) openState {
	if s.opts.History == nil || r.Facts == 0 {
		return openState{}
	}
	key := openKey{r.ID, r.Facts, c.lang}
	o.mu.Lock()
	defer o.mu.Unlock()
	if kept, ok := o.all[key]; ok {
		return kept
	}
	if o.all == nil || len(o.all) >= mostOpenStates {
		o.all = map[openKey]openState{}
	}
	state := s.openState(c, r.ID)
	if c.r.Context().Err() == nil { // else the client is gone, and the match may be unread
		o.all[key] = state
	}
	return state
}

// openState reads an open match. It omits facts that are veiled.
func (s *Server) openState(c *call, id string) openState {
	e, err := s.opts.History.Record(c.r.Context(), id)
	if err != nil {
		return openState{}
	}
	mt, err := e.Match(s.opts.Games)
	if err == nil {
		mt, err = s.upTo(mt, mt.FirstHidden()-1)
	}
	if err != nil {
		return openState{}
	}
	w := c.wordsOf(mt.Rules())
	result := openState{State: textOf(w, mt.State().View(games.Nobody).Title, mt.Names())}
	if result.State == w.Word("title") {
		result.State = ""
	}
	if scores := mt.State().Standing().Scores; slices.ContainsFunc(scores, func(n int32) bool { return n != 0 }) {
		result.Scores = scores
	}
	return result
}
