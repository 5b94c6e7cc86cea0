package words

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// Decision returns the text of a decision for people. It takes the catalogue's text for the whole
// decision if there is one, otherwise the text of the verb. It fills in or appends the texts of the
// other words. A verb alone, as in menus, may have a text of its own.
func (c *Catalogue) Decision(d games.Decision, names []string) string {
	verb, _, more := strings.Cut(string(d), " ")
	if !more && c.Has("verb."+verb) {
		return c.Word("verb." + verb)
	}
	if text, ok := c.decision("say.", d, names); ok {
		return text
	}
	return string(d)
}

// Logged returns the text of a decision in a log: from the keys that begin with "past." or, if
// there is none for the decision or its verb, the text of Decision.
func (c *Catalogue) Logged(d games.Decision, names []string) string {
	if text, ok := c.decision("past.", d, names); ok {
		return text
	}
	return c.Decision(d, names)
}

// decision returns the text of a decision from the keys that begin with kind. ok is false if there
// is none for the decision or its verb.
func (c *Catalogue) decision(kind string, d games.Decision, names []string) (text string, ok bool) {
	verb, rest, more := strings.Cut(string(d), " ")
	key, whole := kind+verb, more && c.Has(kind+string(d))
	if whole {
		key = kind + string(d)
	}
	if !c.Has(key) {
		return "", false
	}
	words := strings.Fields(rest)
	text = c.Say(games.Count(key, lastNumber(words)), names)
	if kind == "past." && strings.Contains(text, "{@1}") && (len(words) == 0 || !number(words[0])) {
		return "", false // the text is for decisions that begin with a seat
	}
	if len(words) > 0 && !whole && !strings.Contains(text, "{") {
		text += " {*}"
	}
	return tidy(fill(text, func(hole string) (string, bool) { return c.fillHole(hole, verb, words, names) })), true
}

// lastNumber returns the last of words as a number, which selects the plural form, or 0.
func lastNumber(words []string) int {
	if len(words) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(words[len(words)-1])
	return n
}

// tidy removes extra blanks. It also removes separators at the end of text: they remain if words
// of the decision are not chosen yet.
func tidy(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(text), " "), " :,·→")
}

// fillHole returns the replacement of a hole in a decision's text: {*} stands for all words
// after the verb, {1} for the first word, and {@1} for the player's name if the first word is a
// seat.
func (c *Catalogue) fillHole(hole, verb string, words, names []string) (string, bool) {
	if hole == "*" {
		texts := make([]string, len(words))
		for i, w := range words {
			texts[i] = c.Part(verb, w, names)
		}
		return strings.Join(texts, c.separator(verb)), true
	}
	at, seat := strings.CutPrefix(hole, "@")
	i, err := strconv.Atoi(at)
	if err != nil || i < 1 {
		return "", false
	}
	if i > len(words) {
		return "", true
	}
	if seat && number(words[i-1]) {
		return name(words[i-1], names), true
	}
	return c.Part(verb, words[i-1], names), true
}

// separator returns the text between the words after a verb: the text of the key "joint.VERB",
// or a comma and a blank.
func (c *Catalogue) separator(verb string) string {
	if c.Has("joint." + verb) {
		return strings.Trim(c.Word("joint."+verb), "“”")
	}
	return ", "
}

// Part returns the text of one word of a decision, such as "red". For a word with a seat, such
// as "red/3", the text also contains the name of the player on seat 3.
func (c *Catalogue) Part(verb, word string, names []string) string {
	thing, seat, of := strings.Cut(word, "/")
	text := thing
	if c.Has("word." + thing) {
		text = c.Word("word." + thing)
	}
	if !of {
		return text
	}
	key := "of." + verb
	if !c.Has(key) {
		key = "of"
	}
	return c.Word(key, text, name(seat, names))
}

// Name returns the text of an outcome or a picture outside a decision: the text of the key
// "name.WORD", "piece.WORD" or "word.WORD". For a composed word, such as "log-hare" or "bells
// 4", it joins the texts of the parts. It returns a word without a text, such as a number,
// unchanged.
func (c *Catalogue) Name(thing string) string {
	thing = strings.TrimSuffix(thing, "×") // × marks a piece that can't move any more
	for _, kind := range []string{"name.", "piece.", "word."} {
		if c.Has(kind + thing) {
			return c.Word(kind + thing)
		}
	}
	parts := strings.FieldsFunc(thing, func(r rune) bool { return r == '-' || r == ' ' })
	if len(parts) < 2 { // a simple word, or a number such as "-1"
		return thing
	}
	text := c.Name(parts[0])
	for i, part := range parts[1:] {
		joint := ", "
		if number(parts[i]) || number(part) {
			joint = " "
		}
		text += joint + c.Name(part)
	}
	return text
}

// Label returns the text of a picture as Name does, or "" if the catalogue has none.
func (c *Catalogue) Label(picture string) string {
	text := c.Name(picture)
	if text == picture && !number(picture) && !c.Has("name."+picture) && !c.Has("piece."+picture) && !c.Has("word."+picture) {
		return ""
	}
	return text
}

// Letter returns the letter that tells a picture from others that look alike: the text of the key
// "letter.WORD", or "".
func (c *Catalogue) Letter(picture string) string {
	if !c.Has("letter." + picture) {
		return ""
	}
	return c.Word("letter." + picture)
}

func number(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// Stream returns the text of a stream of chance. If the stream has no text, such as "d6", it
// returns the stream's name.
func (c *Catalogue) Stream(name string) string {
	if c.Has("stream." + name) {
		return c.Word("stream." + name)
	}
	return name
}

// Plural returns the index of the plural form for n: in Russian 0 for one (1, 21), 1 for few
// (2–4, 22–24), 2 for many; in English 0 for one, 1 for other.
func Plural(lang Lang, n int) int {
	n = max(n, -n)
	tens, ones := n/10%10, n%10
	switch {
	case lang != Russian && n == 1, lang == Russian && ones == 1 && tens != 1:
		return 0
	case lang == Russian && (ones == 0 || ones > 4 || tens == 1):
		return 2
	}
	return 1
}

// Step returns the menu text of the last element of words, the words of a decision after the
// verb.
func (c *Catalogue) Step(verb string, words, names []string) string {
	last := words[len(words)-1]
	template := strings.Join(c.find("say."+verb), "")
	if _, err := strconv.Atoi(last); err == nil && strings.Contains(template, "{@"+strconv.Itoa(len(words))+"}") {
		return name(last, names)
	}
	return c.Part(verb, last, names)
}

// Sort returns choices in the order of menus. Verbs and words have the order of their lines in
// the catalogue. Numbers are sorted by value, but corrections begin with the last round. All other
// words keep the given order.
func (c *Catalogue) Sort(choices []games.Choice) []games.Choice {
	type ranked struct {
		rank   string
		choice games.Choice
	}
	list := make([]ranked, len(choices))
	given := map[string]int{}
	for i, choice := range choices {
		list[i] = ranked{c.rank(string(choice.Says), given), choice}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return strings.Compare(a.rank, b.rank) })
	out := make([]games.Choice, len(list))
	for i, r := range list {
		out[i] = r.choice
	}
	return out
}

// correction is the beginning of decisions that correct the points of a round.
const correction = "edit "

// rank returns the sort key of a decision; keys are compared bytewise. The key contains three
// numbers for each word: the word's line in the catalogue, the value of the word if it is a
// number, and the index of the decision's text up to this word. given maps each such text to its
// index, in the order of first use.
func (c *Catalogue) rank(says string, given map[string]int) string {
	key := make([]byte, 0, 64)
	kind, end := "say.", 0
	for word := range strings.SplitSeq(says, " ") {
		end += len(word)
		thing, _, _ := strings.Cut(word, "/")
		n, _ := strconv.Atoi(thing) // 0 for a word that isn't a number
		if says[:end-len(word)] == correction {
			n = -n
		}
		at, known := given[says[:end]]
		if !known {
			at = len(given)
			given[says[:end]] = at
		}
		key = binary.BigEndian.AppendUint16(key, uint16(c.lines[kind+thing]))
		key = binary.BigEndian.AppendUint32(key, uint32(n)^1<<31)
		key = binary.BigEndian.AppendUint32(key, uint32(at))
		kind = "word."
		end++
	}
	return string(key)
}
