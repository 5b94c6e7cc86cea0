package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// What the box holds is printed nowhere. These are assumptions, made so that the
// cards sum to 51; the owner of a box corrects them once, and a record carries it.
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
	straight // a current, as is side
	side
	cardTypes // how many types there are
)

var cardTypeNames = [cardTypes]string{"water", "fish", "log", "thicket", "whirlpool", "swamp", "funnel", "straight", "side"}

// addableTypes are the types that hares may be added to, sorted by name.
var addableTypes = [...]cardType{fish, funnel, log, side, straight, water, whirlpool}

// String returns the type as notation says it.
func (q cardType) String() string { return cardTypeNames[q] }

// bearsSymbol reports whether cards of the type may bear the symbol of a hare.
func (q cardType) bearsSymbol() bool { return q != thicket && q != swamp }

// cardTypeBy finds a type by its name.
func cardTypeBy(name string) (cardType, bool) {
	for q := range cardTypes {
		if q.String() == name {
			return q, true
		}
	}
	return 0, false
}

// parseCards reads "log:6/5,thicket:4": cards of a type, and of them with the symbol.
// Of a type that bears it all but one have it, or none: "log:6/0" if exact. Otherwise
// that is, as in records from before there was a choice, another word for "log:6" and
// for all but one. Its error is an Illegal.
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
		if said := strings.Contains(counts, "/"); q.bearsSymbol() && n > 0 && !(exact && said) {
			m = n - 1
		}
		box[q], seen[q] = [2]uint8{uint8(n - m), uint8(m)}, true
	}
	if sum := box.sum(); sum != allCards {
		return refuse("sum", strconv.Itoa(allCards), strconv.Itoa(sum))
	}
	return box, nil
}

// parseCounts reads "6/5" or "6": how many cards, and how many of them with the symbol.
func parseCounts(text string) (all, marked int, ok bool) {
	first, second, slash := strings.Cut(text, "/")
	all, ok = parseCount(first)
	if slash && ok {
		marked, ok = parseCount(second)
	}
	return all, marked, ok
}

// parseHares reads "1:14,2:12": points of a hare, and how many there are. Its
// error is an Illegal.
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

// parseCount reads a number from 0 to 99 in its shortest form.
func parseCount(word string) (int, bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil && n >= 0 && n <= 99 && strconv.Itoa(n) == word
}

// clip returns the beginning of a word that may be of any length.
func clip(word string) string {
	const most = 20
	if len(word) <= most {
		return word
	}
	return strings.ToValidUTF8(word[:most], "") + "…"
}
