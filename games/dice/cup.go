package dice

import "strconv"

// Limits of a roll. Notations beyond them are refused before any work is done.
const (
	MostBytes    = 100  // of a notation
	MostDice     = 100  // in one roll
	MostFaces    = 1000 // of a numbered die
	MostBursts   = 100  // explosions and rerolls, except ro, in one roll; later faces neither explode nor are rerolled
	MostTerms    = 20   // groups of equal dice, and numbers; a repeated term counts once per repetition
	MostConstant = 9999 // of a term without dice
	MostLabel    = 20   // letters of a label
)

// Cup is a set of dice that are rolled together: the sum of its terms, or another combination
// of them. The zero Cup is empty.
type Cup struct {
	terms []term
	tree  *node // the combination of the terms; nil for a sum
}

// term is a number, or a group of equal dice.
type term struct {
	minus    bool
	lowest   bool // the lowest dice are kept, not the highest
	explode  bool // dice explode
	constant int  // of a term without dice
	count    int  // number of dice; 0 in a number
	keep     int  // number of dice that are kept
	die      Die
	more     *modifiers
}

// String returns the cup in its shortest notation, which Parse accepts: "3d6+2", "4d6!k3",
// "d6-coin".
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

// append appends t's notation to text.
func (t *term) append(text []byte, first bool) []byte {
	switch {
	case t.minus:
		text = append(text, '-')
	case !first:
		text = append(text, '+')
	}
	if t.count == 0 {
		text = strconv.AppendInt(text, int64(t.constant), 10)
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

// appendKeep appends the notation of the kept dice.
func (t *term) appendKeep(text []byte) []byte {
	if t.keep == t.count {
		return text
	}
	text = append(text, 'k')
	if t.lowest {
		text = append(text, 'l')
	}
	return strconv.AppendInt(text, int64(t.keep), 10)
}

// appendModifiers appends all modifiers of t, in the order of the package comment.
func (t *term) appendModifiers(text []byte) []byte {
	text = t.more.append(text)
	if t.explode {
		text = t.more.explosion(append(text, '!'))
	}
	text = t.appendKeep(t.more.bounds(text))
	return t.more.marks(text)
}

// Dice returns the number of dice in the cup, without explosions.
func (c Cup) Dice() int {
	n := 0
	for i := range c.terms {
		n += c.terms[i].count
	}
	return n
}

// Numeric reports whether a die of the cup shows numbers, so that the roll has a total.
func (c Cup) Numeric() bool {
	for i := range c.terms {
		if c.terms[i].count > 0 && c.terms[i].die.numbers() {
			return true
		}
	}
	return false
}
