package history

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// Names of the columns of the CSV tables. They are the same in all languages, so that programs
// can read them.
var (
	MatchColumns  = []string{"match", "start", "game", "options", "minutes", "over", "seat", "name", "score", "tie", "won", "began", "past", "place", "note"}
	RollColumns   = []string{"match", "start", "game", "seq", "ms", "by", "name", "stream", "outcome", "weight", "of"}
	PlayerColumns = []string{"name", "matches", "wins", "streak", "best", "began"}
)

// MatchRows returns the rows of a match for MatchColumns, one row per seat.
func MatchRows(item Item) (rows [][]string) {
	s := item.Summary
	var options []string
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		options = append(options, name+"="+s.Options[name])
	}
	for seat, name := range s.Names {
		tie := ""
		if seat < len(s.Ties) {
			tie = strconv.Itoa(int(s.Ties[seat]))
		}
		rows = append(rows, []string{
			item.ID, s.Start, s.Game, strings.Join(options, "; "), strconv.Itoa(s.Minutes()), yes(s.Over),
			strconv.Itoa(seat + 1), name, strconv.Itoa(int(s.Scores[seat])), tie, yes(s.won(seat)), yes(s.First == seat+1),
			yes(s.Past), s.Place, s.Note,
		})
	}
	return rows
}

func yes(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// RollRows returns the rows of a match for RollColumns, one row for each outcome of chance on
// the line. The columns "weight" and "of" contain the odds of the outcome. Both are empty if the
// game gives no odds. The column "name" contains the name of the player who decided last.
func RollRows(id string, mt match.Match) (rows [][]string) {
	start, name := Summarize(mt).Start, ""
	for f := range mt.Line() {
		switch {
		case f.Kind != match.Decided:
		case f.Seat > games.Chance:
			name = mt.Name(f.Seat)
		default:
			stream, outcome, _ := strings.Cut(f.Says, " ")
			weight, of := odds(mt, f)
			rows = append(rows, []string{
				id, start, mt.Rules().Name(), strconv.Itoa(f.Seq), strconv.FormatInt(f.MS, 10), f.Luck, name, stream, outcome, weight, of,
			})
		}
	}
	return rows
}

// odds returns the odds of the outcome in the fact f: the fraction weight/of, reduced. Both are
// "" if the game gives no odds.
func odds(mt match.Match, f match.Fact) (weight, of string) {
	choices := mt.Before(f.Seq).Legal()
	all := int64(0)
	for _, c := range choices {
		all += int64(c.Weight) * int64(c.Len())
	}
	c, ok := games.Find(choices, games.Decision(f.Says))
	if !ok || all == 0 {
		return "", ""
	}
	r := big.NewRat(int64(c.Weight), all)
	return r.Num().String(), r.Denom().String()
}

// PlayerRows returns the rows of the players for PlayerColumns, one row per player.
func PlayerRows(players []Player) (rows [][]string) {
	for _, p := range players {
		row := []string{p.Name}
		for _, n := range []int{p.Matches, p.Wins, p.Streak, p.BestStreak, p.Began} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return rows
}

// CSV writes a table for spreadsheets, as in RFC 4180: with commas and CRLF, in UTF-8 with a
// byte order mark. Without the mark, some spreadsheets misread Cyrillic.
//
// A spreadsheet would evaluate some cells as formulas. After any leading blanks, such a cell
// begins with = + - @ or the full-width form of one of these characters, with a tab, or with a
// line end. CSV writes an apostrophe before such a cell. It leaves numbers unchanged, including
// negative ones such as -5.
type CSV struct{ w *csv.Writer }

// NewCSV begins a table and writes the row with the names of the columns.
func NewCSV(w io.Writer, columns []string) (*CSV, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return nil, err
	}
	c := &CSV{csv.NewWriter(w)}
	c.w.UseCRLF = true
	return c, c.w.Write(columns)
}

// Write writes rows to the table and flushes them.
func (c *CSV) Write(rows ...[]string) error {
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = escapeFormula(cell)
		}
		if err := c.w.Write(cells); err != nil {
			return err
		}
	}
	c.w.Flush()
	return c.w.Error()
}

var plainNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// escapeFormula returns cell in a form that no spreadsheet evaluates.
func escapeFormula(cell string) string {
	begin := strings.TrimLeft(cell, " \u00a0")
	switch {
	case begin == "" || plainNumber.MatchString(cell):
		return cell
	case strings.ContainsAny(string([]rune(begin)[:1]), "=+-@\t\r\n＝＋－＠"):
		return "'" + cell
	}
	return cell
}

// ReadNames reads players' names from a CSV table, written by PlayerRows and CSV or by hand. The
// names are in the first column, below the heading "name" if there is one. ReadNames normalizes
// the names and removes duplicates. It returns an error with the line number for an invalid
// name. It also returns an error if the number of names is greater than most.
func ReadNames(r io.Reader, most int) ([]string, error) {
	in := csv.NewReader(&markSkipper{in: r})
	in.FieldsPerRecord, in.LazyQuotes = -1, true
	var names []string
	seen := map[string]bool{}
	for first := true; ; first = false {
		row, err := in.Read()
		if err == io.EOF {
			return names, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		cell := strings.TrimSpace(row[0])
		if first && strings.EqualFold(cell, PlayerColumns[0]) || cell == "" {
			continue
		}
		name, err := match.CheckNames([]string{strings.TrimPrefix(cell, "'")})
		if err == nil && len(names) == most && !seen[name[0]] {
			err = fmt.Errorf("there are more than %d names", most)
		}
		if err != nil {
			return nil, &match.LineError{File: "csv", Line: line, Err: err}
		}
		if !seen[name[0]] {
			seen[name[0]] = true
			names = append(names, name[0])
		}
	}
}

// markSkipper is a reader that skips a byte order mark at the beginning of in.
type markSkipper struct {
	in      io.Reader
	skipped bool
}

func (w *markSkipper) Read(p []byte) (int, error) {
	if w.skipped {
		return w.in.Read(p)
	}
	w.skipped = true
	mark := make([]byte, 3)
	n, err := io.ReadFull(w.in, mark)
	if string(mark[:n]) != "\ufeff" {
		w.in = io.MultiReader(strings.NewReader(string(mark[:n])), w.in)
	}
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return 0, err
	}
	return w.in.Read(p)
}
