package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// Assumed contents of the box. The real contents are printed nowhere. There are 51 cards in all.
// The owner of a box corrects the contents once, and records contain the corrected ones.
const (
	assumedCards = "water:9/8,fish:7/6,log:6/5,thicket:4,whirlpool:5/4,swamp:4,funnel:4/3,straight:6/5,side:6/5"
	assumedHares = "1:14,2:12,3:10,4:8,5:6"
)

// cardType is a type of card on the field.
type cardType uint8

const (
	water cardType = iota
	fish           // like water, with fish
	log
	thicket
	whirlpool
	swamp
	funnel
	straight // current with a straight arrow
	side
	cardTypes // number of types
)

var cardTypeNames = [cardTypes]string{"water", "fish", "log", "thicket", "whirlpool", "swamp", "funnel", "straight", "side"}

// addableTypes contains the types that can get hares by a mass addition, sorted by name.
var addableTypes = [...]cardType{fish, funnel, log, side, straight, water, whirlpool}

// String returns the name of the type in notation.
func (q cardType) String() string { return cardTypeNames[q] }

// bearsSymbol reports whether cards of the type can bear the symbol of a hare.
func (q cardType) bearsSymbol() bool { return q != thicket && q != swamp }

// cardTypeBy returns the type with the given name.
func cardTypeBy(name string) (cardType, bool) {
	for q := range cardTypes {
		if q.String() == name {
			return q, true
		}
	}
	return 0, false
}

// parseCards parses a list of cards such as "log:6/5,thicket:4". Each entry has the number of cards
// of a type and, after a slash, the number of those with the symbol. If the type can bear the
// symbol, either all cards but one have it, or none. "log:6" means all but one. If exact is set,
// "log:6/0" means that no card has the symbol. Otherwise "log:6/0" means the same as "log:6",
// because older records were written with that meaning. The error is a games.Illegal.
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

// parseCounts parses "6/5" or "6": the number of cards, and the number of those with the symbol.
func parseCounts(text string) (all, marked int, ok bool) {
	first, second, slash := strings.Cut(text, "/")
	all, ok = parseCount(first)
	if slash && ok {
		marked, ok = parseCount(second)
	}
	return all, marked, ok
}

// parseHares parses a list such as "1:14,2:12": the points of a hare, and the number of such
// hares. The error is a games.Illegal.
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

// clip returns a word in a form for an error: at most 20 bytes, with an ellipsis if it is cut.
func clip(word string) string {
	const most = 20
	if len(word) <= most {
		return word
	}
	return strings.ToValidUTF8(word[:most], "") + "…"
}
