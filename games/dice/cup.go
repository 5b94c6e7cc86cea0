package dice

import (
	"slices"
	"strconv"
)

// Limits of a roll. The parser refuses a notation beyond them before anything is computed.
const (
	MostBytes    = 100  // bytes of a notation
	MostDice     = 1000 // dice in one roll, without explosions
	MostFaces    = 1000 // faces of a numbered die
	MostBursts   = 100  // explosions and rerolls (not by ro) in one roll of up to 100 dice; then no more
	manyBursts   = 1000 // the same in a roll of more dice
	MostTerms    = 20   // terms of a cup; a repeated term counts once for each repetition
	MostConstant = 9999 // greatest number in a term without dice
	MostLabel    = 20   // characters of a label
)

// Cup is a set of dice that are rolled together. Its total is the sum of its terms, or another
// combination of them. The zero Cup is empty.
type Cup struct {
	terms []term
	tree  *node // how the terms are combined; nil for a sum
}

// term is a number, or a group of equal dice.
type term struct {
	minus    bool
	explode  bool   // the dice explode
	decimals uint8  // decimals of the number: 1.5 is 15 with 1 decimal
	low      uint16 // number of lowest dice that don't count
	high     uint16 // number of highest dice that don't count
	constant int    // the number, in a term without dice
	count    int    // number of dice; 0 in a term without dice
	die      Die
	more     *modifiers
}

// String returns c in its shortest notation, which Parse accepts: "3d6+2", "4d6!k3".
func (c Cup) String() string {
	text := make([]byte, 0, 16)
	if c.tree != nil {
		return string(c.tree.append(text, c))
	}
	for i := range c.terms {
		text = c.terms[i].append(text, i == 0)
	}
	return string(text)
}

// append appends the notation of t to text. The parameter first means that the cup begins with t,
// so a + is omitted.
func (t *term) append(text []byte, first bool) []byte {
	switch {
	case t.minus:
		text = append(text, '-')
	case !first:
		text = append(text, '+')
	}
	if t.count == 0 {
		text = t.appendNumber(text)
		if t.more != nil {
			text = t.more.marks(text)
		}
		return text
	}
	if t.count > 1 {
		text = strconv.AppendInt(text, int64(t.count), 10)
	}
	text = append(text, t.die.String()...)
	if t.more != nil {
		return t.appendModifiers(text)
	}
	if t.explode {
		text = append(text, '!')
	}
	return t.appendKeep(text)
}

// appendNumber appends the number of a term without dice to text.
func (t *term) appendNumber(text []byte) []byte {
	from := len(text)
	text = strconv.AppendInt(text, int64(t.constant), 10)
	if t.decimals == 0 {
		return text
	}
	for len(text)-from <= int(t.decimals) {
		text = slices.Insert(text, from, '0')
	}
	return slices.Insert(text, len(text)-int(t.decimals), '.')
}

// keep returns the number of dice of t that count.
func (t *term) keep() int { return max(0, t.count-int(t.low)-int(t.high)) }

// picks reports whether some dice of t don't count.
func (t *term) picks() bool { return t.low+t.high > 0 }

// appendKeep appends the notation for the dice of t that count to text: "k3", "kl3" or, if dice of
// both ends don't count, "dl1dh1".
func (t *term) appendKeep(text []byte) []byte {
	switch {
	case !t.picks():
		return text
	case t.low > 0 && t.high > 0:
		text = strconv.AppendInt(append(text, "dl"...), int64(t.low), 10)
		return strconv.AppendInt(append(text, "dh"...), int64(t.high), 10)
	case t.high > 0:
		text = append(text, "kl"...)
	default:
		text = append(text, 'k')
	}
	return strconv.AppendInt(text, int64(t.keep()), 10)
}

// appendModifiers appends the notation of all modifiers of t to text, in this order: comparisons,
// rerolls, explosions, min and max, kept dice, marks, label.
func (t *term) appendModifiers(text []byte) []byte {
	text = t.more.append(text)
	if t.explode {
		text = t.more.explosion(append(text, '!'))
	}
	text = t.appendKeep(t.more.bounds(text))
	return t.more.marks(text)
}

// Dice returns the number of dice in the cup. It doesn't count explosions.
func (c Cup) Dice() int {
	n := 0
	for i := range c.terms {
		n += c.terms[i].count
	}
	return n
}

// mostBursts returns the maximum number of explosions and rerolls in a roll of c.
func (c Cup) mostBursts() int {
	if c.Dice() > MostBursts {
		return manyBursts
	}
	return MostBursts
}

// Numeric reports whether a die of the cup has a face with a number. Then a roll has a total.
func (c Cup) Numeric() bool {
	for i := range c.terms {
		if c.terms[i].count > 0 && c.terms[i].die.numbers() {
			return true
		}
	}
	return false
}
