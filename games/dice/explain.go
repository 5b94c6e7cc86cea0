package dice

import (
	"strconv"

	"tabletop/games"
)

// Explain says what a notation rolls, part by part: "4 кубика d6", "считаются 3 лучших".
// It returns the notation in its shortest form as well. The error is a [games.Illegal],
// the one that rolling it would meet.
func (r Rules) Explain(s games.Setup, notation string) (shortest string, says []games.Text, err error) {
	cup, err := r.cup(s, notation)
	if err != nil {
		return "", nil, err
	}
	for i := range cup.terms {
		says = append(says, cup.terms[i].explain(i == 0)...)
	}
	return cup.String(), says, nil
}

// Chances returns how likely each total of a notation is, the first of them that of from,
// and how likely the roll explodes beyond what they follow. It does so many steps of work
// at most, and reports false where that isn't enough, or where there is no total.
func (r Rules) Chances(s games.Setup, notation string, steps int64) (from int, of []float64, beyond float64, ok bool) {
	cup, err := r.cup(s, notation)
	if err != nil {
		return 0, nil, 0, false
	}
	odds, ok := cup.oddsWithin(steps)
	return odds.Least, odds.Of, odds.Beyond, ok
}

// cup reads a notation by the dice of a table.
func (r Rules) cup(s games.Setup, notation string) (Cup, error) {
	table, err := r.empty(s)
	if err != nil {
		return Cup{}, err
	}
	return Parse(notation, table.own)
}

// explain says what a term adds to a cup, or as its first what the cup begins with.
func (t *term) explain(first bool) []games.Text {
	key := "explain.plus"
	switch {
	case t.minus:
		key = "explain.minus"
	case first:
		key = "explain.first"
	}
	switch {
	case t.count == 0:
		return []games.Text{games.Say(key+".number", strconv.Itoa(t.constant))}
	case t.die.Name == coin.Name:
		return []games.Text{games.Count("explain.coin", t.count)}
	}
	says := []games.Text{games.Count(key, t.count, t.die.String())}
	if of := t.die.explain(); of.Key != "" {
		says = append(says, of)
	}
	if t.explode {
		says = append(says, games.Say("explain.again"))
	}
	switch {
	case t.keep == t.count:
	case t.lowest:
		says = append(says, games.Count("explain.worst", t.keep))
	default:
		says = append(says, games.Count("explain.best", t.keep))
	}
	return says
}

// explain says what a die shows whose name doesn't; zero where it does.
func (d *Die) explain() games.Text {
	switch d.Name {
	case fate.Name:
		return games.Say("explain.fate")
	case d66:
		return games.Say("explain.tens")
	}
	return games.Text{}
}
