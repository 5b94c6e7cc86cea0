package games

import (
	"slices"
	"strconv"
	"strings"
)

// Find returns the choice that covers d, and reports whether there is one. A number in d must be
// in its shortest form: 3, not 03 or +3. For a choice with a grammar, Find accepts any text
// without parsing it.
func Find(choices []Choice, d Decision) (Choice, bool) {
	for _, c := range choices {
		if c.Covers(d) {
			return c, true
		}
	}
	return Choice{}, false
}

// Covers reports whether c stands for d: d is c.Says alone, c.Says with a number in the range of
// c, or c.Says with any text if c has a grammar.
func (c Choice) Covers(d Decision) bool {
	if c.From >= c.To && c.Grammar == "" {
		return d == c.Says
	}
	rest, ok := strings.CutPrefix(string(d), string(c.Says)+" ")
	if !ok {
		return false
	}
	return c.Grammar != "" || c.within(rest)
}

// within reports whether word is the shortest form of a number in c's range.
func (c Choice) within(word string) bool {
	n, err := strconv.ParseInt(word, 10, 32)
	return err == nil && strconv.FormatInt(n, 10) == word && int32(n) >= c.From && int32(n) <= c.To
}

// Len returns the number of decisions that c covers. It returns 0 if c has a grammar, because
// texts can't be counted.
func (c Choice) Len() int {
	switch {
	case c.Grammar != "":
		return 0
	case c.From < c.To:
		return int(c.To) - int(c.From) + 1
	}
	return 1
}

// At returns the i-th decision of c, counted from 0.
func (c Choice) At(i int) Decision {
	if c.From >= c.To {
		return c.Says
	}
	return c.Says + " " + Decision(strconv.Itoa(int(c.From)+i))
}

// String returns c in the form that tools print: "roll", "score 2 -999..999", "roll <dice>".
func (c Choice) String() string {
	switch {
	case c.Grammar != "":
		return string(c.Says) + " <" + c.Grammar + ">"
	case c.From < c.To:
		return string(c.Says) + " " + strconv.Itoa(int(c.From)) + ".." + strconv.Itoa(int(c.To))
	}
	return string(c.Says)
}

func quote(s string) string {
	const most = 80
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.Quote(s)
}

// Under reports whether c.Says is d, or begins with d followed by a blank or a hyphen.
func (c Choice) Under(d Decision) bool {
	rest, ok := strings.CutPrefix(string(c.Says), string(d))
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '-')
}

// Unordered reports whether the order of the words after the verb has no meaning in choices, as in
// the results of several equal dice. This is so if all choices have one verb and the same number of
// words after it, at least two, no two choices have the same words, and some word stands both first
// and last.
func Unordered(choices []Choice) bool {
	if len(choices) == 0 {
		return false
	}
	model := strings.Fields(string(choices[0].Says))
	seen, first, last := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range choices {
		words, key := strings.Fields(string(c.Says)), sortedWords(c.Says)
		n := len(words)
		if n < 3 || n != len(model) || words[0] != model[0] || c.From < c.To || c.Grammar != "" || seen[key] {
			return false
		}
		seen[key], first[words[1]], last[words[n-1]] = true, true, true
	}
	for word := range first {
		if last[word] {
			return true
		}
	}
	return false
}

// FindUnordered returns the choice that has the words of d in any order after the verb, and reports
// whether there is one.
func FindUnordered(choices []Choice, d Decision) (Choice, bool) {
	for _, c := range choices {
		if c.Says.Word(0) == d.Word(0) && sortedWords(c.Says) == sortedWords(d) {
			return c, true
		}
	}
	return Choice{}, false
}

// sortedWords returns the words of d, sorted.
func sortedWords(d Decision) string {
	words := strings.Fields(string(d))
	slices.Sort(words)
	return strings.Join(words, " ")
}
