package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/cmd/league/internal/admin"
	"tabletop/companion/history"
)

// Column names of exported tables. They are the same in all languages.
var (
	lineColumns   = []string{"place", "name", "points", "matches", "wins", "rating", "sigma"}
	ratingColumns = []string{"place", "name", "shown", "mu", "sigma", "matches", "last"}
	eventColumns  = []string{"place", "name", "points", "buchholz", "berger"}
	matchColumns  = []string{"match", "day", "game", "box", "seat", "name", "person", "score", "rank", "won", "counts", "unrated", "luck", "witnessed", "unwitnessed", "confirmed"}
)

// format splits the last part of a path, such as "12.csv", into id and format. as is "" without a
// format.
func format(name string) (id, as string) {
	return formatOf(name, "csv", "json")
}

// formatOf splits the last part of a path like format, for the given formats.
func formatOf(name string, formats ...string) (id, as string) {
	for _, as := range formats {
		if id, ok := strings.CutSuffix(name, "."+as); ok {
			return id, as
		}
	}
	return name, ""
}

func lineRows(lines []admin.Line) (rows [][]string) {
	for _, l := range lines {
		mu, sigma := "", ""
		if l.RatedOverall > 0 {
			mu, sigma = decimal(l.Rating.Mu), decimal(l.Rating.Sigma)
		}
		rows = append(rows, []string{strconv.Itoa(l.Place), l.Name, decimal(l.Points), strconv.Itoa(l.Matches), strconv.Itoa(l.Wins), mu, sigma})
	}
	return rows
}

func ratingRows(lines []ratingLine) (rows [][]string) {
	for _, l := range lines {
		rows = append(rows, []string{strconv.Itoa(l.Place), l.Name, decimal(l.Rating.Shown()), decimal(l.Rating.Mu), decimal(l.Rating.Sigma), strconv.Itoa(l.Matches), l.Day})
	}
	return rows
}

func eventRows(lines []eventLine) (rows [][]string) {
	for _, l := range lines {
		rows = append(rows, []string{strconv.Itoa(l.Place), l.Name, decimal(l.Points.Wins()), decimal(l.Buchholz.Wins()), decimal(l.SonnebornBerger.Wins())})
	}
	return rows
}

// matches exports all matches, one row per seat, with corrected ranks.
func (c *call) matches() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	var rows [][]string
	for _, r := range n.Results {
		counts, _ := n.Counts(r.Match)
		for i, s := range n.Seats(r) {
			person := ""
			if s.Player != "" {
				person = n.Person(s.Player)
			}
			rows = append(rows, []string{
				r.Match, r.Day, r.Game, r.Box, strconv.Itoa(i + 1), s.Name, person, strconv.Itoa(int(s.Score)), strconv.Itoa(s.Rank),
				strconv.FormatBool(s.Won), strconv.FormatBool(counts), string(r.Unrated), string(r.Luck), strconv.FormatBool(r.Witnessed), r.Unwitnessed,
				strconv.FormatBool(r.Claim(i) == ""),
			})
		}
	}
	_, as := format(c.r.URL.Path)
	return c.export(as, matchColumns, rows)
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// export writes a table as CSV if as is "csv", or else as a JSON array of objects.
func (c *call) export(as string, columns []string, rows [][]string) error {
	if as == "csv" {
		c.w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		t, err := history.NewCSV(c.w, columns)
		if err == nil {
			err = t.Write(rows...)
		}
		return err
	}
	c.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	objects := make([]map[string]any, len(rows))
	for i, row := range rows {
		objects[i] = map[string]any{}
		for k, column := range columns {
			objects[i][column] = cell(column, row[k])
		}
	}
	return json.NewEncoder(c.w).Encode(objects)
}

// textColumns holds the names of the columns with texts. All other columns contain numbers or
// booleans.
var textColumns = []string{"name", "last", "match", "day", "game", "box", "person", "unrated", "luck", "unwitnessed"}

// cell returns the JSON value of a table cell. An empty number becomes null.
func cell(column, text string) any {
	switch {
	case slices.Contains(textColumns, column):
		return text
	case text == "":
		return nil
	}
	return json.RawMessage(fmt.Sprint(text))
}
