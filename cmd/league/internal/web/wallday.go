package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"tabletop/cmd/league/internal/admin"
	"tabletop/games"
)

// eventShown is the time for which the wall shows the standings of a tournament after the pairing of
// its latest round.
const eventShown = 12 * time.Hour

// dayTable is the table beside the tables of the wall, in the language of a call: the standings of the
// present tournament, or else those of all matches of a day.
type dayTable struct {
	Title string    `json:"title"`
	Note  string    `json:"note"` // the number of rounds or of matches, in words
	Lines []dayLine `json:"lines"`
}

// dayLine is a row of a dayTable, for one person.
type dayLine struct {
	Place  int     `json:"place"`
	Name   string  `json:"name"`
	Points float64 `json:"points"`
}

// wallDay sends a dayTable as JSON. The parameter day is the present day at the place of the wall, as
// 2006-01-02.
func (c *call) wallDay() error {
	day := c.r.URL.Query().Get("day")
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return status{http.StatusBadRequest, "bad"}
	}
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	table := c.dayTable(n, day)
	if e, ok := n.presentEvent(c.Now()); ok {
		if table, err = (eventView{c, n, e}).dayTable(); err != nil {
			return err
		}
	}
	c.w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(c.w).Encode(table)
}

// presentEvent returns the event with the latest paired round, unless eventShown has passed since.
func (n snapshot) presentEvent(now time.Time) (latest admin.Event, ok bool) {
	at := now.UTC().Add(-eventShown).Format(time.RFC3339)
	for _, e := range n.Events {
		if len(e.Rounds) > 0 && e.Rounds[len(e.Rounds)-1].At >= at {
			latest, ok, at = e, true, e.Rounds[len(e.Rounds)-1].At
		}
	}
	return latest, ok
}

// dayTable returns the standings of all rated matches of a day, as those of a season of all games.
func (c *call) dayTable(n snapshot, day string) dayTable {
	n.Leagues = []admin.League{{Games: gamesOf(n)}}
	span := admin.Span{From: day, To: day}
	results := slices.DeleteFunc(slices.Clone(n.Results), func(r admin.Result) bool { return !n.In(span, r) })
	t := dayTable{Title: c.word("wall.day"), Note: c.Server.words[c.lang].Say(games.Count("counted", len(results)), nil), Lines: []dayLine{}}
	for _, l := range n.Table(span, results, nil) {
		t.Lines = append(t.Lines, dayLine{l.Place, l.Name, l.Points})
	}
	return t
}

// dayTable returns the standings of the event.
func (v eventView) dayTable() (dayTable, error) {
	lines, err := v.now.State.Standings(v.event, v.now.Results)
	t := dayTable{Title: v.event.Name, Note: v.word("event.rounds", strconv.Itoa(len(v.event.Rounds)), strconv.Itoa(v.event.Planned())), Lines: []dayLine{}}
	if v.event.Ended > 0 {
		t.Note = v.word("event.ended")
	}
	for _, l := range lines {
		t.Lines = append(t.Lines, dayLine{l.Place, v.name(l.ID), l.Points.Wins()})
	}
	return t, err
}
