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

// Columns of the tables, always these words, so that what reads them needs to know
// one language only.
var (
	MatchColumns  = []string{"match", "start", "game", "options", "minutes", "over", "seat", "name", "score", "tie", "won", "began"}
	RollColumns   = []string{"match", "start", "game", "seq", "ms", "by", "name", "stream", "outcome", "weight", "of"}
	PlayerColumns = []string{"name", "matches", "wins", "streak", "best", "began"}
)

// MatchRows are the lines of a match: one a seat.
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

// RollRows are the lines of a match's rolls: one for each answer of chance that
// stands. Weight and "of" are the odds it had, empty where only people knew them;
// the name is of who had decided last.
func RollRows(id string, mt match.Match) (rows [][]string) {
	start, name := Summarize(mt).Start, ""
	for f := range mt.Line() {
		switch {
		case f.Kind != match.Decided:
		case f.Seat > games.Chance:
			name = mt.Name(f.Seat)
		default:
			stream, said, _ := strings.Cut(f.Says, " ")
			weight, of := odds(mt, f)
			rows = append(rows, []string{
				id, start, mt.Rules().Name(), strconv.Itoa(f.Seq), strconv.FormatInt(f.MS, 10), f.Luck, name, stream, said, weight, of,
			})
		}
	}
	return rows
}

// odds are those of the answer f, as a fraction in its lowest terms.
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

// PlayerRows are the lines of all players.
func PlayerRows(players []Player) (rows [][]string) {
	for _, p := range players {
		row := []string{p.Name}
		for _, n := range []int{p.Matches, p.Wins, p.Streak, p.Best, p.Began} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return rows
}

// CSV writes a table for spreadsheets: RFC 4180 with commas and CRLF, UTF-8 after a
// byte order mark, without which one of them takes Cyrillic for something else.
//
// A cell that a spreadsheet would work out as a formula is written with an
// apostrophe before it: one that begins, blanks aside, with = + - @ or their
// full-width forms, a tabulator or the end of a line. Numbers stay as they are, -5 too.
type CSV struct{ w *csv.Writer }

// NewCSV begins a table with these columns.
func NewCSV(w io.Writer, columns []string) (*CSV, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return nil, err
	}
	c := &CSV{csv.NewWriter(w)}
	c.w.UseCRLF = true
	return c, c.w.Write(columns)
}

// Write adds rows and hands them on.
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

// defused is cell as no spreadsheet works it out.
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

// ReadNames reads a table of players, as PlayerRows and CSV write it or a person
// does: the names are its first column, below the word "name" if that stands on
// top. Names are brought into their one form, those there twice told once. The error
// names the line; more names than most are one.
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

// withoutMark reads past a byte order mark.
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
