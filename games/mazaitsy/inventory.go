package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// The contents of the box are not printed anywhere. These are assumptions, chosen so that the
// cards sum to 51. The owner of a box corrects them once, and a record carries the result.
const (
	assumedCards = "water:9/8,fish:7/6,log:6/5,thicket:4,whirlpool:5/4,swamp:4,funnel:4/3,straight:6/5,side:6/5"
	assumedHares = "1:14,2:12,3:10,4:8,5:6"
)

// cardType is a type of card.
type cardType uint8

const (
	water cardType = iota
	fish           // water with fish
	log
	thicket
	whirlpool
	swamp
	funnel
	straight // a current, like side
	side
	cardTypes // the number of types
)

var cardTypeNames = [cardTypes]string{"water", "fish", "log", "thicket", "whirlpool", "swamp", "funnel", "straight", "side"}

// addableTypes are the types that can get hares by a mass addition, sorted by name.
var addableTypes = [...]cardType{fish, funnel, log, side, straight, water, whirlpool}

// String returns the type in notation.
func (q cardType) String() string { return cardTypeNames[q] }

// bearsSymbol reports whether cards of the type may bear the symbol of a hare.
func (q cardType) bearsSymbol() bool { return q != thicket && q != swamp }

// cardTypeBy returns the type with that name.
func cardTypeBy(name string) (cardType, bool) {
	for q := range cardTypes {
		if q.String() == name {
			return q, true
		}
	}
	return 0, false
}

// parseCards parses "log:6/5,thicket:4": the number of cards of a type, and of those with the
// symbol. Of a type that can bear it, all cards but one have it, or none. None is "log:6/0" if
// exact is set. Otherwise, as in records from before that choice, "log:6/0" means the same as
// "log:6": all but one. The error is an Illegal.
func parseCards(text string, exact bool) (cardCounts, error) {
	var box cardCounts
	var seen [cardTypes]bool
	refuse := func(key string, args ...string) (cardCounts, error) {
		return cardCounts{}, games.Refuse(games.Decision("cards="+text), "rule.cards."+key, args...)
	}
	for entry := range strings.SplitSeq(text, ",") {
		name, counts, _ := strings.Cut(entry, ":")
		q, known := cardTypeBy(name)
		n, m, ok := parseCounts(counts)
		word := "#word." + q.String()
		switch {
		case !known:
			return refuse("type", clip(name))
		case !ok:
			return refuse("entry", clip(entry))
		case seen[q]:
			return refuse("twice", word)
		case m > 0 && !q.bearsSymbol():
			return refuse("symbol", word)
		case m > 0 && m != n-1:
			return refuse("twin", word, strconv.Itoa(n), strconv.Itoa(m))
		}
		if counted := strings.Contains(counts, "/"); q.bearsSymbol() && n > 0 && !(exact && counted) {
			m = n - 1
		}
		box[q], seen[q] = [2]uint8{uint8(n - m), uint8(m)}, true
	}
	if sum := box.sum(); sum != allCards {
		return refuse("sum", strconv.Itoa(allCards), strconv.Itoa(sum))
	}
	return box, nil
}

// parseCounts parses "6/5" or "6": the number of cards, and of those with the symbol.
func parseCounts(text string) (all, marked int, ok bool) {
	first, second, slash := strings.Cut(text, "/")
	all, ok = parseCount(first)
	if slash && ok {
		marked, ok = parseCount(second)
	}
	return all, marked, ok
}

// parseHares parses "1:14,2:12": the points of a hare, and the number of such hares. The error
// is an Illegal.
func parseHares(text string) (tally, error) {
	var hares tally
	var seen [mostWorth + 1]bool
	refuse := func(key string, args ...string) (tally, error) {
		return tally{}, games.Refuse(games.Decision("hares="+text), "rule.hares."+key, args...)
	}
	for entry := range strings.SplitSeq(text, ",") {
		worth, number, _ := strings.Cut(entry, ":")
		v, known := parseDigit(worth)
		n, ok := parseCount(number)
		switch {
		case !known || !ok:
			return refuse("entry", clip(entry))
		case seen[v]:
			return refuse("twice", worth)
		}
		hares[v], seen[v] = uint8(n), true
	}
	if hares.count() == 0 {
		return refuse("none")
	}
	return hares, nil
}

// parseCount parses a number from 0 to 99 in its shortest form.
func parseCount(word string) (int, bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil && n >= 0 && n <= 99 && strconv.Itoa(n) == word
}

// clip shortens a word of any length for an error text.
func clip(word string) string {
	const most = 20
	if len(word) <= most {
		return word
	}
	return strings.ToValidUTF8(word[:most], "") + "…"
}
