package dice

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// Limits of the option "dice", which defines own dice.
const (
	MostOwn     = 20  // own dice of a table
	MostOwnFace = 20  // faces of an own die
	MostLetters = 8   // letters in the name of an own die, or of a face
	MostNumber  = 999 // greatest absolute value of a number on an own die
	mostOption  = 16 << 10
)

// ParseDice parses the option "dice", which lists own dice:
// "colour=red,blue,white;fate=+,+,0,0,-,-". ";" separates the dice. Each has a name, "=" and its
// faces separated by ",". A face is a number, "+" for 1, "-" for -1, or a word. The option ""
// defines no dice. The error is a [games.Illegal].
func ParseDice(option string) ([]Die, error) {
	says := games.Decision("dice=" + option[:min(len(option), mostOption)])
	if len(option) > mostOption {
		return nil, games.Refuse(says, "rule.dice.own.size", strconv.Itoa(mostOption>>10))
	}
	if strings.TrimSpace(option) == "" {
		return nil, nil
	}
	parts := strings.Split(option, ";")
	if len(parts) > MostOwn {
		return nil, games.Refuse(says, "rule.dice.own.many", strconv.Itoa(MostOwn))
	}
	var own []Die
	for _, part := range parts {
		d, rule := parseDie(part)
		if rule == nil && slices.ContainsFunc(own, func(o Die) bool { return strings.EqualFold(o.Name, d.Name) }) {
			rule = broken("rule.dice.own.twice", d.Name)
		}
		if rule != nil {
			return nil, games.Illegal{Says: says, Rule: *rule}
		}
		own = append(own, d)
	}
	return own, nil
}

// parseDie parses one own die, "NAME=FACE,FACE…". It returns the broken rule, or nil.
func parseDie(text string) (Die, *games.Text) {
	name, list, _ := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	if !word(name) || strings.EqualFold(name, fate.Name) || strings.EqualFold(name, coin.Name) {
		return Die{}, broken("rule.dice.own.name", strconv.Itoa(MostLetters))
	}
	return makeDie(name, list)
}

// makeDie returns the die with that name and the faces in list, separated by ",". It returns the
// broken rule, or nil.
func makeDie(name, list string) (Die, *games.Text) {
	faces := strings.Split(list, ",")
	if len(faces) < 2 || len(faces) > MostOwnFace {
		return Die{}, broken("rule.dice.own.faces", name, strconv.Itoa(MostOwnFace))
	}
	d := Die{Name: name}
	for _, text := range faces {
		f, ok := parseFace(strings.TrimSpace(text))
		if !ok {
			return Die{}, broken("rule.dice.own.face", name, strconv.Itoa(MostLetters), strconv.Itoa(MostNumber))
		}
		d.Faces = append(d.Faces, f)
	}
	return d, nil
}

func parseFace(text string) (Face, bool) {
	switch text {
	case "+":
		return Face{Name: text, Value: 1}, true
	case "-":
		return Face{Name: text, Value: -1}, true
	}
	n, err := strconv.Atoi(text)
	if err == nil {
		return Face{Name: text, Value: n}, n >= -MostNumber && n <= MostNumber && strconv.Itoa(n) == text
	}
	return Face{Name: text, Word: true}, word(text)
}

// word reports whether text is a valid name of an own die or of a face: 1 to MostLetters letters.
func word(text string) bool {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	return text != "" && len(text) <= MostLetters*utf8.UTFMax && utf8.ValidString(text) &&
		utf8.RuneCountInString(text) <= MostLetters && !strings.ContainsFunc(text, notLetter)
}

func broken(key string, args ...string) *games.Text {
	rule := games.Say(key, args...)
	return &rule
}
