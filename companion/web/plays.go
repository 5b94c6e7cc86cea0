package web

import (
	"net/http"
	"time"

	"tabletop/companion/history"
)

// figures describe a set of numbers.
type figures struct {
	Count  int     `json:"count"`
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	Spread float64 `json:"spread"` // standard deviation; 0 for one number
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

// figuresOf returns the figures in JSON, or nil if there are no numbers.
func figuresOf(f history.Figures) *figures {
	if f.Count == 0 {
		return nil
	}
	result := figures(f)
	return &result
}

// gameStats is the page of a game. Figures without numbers are null.
type gameStats struct {
	Game     string       `json:"game"`
	Title    string       `json:"title"`
	Matches  int          `json:"matches"`
	Left     int          `json:"left"` // number of matches that aren't finished
	Unsure   int          `json:"unsure"`
	First    string       `json:"first"` // dates in the box's time zone; "" if no match has a date
	Last     string       `json:"last"`
	Decided  int          `json:"decided"` // number of matches that some players won and others didn't
	AllWon   int          `json:"allwon"`
	NoneWon  int          `json:"nonewon"`
	Alone    int          `json:"alone"`
	AloneWon int          `json:"alonewon"`
	Length   *figures     `json:"length"` // in ms
	Points   *points      `json:"points"`
	Sizes    []size       `json:"sizes"`
	Seats    []place      `json:"seats"`
	Began    place        `json:"began"`
	Players  []playsOfOne `json:"players"`
}

type points struct {
	figures
	Lowest    bool    `json:"lowest"`
	Best      float64 `json:"best"`
	Matches   int     `json:"matches"`
	Otherwise int     `json:"otherwise"`
	Trend     *trend  `json:"trend"` // null if there are too few matches
}

// trend compares the mean of the points in the last matches with that in all matches before.
type trend struct {
	Matches int     `json:"matches"` // number of the last matches
	Recent  float64 `json:"recent"`
	Before  float64 `json:"before"`
}

type size struct {
	Players int      `json:"players"`
	Matches int      `json:"matches"`
	Won     int      `json:"won"` // number of matches with a winner
	Length  *figures `json:"length"`
	Points  *figures `json:"points"`
}

type place struct {
	Seat    int     `json:"seat,omitempty"`
	Matches int     `json:"matches"`
	Wins    int     `json:"wins"`
	Fair    float64 `json:"fair"` // expected number of wins if all players had equal chances
}

type playsOfOne struct {
	Name    string   `json:"name"`
	Look    seatLook `json:"look"`
	Matches int      `json:"matches"`
	Wins    int      `json:"wins"`
	Points  *figures `json:"points"`
	Best    float64  `json:"best"`
	Last    string   `json:"last"`
}

// dateOf returns the date of a time in RFC 3339 in the box's time zone, or "" for "".
func dateOf(label string) string {
	at, err := time.Parse(time.RFC3339, label)
	if err != nil {
		return ""
	}
	return at.Local().Format(time.DateOnly)
}

// playsOf serves the page of the game in the query.
func (s *Server) playsOf(c *call) {
	game := c.r.URL.Query().Get("game")
	items, err := s.allItems(c.r.Context())
	if err != nil {
		c.unreadable(err)
		return
	}
	found := history.PlaysOf(game, c.persons(items))
	if found.Matches+found.Left == 0 {
		c.refuse(http.StatusNotFound, "noplays", quoted(game))
		return
	}
	c.answer(c.gameStats(found))
}

func (c *call) gameStats(p history.Plays) gameStats {
	result := gameStats{
		Game: p.Game, Title: c.title(p.Game), Matches: p.Matches, Left: p.Left, Unsure: p.Unsure, First: dateOf(p.First), Last: dateOf(p.Last),
		Decided: p.Decided, AllWon: p.AllWon, NoneWon: p.NoneWon, Alone: p.Alone, AloneWon: p.AloneWon,
		Length: figuresOf(p.Length), Points: pointsOf(p.Points), Sizes: []size{}, Seats: []place{}, Began: place(p.Beginners), Players: []playsOfOne{},
	}
	if p.Latest.ID != "" {
		result.Title = c.titleOf(p.Latest.Summary)
	}
	for _, z := range p.Sizes {
		result.Sizes = append(result.Sizes, size{z.Players, z.Matches, z.Won, figuresOf(z.Length), figuresOf(z.Points)})
	}
	for _, at := range p.Seats {
		result.Seats = append(result.Seats, place(at))
	}
	for _, one := range p.Players {
		result.Players = append(result.Players, playsOfOne{
			one.Name, c.lookOf(one.Name), one.Matches, one.Wins, figuresOf(one.Points), one.Best, dateOf(one.Last),
		})
	}
	return result
}

func pointsOf(p history.Points) *points {
	if p.Count == 0 {
		return nil
	}
	result := points{figures: figures(p.Figures), Lowest: p.Lowest, Best: p.Best, Matches: p.Matches, Otherwise: p.Otherwise}
	if p.Trend {
		result.Trend = &trend{history.TrendMatches, p.Recent, p.Before}
	}
	return &result
}

// lookOf returns the colour and picture of a player.
func (c *call) lookOf(name string) seatLook { return looksOf(c.now.Offer.People(), []string{name})[0] }

// duel is the page of two players. Fields of two numbers have that of the first player first.
type duel struct {
	Names   [2]string  `json:"names"`
	Looks   []seatLook `json:"looks"`
	Matches int        `json:"matches"`
	results
	Ahead  [2]int  `json:"ahead"` // number of matches with better points than the other
	Level  int     `json:"level"` // number of matches with equal points
	Streak [2]int  `json:"streak"`
	Now    [2]int  `json:"now"`
	Games  []clash `json:"games"`
	Unsure int     `json:"unsure"`
	First  string  `json:"first"` // dates in the box's time zone; "" if no match has a date
	Last   string  `json:"last"`
	Match  string  `json:"match"` // id of the latest match
}

type results struct {
	Won     [2]int `json:"won"` // number of matches in which the player beat the other
	Both    int    `json:"both"`
	Neither int    `json:"neither"`
}

type clash struct {
	Game    string `json:"game"`
	Title   string `json:"title"`
	Matches int    `json:"matches"`
	results
}

// pair serves the page of the two players in the query.
func (s *Server) pair(c *call) {
	query := c.r.URL.Query()
	a, b := query.Get("a"), query.Get("b")
	items, err := s.allItems(c.r.Context())
	if err != nil {
		c.unreadable(err)
		return
	}
	d := history.DuelOf(a, b, c.persons(items))
	if d.Matches == 0 {
		c.refuse(http.StatusNotFound, "nopair", quoted(a), quoted(b))
		return
	}
	result := duel{
		Names: d.Names, Looks: looksOf(c.now.Offer.People(), d.Names[:]), Matches: d.Matches, results: results(d.Score), Ahead: d.Ahead, Level: d.Level,
		Streak: d.Streak, Now: d.Now, Games: []clash{}, Unsure: d.Unsure, First: dateOf(d.First), Last: dateOf(d.Last), Match: d.Latest.ID,
	}
	for _, g := range d.Games {
		result.Games = append(result.Games, clash{g.Game, c.title(g.Game), g.Matches, results(g.Score)})
	}
	c.answer(result)
}

// times describe when the table plays.
type times struct {
	Evenings int         `json:"evenings"`
	Matches  int         `json:"matches"`
	Unsure   int         `json:"unsure"`
	Nights   [7]int      `json:"nights"` // number of evenings by weekday, Monday first
	Days     [7]int      `json:"days"`   // number of matches by weekday
	Hours    [24]int     `json:"hours"`
	Weeks    int         `json:"weeks"`    // longest series of weeks in a row with an evening
	WeeksNow int         `json:"weeksnow"` // length of that series up to now
	Streak   *yearPlayer `json:"streak"`   // player with the longest series of wins in a row
	Games    []idle      `json:"games"`
}

type idle struct {
	Game    string `json:"game"`
	Title   string `json:"title"`
	Matches int    `json:"matches"`
	Last    string `json:"last"`  // date in the box's time zone; "" if no match has a date
	Days    int    `json:"days"`  // days since then; -1 if unknown
	Match   string `json:"match"` // id of the latest match with a date, or ""
}

// times serves when the table plays.
func (s *Server) times(c *call) {
	items, err := s.allItems(c.r.Context())
	if err != nil {
		c.unreadable(err)
		return
	}
	t := history.TimesOf(c.persons(items), time.Local, c.now.Day)
	result := times{
		Evenings: t.Evenings, Matches: t.Matches, Unsure: t.Unsure, Nights: t.Nights, Days: t.Days, Hours: t.Hours,
		Weeks: t.Weeks, WeeksNow: t.WeeksNow, Games: []idle{},
	}
	if t.Best.Wins > 0 {
		result.Streak = &yearPlayer{Name: t.Best.Name, Matches: t.Best.Wins, Wins: t.Best.Wins}
	}
	for _, g := range t.Games {
		one := idle{g.Game, c.title(g.Game), g.Matches, dateOf(g.Last.Summary.Start), g.Days, g.Last.ID}
		if g.Last.ID != "" {
			one.Title = c.titleOf(g.Last.Summary)
		}
		result.Games = append(result.Games, one)
	}
	c.answer(result)
}
