package web

import (
	"context"
	"slices"
	"strings"

	"tabletop/companion/history"
)

// filter selects matches of the history. An empty field selects all.
type filter struct {
	*call
	server *Server
	game   string // name of the game
	player string
	find   string // text in the titles, names, options, places and notes, in the form of searchable
}

// filter returns the filter in the query.
func (s *Server) filter(c *call) filter {
	query := c.r.URL.Query()
	f := filter{call: c, server: s, game: query.Get("game"), player: query.Get("player"), find: searchable(query.Get("find"))}
	if f.player != "" {
		f.player = c.person(f.player)
	}
	return f
}

// on reports whether the filter omits any match.
func (f filter) on() bool { return f.game+f.player+f.find != "" }

// searchable returns text without differences that a search ignores.
func searchable(text string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "ё", "е")
}

// page returns a page of evenings with their selected matches, as eveningPage does. It omits evenings
// without any.
func (f filter) page(ctx context.Context, before int64, limit int) (found []history.Evening, next int64, err error) {
	all, err := f.server.allItems(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, e := range history.Evenings(all) {
		mark := e.Mark()
		if before > 0 && mark >= before {
			continue
		}
		e.Items = slices.DeleteFunc(e.Items, func(item history.Item) bool { return !f.selects(item) })
		if len(e.Items) == 0 {
			continue
		}
		if len(found) == limit {
			return found, next, nil
		}
		found, next = append(found, e), mark
	}
	return found, 0, nil
}

// selects reports whether the filter selects a match.
func (f filter) selects(item history.Item) bool {
	s := item.Summary
	return (f.game == "" || s.Game == f.game) &&
		(f.player == "" || slices.ContainsFunc(s.Names, func(name string) bool { return f.person(name) == f.player })) &&
		(f.find == "" || strings.Contains(searchable(strings.Join(f.texts(s), "\n")), f.find))
}

// texts returns the texts of a match that a search reads.
func (f filter) texts(s history.Summary) []string {
	w := f.words(s.Game)
	texts := append([]string{f.titleOf(s), textOf(w, s.Why, s.Names), s.Place, s.Note}, s.Names...)
	for _, o := range f.chosenOptions(s, w) {
		texts = append(texts, o.Label, o.Value)
	}
	return texts
}
