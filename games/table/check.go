package table

import (
	"fmt"
	"slices"
	"strings"
)

// checked returns d with its defaults, or an error that names the fault in d.
func checked(d Def) (Def, error) {
	d.Least, d.Most = orInt(d.Least, 2), orInt(d.Most, UsualSeats)
	if len(d.Phases) == 0 {
		d.Phases = []Phase{{}}
	}
	d.Phases = slices.Clone(d.Phases)
	if d.From == 0 && d.To == 0 {
		d.From, d.To = -MostPoints, MostPoints
	}
	d.Sheet = slices.Clone(d.Sheet)
	d.Ties = d.Ties.inSteps()
	if d.isSecond() {
		d.Edition = 2
	}
	for _, check := range []func(*Def) error{checkSeats, checkPhases, checkFirst, checkSheet, checkCounters, checkKeys, checkPoints, checkCup, checkEnds} {
		if err := check(&d); err != nil {
			return d, fmt.Errorf("table: %w", err)
		}
	}
	return d, nil
}

// isSecond reports whether d has fields that are newer than edition 1.
func (d *Def) isSecond() bool {
	return d.Counters != nil || d.Matches > 0 || d.TargetAt != "" || d.NextBy != nil || len(d.Ties.Steps) > 2 || d.Hooks.Changes != nil ||
		slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Last }) ||
		slices.ContainsFunc(d.Phases, func(p Phase) bool { return p.By != nil || p.Backwards || p.Order == TeamTurns })
}

// inSteps returns t with the steps that its other fields stand for.
func (t Ties) inSteps() Ties {
	if t.Steps != nil {
		return t
	}
	if t.More {
		t.Steps = append(t.Steps, Key{By: byMore})
	}
	if t.By != "" {
		t.Steps = append(t.Steps, Key{By: t.By, Low: t.Low})
	}
	return t
}

func orInt(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func wrong(format string, args ...any) error { return fmt.Errorf(format, args...) }

// within returns an error unless least ≤ n ≤ most. what names n in the error.
func within(what string, n, least, most int) error {
	if n < least || n > most {
		return wrong("%s: %d is not from %d to %d", what, n, least, most)
	}
	return nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func checkSeats(d *Def) error {
	err := first(
		within("fewest seats", d.Least, 1, MostSeats),
		within("most seats", d.Most, d.Least, MostSeats),
		within("teams", d.Teams, 0, MostSeats),
		within("roles", len(d.Roles), 0, MostPhases),
		within("seconds of a turn", d.Limits.Turn, 0, 86400),
		within("seconds of a round", d.Limits.Round, 0, 86400),
	)
	for _, r := range d.Roles {
		if !isName(r.Name) || r.At < -MostSeats || r.At > MostSeats {
			err = first(err, wrong("role %q: want a word of letters, and places from -%d to %[2]d", r.Name, MostSeats))
		}
	}
	return err
}

var ordersKnown = []Order{Off, Clockwise, Passing, Snake, Together, Claimed, Upkeep, Write, TeamTurns}

func checkPhases(d *Def) error {
	if err := within("phases", len(d.Phases), 1, MostPhases); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i := range d.Phases {
		p := &d.Phases[i]
		if p.Order == "" {
			p.Order = Clockwise
		}
		if seen[p.Name] || p.Name == "" && len(d.Phases) > 1 || p.Name != "" && !isName(p.Name) {
			return wrong("phase %q: want a unique word of letters", p.Name)
		}
		seen[p.Name] = true
		if err := p.check(); err != nil {
			return wrong("phase %q: %w", p.Name, err)
		}
		if p.Order == Off && len(d.Phases) > 1 {
			return wrong("phase %q: without turns there is one phase", p.Name)
		}
	}
	return nil
}

func (p *Phase) check() error {
	switch {
	case !slices.Contains(ordersKnown, p.Order):
		return wrong("there is no order %q", string(p.Order))
	case p.Circles != 0 && (p.Order == Passing || p.Order == Upkeep || p.Order == Off || p.Order == Write):
		return wrong("%s has no number of circles", p.Order)
	case p.Close != NoCall && p.Close != Now && p.Close != Circle:
		return wrong("close is %q, not now or circle", string(p.Close))
	case p.Close == Circle && p.Order != Clockwise:
		return wrong("only a Clockwise phase has a last circle")
	case p.Order != Passing && (p.Left != 0 || p.Again), p.Left < 0, p.Left > 1:
		return wrong("left and again are for Passing phases only, and left is 0 or 1")
	case slices.ContainsFunc(p.Rounds, func(n int) bool { return n < 1 || n > MostLast }):
		return wrong("rounds are from 1 to %d", MostLast)
	case p.Limit < 0, p.Limit > 86400:
		return wrong("a limit is a number of seconds, up to a day")
	case (p.Order == Write) != (len(p.Lines) > 0):
		return wrong("lines are for phases of order write only")
	case p.Order == Upkeep && p.Name == "":
		return wrong("an upkeep phase needs a name")
	}
	return within("circles", p.Circles, Endless, MostPoints)
}

var firstsKnown = []First{Same, Moves, Winner, Loser, Ahead, Behind, PassedFirst, Marker, DrawnFirst, PassedOrder, Ranked, Shuffled, Taken, ByKeys}

func checkFirst(d *Def) error {
	switch {
	case !slices.Contains(firstsKnown, d.Next):
		return wrong("there is no order of rounds %q", string(d.Next))
	case d.First != Same && d.First != DrawnFirst && d.First != Shuffled && d.First != Taken:
		return wrong("the first round can't have the order %q", string(d.First))
	}
	return nil
}

func checkSheet(d *Def) error {
	if err := within("lines of the sheet", len(d.Sheet), 0, MostLines); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i := range d.Sheet {
		l := &d.Sheet[i]
		if !isName(l.Name) || seen[strings.ToLower(l.Name)] {
			return wrong("line %q: want a unique word of letters", l.Name)
		}
		if err := l.check(seen); err != nil {
			return wrong("line %q: %w", l.Name, err)
		}
		seen[strings.ToLower(l.Name)] = true
	}
	if len(d.Sheet) > 0 && !slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Of == "" }) {
		return wrong("the sheet has no line to write down")
	}
	if slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Last }) {
		return checkLast(d)
	}
	if len(d.Sheet) == 0 {
		return checkLimits(d.From, d.To)
	}
	return nil
}

// checkLast makes lines for the last count bring a last count about. It returns an error if no line
// is left for the rounds.
func checkLast(d *Def) error {
	d.Final = true
	if !slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Of == "" && !l.Last }) && d.Points != End {
		return wrong("no line is left for the rounds")
	}
	return nil
}

// checkLimits returns an error unless least < most and both are within ±MostCell. The error calls
// the limits "least" and "most", as game files do. It asks for both, because a limit that a file
// omits is 0.
func checkLimits(least, most int) error {
	if least >= most {
		return wrong("least is %d and most is %d: give both, the smaller first", least, most)
	}
	return first(within("least", least, -MostCell, MostCell), within("most", most, -MostCell, MostCell))
}

// check sets the defaults of l and returns an error if l is invalid. known contains the names of
// the lines before l, in lower case.
func (l *Line) check(known map[string]bool) error {
	l.Factor = orInt(l.Factor, 1)
	if l.From == 0 && l.To == 0 {
		l.To = MostPoints
	}
	for i, name := range l.Lines {
		if slices.Contains(l.Lines[:i], name) {
			return wrong("%q is named twice", name)
		}
		if !known[strings.ToLower(name)] {
			return wrong("there is no line %q before it", name)
		}
	}
	for i, step := range l.Table {
		if i > 0 && l.Table[i-1].From >= step.From || max(step.From, -step.From, step.Points, -step.Points) > MostCell {
			return wrong("the steps of a table must rise, up to %d", MostCell)
		}
	}
	switch {
	case l.Of != "" && !slices.Contains([]string{"sum", "least", "most"}, l.Of):
		return wrong("of is %q, not sum, least or most", l.Of)
	case (l.Of == "") != (len(l.Lines) == 0):
		return wrong("lines and of must be given together")
	}
	return first(checkLimits(l.From, l.To),
		within("factor", l.Factor, -MostFactor, MostFactor), within("cap", l.Cap, 0, MostCell),
		within("sum", l.Sum, -MostCell, MostCell))
}

var whensKnown = []When{Any, Each, Turn, End, Wins, Never}

func checkPoints(d *Def) error {
	off := d.Phases[0].Order == Off
	turns := slices.ContainsFunc(d.Phases, func(p Phase) bool { return p.lone() })
	sheet := d.Sheet != nil
	for _, p := range d.Phases {
		if err := p.checkLines(d); err != nil {
			return err
		}
	}
	switch {
	case !slices.Contains(whensKnown, d.Points):
		return wrong("there is no time %q for points", string(d.Points))
	case off && d.Points != Each && d.Points != Wins:
		return wrong("without turns, points must be round or wins")
	case !off && d.Points != Each && d.Points != Wins && !slices.ContainsFunc(d.Phases, func(p Phase) bool { return p.Rounds == nil }):
		return wrong("some rounds have no phase: one phase must be in each round")
	case d.Points == Turn && !turns:
		return wrong("points with each turn need a phase with turns")
	case d.Once && (d.Points != Turn || !sheet):
		return wrong("a sheet that is filled once needs lines, and points with each turn")
	case d.Points == Turn && sheet && !d.Once && (len(d.Phases) > 1 || d.Phases[0].Order != Clockwise || d.Phases[0].circles() != 1):
		return wrong("a sheet with points of each turn needs one turn per round")
	case d.Final && d.Points != Any && d.Points != Each && (d.Points != Turn || d.Once):
		return wrong("points %q can't have a last count", string(d.Points))
	case sheet && (d.Points == Wins || d.Points == Never), d.ZeroSum && (sheet || d.Points != Each):
		return wrong("points %q can't have this sheet", string(d.Points))
	case d.Hooks.Bonus != nil && (d.Points == Never || d.Edition < 2 && (d.Points == End || d.Once)):
		return wrong("points %q can't have a bonus", string(d.Points))
	}
	return within("points at the start", d.Start, -MostCell, MostCell)
}

// checkLines returns an error unless each name in p.Lines is a line that seats write down, in a
// game with points at the end of each round.
func (p *Phase) checkLines(d *Def) error {
	for _, name := range p.Lines {
		if d.Points != Each || !slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Name == name && l.Of == "" }) {
			return wrong("phase %q: no line %q is written down in a round", p.Name, name)
		}
	}
	return nil
}

func checkCup(d *Def) error {
	if d.Cup.Dice == "" {
		return nil
	}
	n, faces, err := d.Cup.read()
	return first(err, within("dice", n, 1, MostDice), within("faces", faces, 2, MostFaces), within("rolls", d.Cup.Rolls, 0, MostFaces))
}

func checkEnds(d *Def) error {
	e := d.Ends
	counts := slices.ContainsFunc(d.Sheet, func(l Line) bool {
		return l.Table != nil || l.Of != "" || max(l.Factor, -l.Factor) != 1 || l.Apart || l.Cap > 0
	})
	switch {
	case !slices.Contains([]Call{NoCall, Now, Circle, Last, More}, e.Call):
		return wrong("there is no effect %q of a call", string(e.Call))
	case !slices.Contains([]Beyond{Counts, Busts, Refused}, e.Beyond):
		return wrong("there is no treatment %q of points beyond the target", string(e.Beyond))
	case e.Beyond == Refused && (counts || d.Hooks.Worth != nil):
		return wrong("with these points it can't be known in advance which entries lead beyond the target")
	case d.Down && (d.Sheet != nil || d.Points == Wins):
		return wrong("down is for points without a sheet only")
	case e.BestOf > 0 && d.Points != Wins:
		return wrong("best of %d is for points wins only", e.BestOf)
	case d.Phases[0].Order == Off && e.Call != NoCall:
		return wrong("without turns there is no call")
	}
	if err := e.checkTargetAt(d); err != nil {
		return err
	}
	return first(within("matches", e.Matches, 0, mostMatches), within("rounds", e.Rounds, 0, MostLast), within("laps", e.Laps, 0, MostLast),
		within("target", e.Target.At, -MostCell*10, MostCell*10), within("best of", e.BestOf, 0, MostRounds))
}

// checkTargetAt returns an error unless TargetAt is a moment of the game.
func (e Ends) checkTargetAt(d *Def) error {
	known := []string{"", "round", "any", "turn"}
	for _, p := range d.Phases {
		if p.Name != "" {
			known = append(known, p.Name)
		}
	}
	switch {
	case !slices.Contains(known, e.TargetAt):
		return wrong("the target can't count at %q: the moments are round, any, turn and the phases", e.TargetAt)
	case e.TargetAt != "" && !e.Target.Is:
		return wrong("there is no target that could count at %q", e.TargetAt)
	}
	return nil
}
