package table

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Limits of the values in a Def.
const (
	MostPhases  = 8
	MostLines   = 16
	MostCell    = 9999 // greatest number on a Def's sheet; the least is -MostCell
	MostDice    = 8
	MostFaces   = 99
	MostLast    = 999          // greatest number of rounds of a game without points
	MostNumbers = 800          // greatest number of rounds times lines of a Def, since edition 2; MostRounds before
	MostSeconds = 24 * 60 * 60 // longest time limit, in seconds: a day
	MostAsked   = 32           // greatest number of answers for which the hook Refuse is called one by one
)

// game contains the data that all positions of a match share.
type game struct {
	seats          int  // number of seats; more than first after somebody joined
	first          int  // number of seats at the beginning
	room           int  // greatest number of seats that a match can grow to; 0: seats stay as they are
	lowest         bool // whether the fewest points win
	target, rounds int  // points that end the game, and number of rounds; 0: none
	aims           bool // whether there is a target
	start          int
	breaks         bool // whether further rounds break a tie at the top
	categories     []Category
	order, byName  []int // indices of the categories, in the given order and sorted bytewise
	// lines contains the lines of a Def's sheet that seats write down, one per category. If it is
	// nil, each number is multiplied by the Factor of its category.
	lines   []Line
	derived []Line // lines of a Def's sheet that follow from other lines
	// from[d] contains the indices of the lines from which derived[d] is computed. The indices
	// count lines first and then derived.
	from [][]int

	def   *Def // description of a game with turns; nil: a scoreboard without turns
	words map[string]bool
	faces int
	dice  int
}

// circles returns the number of circles of p, or Endless if p continues until it is closed.
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

// lone reports whether a single seat has the turn in p, rather than all seats or none.
func (p *Phase) lone() bool {
	return p.Order == TeamTurns || p.Order == Clockwise || p.Order == Passing || p.Order == Snake || p.Order == Claimed
}

// ordered reports whether the turns of p have an order of their own, and not that of the round.
func (p *Phase) ordered() bool { return p.Order == TeamTurns || len(p.By) > 0 || p.Backwards }

// closes reports whether the decision close is possible in p: where p continues until it is closed and,
// since edition 3, wherever Close is set.
func (p *Phase) closes(edition int) bool {
	return p.circles() == Endless && p.Order != Passing || edition > 2 && p.Close != NoCall
}

// read parses the notation of dice, such as "2d6".
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

// compile returns the shared data for the positions of d. d must come from checked.
func compile(d Def, seats int, words map[string]bool) (*game, error) {
	g := &game{
		seats: seats, first: seats, lowest: d.Lowest, start: d.Start, rounds: d.Rounds,
		breaks: slices.ContainsFunc(d.Ties.Steps, func(k Key) bool { return k.By == byMore }), def: &d, words: words,
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

// lay sets the lines of the sheet: first the entered lines, then the lines that follow from them.
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
	if d.Hooks.Bonus != nil && d.Edition < 2 {
		g.lines = append(g.lines, Line{Name: bonus, From: -MostCell, To: MostCell, Factor: 1})
		g.categories = append(g.categories, Category{Name: bonus, From: -MostCell, To: MostCell, Factor: 1})
	}
	g.link()
}

// link resolves the names in derived lines to indices.
func (g *game) link() {
	for _, l := range g.derived {
		var from []int
		for _, name := range l.Lines {
			from = append(from, g.lineNamed(name))
		}
		g.from = append(g.from, from)
	}
}

// lineNamed returns the index of a line. It counts lines first and then derived.
func (g *game) lineNamed(name string) int {
	same := func(l Line) bool { return strings.EqualFold(l.Name, name) }
	if i := slices.IndexFunc(g.lines, same); i >= 0 {
		return i
	}
	return len(g.lines) + slices.IndexFunc(g.derived, same)
}

// bonus is the name of the line for the hook Bonus. No seat enters it, so order doesn't contain
// it.
const bonus = "bonus"
