package trf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// ErrLong reports that a file exceeds a bound of this package.
var ErrLong = errors.New("trf: the file is too long")

// LineError is a fault in a line of a file.
type LineError struct {
	Line int // number of the line from 1; 0 if two lines contradict each other
	Err  error
}

func (e *LineError) Error() string {
	if e.Line == 0 {
		return "trf: " + e.Err.Error()
	}
	return fmt.Sprintf("trf: line %d: %v", e.Line, e.Err)
}

func (e *LineError) Unwrap() error { return e.Err }

// Read reads a tournament. It returns a [LineError] for a malformed file, also one without players,
// and an [ErrLong].
func Read(r io.Reader) (t Tournament, err error) {
	text, err := io.ReadAll(io.LimitReader(r, MostBytes+1))
	if err != nil {
		return t, fmt.Errorf("trf: %w", err)
	}
	if len(text) > MostBytes {
		return t, ErrLong
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if !utf8.Valid(text) {
		if text, err = charmap.Windows1251.NewDecoder().Bytes(text); err != nil {
			return t, fmt.Errorf("trf: %w", err)
		}
	}
	n := 0
	for line := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text))) {
		n++
		if err := t.add(strings.TrimRight(line, "\n ")); err != nil {
			return t, &LineError{n, err}
		}
	}
	if len(t.Players) == 0 {
		return t, &LineError{0, errors.New("no player")}
	}
	t.fill()
	if err := t.check(); err != nil {
		return t, &LineError{0, err}
	}
	return t, nil
}

// add adds a line.
func (t *Tournament) add(line string) (err error) {
	code, text := cut(line, 1, 3), oneLine(cut(line, 5, len(line)))
	switch code {
	case "012":
		t.Name = text
	case "022":
		t.City = text
	case "032":
		t.Federation = text
	case "042":
		t.From = text
	case "052":
		t.To = text
	case "XXR":
		t.Rounds, err = number(text, MostRounds)
	case "132":
		for i := range MostRounds {
			if day := cut(line, firstGame+i*gameWidth, 8); day != "" {
				t.Days = append(t.Days, day)
			}
		}
	case "001":
		if len(t.Players) == MostPlayers {
			return ErrLong
		}
		var p Player
		p, err = readPlayer(line)
		t.Players = append(t.Players, p)
	}
	return err
}

// readPlayer reads the line of a player.
func readPlayer(line string) (p Player, err error) {
	p = Player{
		Sex: cut(line, 10, 1), Title: cut(line, 11, 3), Name: oneLine(cut(line, 15, 33)),
		Federation: cut(line, 54, 3), ID: cut(line, 58, 11), Born: cut(line, 70, 10),
	}
	if p.Number, err = number(cut(line, 5, 4), 9999); err == nil && p.Number == 0 {
		err = errors.New("no starting rank")
	}
	if err == nil {
		p.Rating, err = number(cut(line, 49, 4), 9999)
	}
	if err == nil {
		p.Place, err = number(cut(line, 86, 4), 9999)
	}
	if err == nil {
		p.Halves, err = halves(cut(line, 81, 4))
	}
	if err == nil {
		p.Games, err = readGames(line)
	}
	return p, err
}

// readGames reads the rounds of a player. An empty round is an absence.
func readGames(line string) (all []Game, err error) {
	count := (utf8.RuneCountInString(line) - firstGame + gameWidth) / gameWidth
	if count > MostRounds {
		return nil, ErrLong
	}
	for i := range max(0, count) {
		g, err := readGame(cut(line, firstGame+i*gameWidth, gameWidth))
		if err != nil {
			return nil, fmt.Errorf("round %d: %w", i+1, err)
		}
		all = append(all, g)
	}
	return all, nil
}

// readGame reads the columns of a round.
func readGame(text string) (g Game, err error) {
	words := strings.Fields(text)
	switch len(words) {
	case 0:
		return Game{Side: NoSide, Result: Absent}, nil
	case 2:
		words = append(words, string(rune(Open)))
	}
	if len(words) != 3 || len(words[1]) != 1 || len(words[2]) != 1 {
		return g, fmt.Errorf("%q is no result", text)
	}
	if g.Opponent, err = number(words[0], 9999); err != nil {
		return g, err
	}
	g.Side, g.Result = Side(words[1][0]), Result(words[2][0])
	if g.Result >= 'a' {
		g.Result -= 'a' - 'A'
	}
	paired := g.Result.Paired() && g.Opponent > 0 && (g.Side == White || g.Side == Black)
	alone := strings.IndexByte(resultsAlone, byte(g.Result)) >= 0 && g.Opponent == 0 && g.Side == NoSide
	switch {
	case paired || alone:
		return g, nil
	case g.Opponent == 0 && g.Side == NoSide && g.Result == ForfeitWon: // of older programs
		return Game{Side: NoSide, Result: FullBye}, nil
	case g.Opponent == 0 && g.Side == NoSide && g.Result == ForfeitLost:
		return Game{Side: NoSide, Result: Absent}, nil
	}
	return g, fmt.Errorf("%q is no result", text)
}

// fill adds absences, so that all players have the same number of rounds.
func (t *Tournament) fill() {
	n := t.Played()
	for i := range t.Players {
		for len(t.Players[i].Games) < n {
			t.Players[i].Games = append(t.Players[i].Games, Game{Side: NoSide, Result: Absent})
		}
	}
}

// cut returns the text in columns, without spaces around it. Columns count from 1.
func cut(line string, at, width int) string {
	all := []rune(line)
	if at > len(all) {
		return ""
	}
	return strings.TrimSpace(string(all[at-1 : min(len(all), at-1+width)]))
}

// number reads a number from 0 to most. No text is 0.
func number(text string, most int) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("%q is no number from 0 to %d", text, most)
	}
	return n, nil
}

// halves reads points, such as 2.5, and returns them times two.
func halves(text string) (int, error) {
	whole, part, _ := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	n, err := number(whole, 999)
	if err == nil && part != "" && part != "0" && part != "5" {
		err = fmt.Errorf("%q are no points", text)
	}
	if part == "5" {
		return 2*n + 1, err
	}
	return 2 * n, err
}
