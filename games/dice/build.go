package dice

import (
	"strings"

	"tabletop/games"
)

// Build returns the steps that change the last term of a cup or add a term, the likeliest first.
// The cup "" is empty; every cup that begins with dice can be built from it. Each step leads to a
// valid cup in its shortest notation. Build returns nil for an invalid cup.
func (r Rules) Build(s games.Setup, cup string) []games.Part {
	table, err := r.empty(s)
	if err != nil {
		return nil
	}
	b := builder{dialect: table.dialect}
	if cup == "" {
		return b.fitting(b.dice(""))
	}
	if b.cup, err = b.dialect.cup(cup); err != nil {
		return nil
	}
	return b.fitting(b.steps())
}

// builder holds a cup that is being built, and the meaning of notations at the table. The steps of
// a builder change the last term of the cup, or add a term.
type builder struct {
	dialect
	cup Cup
}

// last returns the last term of the cup, and the terms before that term.
func (b *builder) last() (term, []term) {
	n := len(b.cup.terms) - 1
	return b.cup.terms[n], b.cup.terms[:n:n]
}

// with returns the notation of the cup with t in place of its last term.
func (b *builder) with(t term) string {
	_, before := b.last()
	return Cup{terms: append(before, t)}.String()
}

// steps returns all steps from the cup, including steps with invalid results.
func (b *builder) steps() []games.Part {
	cup := b.cup.String()
	if b.cup.tree != nil {
		return b.beyond(cup)
	}
	steps := append([]games.Part{b.number()}, b.beyond(cup)...)
	return append(append(steps, b.counted()...), b.sign()...)
}

// beyond returns the steps that add a term to the notation cup.
func (b *builder) beyond(cup string) []games.Part {
	if b.cup.tree != nil && b.cup.tree.op == repeat {
		cup = "(" + cup + ")"
	}
	return []games.Part{
		{Text: games.Say("build.plus"), Cup: cup + "+#", From: 1, To: MostConstant, Now: 1},
		{Text: games.Say("build.minus"), Cup: cup + "-#", From: 1, To: MostConstant, Now: 1},
		{Text: games.Say("build.more"), Of: b.dice(cup + "+")},
	}
}

// number returns the step that changes the number of dice in the last term. The least number of
// dice is 1. If some dice of the term are dropped, the least number is one more than the number of
// kept dice, or of dropped dice if they are at both ends. If the term is a number without dice, the step changes that number.
func (b *builder) number() games.Part {
	t, _ := b.last()
	bare := t.bare()
	head, tail := strings.TrimSuffix(b.cup.String(), bare), strings.TrimLeft(bare, "0123456789")
	p := games.Part{Text: games.Say("build.number"), Cup: head + "#" + tail, From: 0, To: MostConstant, Now: t.constant}
	if t.count > 0 {
		p.Text, p.From, p.To, p.Now = games.Say("build.count"), 1, MostDice-b.cup.Dice()+t.count, t.count
	}
	if t.picks() {
		if p.From = t.keep() + 1; t.low > 0 && t.high > 0 {
			p.From = t.count - t.keep() + 1
		}
	}
	return p
}

// counted returns the steps that change how many dice of the last term are kept, and whether the
// dice explode.
func (b *builder) counted() []games.Part {
	t, _ := b.last()
	if t.count == 0 {
		return nil
	}
	all, explodes := t, t
	all.low, all.high, explodes.explode = 0, 0, !t.explode
	best := games.Part{Text: games.Say("build.best"), Cup: b.with(all) + "k#", From: 1, To: t.count - 1, Now: t.count - 1}
	worst := games.Part{Text: games.Say("build.worst"), Cup: b.with(all) + "kl#", From: 1, To: t.count - 1, Now: 1}
	switch {
	case t.low > 0 && t.high > 0: // neither
	case t.high > 0:
		worst.Now = t.keep()
	case t.low > 0:
		best.Now = t.keep()
	}
	steps, key := []games.Part{best, worst}, "build.explode"
	if t.more != nil {
		steps = nil // k may have to stand between other modifiers, so it can't be appended
	}
	if t.picks() {
		steps = append(steps, games.Part{Text: games.Say("build.all"), Cup: b.with(all)})
	}
	if t.explode {
		key = "build.once"
	}
	return append(steps, games.Part{Text: games.Say(key), Cup: b.with(explodes)})
}

// sign returns the steps that change the sign of the last term, or remove the term.
func (b *builder) sign() []games.Part {
	t, before := b.last()
	turned, key := t, "build.subtract"
	if turned.minus = !t.minus; t.minus {
		key = "build.add"
	}
	return []games.Part{
		{Text: games.Say(key, t.bare()), Cup: b.with(turned)},
		{Text: games.Say("build.without", t.bare()), Cup: Cup{terms: before}.String()},
	}
}

// bare returns the notation of t without its sign.
func (t term) bare() string {
	t.minus = false
	return string(t.append(nil, true))
}

// dice returns one step for each kind of die. The step appends the die to the notation cup.
func (b *builder) dice(cup string) []games.Part {
	var kinds []games.Part
	for _, die := range (Rules{}).Dice() {
		kinds = append(kinds, games.Part{Text: games.Say("build.die", die), Cup: cup + die})
	}
	for _, d := range b.own {
		kinds = append(kinds, games.Part{Text: games.Say("build.die", d.String()), Cup: cup + d.String()})
	}
	return append(kinds,
		games.Part{Text: games.Say("build.faces"), Cup: cup + "d#", From: 2, To: MostFaces, Now: 6},
		games.Part{Text: games.Say("name.coin"), Cup: cup + coin.Name})
}

// fitting returns the parts that change the cup and lead to a valid cup. A part with a number must
// lead to a valid cup both with its least and with its greatest number. If a part allows only one
// number, fitting puts that number into the notation, so that people need not enter it. A part
// that offers other parts stays if one of these fits.
func (b *builder) fitting(parts []games.Part) []games.Part {
	var fit []games.Part
	for _, p := range parts {
		if p.From == p.To {
			p.Cup, p.From, p.To, p.Now = p.With(p.From), 0, 0, 0
		}
		switch p.Of = b.fitting(p.Of); {
		case len(p.Of) > 0:
		case p.From > p.To, p.Cup == b.cup.String(), !b.rolls(p.With(p.From)), !b.rolls(p.With(p.To)):
			continue
		}
		fit = append(fit, p)
	}
	return fit
}

// rolls reports whether the notation cup is valid.
func (b *builder) rolls(cup string) bool {
	_, rule := b.parse(cup)
	return rule == nil
}
