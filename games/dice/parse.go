package dice

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// Parse reads a notation, of which the package comment tells the grammar. Own
// dice are known by their names. The error is a [games.Illegal] whose rule names
// the limit or the place; a notation of any length is refused in bounded time.
func Parse(notation string, own []Die) (Cup, error) {
	cup, rule := parse(notation, own)
	if rule != nil {
		return Cup{}, games.Illegal{Says: games.Decision(notation), Rule: *rule}
	}
	return cup, nil
}

func parse(notation string, own []Die) (Cup, *games.Text) {
	if len(notation) > MostBytes {
		return Cup{}, broken("rule.dice.length", strconv.Itoa(MostBytes))
	}
	p := parser{all: notation, own: own, terms: make([]term, 0, 2)}
	p.sum()
	if p.rule == nil {
		p.whole()
	}
	return Cup{p.terms}, p.rule
}

// sum reads terms up to the end.
func (p *parser) sum() {
	sign := p.peek()
	if sign == '+' || sign == '-' {
		p.skip()
	}
	for {
		p.term(sign == '-')
		sign = p.peek()
		switch {
		case p.rule != nil || sign == end:
			return
		case sign != '+' && sign != '-':
			p.unexpected()
			return
		case len(p.terms) == MostTerms:
			p.fail("rule.dice.terms", strconv.Itoa(MostTerms))
			return
		}
		p.skip()
	}
}

// whole checks what can be told only of all terms together.
func (p *parser) whole() {
	for i := range p.terms {
		if p.terms[i].die.Name == coin.Name && len(p.terms) > 1 {
			p.fail("rule.dice.coin")
		}
	}
	const growth = 3 // d% becomes d100; no notation grows more when it is printed
	switch {
	case p.dice == 0:
		p.fail("rule.dice.none")
	case len(p.all) > MostBytes/growth && len(Cup{p.terms}.String()) > MostBytes:
		p.fail("rule.dice.length", strconv.Itoa(MostBytes))
	}
}

// term reads a number, dice or coins.
func (p *parser) term(minus bool) {
	t := term{minus: minus}
	n, number := p.number()
	switch r := p.peek(); {
	case isDie(r):
		p.skip()
		t.die = p.die()
	case p.coin():
		p.at += len(coin.Name)
		t.die = coin
	case number && n > MostConstant:
		p.fail("rule.dice.constant", strconv.Itoa(MostConstant))
	case number:
		t.constant = n
		p.terms = append(p.terms, t)
		return
	default:
		p.unexpected()
	}
	if !number {
		n = 1
	}
	p.take(t, n)
}

// coin reports whether "coin" is next.
func (p *parser) coin() bool {
	n := len(coin.Name)
	return len(p.all) >= p.at+n && strings.EqualFold(p.all[p.at:p.at+n], coin.Name)
}

// take adds n dice and what stands behind them.
func (p *parser) take(t term, n int) {
	if p.rule != nil {
		return
	}
	p.dice += n
	if n == 0 || p.dice > MostDice {
		p.fail("rule.dice.count", strconv.Itoa(MostDice))
		return
	}
	t.count, t.keep = n, n
	p.suffixes(&t)
	if t.die.words() && (t.explode || t.keep < n || t.minus) {
		p.fail("rule.dice.words", t.die.String())
	}
	p.terms = append(p.terms, t)
}

// die reads the faces of numbered dice, or a name; a number may be a name too.
func (p *parser) die() Die {
	if p.peek() == '%' {
		p.skip()
		return Die{From: 1, To: 100}
	}
	faces, ok := p.number()
	if !ok {
		return p.named()
	}
	if d := p.called(strconv.Itoa(faces)); d != nil {
		return *d
	}
	if faces < 2 || faces > MostFaces {
		p.fail("rule.dice.faces", strconv.Itoa(MostFaces))
	}
	return Die{From: 1, To: faces}
}

// called returns the own die of that name, or nil.
func (p *parser) called(name string) *Die {
	for i := range p.own {
		if strings.EqualFold(p.own[i].Name, name) {
			return &p.own[i]
		}
	}
	return nil
}

// named reads the name of fate dice or of own dice. Letters in front of a number
// end in a k, kl … that isn't part of the name, for no name is followed by one.
func (p *parser) named() Die {
	p.peek()
	rest := p.all[p.at:]
	name := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsLetter))]
	after := strings.TrimLeftFunc(rest[len(name):], isBlank)
	if after != "" && isDigit(after[0]) {
		name = name[:len(name)-suffix(name)]
	}
	if name == "" {
		p.unexpected()
		return Die{}
	}
	p.at += len(name)
	if strings.EqualFold(name, fate.Name) {
		return fate
	}
	if d := p.called(name); d != nil {
		return *d
	}
	p.fail("rule.dice.unknown", name)
	return Die{}
}

// suffix returns the length of the k, kh, kl, dh or dl at the end of letters.
func suffix(letters string) int {
	last, n := utf8.DecodeLastRuneInString(letters)
	before, m := utf8.DecodeLastRuneInString(letters[:len(letters)-n])
	last, before = unicode.ToLower(last), unicode.ToLower(before)
	switch {
	case isKeep(last):
		return n
	case (last == 'h' || last == 'l') && (isDie(before) || isKeep(before)):
		return n + m
	}
	return 0
}

// suffixes reads "!" and one of k, kh, kl, dl, dh, in any order.
func (p *parser) suffixes(t *term) {
	for kept := false; p.rule == nil; {
		r := p.peek()
		switch {
		case r == '!' && !t.explode:
			p.skip()
			t.explode = true
		case isKeep(r) && !kept:
			p.skip()
			p.keep(t, false)
			kept = true
		case isDie(r) && !kept && p.drops():
			p.skip()
			p.keep(t, true)
			kept = true
		default:
			return
		}
	}
}

// drops reports whether the d that is next begins a dl or dh, as far as it goes on.
func (p *parser) drops() bool {
	ahead := *p
	ahead.skip()
	r := ahead.peek()
	return r == 'h' || r == 'l' || r == end
}

// keep reads which dice count, behind the k, or the d of a drop.
func (p *parser) keep(t *term, drop bool) {
	r := p.peek()
	if r == 'h' || r == 'l' {
		p.skip()
	} else if drop {
		p.unexpected()
		return
	}
	n, ok := p.number()
	if !ok {
		p.unexpected()
	}
	if drop {
		n = t.count - n
	}
	if p.rule == nil && (n < 1 || n > t.count) {
		p.fail("rule.dice.keep", strconv.Itoa(t.count))
	}
	t.keep, t.lowest = n, (r == 'l') != drop
}
