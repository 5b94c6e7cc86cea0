package table

import (
	"fmt"
	"maps"
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
	if d.Newer() {
		d.Edition = max(d.Edition, 2)
	}
	for _, check := range []func(*Def) error{checkSeats, checkPhases, checkFirst, checkSheet, checkCounters, checkKeys, checkPoints, checkCup, checkEnds} {
		if err := check(&d); err != nil {
			return d, fmt.Errorf("table: %w", err)
		}
	}
	return d, nil
}

// Newer reports whether d has fields that are newer than edition 1, so that it is of edition 2.
func (d *Def) Newer() bool {
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
		bound("seats", d.Least, 1, MostSeats),
		bound("seats", d.Most, d.Least, MostSeats),
		bound("teams", d.Teams, 0, MostSeats),
		atMost("roles", len(d.Roles), MostPhases),
		bound("limits.turn", d.Limits.Turn, 0, MostSeconds),
		bound("limits.round", d.Limits.Round, 0, MostSeconds),
	)
	for i, r := range d.Roles {
		field := fmt.Sprintf("roles[%d]", i)
		err = first(err, named(field, r.Name), bound(field+".at", r.At, -MostSeats, MostSeats))
	}
	return err
}

// named returns a Fault unless the name of a phase, line or role consists of letters.
func named(field, name string) error {
	if !isName(name) {
		return faulty(field+".name", "lettered", name, MostLetters)
	}
	return nil
}

var ordersKnown = []Order{Off, Clockwise, Passing, Snake, Together, Claimed, Upkeep, Write, TeamTurns}

func checkPhases(d *Def) error {
	if err := atMost("phases", len(d.Phases), MostPhases); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i := range d.Phases {
		p, field := &d.Phases[i], fmt.Sprintf("phases[%d]", i)
		if p.Order == "" {
			p.Order = Clockwise
		}
		switch {
		case p.Name == "" && len(d.Phases) > 1:
			return faulty(field+".name", "phase")
		case p.Name != "" && !isName(p.Name):
			return named(field, p.Name)
		case seen[p.Name]:
			return faulty(field+".name", "twice", p.Name)
		}
		seen[p.Name] = true
		if err := inside(field, p.check(d.Edition)); err != nil {
			return err
		}
		if p.Order == Off && len(d.Phases) > 1 {
			return faulty(field+".order", "off")
		}
	}
	return nil
}

// check returns the fault of a phase. The paths of its fields begin at the phase.
func (p *Phase) check(edition int) error {
	if err := first(unknown("order", p.Order, ordersKnown...), unknown("close", p.Close, NoCall, Now, Circle)); err != nil {
		return err
	}
	switch {
	case p.Circles != 0 && !(p.Order == Passing && p.Circles == Endless) && (p.Order == Passing || p.Order == Upkeep || p.Order == Off || p.Order == Write):
		return faulty("circles", "circles", p.Order)
	case p.Close == Circle && p.Order != Clockwise:
		return faulty("close", "circle")
	case edition > 2 && p.Close != NoCall && (p.Order == Write || p.Order == Upkeep || p.Order == Off):
		return faulty("close", "unclosable", p.Order)
	case p.Order != Passing && p.Left != 0:
		return faulty("left", "passing", "left")
	case p.Order != Passing && p.Again:
		return faulty("again", "passing", "again")
	case p.Order != Write && len(p.Lines) > 0:
		return faulty("lines", "writing")
	case p.Order == Write && len(p.Lines) == 0:
		return faulty("order", "write")
	case p.Order == Upkeep && p.Name == "":
		return faulty("order", "upkeep")
	}
	for i, n := range p.Rounds {
		if err := bound(fmt.Sprintf("rounds[%d]", i), n, 1, MostLast); err != nil {
			return err
		}
	}
	return first(bound("left", p.Left, 0, 1), bound("limit", p.Limit, 0, MostSeconds), bound("circles", p.Circles, Endless, MostPoints))
}

var firstsKnown = []First{Same, Moves, Winner, Loser, Ahead, Behind, PassedFirst, Marker, DrawnFirst, PassedOrder, Ranked, Shuffled, Taken, ByKeys}

func checkFirst(d *Def) error {
	if err := first(unknown("next", d.Next, firstsKnown...), unknown("first", d.First, firstsKnown...)); err != nil {
		return err
	}
	if d.First != Same && d.First != DrawnFirst && d.First != Shuffled && d.First != Taken {
		return faulty("first", "first", d.First)
	}
	return nil
}

func checkSheet(d *Def) error {
	if err := atMost("sheet", len(d.Sheet), MostLines); err != nil {
		return err
	}
	names := map[string]string{} // by their lower case
	for i := range d.Sheet {
		l, field := &d.Sheet[i], fmt.Sprintf("sheet[%d]", i)
		if err := named(field, l.Name); err != nil {
			return err
		}
		if names[strings.ToLower(l.Name)] != "" {
			return faulty(field+".name", "twice", l.Name)
		}
		if err := inside(field, l.check(names)); err != nil {
			return err
		}
		names[strings.ToLower(l.Name)] = l.Name
	}
	if len(d.Sheet) > 0 && !slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Of == "" }) {
		return faulty("sheet", "computed")
	}
	if slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Last }) {
		return checkLast(d)
	}
	if len(d.Sheet) == 0 {
		return checkLimits(d.From, d.To)
	}
	return nil
}

// checkLast makes lines for the last count bring a last count about. It returns a Fault if no line
// is left for the rounds.
func checkLast(d *Def) error {
	d.Final = true
	if !slices.ContainsFunc(d.Sheet, func(l Line) bool { return l.Of == "" && !l.Last }) && d.Points != End {
		return faulty("sheet", "late")
	}
	return nil
}

// checkLimits returns a Fault unless least < most and both are within ±MostCell. The Fault calls
// the limits "least" and "most", as game files do. It asks for both, because a limit that a file
// omits is 0.
func checkLimits(least, most int) error {
	if least >= most {
		return faulty("most", "limits", least, most)
	}
	return first(bound("least", least, -MostCell, MostCell), bound("most", most, -MostCell, MostCell))
}

// check sets the defaults of l and returns its fault. The paths of its fields begin at the line.
// known maps the lower case of each name of a line before l to the name.
func (l *Line) check(known map[string]string) error {
	l.Factor = orInt(l.Factor, 1)
	if l.From == 0 && l.To == 0 {
		l.To = MostPoints
	}
	if err := first(l.checkLines(known), l.checkTable(), unknown("of", l.Of, "", "sum", "least", "most")); err != nil {
		return err
	}
	switch {
	case l.Of == "" && len(l.Lines) > 0:
		return faulty("lines", "of")
	case l.Of != "" && len(l.Lines) == 0:
		return faulty("of", "of")
	}
	return first(checkLimits(l.From, l.To), bound("factor", l.Factor, -MostPoints, MostPoints),
		bound("cap", l.Cap, 0, MostCell), bound("sum", l.Sum.At, -MostCell, MostCell))
}

// checkLines returns a Fault unless l.Lines are different lines before l.
func (l *Line) checkLines(known map[string]string) error {
	for i, name := range l.Lines {
		field := fmt.Sprintf("lines[%d]", i)
		if slices.Contains(l.Lines[:i], name) {
			return faulty(field, "twice", name)
		}
		if known[strings.ToLower(name)] == "" {
			return unnamed(field, "before", name, slices.Sorted(maps.Values(known)))
		}
	}
	return nil
}

// checkTable returns a Fault unless the steps of l.Table rise.
func (l *Line) checkTable() error {
	for i, step := range l.Table {
		field := fmt.Sprintf("table[%d]", i)
		if i > 0 && l.Table[i-1].From >= step.From {
			return faulty(field, "rising")
		}
		if err := first(bound(field, step.From, -MostCell, MostCell), bound(field, step.Points, -MostCell, MostCell)); err != nil {
			return err
		}
	}
	return nil
}

var whensKnown = []When{Any, Each, Turn, End, Wins, Never}

func checkPoints(d *Def) error {
	off := d.Phases[0].Order == Off
	turns := slices.ContainsFunc(d.Phases, func(p Phase) bool { return p.lone() })
	sheet := d.Sheet != nil
	if err := unknown("points", d.Points, whensKnown...); err != nil {
		return err
	}
	for i, p := range d.Phases {
		if err := inside(fmt.Sprintf("phases[%d]", i), p.checkLines(d)); err != nil {
			return err
		}
	}
	points := "any time"
	if d.Points != Any {
		points = string(d.Points)
	}
	switch {
	case off && d.Points != Each && d.Points != Wins:
		return faulty("points", "unordered")
	case !off && d.Points != Each && d.Points != Wins && !slices.ContainsFunc(d.Phases, func(p Phase) bool { return p.Rounds == nil }):
		return faulty("phases", "phaseless")
	case d.Points == Turn && !turns:
		return faulty("points", "turnless")
	case d.Once && (d.Points != Turn || !sheet):
		return faulty("once", "filled")
	case d.Points == Turn && sheet && !d.Once && (len(d.Phases) > 1 || d.Phases[0].Order != Clockwise || d.Phases[0].circles() != 1):
		return faulty("points", "single")
	case d.Edition > 2 && d.Points == Turn && sheet && !d.Once && d.Call == Circle:
		return faulty("call", "second")
	case d.Edition > 2 && d.Points == Turn && sheet && !d.Once && d.Phases[0].Close == Circle:
		return faulty("phases[0].close", "second")
	case d.Final && d.Points != Any && d.Points != Each && (d.Points != Turn || d.Once):
		return faulty("final", "pointless", "final", points)
	case sheet && (d.Points == Wins || d.Points == Never):
		return faulty("sheet", "pointless", "sheet", points)
	case d.ZeroSum && (sheet || d.Points != Each):
		return faulty("zero_sum", "balance")
	case d.Hooks.Bonus != nil && (d.Points == Never || d.Edition < 2 && (d.Points == End || d.Once)):
		return faulty("bonus", "pointless", "bonus", points)
	}
	return bound("start", d.Start, -MostCell, MostCell)
}

// checkLines returns a Fault unless each name in p.Lines is a line that seats write down, in a
// game with points at the end of each round.
func (p *Phase) checkLines(d *Def) error {
	if len(p.Lines) > 0 && d.Points != Each {
		return faulty("lines", "rounds")
	}
	var written []string
	for _, l := range d.Sheet {
		if l.Of == "" {
			written = append(written, l.Name)
		}
	}
	for i, name := range p.Lines {
		if err := unnamed(fmt.Sprintf("lines[%d]", i), "written", name, written); err != nil {
			return err
		}
	}
	return nil
}

func checkCup(d *Def) error {
	if d.Cup.Dice == "" {
		return nil
	}
	n, faces, err := d.Cup.read()
	if err != nil {
		return faulty("cup.dice", "cup", d.Cup.Dice, MostDice, MostFaces)
	}
	if n < 1 || faces < 2 {
		return faulty("cup.dice", "cup", d.Cup.Dice, MostDice, MostFaces)
	}
	return bound("cup.rolls", d.Cup.Rolls, 0, MostFaces)
}

func checkEnds(d *Def) error {
	e := d.Ends
	counts := slices.ContainsFunc(d.Sheet, func(l Line) bool {
		return l.Table != nil || l.Of != "" || max(l.Factor, -l.Factor) != 1 || l.Apart || l.Cap > 0
	})
	err := first(unknown("call", e.Call, NoCall, Now, Circle, Last, More), unknown("beyond", e.Beyond, Counts, Busts, Refused))
	if err != nil {
		return err
	}
	switch {
	case e.Beyond == Refused && (counts || d.Hooks.Worth != nil):
		return faulty("beyond", "beyond")
	case d.Down && (d.Sheet != nil || d.Points == Wins):
		return faulty("down", "down")
	case e.BestOf > 0 && d.Points != Wins:
		return faulty("best_of", "best")
	case d.Phases[0].Order == Off && e.Call != NoCall:
		return faulty("call", "uncalled")
	}
	if err := e.checkTargetAt(d); err != nil {
		return err
	}
	return first(bound("matches", e.Matches, 0, mostMatches), bound("rounds", e.Rounds, 0, MostLast), bound("laps", e.Laps, 0, MostLast),
		bound("target", e.Target.At, -MostCell*10, MostCell*10), bound("best_of", e.BestOf, 0, MostRounds))
}

// checkTargetAt returns a Fault unless TargetAt is a moment of the game.
func (e Ends) checkTargetAt(d *Def) error {
	known := []string{"", "round", "any", "turn"}
	for _, p := range d.Phases {
		if p.Name != "" {
			known = append(known, p.Name)
		}
	}
	switch {
	case !slices.Contains(known, e.TargetAt):
		return unknown("target_at", e.TargetAt, known...)
	case e.TargetAt != "" && !e.Target.Is:
		return faulty("target_at", "targetless")
	}
	return nil
}
