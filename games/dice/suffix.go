package dice

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The letters of modifiers in Latin lower case. Bare modifiers may stand without a number. Bounds need a
// number. Compared modifiers need a number, or a word for even or odd.
var (
	bareLetters     = []string{"k", "kh", "kl", "d", "dh", "dl", "r", "ro", "rr", "u", "uo", "sa", "sd", "even", "odd", "adv", "dis"}
	boundLetters    = []string{"min", "max", "maks"}
	comparedLetters = []string{"f", "cs", "cf"}
	numberedLetters = slices.Concat(boundLetters, comparedLetters)
)

// isModifier reports whether letters after a name are modifiers and not the rest of the name. The
// parameter last means that nothing follows the letters.
func isModifier(letters string, last bool) bool {
	letters = strings.Map(func(r rune) rune { return latin(plain(r)) }, letters)
	begins := make([]bool, len(letters)+1) // whether a modifier may begin at each byte
	begins[0] = true
	for at := range letters {
		if !begins[at] {
			continue
		}
		for _, word := range bareLetters {
			if strings.HasPrefix(letters[at:], word) {
				begins[at+len(word)] = true
			}
		}
		for _, word := range numberedLetters {
			rest, ok := strings.CutPrefix(letters[at:], word)
			switch {
			case !ok:
			case rest == "":
				begins[at+len(word)] = !last
			case slices.Contains(comparedLetters, word) && (strings.HasPrefix(rest, "even") || strings.HasPrefix(rest, "odd")):
				begins[at+len(word)] = true
			}
		}
	}
	return begins[len(letters)]
}

// Bits for the modifiers that a term has at most once.
const (
	seenBang = 1 << iota
	seenUnique
	seenMin
	seenMax
	seenSort
	seenLabel
)

// first reports whether a modifier is the first of its kind in the term, and records the kind.
func (p *parser) first(kind uint8) bool {
	if p.seen&kind != 0 {
		return false
	}
	p.seen |= kind
	return true
}

// suffixes parses all modifiers of a term, in any order.
func (p *parser) suffixes(t *term) {
	for p.seen = 0; p.rule == nil && p.suffix(t, p.peek()); {
	}
}

// suffix parses one modifier that begins with r. It returns false if r begins no modifier.
func (p *parser) suffix(t *term, r rune) bool {
	switch {
	case r == end, r == '+', r == '-':
		return false
	case r == '!':
		return p.first(seenBang) && p.explode(t)
	case isKeep(r):
		return p.keep(t, false)
	case p.isAdvantage():
		return p.follows(t) && p.advantage(t)
	case isDie(r):
		return p.drops() && !p.forgotten(t) && p.keep(t, true)
	}
	return p.later(t, latin(r))
}

// later parses one of the less common modifiers. It returns false if r begins none of them.
func (p *parser) later(t *term, r rune) bool {
	if t.die.Name == coin.Name && unicode.IsLetter(r) {
		return false // the letters are a part of the word "coins"
	}
	if p.isParity() {
		return p.compared(&t.change().hits)
	}
	switch r {
	case 'r':
		return p.reroll(t)
	case 'u':
		return p.first(seenUnique) && p.unique(t)
	case '<', '>', '=', '≤', '≥', '≠':
		return p.compared(&t.change().hits)
	case 'f':
		p.skip()
		return p.compared(&t.change().misses)
	case 'c':
		return p.mark(t)
	case 'm':
		return p.bound(t)
	case 's':
		return p.first(seenSort) && p.sort(t)
	case '[':
		return p.first(seenLabel) && p.label(&t.change().label)
	}
	return false
}

// latin returns the Latin letter that sounds like the Russian letter r. It returns other
// characters unchanged.
func latin(r rune) rune {
	const russian, sounds = "адиклмнопрсуфхц", "adiklmnoprsufhc"
	if r < utf8.RuneSelf {
		return r
	}
	if i := strings.IndexRune(russian, r); i >= 0 {
		return rune(sounds[i/len("а")])
	}
	return r
}

// letter skips the letter want, or a Russian letter with its sound. It returns false if another
// character is next.
func (p *parser) letter(want rune) bool {
	if latin(p.peek()) != want {
		return false
	}
	p.skip()
	return true
}

// drops reports whether the d or к that is next means dropped dice. Otherwise it begins a word.
func (p *parser) drops() bool {
	ahead := *p
	ahead.skip()
	r := latin(ahead.peek())
	if r == 'f' && p.edition >= strict {
		return false // df deducts failures in other programs
	}
	return !unicode.IsLetter(r) || strings.ContainsRune("hlkrfmsc", r)
}

// keep parses the modifier for kept or dropped dice, from its first letter on. Without a number
// it means one die.
func (p *parser) keep(t *term, drop bool) bool {
	from := p.at
	p.skip()
	low, bare := drop, false
	switch {
	case p.letter('h'):
		low = false
	case p.letter('l'):
		low = true
	default:
		bare = true
	}
	n, ok := p.number()
	if !ok {
		n = 1
	}
	if !drop {
		n, low = t.count-n, !low
	}
	if n < 0 || n >= t.count {
		if drop && bare {
			p.at = from
			p.apart(t)
		}
		p.fail("rule.dice.keep", strconv.Itoa(t.count))
	}
	if low {
		t.low = max(t.low, uint16(n))
	} else {
		t.high = max(t.high, uint16(n))
	}
	return true
}

// explode parses the modifier for explosions, from the ! on.
func (p *parser) explode(t *term) bool {
	p.skip()
	t.explode = true
	compound := p.peek() == '!'
	if compound {
		p.skip()
	}
	penetrate := p.letter('p')
	m, ok := p.match(true)
	if !compound && !penetrate && !ok {
		return true
	}
	mods := t.change()
	mods.compound, mods.penetrate = compound, penetrate
	if ok {
		mods.bursts = matches{m}
	}
	return true
}

// reroll parses the modifier for rerolls, from the r on. Without a comparison the lowest face is
// rerolled.
func (p *parser) reroll(t *term) bool {
	p.skip()
	if p.edition >= strict {
		p.letter('r') // rr means the same
	}
	once, mods := !p.isParity() && p.letter('o'), t.change()
	if len(mods.again) > 0 && mods.once != once {
		p.fail("rule.dice.reroll")
	}
	m, ok := p.match(true)
	if !ok {
		lowest, _ := t.die.bounds()
		m = match{equal, lowest}
	}
	mods.once, mods.again = once, append(mods.again, m)
	return true
}

// unique parses the modifier for dice that must show different faces, from the u on. With a comparison
// only faces that meet it must differ.
func (p *parser) unique(t *term) bool {
	p.skip()
	mods := t.change()
	mods.unique = mustDiffer
	if !p.isParity() && p.letter('o') {
		mods.unique = rerolledOnce
	}
	if m, ok := p.match(true); ok {
		mods.twins = matches{m}
	}
	return true
}

// compared parses a comparison and appends it to the given matches.
func (p *parser) compared(to *matches) bool {
	m, ok := p.match(true)
	if !ok {
		p.unexpected()
	}
	*to = append(*to, m)
	return true
}

// mark parses cs or cf, which mark good or bad faces, from the c on.
func (p *parser) mark(t *term) bool {
	p.skip()
	switch {
	case p.letter('s'):
		return p.compared(&t.change().good)
	case p.letter('f'):
		return p.compared(&t.change().bad)
	}
	p.unexpected()
	return false
}

// bound parses min or max and its number, from the m on.
func (p *parser) bound(t *term) bool {
	kind, to := uint8(seenMax), &t.change().ceiling
	switch {
	case p.word("min", "мин"):
		kind, to = seenMin, &t.change().floor
	case !p.word("max", "макс"):
		return false
	}
	if !p.first(kind) {
		p.fail("rule.dice.twice")
	}
	n, _ := p.signed()
	*to = bound{true, n}
	return true
}

// word skips one of the given words if it is next. It returns false if none of them is next.
func (p *parser) word(words ...string) bool {
	for _, w := range words {
		if rest := p.all[p.at:]; len(rest) >= len(w) && strings.EqualFold(rest[:len(w)], w) {
			p.at += len(w)
			return true
		}
	}
	return false
}

// sort parses the modifier for the order of faces: s, sa or sd.
func (p *parser) sort(t *term) bool {
	p.skip()
	t.change().sorted = 'a'
	if !p.letter('a') && p.letter('d') {
		t.more.sorted = 'd'
	}
	return true
}

// label parses a label in square brackets. It may have letters, digits, hyphens and single
// blanks.
func (p *parser) label(to *string) bool {
	p.skip()
	text, _, ok := strings.Cut(p.all[p.at:], "]")
	if !ok {
		p.at = len(p.all)
		p.unexpected()
		return true
	}
	p.at += len(text) + 1
	odd := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != ' ' }
	*to = strings.Join(strings.Fields(strings.Map(plainSign, text)), " ")
	if *to == "" || !utf8.ValidString(text) || utf8.RuneCountInString(*to) > MostLabel || strings.ContainsFunc(*to, odd) {
		p.fail("rule.dice.label", strconv.Itoa(MostLabel))
	}
	return true
}

// plainSign returns "-" for any dash and a space for any blank. It returns other characters
// unchanged.
func plainSign(r rune) rune {
	switch {
	case isDash(r):
		return '-'
	case isBlank(r):
		return ' '
	}
	return r
}

// comments removes the comments from the notation: the text after // or #, and the text between /* and
// */, in whose place there are blanks then. It fails for unprintable characters in a comment.
func (p *parser) comments() {
	for p.rule == nil {
		i := strings.IndexAny(p.all, "/#")
		for i >= 0 && p.all[i] == '/' && !strings.HasPrefix(p.all[i:], "//") && !strings.HasPrefix(p.all[i:], "/*") {
			next := strings.IndexAny(p.all[i+1:], "/#")
			if i += next + 1; next < 0 {
				return
			}
		}
		if i < 0 {
			return
		}
		p.comment(i)
	}
}

// comment removes the comment at the index i.
func (p *parser) comment(i int) {
	text, rest := p.all[i:], ""
	if strings.HasPrefix(text, "/*") {
		inner, after, ok := strings.Cut(text[len("/*"):], "*/")
		if !ok {
			p.fail("rule.dice.end")
		}
		text, rest = text[:len("/*")+len(inner)], after
	}
	for at, r := range text {
		if r == utf8.RuneError || !unicode.IsPrint(r) && !isBlank(r) && r != '\n' {
			p.at = i + at
			p.unexpected()
			return
		}
	}
	p.all = p.all[:i]
	if rest != "" {
		p.all += strings.Repeat(" ", utf8.RuneCountInString(text)+len("*/")) + rest
	}
}
