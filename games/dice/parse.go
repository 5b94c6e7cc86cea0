package dice

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// Parse parses a notation of the newest edition, whose grammar is in the package comment. It
// recognizes own dice by their names. The error is a [games.Illegal], whose rule names the exceeded
// limit or the position of the wrong character. Parse refuses a notation of any length in bounded
// time.
func Parse(notation string, own []Die) (Cup, error) {
	if len(own) == 0 {
		return newest.cup(notation)
	}
	d := dialectOf(own, strict)
	return d.cup(notation)
}

// newest is the dialect of the newest edition without own dice.
var newest = dialectOf(nil, strict)

// dialect is the meaning of notations in a set-up: the own dice of the table, and the edition that
// the option "notation" names.
type dialect struct {
	own     []Die
	edition int
}

// Editions of the notation. Each edition keeps the meanings that are in old records.
const (
	first   = 1 // d66 is a die of 66 faces
	tensD66 = 2 // d66 shows tens and units
	strict  = 3 // != is a comparison, rr is r, blanks don't join, and no roll is endless
)

// dialectOf returns the dialect of an edition.
func dialectOf(own []Die, edition int) dialect {
	switch {
	case edition == first:
	case len(own) == 0:
		own = onlyD66
	default:
		own = append(slices.Clip(own), d66Die)
	}
	return dialect{own, edition}
}

// cup parses a notation. Its error is a [games.Illegal].
func (d *dialect) cup(notation string) (Cup, error) {
	cup, rule := d.parse(notation)
	if rule != nil {
		return Cup{}, games.Illegal{Says: games.Decision(notation), Rule: *d.instead(notation, rule)}
	}
	return cup, nil
}

func (d *dialect) parse(notation string) (Cup, *games.Text) {
	if len(notation) > MostBytes {
		return Cup{}, broken("rule.dice.length", strconv.Itoa(MostBytes))
	}
	p := parser{all: notation, dialect: d, terms: make([]term, 0, 2)}
	p.sum()
	var tree *node
	if p.deep {
		tree = p.tree()
	}
	if p.rule == nil {
		p.whole(tree)
	}
	return Cup{p.terms, tree}, p.rule
}

// sum parses terms up to the end, or up to a character that shows that the notation is more than
// a sum.
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
			p.deep = isDeep(sign) || p.isAdvantage()
			p.stray()
			return
		case len(p.terms) == MostTerms:
			p.fail("rule.dice.terms", strconv.Itoa(MostTerms))
			return
		}
		p.skip()
	}
}

// whole checks the rules that concern the whole notation: coins are alone, there are dice, and
// the printed notation is short enough.
func (p *parser) whole(tree *node) {
	for i := range p.terms {
		if p.terms[i].die.Name == coin.Name && len(p.terms) > 1 {
			p.fail("rule.dice.coin")
		}
	}
	const growth = 3 // d% becomes d100, and no printed notation grows more than that
	switch {
	case p.dice == 0:
		p.fail("rule.dice.none")
	case len(p.all) > MostBytes/growth && len(Cup{p.terms, tree}.String()) > MostBytes:
		p.fail("rule.dice.length", strconv.Itoa(MostBytes))
	}
}

// term parses one term: a number, dice or coins.
func (p *parser) term(minus bool) {
	t := term{minus: minus}
	n, number := p.number()
	switch r := p.peek(); {
	case !number && p.favours(r) && p.ownDie("is") == nil:
		t.die = Die{From: 1, To: 20}
	case isDie(r) && !(number && p.favours(r) && p.afterBlank()):
		p.skip()
		t.die = p.die()
	case p.coin():
		p.at += len(coin.Name)
		t.die = coin
	case number && n > MostConstant:
		p.fail("rule.dice.constant", strconv.Itoa(MostConstant))
	case number:
		if t.constant = n; r == '.' {
			p.decimals(&t)
		}
		if p.peek() == '[' {
			p.label(&t.change().label)
		}
		p.terms = append(p.terms, t)
		return
	default:
		p.deep = isDeep(r) || r == '+' || r == '-' || p.function() != nil
		p.unexpected()
	}
	if !number {
		n = 1
	}
	p.take(t, n)
}

// mostDecimals is the greatest number of decimals of a number.
const mostDecimals = 4

// decimals parses the decimals of the number of t, from the point on.
func (p *parser) decimals(t *term) {
	p.skip()
	if !p.nested {
		p.deep = true
		p.unexpected()
	}
	from := p.at
	for ; p.at < len(p.all) && isDigit(p.all[p.at]); p.at++ {
	}
	digits := strings.TrimRight(p.all[from:p.at], "0")
	if p.at == from || len(digits) > mostDecimals {
		p.fail("rule.dice.decimals", strconv.Itoa(mostDecimals))
		return
	}
	for _, d := range []byte(digits) {
		t.constant = t.constant*10 + int(d-'0')
	}
	t.decimals = uint8(len(digits))
}

// coin reports whether the word "coin" is next.
func (p *parser) coin() bool {
	n := len(coin.Name)
	return len(p.all) >= p.at+n && strings.EqualFold(p.all[p.at:p.at+n], coin.Name)
}

// take sets the number of dice in t to n, parses the modifiers of the dice, and adds t to the
// terms.
func (p *parser) take(t term, n int) {
	if p.rule != nil {
		return
	}
	p.dice += n
	if n < 1 || p.dice > MostDice {
		p.fail("rule.dice.count", strconv.Itoa(MostDice))
		return
	}
	t.count = n
	p.suffixes(&t)
	if t.more != nil || t.explode || t.die.Faces != nil {
		p.fits(&t)
	}
	p.terms = append(p.terms, t)
}

// fits fails if the modifiers of t are incompatible with its die or with each other.
func (p *parser) fits(t *term) {
	switch {
	case t.die.words() && (t.explode || t.picks() || t.minus || t.more.computes()):
		p.fail("rule.dice.words", t.die.String())
	case t.more != nil && t.more.unique != mayRepeat && (t.explode || t.more.once):
		p.fail("rule.dice.unique")
	case t.more != nil && len(t.more.misses) > 0 && !t.counts():
		p.fail("rule.dice.misses")
	case t.endless() && (p.edition >= strict || t.more != nil && t.more.repeats()):
		p.endless(t)
	}
}

// endless fails because a roll of t never ends. If it is for its rerolls, the rule says how to reroll
// once.
func (p *parser) endless(t *term) {
	once := *t
	if m := t.more; m != nil && len(m.again) > 0 && len(t.lasting()) == 0 {
		more := *m
		once.more, more.once = &more, true
		if !once.endless() {
			p.fail("rule.dice.endless.once", t.die.String(), once.bare())
			return
		}
	}
	p.fail("rule.dice.endless", t.die.String())
}

// die parses the part of a term after the letter d: the number of faces, %, listed faces, or a
// name. The name of an own die may be a number.
func (p *parser) die() Die {
	switch p.peek() {
	case '%':
		p.skip()
		return Die{From: 1, To: 100}
	case '(':
		return p.bracketedFaces()
	case '{':
		p.skip()
		return p.inline()
	}
	from := p.at
	faces, ok := p.number()
	if p.all[from:p.at] == tens {
		return tensDie()
	}
	switch {
	case !ok:
		return p.dieName()
	case faces < 1 || faces > MostFaces || faces == 66:
		return p.numbered(faces)
	}
	return Die{From: 1, To: faces}
}

// numbered returns the die with so many faces. It fails if there are too few or too many.
func (p *parser) numbered(faces int) Die {
	if faces == 66 {
		if d := p.ownDie(d66); d != nil {
			return *d
		}
	}
	if faces < 1 || faces > MostFaces {
		p.fail("rule.dice.faces", strconv.Itoa(MostFaces))
	}
	return Die{From: 1, To: faces}
}

// bracketedFaces parses a number of faces in brackets and returns the die.
func (p *parser) bracketedFaces() Die {
	if !p.nested {
		p.deep = true
		p.unexpected()
		return Die{}
	}
	from := len(p.terms)
	return p.numbered(p.fixed(p.enclosed(), from))
}

// ownDie returns the own die with that name, or nil.
func (p *parser) ownDie(name string) *Die {
	for i := range p.own {
		if strings.EqualFold(p.own[i].Name, name) {
			return &p.own[i]
		}
	}
	return nil
}

// dieName parses the name of fate dice or of own dice. If a number follows the letters, their end
// is a modifier such as k or kl and not part of the name.
func (p *parser) dieName() Die {
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
	d := p.known(name)
	if d == nil {
		d = p.gluedName(rest)
	} else {
		p.at += len(name)
	}
	if d == nil {
		p.fail("rule.dice.unknown", name)
		return Die{}
	}
	if d == &fate {
		return p.fates()
	}
	return *d
}

// fates parses what follows dF and returns the die: "" or ".2" for the usual fate die, ".1" for
// the one with four blank faces.
func (p *parser) fates() Die {
	if p.peek() != '.' {
		return fate
	}
	p.skip()
	switch p.peek() {
	case '1':
		p.skip()
		return fewerFate()
	case '2':
		p.skip()
	default:
		p.unexpected()
	}
	return fate
}

// inline parses the listed faces of a die, after the opening brace and up to the closing one.
func (p *parser) inline() Die {
	list, _, ok := strings.Cut(p.all[p.at:], "}")
	if !ok {
		p.at = len(p.all)
		p.unexpected()
		return Die{}
	}
	p.at += len(list) + 1
	d, rule := makeDie("{…}", strings.Map(plainSign, list))
	if rule != nil {
		p.fail(rule.Key, rule.Args...)
		return Die{}
	}
	names := make([]string, len(d.Faces))
	for i, f := range d.Faces {
		names[i] = f.Name
	}
	d.Name = "{" + strings.Join(names, ",") + "}"
	return d
}

// known returns the fate die or the own die with that name, or nil.
func (p *parser) known(name string) *Die {
	if strings.EqualFold(name, fate.Name) {
		return &fate
	}
	if d := p.ownDie(name); d != nil || !strings.EqualFold(name, "ф") {
		return d
	}
	return &fate
}

// gluedName parses the name of a die that is directly followed by the letters of a modifier, and
// returns the die. It takes the longest name that is known. It returns nil if there is none.
func (p *parser) gluedName(rest string) *Die {
	name := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsLetter))]
	for n := len(name) - 1; n > 0; n-- {
		if !utf8.RuneStart(name[n]) {
			continue
		}
		if d := p.known(name[:n]); d != nil && isModifier(name[n:], name == rest) {
			p.at += n
			return d
		}
	}
	return nil
}

// suffix returns the length in bytes of the modifier k, kh, kl, dh or dl at the end of letters,
// or 0.
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
