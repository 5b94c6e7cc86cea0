package table

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Limits of a Def.
const (
	MostPhases = 8
	MostLines  = 16
	MostCell   = 9999 // of a number on a Def's sheet, also below zero
	MostDice   = 8
	MostFaces  = 99
	MostLast   = 999 // rounds of a game without points
	MostAsked  = 32  // numbers of a choice for which the hook Refuse is called one by one
)

// game contains the constant data of all positions of a match.
type game struct {
	seats          int
	lowest         bool // the fewest points win
	target, rounds int  // 0: none
	aims           bool // there is a target
	start          int
	breaks         bool // a tie at the top is broken by further rounds
	categories     []Category
	order, byName  []int   // indices of the categories, in the order of the option and bytewise
	lines          []Line  // lines of a Def's sheet, one per category; nil: each number is multiplied by Factor
	derived        []Line  // lines that follow from other lines
	from           [][]int // sources of each made line: indices of categories, followed by made lines
	parts          int     // index of the tie-break line, in the same numbering

	def   *Def // nil: there are no turns
	words map[string]bool
	faces int
	dice  int
}

// circles returns the number of circles of p, or Endless if it ends when closed.
func (p *Phase) circles() int {
	switch {
	case p.Circles != 0:
		return p.Circles
	case p.Order == Claimed, p.Order == Passing:
		return Endless
	case p.Order == Snake:
		return 2
	}
	return 1
}

// lone reports whether a single seat has the turn in p, rather than all at once or none.
func (p *Phase) lone() bool {
	return p.Order == Clockwise || p.Order == Passing || p.Order == Snake || p.Order == Claimed
}

// closes reports whether p continues until it is closed.
func (p *Phase) closes() bool { return p.circles() == Endless && p.Order != Passing }

// read parses "2d6".
func (c Cup) read() (dice, faces int, err error) {
	if c.Dice == "" {
		return 0, 0, nil
	}
	a, b, _ := strings.Cut(c.Dice, "d")
	if !read(a, MostDice, &dice) || !read(b, MostFaces, &faces) {
		return 0, 0, wrong("%q is not a notation of dice such as 2d6", c.Dice)
	}
	return dice, faces, nil
}

// compile builds the constant data for the positions of d, which must be checked.
func compile(d Def, seats int, words map[string]bool) (*game, error) {
	g := &game{
		seats: seats, lowest: d.Lowest, start: d.Start, rounds: d.Rounds,
		breaks: d.Ties.More, def: &d, words: words,
	}
	if d.Laps > 0 && (g.rounds == 0 || d.Laps*seats < g.rounds) {
		g.rounds = d.Laps * seats
	}
	if d.Target.Is {
		g.target, g.aims = d.Target.At, true
	}
	if d.BestOf > 0 {
		g.target, g.aims = d.BestOf/2+1, true
	}
	g.dice, g.faces, _ = d.Cup.read()
	g.lay()
	if d.Once {
		g.rounds = len(g.categories)
	}
	if most := g.most(); g.rounds > most {
		return nil, games.Refuse(games.Decision("rounds="+strconv.Itoa(g.rounds)), "rule.categories.rounds", strconv.Itoa(most))
	}
	return g, nil
}

// lay lays out the sheet: the entered lines, then the lines that follow from them.
func (g *game) lay() {
	d := g.def
	for _, l := range d.Sheet {
		if l.Of != "" {
			g.derived = append(g.derived, l)
			continue
		}
		g.lines = append(g.lines, l)
		g.categories = append(g.categories, Category{Name: l.Name, From: l.From, To: l.To, Factor: l.Factor})
	}
	if g.categories == nil {
		factor := 1
		if d.Down {
			factor = -1
		}
		g.lines = []Line{{From: d.From, To: d.To, Factor: factor}}
		g.categories = []Category{{From: d.From, To: d.To, Factor: factor}}
	}
	g.order, g.byName = orders(g.categories)
	if d.Hooks.Bonus != nil {
		g.lines = append(g.lines, Line{Name: bonus, From: -MostCell, To: MostCell, Factor: 1})
		g.categories = append(g.categories, Category{Name: bonus, From: -MostCell, To: MostCell, Factor: 1})
	}
	g.link()
}

// link resolves the sources of made lines, and the tie-break line.
func (g *game) link() {
	at := func(name string) int {
		same := func(l Line) bool { return strings.EqualFold(l.Name, name) }
		if i := slices.IndexFunc(g.lines, same); i >= 0 {
			return i
		}
		return len(g.lines) + slices.IndexFunc(g.derived, same)
	}
	for _, l := range g.derived {
		var from []int
		for _, name := range l.Lines {
			from = append(from, at(name))
		}
		g.from = append(g.from, from)
	}
	if g.def.Ties.By != "" {
		g.parts = at(g.def.Ties.By)
	}
}

// bonus is the name of the line that nobody enters: order doesn't contain it.
const bonus = "bonus"
