package dice

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// parser parses one notation.
type parser struct {
	*dialect
	all    string
	at     int // number of bytes parsed so far
	terms  []term
	dice   int         // number of dice parsed so far
	seen   uint8       // modifiers of the present term that are allowed once, as bits seenBang …
	deep   bool        // the notation is more than a sum of terms
	nested bool        // the notation is parsed as a tree
	rule   *games.Text // the first rule that was broken, or nil
}

// number parses digits as a number. It returns false if there is none. A large number is cut to
// 1,000,000, which is beyond every limit.
func (p *parser) number() (n int, ok bool) {
	const large = 1_000_000
	p.peek()
	for ; p.at < len(p.all) && isDigit(p.all[p.at]); p.at++ {
		n, ok = min(n*10+int(p.all[p.at]-'0'), large), true
	}
	return n, ok
}

// end is the result of peek after the last character of the notation.
const end = rune(-1)

// peek skips blanks and returns the next character without skipping that one. It returns letters
// in lower case and every dash as a minus. After the last character it returns the constant end.
func (p *parser) peek() rune {
	for p.at < len(p.all) {
		if c := p.all[p.at]; c > ' ' && c < utf8.RuneSelf && (c < 'A' || c > 'Z') {
			return rune(c) // most characters
		}
		r, n := p.next()
		if !isBlank(r) {
			return plain(r)
		}
		p.at += n
	}
	return end
}

func plain(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case r < utf8.RuneSelf:
		return r
	case isDash(r):
		return '-'
	}
	return unicode.ToLower(r)
}

// skip skips the character that peek has returned.
func (p *parser) skip() {
	_, n := p.next()
	p.at += n
}

// next returns the next character and its length in bytes.
func (p *parser) next() (r rune, bytes int) {
	if c := p.all[p.at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(p.all[p.at:])
}

// fail records the rule under key as broken, unless a rule was broken before.
func (p *parser) fail(key string, args ...string) {
	if p.rule == nil {
		p.rule = broken(key, args...)
	}
}

// unexpected fails because of the next character. The rule names the character and its position,
// counted from 1.
func (p *parser) unexpected() {
	if p.peek() == end {
		p.fail("rule.dice.end")
		return
	}
	r, _ := p.next()
	place := utf8.RuneCountInString(p.all[:p.at]) + 1
	p.fail("rule.dice.sign", strconv.QuoteRune(r), strconv.Itoa(place))
}

// stray fails because of the next character, which can't follow a term. The rule says if a + may be
// forgotten.
func (p *parser) stray() {
	if n := len(p.terms); n > 0 {
		p.apart(&p.terms[n-1])
	}
	p.unexpected()
}

// forgotten fails if dice follow t after a blank, and reports whether they do: "2d6 d8" must not mean
// that dice are dropped.
func (p *parser) forgotten(t *term) bool {
	if p.edition < strict || t.die.To == 0 && t.die.Faces == nil { // or t is a group
		return false
	}
	return p.afterBlank() && p.apart(t)
}

// afterBlank reports whether a blank is before the next character, which peek has returned.
func (p *parser) afterBlank() bool {
	before, _ := utf8.DecodeLastRuneInString(p.all[:p.at])
	return isBlank(before)
}

// apart fails if dice or a number follow t, and reports whether they do. The rule asks for a +
// between them.
func (p *parser) apart(t *term) bool {
	ahead := *p
	next := term{count: 1}
	n, number := ahead.number()
	switch {
	case isDie(ahead.peek()):
		ahead.skip()
		next.die = ahead.die()
	case number:
		next.count, next.constant = 0, n
	default:
		return false
	}
	if number && next.count > 0 {
		next.count = n
	}
	if ahead.rule != nil || next.die.Name != "" && !p.afterBlank() {
		return false // a name may be the letters of an unknown modifier
	}
	p.fail("rule.dice.plus", t.bare(), next.bare())
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isDie(r rune) bool   { return r == 'd' || r == 'д' || r == 'к' }
func isKeep(r rune) bool  { return r == 'k' || r == 'к' }
func isBlank(r rune) bool {
	return r == ' ' || r == '\t' || r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r)
}
func isDash(r rune) bool { return r == minus || unicode.Is(unicode.Pd, r) }

// minus is the Unicode minus sign (U+2212), which is not a hyphen.
const minus = '−'
