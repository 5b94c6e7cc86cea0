package fox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// sevens is the number of Treasures in the deck, the cards of rank 7.
const sevens = 3

// byTricks maps the number of tricks that a seat wins in a round to its points.
var byTricks = [tricks + 1]int32{6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0}

// result is the result of a round: the tricks and Treasures won by each seat.
type result struct {
	tricks    [seats]uint8
	treasures [seats]uint8
}

// played reports whether t is the result of a played round. The zero result is not.
func (t result) played() bool { return t != result{} }

// points returns the points of s in the round, for its tricks and Treasures.
func (t result) points(s seat) int32 { return byTricks[t.tricks[s]] + int32(t.treasures[s]) }

// honour returns the rule book's title for the number of tricks that s has won.
func (t result) honour(s seat) string {
	switch n := t.tricks[s]; {
	case n <= 3:
		return "humble"
	case n <= 6:
		return "defeated"
	case n <= 9:
		return "victorious"
	}
	return "greedy"
}

// String returns the result in the notation of a decision, without the verb "round".
func (t result) String() string {
	return fmt.Sprintf("%d-%d treasures %d-%d", t.tricks[0], t.tricks[1], t.treasures[0], t.treasures[1])
}

// broken returns the key of the rule that the result of a whole round breaks, or "".
func (t result) broken() string {
	if int(t.tricks[0])+int(t.tricks[1]) != tricks {
		return "rule.tricks"
	}
	return t.overfull()
}

// overfull returns the key of the rule that the numbers of Treasures break, or "". They may be
// more than the deck has, or more than the won tricks can contain.
func (t result) overfull() string {
	a, b := int(t.treasures[0]), int(t.treasures[1])
	switch {
	case a+b > sevens:
		return "rule.treasures"
	case a > mostTreasures*int(t.tricks[0]) || b > mostTreasures*int(t.tricks[1]):
		return "rule.two"
	}
	return ""
}

// results maps the notation of each possible result to the result. The notation begins with the
// verb "round". resultChoices lists the notations in the order of Legal.
var results, resultChoices = everyResult()

func everyResult() (map[games.Decision]result, []games.Choice) {
	all := map[games.Decision]result{}
	var choices []games.Choice
	for n := range uint8(tricks + 1) {
		for i := range uint8((sevens + 1) * (sevens + 1)) {
			t := result{[seats]uint8{n, tricks - n}, [seats]uint8{i / (sevens + 1), i % (sevens + 1)}}
			if t.broken() == "" {
				says := games.Decision("round " + t.String())
				all[says] = t
				choices = append(choices, games.Choice{Says: says})
			}
		}
	}
	slices.SortFunc(choices, func(a, b games.Choice) int { return strings.Compare(string(a.Says), string(b.Says)) })
	return all, choices
}

// brokenResult returns the key of the rule that refuses the result d, "round …".
func brokenResult(d games.Decision) string {
	t, err := parseResult(d)
	if key := t.broken(); err == nil && key != "" {
		return key
	}
	return "rule.round"
}

// parseResult parses "round" and the output of result.String. It doesn't check that the result is
// possible.
func parseResult(d games.Decision) (result, error) {
	var t result
	for i, pair := range [2]*[seats]uint8{&t.tricks, &t.treasures} {
		a, b, _ := strings.Cut(d.Word(1+2*i), "-")
		for s, word := range [seats]string{a, b} {
			n, err := strconv.ParseUint(word, 10, 8)
			if err != nil {
				return t, errLine
			}
			pair[s] = uint8(n)
		}
	}
	if games.Decision("round "+t.String()) != d {
		return t, errLine
	}
	return t, nil
}
