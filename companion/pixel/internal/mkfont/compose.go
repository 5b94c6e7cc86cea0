package main

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// shapes lists letters that are drawn from another letter where a font lacks them. "Қ=К," draws Қ as
// К with a descender under its right foot. The signs after the letter are
//
//	,  descender under the right foot
//	;  descender under the middle
//	-  bar across the middle
//
// Letters with signs of Unicode, such as Ӝ, need no rule.
const shapes = `
	Ғ=Г- ғ=г- Ҕ=Б ҕ=б Җ=Ж, җ=ж, Ҙ=З; ҙ=з; Қ=К, қ=к, Ҝ=К- ҝ=к- Ҡ=К ҡ=к Ң=Н, ң=н, Ҥ=Н ҥ=н Ҫ=С; ҫ=с;
	Ұ=Ү- ұ=ү- Ҳ=Х, ҳ=х, Ҷ=Ч, ҷ=ч, Ҹ=Ч- ҹ=ч- Һ=h һ=h Ӏ=I ӏ=I Ӄ=К; ӄ=к; Ӆ=Л, ӆ=л, Ӈ=Н; ӈ=н; Ӊ=Н, ӊ=н,
	Ӌ=Ч; ӌ=ч; Ӎ=М, ӎ=м, Ӕ=Æ ӕ=æ Ө=О- ө=о- Ҋ=Й, ҋ=й, Ҍ=Ь- ҍ=ь- Ҏ=Р- ҏ=р- Ӷ=Г, ӷ=г, Ӽ=Х; ӽ=х; Ӿ=Х- ӿ=х-
	Ԓ=Л; ԓ=л; Ǫ=O; ǫ=o; ẞ=ß Ә=Э Ү=Y ү=y
`

// tinyShapes lists letters of Tiny, which has no room for signs.
const tinyShapes = `
	Є=Э І=I Ї=I Ј=J Ґ=Г Ў=У Ђ=Т Ћ=Т Џ=Ц Љ=Л Њ=Н Ѓ=Г Ќ=К Ѕ=S Æ=A Œ=O Ø=O Ł=L Ŀ=L Đ=D Ð=D Ħ=H Ŧ=T Ŋ=N Þ=P Ə=Э Һ=H
	Α=A Β=B Γ=Г Ε=E Ζ=Z Η=H Ι=I Κ=K Λ=Л ẞ=S Μ=M Ν=N Ο=O Π=П Ρ=P Τ=T Υ=Y Φ=Ф Χ=X Ӕ=A
`

// rule is the drawing of a letter from another one.
type rule struct {
	base  rune
	signs string
}

// rulesOf parses the rules of a table such as shapes.
func rulesOf(table string) map[rune]rule {
	rules := map[rune]rule{}
	for word := range strings.FieldsSeq(table) {
		letters := []rune(word)
		rules[letters[0]] = rule{letters[2], string(letters[3:])}
	}
	return rules
}

// ruleOf returns the rule of r in rules, or by its decomposition in Unicode. ok is false if there is
// neither.
func ruleOf(rules map[rune]rule, r rune) (d rule, ok bool) {
	if d, ok = rules[r]; ok {
		return d, true
	}
	parts := []rune(norm.NFD.String(string(r)))
	if len(parts) < 2 {
		return rule{}, false
	}
	last := len(parts) - 1
	base := []rune(norm.NFC.String(string(parts[:last])))
	return rule{base[0], string(parts[last])}, len(base) == 1
}

// compose adds the missing glyphs of runes to glyphs, as far as rules allow. With bare it omits all
// signs.
func compose(glyphs map[rune]picture, runes []rune, rules map[rune]rule, bare bool) {
	var add func(r rune) bool
	add = func(r rune) bool {
		if _, here := glyphs[r]; here {
			return true
		}
		d, ok := ruleOf(rules, r)
		if !ok || !add(d.base) {
			return false
		}
		p := glyphs[d.base]
		for _, sign := range d.signs {
			if !bare {
				p = p.withSign(sign)
			}
		}
		glyphs[r] = p
		return true
	}
	for _, r := range runes {
		add(r)
	}
}

// above maps signs above a letter to their px in one row of four.
var above = map[rune]string{
	'\u0300': ".#..", '\u0301': "..#.", '\u0302': ".##.", '\u0303': "#.#.", '\u0304': "####",
	'\u0306': ".##.", '\u0308': "#..#", '\u0309': "..##", '\u030b': ".#.#", '\u030c': "#.#.",
}

// withSign returns p with a sign of a rule or of Unicode. A sign without room is omitted.
func (p picture) withSign(sign rune) picture {
	left, right, top, bottom := p.ink()
	switch sign {
	case ',':
		p.set(right, bottom+1)
	case ';', '\u0323':
		p.set((left+right)/2, bottom+1)
	case '-':
		for x := left; x <= max(right-1, left+2); x++ {
			p.set(x, (top+bottom+1)/2)
		}
	default:
		return p.withAbove(above[sign], left, top)
	}
	return p
}

// withAbove returns p with the px of row above its ink. A letter that reaches up to row 1 becomes a
// row lower.
func (p picture) withAbove(row string, left, top int) picture {
	if top < 1 {
		return p
	}
	if top == 1 {
		p = p.lowered()
		top++
	}
	for x, c := range row {
		if c == '#' {
			p.set(left+x, top-2)
		}
	}
	return p
}

// lowered returns p without one of its rows, with the rows above it moved down. It omits a row that
// equals the next one if there is one.
func (p picture) lowered() picture {
	_, _, top, bottom := p.ink()
	out := (top + bottom) / 2
	for y := top + 1; y < bottom; y++ {
		if p.rows[y] == p.rows[y+1] {
			out = y
			break
		}
	}
	copy(p.rows[top+1:out+1], p.rows[top:out])
	p.rows[top] = 0
	return p
}

// ink returns the bounds of the lit px of p, all of them inclusive. An empty picture has the bounds
// 0, 0, 0, 0.
func (p picture) ink() (left, right, top, bottom int) {
	left, top = 32, p.height
	for y := range p.height {
		for x := range 32 {
			if p.at(x, y) {
				left, right, top, bottom = min(left, x), max(right, x), min(top, y), y
			}
		}
	}
	if top == p.height {
		return 0, 0, 0, 0
	}
	return left, right, top, bottom
}

// raised returns glyphs n px higher. It omits glyphs that reach into the first n rows.
func raised(glyphs map[rune]picture, n int) map[rune]picture {
	all := map[rune]picture{}
	for r, p := range glyphs {
		if _, _, top, _ := p.ink(); top >= n {
			copy(p.rows[:], p.rows[n:])
			all[r] = p
		}
	}
	return all
}
