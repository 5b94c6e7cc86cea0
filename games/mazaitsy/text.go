package mazaitsy

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// String returns the position as a text in the format of the package comment.
func (s state) String() string {
	var b strings.Builder
	b.WriteString("turn " + strconv.Itoa(s.turn) + " " + stageNames[s.stage])
	for _, m := range s.marks() {
		if *m.on {
			b.WriteString(" " + m.name)
		}
	}
	b.WriteString("\nround " + strconv.Itoa(s.round) + " added " + strconv.Itoa(s.firstAdder))
	fmt.Fprintf(&b, "\npile %d row %d discard %d mazai %s\nlost %d\n", s.deck.pile, s.deck.row, s.discarded(), s.mazaiText(), s.hares.lost)
	for k := 1; k <= s.table.seats; k++ {
		c := &s.hares.of[k]
		fmt.Fprintf(&b, "seat %d boat %s ashore %s written %d/%d\n", k, c.boat, c.ashore, c.points, c.count)
	}
	return b.String()
}

// mark is a word that may follow the stage in the text of a position, and the field that it sets.
type mark struct {
	name string
	on   *bool
}

func (s *state) marks() [4]mark {
	return [4]mark{{"unloaded", &s.unloaded}, {"robbed", &s.robbed}, {"news", &s.news}, {"told", &s.newsShown}}
}

// mazaiText returns the place of Мазай as a text: the range of the number of cards under him, or
// the name of his place on the table.
func (s *state) mazaiText() string {
	if s.deck.mazai == inPile {
		return strconv.Itoa(int(s.table.leastUnder(s.round))) + ".." + strconv.Itoa(int(s.deck.under))
	}
	return mazaiPlaceNames[s.deck.mazai]
}

var errLine = errors.New("not a line of a position")

// Parse parses a position in the form of String, and nothing else. The error names the wrong line,
// or the reason why the position is impossible.
func (r Rules) Parse(setup games.Setup, text string) (games.State, error) {
	t, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	if t.fullField {
		return t.parseFieldState(text)
	}
	s := state{table: t}
	for line := range strings.Lines(text) {
		if err := s.parseLine(strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("mazaitsy: line %q: %w", clip(line), err)
		}
	}
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("mazaitsy: %w", err)
	}
	if s.String() != text {
		return nil, errors.New("mazaitsy: not in the form of a position")
	}
	return s, nil
}

// parseLine parses one line of a position. The comparison with String in Parse detects misplaced
// lines.
func (s *state) parseLine(words []string) error {
	if len(words) < 2 {
		return errLine
	}
	switch words[0] {
	case "turn":
		return s.parseTurn(words)
	case "round":
		return parseNumbers(words, []string{"round", "", "added", ""}, &s.round, &s.firstAdder)
	case "pile":
		return s.parseDeck(words)
	case "lost":
		lost := 0
		err := parseNumbers(words, []string{"lost", ""}, &lost)
		s.hares.lost = int32(lost)
		return err
	case "seat":
		return s.parseSeat(words)
	}
	return errLine
}

// mostNumber is the greatest number in the text of a position.
const mostNumber = 99999

// parseNumbers parses the numbers among words and stores them through the pointers in to, in order.
// A word is a number if the text at the same index in form is empty. The numbers go from
// -mostNumber to mostNumber.
func parseNumbers(words, form []string, to ...*int) error {
	if len(words) != len(form) {
		return errLine
	}
	for i, word := range words {
		if form[i] != "" {
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil || n < -mostNumber || n > mostNumber {
			return fmt.Errorf("%q is not a number in a position", clip(word))
		}
		*to[0], to = n, to[1:]
	}
	return nil
}

// parseTurn parses the words of a line such as "turn 8 move news".
func (s *state) parseTurn(words []string) error {
	if len(words) < 3 {
		return errLine
	}
	i := slices.Index(stageNames[:], words[2])
	if i < 0 {
		return errLine
	}
	s.stage = stage(i)
	for _, m := range s.marks() {
		*m.on = slices.Contains(words[3:], m.name)
	}
	return parseNumbers(words[:2], []string{"turn", ""}, &s.turn)
}

// parseDeck parses the words of a line such as "pile 5 row 3 discard 7 mazai 0..4".
func (s *state) parseDeck(words []string) error {
	if len(words) != 8 {
		return errLine
	}
	var pile, row, discard, under int
	if err := parseNumbers(words[:6], []string{"pile", "", "row", "", "discard", ""}, &pile, &row, &discard); err != nil {
		return err
	}
	if _, most, inside := strings.Cut(words[7], ".."); inside {
		if err := parseNumbers([]string{most}, []string{""}, &under); err != nil {
			return err
		}
	} else if i := slices.Index(mazaiPlaceNames[:], words[7]); i > 0 {
		s.deck.mazai = mazaiPlace(i)
	}
	if min(pile, row, under) < 0 || max(pile, row, under) > allCards {
		return errors.New("an impossible number of cards")
	}
	s.deck.pile, s.deck.row, s.deck.under = uint8(pile), uint8(row), uint8(under)
	return nil
}

// parseSeat parses the words of a line such as "seat 1 boat 1:2,3:1 ashore - written 12/5".
func (s *state) parseSeat(words []string) error {
	var k, points, count int
	if err := parseNumbers(words[:2], []string{"seat", ""}, &k); err != nil || len(words) != 8 || k < 1 || k > s.table.seats {
		return errLine
	}
	c := &s.hares.of[k]
	for i, t := range []*tally{&c.boat, &c.ashore} {
		var err error
		if *t, err = parseTally(words[3+2*i]); err != nil {
			return err
		}
	}
	a, b, _ := strings.Cut(words[7], "/")
	err := parseNumbers([]string{a, b}, []string{"", ""}, &points, &count)
	c.points, c.count = int32(points), int32(count)
	return err
}

func parseTally(word string) (tally, error) {
	if word == "-" {
		return tally{}, nil
	}
	return parseHares(word)
}
