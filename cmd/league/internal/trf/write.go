package trf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Write writes a tournament in UTF-8 with line ends of CR and LF, as FIDE's programs do. It returns
// an error for a tournament whose parts contradict each other, or that doesn't fit the columns.
func Write(w io.Writer, t Tournament) error {
	if err := t.check(); err != nil {
		return fmt.Errorf("trf: %w", err)
	}
	if len(t.Players) > MostPlayers || t.Played() > MostRounds {
		return fmt.Errorf("trf: %d players, %d rounds: more than %d and %d", len(t.Players), t.Played(), MostPlayers, MostRounds)
	}
	b := bufio.NewWriter(w)
	for _, line := range t.lines() {
		_, _ = b.WriteString(line + "\r\n") // Flush returns the error
	}
	return b.Flush()
}

// lines returns the lines of a file.
func (t Tournament) lines() (all []string) {
	add := func(code, text string) {
		if text = oneLine(text); text != "" {
			all = append(all, code+" "+text)
		}
	}
	add("012", t.Name)
	add("022", t.City)
	add("032", t.Federation)
	add("042", t.From)
	add("052", t.To)
	add("062", strconv.Itoa(len(t.Players)))
	add("092", "Individual: Swiss-System")
	if t.Rounds > 0 {
		add("XXR", strconv.Itoa(t.Rounds))
	}
	if len(t.Days) > 0 {
		c := columns{}
		c.put(1, 3, "132")
		for i, day := range t.Days {
			c.put(firstGame+i*gameWidth, 8, day)
		}
		all = append(all, c.String())
	}
	for _, p := range t.Players {
		all = append(all, p.line())
	}
	return all
}

// Columns of the first round in a player's line, and number of columns of a round.
const (
	firstGame = 92
	gameWidth = 10
)

// line returns the line of a player.
func (p Player) line() string {
	c := columns{}
	c.put(1, 3, "001")
	c.right(5, 4, p.Number)
	c.put(10, 1, p.Sex)
	c.put(11, 3, p.Title)
	c.put(15, 33, oneLine(p.Name))
	c.right(49, 4, p.Rating)
	c.put(54, 3, p.Federation)
	c.put(58, 11, p.ID)
	c.put(70, 10, p.Born)
	c.put(81, 4, fmt.Sprintf("%4s", strconv.Itoa(p.Halves/2)+"."+strconv.Itoa(p.Halves%2*5)))
	c.right(86, 4, p.Place)
	for i, g := range p.Games {
		at := firstGame + i*gameWidth
		c.put(at, 4, fmt.Sprintf("%04d", g.Opponent))
		if g.Opponent > 0 {
			c.right(at, 4, g.Opponent)
		}
		c.put(at+5, 1, string(rune(g.Side)))
		c.put(at+7, 1, string(rune(g.Result)))
	}
	return c.String()
}

// columns is a line of fixed columns, which count from 1.
type columns []rune

// put writes text into the columns from at on, at most width of them.
func (c *columns) put(at, width int, text string) {
	for i, r := range []rune(text) {
		if i == width {
			return
		}
		for len(*c) < at+i {
			*c = append(*c, ' ')
		}
		(*c)[at+i-1] = r
	}
}

// right writes a number into the columns from at on, aligned to the right. It leaves them empty for
// 0.
func (c *columns) right(at, width, n int) {
	if n > 0 {
		c.put(at, width, fmt.Sprintf("%*d", width, n))
	}
}

func (c columns) String() string { return string(c) }

// oneLine replaces line ends and other control characters by spaces.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}
