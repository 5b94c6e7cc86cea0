package dice

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Explain returns the notation in its shortest form, and texts that describe it part by part: "4
// кубика d6", "считаются 3 лучших". For an invalid notation it returns a [games.Illegal] that
// names the broken rule.
func (r Rules) Explain(s games.Setup, notation string) (shortest string, says []games.Text, err error) {
	cup, err := r.cup(s, notation)
	if err != nil {
		return "", nil, err
	}
	if cup.tree != nil {
		return cup.String(), append(cup.tree.explain(cup, true, false), cup.notes()...), nil
	}
	for i := range cup.terms {
		says = append(says, cup.terms[i].explain(i == 0)...)
	}
	return cup.String(), says, nil
}

// explain describes n, a part of the cup c. The parameter first means that the cup begins with n.
// The parameter minus means that n is subtracted.
func (n *node) explain(c Cup, first, minus bool) (says []games.Text) {
	switch n.op {
	case leaf:
		t := c.terms[n.term]
		t.minus = minus
		return t.explain(first)
	case product, power:
		says = n.explainProduct(c, first, minus)
	case call:
		says = n.explainPart(c, first, minus)
	case pool:
		says = append(n.kids[0].explain(c, first, minus), n.pick.explainPool()...)
	case sum:
		for i := range n.kids {
			says = append(says, n.kids[i].explain(c, first && i == 0, minus != (n.signs[i] == '-'))...)
		}
	case repeat:
		says = append(says, games.Count(sign("explain.repeat", first, minus), len(n.kids), string(n.kids[0].append(nil, c))))
	case group:
		says = append(says, games.Count(sign("explain.group", first, minus), n.pick.count, n.list(c)))
		says = append(append(says, n.pick.selection(".parts")...), n.pick.more.explain()...)
	}
	if n.label != "" {
		says = append(says, games.Say("explain.label", n.label))
	}
	return says
}

// explainProduct describes a product: step by step if the cup begins with it, and otherwise by
// its notation.
func (n *node) explainProduct(c Cup, first, minus bool) (says []games.Text) {
	switch kid := &n.kids[0]; {
	case !first || minus:
		return n.explainPart(c, first, minus)
	case kid.op == leaf || kid.op == group:
		says = kid.explain(c, true, false)
	default:
		says = []games.Text{games.Say("explain.part", string(n.kid(nil, c, 0)))}
	}
	for i := 1; i < len(n.kids); i++ {
		says = append(says, games.Say(n.stepKey(i), string(n.kid(nil, c, i))))
	}
	return says
}

// stepKey returns the key of the text about the i-th step of a product or power.
func (n *node) stepKey(i int) string {
	switch {
	case n.op == power:
		return "explain.power"
	case n.signs[i] == '/':
		return "explain.over"
	case n.signs[i] == '%':
		return "explain.rest"
	}
	return "explain.times"
}

// explainPart describes n by its notation.
func (n *node) explainPart(c Cup, first, minus bool) []games.Text {
	bare := *n
	bare.label = ""
	says := []games.Text{games.Say(sign("explain.part", first, minus), string(bare.append(nil, c)))}
	if slices.Contains(n.signs, '/') {
		says = append(says, games.Say("explain.rounded"))
	}
	return says
}

// explainPool describes which dice of a pool count, and how its total counts.
func (t *term) explainPool() (says []games.Text) {
	if t.picks() {
		says = append([]games.Text{games.Say("explain.pool")}, t.selection("")...)
	}
	if t.more == nil {
		return says
	}
	if len(t.more.hits) > 0 {
		says = append(says, games.Say("explain.hits.total", t.more.hits.text()))
	}
	if len(t.more.misses) > 0 {
		says = append(says, games.Say("explain.misses.total", t.more.misses.text()))
	}
	return append(says, t.more.explainOrder()...)
}

// notes explains the functions in the tree of c, and that fractions are rounded down.
func (c Cup) notes() []games.Text {
	var says []games.Text
	fractions := false
	c.tree.walk(func(n *node) {
		if n.op == call {
			says = append(says, games.Say("explain.call."+n.call.name))
		}
		fractions = fractions || n.fractional(c.terms) && !n.integral(c.terms, true)
	})
	slices.SortFunc(says, func(a, b games.Text) int { return strings.Compare(a.Key, b.Key) })
	says = slices.CompactFunc(says, func(a, b games.Text) bool { return a.Key == b.Key })
	if fractions {
		says = append(says, games.Say("explain.fraction"))
	}
	return says
}

// walk calls visit for n and for all nodes in it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for i := range n.kids {
		n.kids[i].walk(visit)
	}
}

// sign returns the variant of key for the first part of a cup, for an added part (".plus"), or
// for a subtracted part (".minus").
func sign(key string, first, minus bool) string {
	switch {
	case minus:
		return key + ".minus"
	case first:
		return key
	}
	return key + ".plus"
}

// list returns the notations of the parts of a group, separated by "; ".
func (n *node) list(c Cup) string {
	all := make([]string, len(n.kids))
	for i := range n.kids {
		all[i] = string(n.kids[i].append(nil, c))
	}
	return strings.Join(all, "; ")
}

// selection describes which dice of t count. The parameter of is the end of the keys of the texts:
// ".parts" for the parts of a group.
func (t *term) selection(of string) []games.Text {
	switch {
	case !t.picks():
		return nil
	case t.keep() == 0:
		return []games.Text{games.Say("explain.none" + of)}
	case t.high == 0:
		return []games.Text{games.Count("explain.best"+of, t.keep())}
	case t.low == 0:
		return []games.Text{games.Count("explain.worst"+of, t.keep())}
	}
	return []games.Text{games.Count("explain.low"+of, int(t.low)), games.Count("explain.high"+of, int(t.high))}
}

// Chances returns the probabilities of the totals of a notation: of[i] is the probability of the
// total from+i. The result beyond is the probability that the roll explodes more often than these
// probabilities cover. The parameter steps limits the work. Chances returns false if the work
// would exceed the limit, or if there is no total.
func (r Rules) Chances(s games.Setup, notation string, steps int64) (from int, of []float64, beyond float64, ok bool) {
	cup, err := r.cup(s, notation)
	if err != nil {
		return 0, nil, 0, false
	}
	odds, ok := cup.oddsWithin(steps)
	return odds.Least, odds.Of, odds.Beyond, ok
}

// cup parses a notation with the own dice of a set-up.
func (r Rules) cup(s games.Setup, notation string) (Cup, error) {
	table, err := r.empty(s)
	if err != nil {
		return Cup{}, err
	}
	return table.cup(notation)
}

// explain describes a term of a cup. The parameter first means that the cup begins with t.
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
		return append([]games.Text{games.Say(key+".number", strconv.Itoa(t.constant))}, t.more.labels()...)
	case t.die.Name == coin.Name:
		return append([]games.Text{games.Count("explain.coin", t.count)}, t.more.labels()...)
	}
	says := []games.Text{games.Count(key, t.count, t.die.String())}
	if of := t.die.explain(); of.Key != "" {
		says = append(says, of)
	}
	says = append(says, t.explainRepeats()...)
	says = append(says, t.selection("")...)
	return append(says, t.more.explain()...)
}

// explain describes the modifiers that change or compare values, the order of the faces, and the
// label.
func (m *modifiers) explain() (says []games.Text) {
	if m == nil {
		return nil
	}
	if m.floor.set {
		says = append(says, games.Say("explain.min", strconv.Itoa(m.floor.at)))
	}
	if m.ceiling.set {
		says = append(says, games.Say("explain.max", strconv.Itoa(m.ceiling.at)))
	}
	for _, of := range []struct {
		key string
		ms  matches
	}{{"explain.hits", m.hits}, {"explain.misses", m.misses}, {"explain.good", m.good}, {"explain.bad", m.bad}} {
		if len(of.ms) > 0 {
			says = append(says, games.Say(of.key, of.ms.text()))
		}
	}
	return append(append(says, m.explainOrder()...), m.labels()...)
}

// explainOrder describes the order in which faces are listed.
func (m *modifiers) explainOrder() []games.Text {
	switch m.sorted {
	case 'a':
		return []games.Text{games.Say("explain.ascending")}
	case 'd':
		return []games.Text{games.Say("explain.descending")}
	}
	return nil
}

// labels returns a text with the label, or nil if there is no label.
func (m *modifiers) labels() []games.Text {
	if m == nil || m.label == "" {
		return nil
	}
	return []games.Text{games.Say("explain.label", m.label)}
}

// explainRepeats describes which faces of t are rerolled, and which explode.
func (t *term) explainRepeats() (says []games.Text) {
	if t.more == nil {
		if t.explode {
			says = append(says, games.Say("explain.again"))
		}
		return says
	}
	if m := t.more; len(m.again) > 0 {
		key := "explain.until"
		if m.once {
			key = "explain.reroll"
		}
		says = append(says, games.Say(key, m.again.text()))
	}
	if t.more.unique != mayRepeat {
		says = append(says, t.more.explainUnique())
	}
	if t.explode {
		says = append(says, t.more.explosions()...)
	}
	return says
}

// explainUnique describes which faces must differ.
func (m *modifiers) explainUnique() games.Text {
	key, args := "explain.unique", []string(nil)
	if len(m.twins) > 0 {
		key, args = "explain.twins", []string{m.twins.text()}
	}
	if m.unique == rerolledOnce {
		key += ".once"
	}
	return games.Say(key, args...)
}

// explosions describes which faces explode, and the effect of an explosion.
func (m *modifiers) explosions() []games.Text {
	says := []games.Text{games.Say("explain.again")}
	if len(m.bursts) > 0 {
		says[0] = games.Say("explain.on", m.bursts.text())
	}
	if m.compound {
		says = append(says, games.Say("explain.compound"))
	}
	if m.penetrate {
		says = append(says, games.Say("explain.penetrate"))
	}
	return says
}

// explain describes the faces of a die whose name doesn't show them. It returns the zero Text for
// other dice.
func (d *Die) explain() games.Text {
	switch d.Name {
	case fate.Name:
		return games.Say("explain.fate")
	case fewer:
		return games.Say("explain.fewer")
	case d66:
		return games.Say("explain.tens")
	case tens:
		return games.Say("explain.hundred")
	}
	return games.Text{}
}
