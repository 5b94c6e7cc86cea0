package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"tabletop/companion/words"
	"tabletop/games"
)

// books caches books of problems as JSON, one per game and language. A book is built on request. It
// is replaced when the problem of the day changes.
type books struct {
	mu    sync.Mutex
	byKey map[bookKey]book
}

type bookKey struct {
	game string
	lang words.Lang
}

// book is the JSON of a book and the number of the problem of the day that it names.
type book struct {
	today int
	file  *asset
}

// problemText is a problem in words.
type problemText struct {
	Number  int               `json:"number"`
	Grade   string            `json:"grade"`
	Moves   int               `json:"moves"` // number of moves of the shortest known solution
	Options map[string]string `json:"options"`
	View    diagram           `json:"view"`
}

// diagram is the board of a problem, as printed in a book.
type diagram struct {
	W     int           `json:"w"`
	H     int           `json:"h"`
	Cells []diagramCell `json:"cells"`
}

// diagramCell is a cell of a board without its seat and tag.
type diagramCell struct {
	Glyph string `json:"glyph"`
	Name  string `json:"name,omitempty"`
	Mark  uint8  `json:"mark,omitempty"`
}

// problems serves the book of problems of a game.
func (s *Server) problems(c *call) {
	name := c.r.URL.Query().Get("game")
	r := c.now.Games.Find(name)
	if r == nil {
		c.refuse(http.StatusNotFound, "game", quoted(name), strconv.Quote(games.Nearest(name, c.now.Games.Names())))
		return
	}
	file, err := s.books.of(c, r)
	switch {
	case err != nil:
		c.refuse(http.StatusInternalServerError, "badbook", quoted(err.Error()))
	case file == nil:
		c.refuse(http.StatusNotFound, "nobook", quoted(name))
	default:
		c.w.Header().Add("Vary", "Accept-Language")
		file.serve(c)
	}
}

// of returns the book of a game in the language of the answer, or nil if the game has none.
func (b *books) of(c *call, r games.Rules) (*asset, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key, today := bookKey{r.Name(), c.lang}, c.today(r)
	if kept, ok := b.byKey[key]; ok && kept.today == today {
		return kept.file, nil
	}
	all := []problemText{}
	for _, p := range games.Problems(r) {
		result, err := c.problem(r, p)
		if err != nil {
			return nil, fmt.Errorf("problem %d: %w", p.Number, err)
		}
		all = append(all, result)
	}
	if len(all) == 0 {
		return nil, nil
	}
	text, err := json.Marshal(struct {
		Problems []problemText `json:"problems"`
		// Today is the number of the problem of the day, or 0 if the date is unknown.
		Today int `json:"today"`
	}{all, today})
	if err != nil {
		return nil, err
	}
	kept := book{today, newAsset("book.json", text)}
	b.byKey[key] = kept
	return kept.file, nil
}

// problem returns a problem in words with its diagram.
func (c *call) problem(r games.Rules, p games.Problem) (problemText, error) {
	result := problemText{Number: p.Number, Grade: textOf(c.wordsOf(r), p.Grade, nil), Moves: p.Moves, Options: nonNil(p.Options)}
	least, _ := r.Seats()
	s, err := r.New(games.Setup{Seats: least, Options: p.Options})
	if err != nil {
		return result, err
	}
	v := s.View(games.Nobody)
	result.View = diagram{v.W, v.H, []diagramCell{}}
	for _, cell := range v.Cells {
		result.View.Cells = append(result.View.Cells, diagramCell{cell.Glyph, cell.Name, uint8(cell.Mark)})
	}
	return result, nil
}

// today returns the number of the game's problem of the day. It returns 0 if there is none or if
// the date is unknown.
func (c *call) today(r games.Rules) int {
	if c.now.Day == 0 {
		return 0
	}
	p, _ := games.Today(r, c.now.Day)
	return p.Number
}
