package hall

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"tabletop/cmd/league/internal/desk"
	"tabletop/companion/history"
)

// Columns of tables, always these words.
var (
	lineColumns   = []string{"place", "name", "points", "matches", "wins", "rating", "sigma"}
	ratingColumns = []string{"place", "name", "shown", "mu", "sigma", "matches", "last"}
)

// format splits "12.csv" into its id and format.
func format(name string) (id, as string) {
	for _, as := range []string{"csv", "json"} {
		if id, ok := strings.CutSuffix(name, "."+as); ok {
			return id, as
		}
	}
	return name, ""
}

func lineRows(lines []desk.Line) (rows [][]string) {
	for _, l := range lines {
		mu, sigma := "", ""
		if l.RatedOverall > 0 {
			mu, sigma = decimal(l.Rating.Mu), decimal(l.Rating.Sigma)
		}
		rows = append(rows, []string{strconv.Itoa(l.Place), l.Name, decimal(l.Points), strconv.Itoa(l.Matches), strconv.Itoa(l.Wins), mu, sigma})
	}
	return rows
}

func ratingRows(lines []rated) (rows [][]string) {
	for _, l := range lines {
		rows = append(rows, []string{strconv.Itoa(l.Place), l.Name, decimal(l.Rating.Shown()), decimal(l.Rating.Mu), decimal(l.Rating.Sigma), strconv.Itoa(l.Matches), l.Day})
	}
	return rows
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// export writes a table as CSV, or as a JSON list of objects.
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

// cell is a number where its column has numbers, and null for none.
func cell(column, text string) any {
	switch {
	case column == "name" || column == "last":
		return text
	case text == "":
		return nil
	}
	return json.RawMessage(fmt.Sprint(text))
}
