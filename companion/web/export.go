package web

import (
	"context"
	"net/http"
	"time"

	"tabletop/companion/history"
	"tabletop/companion/people"
)

// player holds the statistics of a player.
type player struct {
	Name    string   `json:"name"`
	Look    seatLook `json:"look"`
	Matches int      `json:"matches"`
	Wins    int      `json:"wins"`
	Streak  int      `json:"streak"` // number of matches won in a row, up to the last match
	Best    int      `json:"best"`   // largest number of matches won in a row
	Began   int      `json:"began"`  // number of matches in which the player had the first turn
	Games   []played `json:"games"`
	Versus  []versus `json:"versus"`
}

type played struct {
	Game    string `json:"game"`
	Title   string `json:"title"`
	Matches int    `json:"matches"`
	Wins    int    `json:"wins"`
	Best    int32  `json:"best"`
	Lowest  bool   `json:"lowest"` // whether fewer points are better
}

type versus struct {
	Name   string `json:"name"`
	Won    int    `json:"won"`
	Lost   int    `json:"lost"`
	Shared int    `json:"shared"`
}

// persons returns items with the players whom the table has declared to be one person as one.
func (c *call) persons(items []history.Item) []history.Item {
	if c.now.Offer == nil || len(c.now.Offer.Same) == 0 {
		return items
	}
	return history.WithPersons(items, c.person)
}

// person returns the name of the person who the table has declared the player to be.
func (c *call) person(name string) string {
	if c.now.Offer == nil {
		return name
	}
	p := people.People{Same: c.now.Offer.Same}
	return p.Person(name)
}

// players serves the statistics of all players.
func (s *Server) players(c *call) {
	items, err := s.allItems(c.r.Context())
	if err != nil {
		c.unreadable(err)
		return
	}
	all := []player{}
	for _, p := range history.Players(c.persons(items)) {
		all = append(all, c.player(p))
	}
	c.answer(struct {
		Players []player `json:"players"`
	}{all})
}

func (c *call) player(p history.Player) player {
	result := player{p.Name, c.lookOf(p.Name), p.Matches, p.Wins, p.Streak, p.BestStreak, p.Began, []played{}, []versus{}}
	for _, g := range p.Games {
		result.Games = append(result.Games, played{g.Game, c.title(g.Game), g.Matches, g.Wins, g.Best, g.Lowest})
	}
	for _, v := range p.Versus {
		result.Versus = append(result.Versus, versus(v))
	}
	return result
}

// allItems returns all matches of the history, the latest first.
func (s *Server) allItems(ctx context.Context) (all []history.Item, err error) {
	for next := int64(0); ; {
		var items []history.Item
		if items, next, err = s.items(ctx, next); err != nil {
			return nil, err
		}
		all = append(all, items...)
		if next == 0 {
			return all, nil
		}
	}
}

// export serves the CSV table named in the query, for spreadsheets.
func (s *Server) export(c *call) {
	what := c.r.URL.Query().Get("what")
	write, columns := s.matchRows, history.MatchColumns
	switch what {
	case "matches":
	case "rolls":
		write, columns = s.rollRows, history.RollColumns
	case "players":
		write, columns = s.playerRows, history.PlayerColumns
	default:
		c.refuse(http.StatusBadRequest, "what", "matches, rolls, players", quoted(what))
		return
	}
	items, err := s.allItems(c.r.Context())
	if err != nil {
		c.unreadable(err)
		return
	}
	defer c.extendDeadline()()
	c.attach("text/csv; charset=utf-8", "companion-"+what+".csv")
	if table, err := history.NewCSV(c.w, columns); err == nil {
		if what == "players" {
			items = c.persons(items)
		}
		_ = write(c.r.Context(), items, table) // fails when the client is gone
	}
}

func (s *Server) matchRows(_ context.Context, items []history.Item, table *history.CSV) error {
	for _, item := range items {
		if err := table.Write(history.MatchRows(item)...); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) playerRows(_ context.Context, items []history.Item, table *history.CSV) error {
	return table.Write(history.PlayerRows(history.Players(items))...)
}

// rollRows writes the rolls of all matches. It reads one record at a time, and skips records that
// are unreadable or have been deleted meanwhile.
func (s *Server) rollRows(ctx context.Context, items []history.Item, table *history.CSV) error {
	for _, item := range items {
		e, err := s.opts.History.Record(ctx, item.ID)
		if err != nil {
			continue
		}
		mt, err := e.Match(s.opts.Games)
		if err == nil {
			mt, err = s.upTo(mt, mt.FirstHidden()-1)
		}
		if err != nil {
			continue
		}
		if err := table.Write(history.RollRows(item.ID, mt)...); err != nil {
			return err
		}
	}
	return nil
}

// extendDeadline extends the write deadline to uploadTime. The returned function stops the timer.
func (c *call) extendDeadline() func() {
	conn := http.NewResponseController(c.w)
	// If the connection doesn't support deadlines, none was set.
	_ = conn.SetWriteDeadline(time.Time{})
	giveUp := time.AfterFunc(uploadTime, func() { _ = conn.SetWriteDeadline(longAgo) })
	return func() { giveUp.Stop() }
}

// backup serves a backup of the whole box as a file.
func (s *Server) backup(c *call) {
	defer c.extendDeadline()()
	c.attach(typeRecord, "companion-backup.jsonl")
	w := &trackingWriter{ResponseWriter: c.w}
	switch err := s.opts.History.Backup(c.r.Context(), w); {
	case err == nil:
		if s.opts.BackedUp != nil {
			s.opts.BackedUp()
		}
	case w.began:
		// The client must not take a partial backup for a complete one.
		panic(http.ErrAbortHandler)
	default:
		c.w.Header().Del("Content-Disposition")
		c.unreadable(err)
	}
}

// trackingWriter is a ResponseWriter that records whether a handler has written a body.
type trackingWriter struct {
	http.ResponseWriter
	began bool
}

func (w *trackingWriter) Write(p []byte) (int, error) {
	w.began = true
	return w.ResponseWriter.Write(p)
}
