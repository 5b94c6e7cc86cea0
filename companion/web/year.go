package web

import (
	"net/http"
	"strconv"
	"time"

	"tabletop/companion/history"
	"tabletop/companion/match"
)

// usualPoints and mostPoints are the default and maximum number of points of a curve.
const usualPoints, mostPoints = 40, 200

// curve serves the scores in the course of a match. It omits veiled facts.
func (s *Server) curve(c *call) {
	most, ok := c.queryNumber("points", 2, mostPoints, usualPoints)
	if !ok {
		return
	}
	_, mt, ok := s.historyMatch(c)
	if !ok {
		return
	}
	c.answer(curveOf(mt, int(most)))
}

// scoreCurve contains the scores in the course of a match.
type scoreCurve struct {
	Seqs  []int     `json:"seqs"`
	Lines [][]int32 `json:"lines"` // for each seat, its scores after each of Seqs; 0 before a newcomer came
}

// curveOf returns the curve of mt with up to that number of points.
func curveOf(mt match.Match, most int) scoreCurve {
	result := scoreCurve{[]int{}, make([][]int32, mt.Seats())}
	for _, p := range history.Curve(mt, most) {
		result.Seqs = append(result.Seqs, p.Seq)
		for seat := range result.Lines {
			score := int32(0)
			if seat < len(p.Scores) {
				score = p.Scores[seat]
			}
			result.Lines[seat] = append(result.Lines[seat], score)
		}
	}
	return result
}

// years serves the years in which a match has a date.
func (s *Server) years(c *call) {
	items, err := s.allItems(c.r.Context())
	if err != nil {
		c.unreadable(err)
		return
	}
	c.answer(struct {
		Years []int `json:"years"` // years, the latest first
	}{append([]int{}, history.Years(items, time.Local)...)})
}

// year is the review of a year in words. Parts that it doesn't have are null.
type year struct {
	Year     int           `json:"year"`
	Evenings int           `json:"evenings"`
	Matches  int           `json:"matches"`
	MS       int64         `json:"ms"`
	Unsure   int           `json:"unsure"` // number of matches without a date, of any year
	Months   [12]int       `json:"months"` // number of matches per month
	Games    []yearGame    `json:"games"`
	Players  []yearPlayer  `json:"players"`
	Longest  *yearMatch    `json:"longest"`
	Luckiest *yearFortune  `json:"luckiest"`
	Streak   *yearPlayer   `json:"streak"` // player with the longest run of wins
	Together *yearTogether `json:"together"`
}

type yearGame struct {
	Game    string      `json:"game"`
	Title   string      `json:"title"`
	Matches int         `json:"matches"`
	MS      int64       `json:"ms"`
	Lowest  bool        `json:"lowest"`
	Best    *yearRecord `json:"best"`
}

type yearRecord struct {
	Score int32  `json:"score"`
	Name  string `json:"name"`
	Match string `json:"match"`
}

type yearPlayer struct {
	Name    string `json:"name"`
	Matches int    `json:"matches"`
	Wins    int    `json:"wins"`
}

type yearMatch struct {
	Match string   `json:"match"`
	Game  string   `json:"game"`
	Title string   `json:"title"`
	Names []string `json:"names"`
	MS    int64    `json:"ms"`
	Date  string   `json:"date"` // date in the box's time zone
}

type yearFortune struct {
	yearMatch
	Name    string  `json:"name"`
	Rolls   int     `json:"rolls"`
	Luckier float64 `json:"luckier"` // percentage of fair tables with better luck
	Of      int     `json:"of"`      // number of results that were compared to find this one
}

type yearTogether struct {
	Names   [2]string `json:"names"`
	Matches int       `json:"matches"`
}

// yearOf serves the review of a year.
func (s *Server) yearOf(c *call) {
	text := c.r.PathValue("year")
	n, err := strconv.Atoi(text)
	if err != nil {
		c.refuse(http.StatusNotFound, "noyear", quoted(text))
		return
	}
	items, err := s.allItems(c.r.Context())
	if err != nil {
		c.unreadable(err)
		return
	}
	found := history.InYear(n, c.persons(items), time.Local)
	if found.Matches == 0 {
		c.refuse(http.StatusNotFound, "noyear", quoted(text))
		return
	}
	c.answer(c.year(found))
}

func (c *call) year(y history.Year) year {
	longest := c.yearMatch(y.Longest)
	result := year{
		Year: y.Year, Evenings: y.Evenings, Matches: y.Matches, MS: y.MS, Unsure: y.Unsure, Months: y.Months,
		Games: []yearGame{}, Players: []yearPlayer{}, Longest: &longest,
	}
	for _, g := range y.Games {
		result.Games = append(result.Games, c.yearGame(g))
	}
	for _, p := range y.Players {
		result.Players = append(result.Players, yearPlayer(p))
	}
	if f := y.Luckiest; f.Of > 0 {
		result.Luckiest = &yearFortune{c.yearMatch(f.Item), f.Summary.Names[f.Seat-1], f.Rolls, f.Luckier, f.Of}
	}
	if y.Streak.Wins > 0 {
		result.Streak = &yearPlayer{Name: y.Streak.Name, Matches: y.Streak.Wins, Wins: y.Streak.Wins}
	}
	if y.Together.Matches > 0 {
		together := yearTogether(y.Together)
		result.Together = &together
	}
	return result
}

func (c *call) yearGame(g history.YearGame) yearGame {
	result := yearGame{Game: g.Game, Title: c.title(g.Game), Matches: g.Matches, MS: g.MS, Lowest: g.Lowest}
	if g.Scored {
		result.Best = &yearRecord{g.Best, g.Name, g.Match}
	}
	return result
}

func (c *call) yearMatch(item history.Item) yearMatch {
	s := item.Summary
	result := yearMatch{Match: item.ID, Game: s.Game, Title: c.titleOf(s), Names: s.Names, MS: s.MS}
	if start, err := time.Parse(time.RFC3339, s.Start); err == nil {
		result.Date = start.Local().Format(time.DateOnly)
	}
	return result
}
