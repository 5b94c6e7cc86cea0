package mazaitsy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// parseFieldState parses a position with field=on. Columns need not be aligned.
func (t *table) parseFieldState(text string) (fieldState, error) {
	f := t.newFieldState()
	f.turn, f.round, f.news, f.stage, f.deck = 0, 0, false, moving, deck{}
	for line := range strings.Lines(text) {
		if err := f.parseLine(strings.Fields(line)); err != nil {
			return f, fmt.Errorf("mazaitsy: line %q: %w", clip(line), err)
		}
	}
	if err := f.validate(); err != nil {
		return f, fmt.Errorf("mazaitsy: %w", err)
	}
	if !sameWords(f.String(), text) {
		return f, errors.New("mazaitsy: not in the form of a position")
	}
	return f, nil
}

// sameWords reports whether two texts have the same words in each line. It ignores the width of
// blanks.
func sameWords(a, b string) bool {
	linesA, linesB := strings.Split(a, "\n"), strings.Split(b, "\n")
	return slices.EqualFunc(linesA, linesB, func(a, b string) bool {
		return slices.Equal(strings.Fields(a), strings.Fields(b))
	})
}

// parseLine parses one line of a position.
func (f *fieldState) parseLine(words []string) error {
	if len(words) < 2 {
		return errLine
	}
	switch words[0] {
	case "boat":
		return f.parseBoat(words)
	case "-":
		return nil // a line with the letters of the columns
	case "1", "2", "3", "4", "5", "6":
		return f.parseRow(words)
	case "open":
		return f.parseOpen(words)
	case "hands":
		return f.chores.parse(words[1:])
	case "tossed":
		return f.discards.parse(words[1])
	case "path":
		return f.path.parse(words)
	case "due":
		return f.parseDue(words)
	case "pick":
		return f.candidates.parse(words[1:])
	case "fresh":
		f.laidAt, _ = f.table.parseCell(words[1])
		return nil
	}
	return f.state.parseLine(words)
}

// parseBoat parses a line such as "boat 1 c3 n swamp d4".
func (f *fieldState) parseBoat(words []string) error {
	k := 0
	if err := parseNumbers(words[:2], []string{"boat", ""}, &k); err != nil || len(words) != 6 || k < 1 || k > f.table.seats {
		return errLine
	}
	b, afloat := boat{at: nowhere}, false
	b.at, afloat = f.table.parseCell(words[2])
	b.nose, _ = parseDirection(words[3])
	if !afloat {
		b.at = nowhere
	}
	f.boats[k] = b
	if p, ok := f.table.parseCell(words[5]); ok {
		f.swamps[k] = p
	}
	return nil
}

// parseRow parses a row of the field, such as "3 ~ =:1 ne' …".
func (f *fieldState) parseRow(words []string) error {
	row := int(words[0][0] - '1')
	if row >= f.table.size() || len(words) != f.table.size()+1 {
		return fmt.Errorf("not %d cards of a row", f.table.size())
	}
	for column, word := range words[1:] {
		p := row*rowLength + column
		sign, hares, _ := strings.Cut(word, ":")
		var err error
		if f.field[p], err = parseCard(sign, true); err != nil {
			return err
		}
		for _, h := range []byte(hares) {
			if h < '1' || h > '9' || f.fieldHares[p][h-'0'] == mostHares {
				return fmt.Errorf("%q is not a list of hares", clip(hares))
			}
			f.fieldHares[p][h-'0']++
		}
	}
	return nil
}

// mostHares is the greatest number of hares of equal points in a box.
const mostHares = 99

// parseOpen parses the line of open cards, such as "open ~:3 =' top ? under 0".
func (f *fieldState) parseOpen(words []string) error {
	i := slices.Index(words, "top")
	if i < 1 || i > mostSeats+1 || len(words) != i+4 {
		return errLine
	}
	for j, word := range words[1:i] {
		sign, hare, _ := strings.Cut(word, ":")
		c, err := parseCard(sign, false)
		if err != nil {
			return err
		}
		f.row[j] = rowCard{card: c}
		if v, ok := parseDigit(hare); ok {
			f.row[j].worth = uint8(v)
		}
	}
	under := 0
	err := parseNumbers(words[i+2:], []string{"under", ""}, &under)
	if err != nil || under < 0 || under > allCards {
		return errLine
	}
	f.bottomThickets = uint8(under)
	f.top, err = parseCard(words[i+1], false)
	return err
}

// parse parses a list of cards, such as "log:2/1,thicket:1", in the form of append.
func (k *cardCounts) parse(text string) error {
	if text == "-" {
		return nil
	}
	for entry := range strings.SplitSeq(text, ",") {
		name, counts, _ := strings.Cut(entry, ":")
		q, known := cardTypeBy(name)
		n, m, ok := parseCounts(counts)
		if !known || !ok || n > allCards || m > n {
			return fmt.Errorf("%q is not a list of cards", clip(entry))
		}
		k[q] = [2]uint8{uint8(n - m), uint8(m)}
	}
	return nil
}

// parse parses the words of a line such as "path 2 at c3 forward d3 drift e4".
func (p *path) parse(words []string) error {
	by := 0
	if err := parseNumbers(words[:2], []string{"path", ""}, &by); err != nil || by < 0 || by > mostSeats || len(words) > 2+2*mostSteps {
		return errLine
	}
	p.by = uint8(by)
	for pair := range slices.Chunk(words[2:], 2) {
		i := slices.Index(stepNames[:], pair[0])
		if i < 0 || len(pair) < 2 {
			return errLine
		}
		at, ok := parseCell(pair[1])
		if !ok {
			return errLine
		}
		p.add(stepKind(i), at)
	}
	return nil
}

// parseDue parses the words of a line such as "due a1 2 then boat".
func (f *fieldState) parseDue(words []string) error {
	i := slices.Index(words, "then")
	if i < 2 || len(words) != i+2 {
		return errLine
	}
	j := slices.Index(stageNames[:], words[i+1])
	if j < 0 {
		return errLine
	}
	f.then = stage(j)
	return f.due.parse(words[1:i])
}

// parse parses the names of cells on the field, and the places of cards in the row. Place 1 is the
// far end of the row.
func (c *cardSet) parse(words []string) error {
	for _, word := range words {
		if p, ok := parseCell(word); ok {
			*c |= cardSet(p.bit())
			continue
		}
		i, ok := parseDigit(word)
		if !ok || i > mostSeats {
			return errLine
		}
		*c |= inRowAt(i - 1)
	}
	return nil
}

// parseCard parses the sign of a card, on the field or beside it. A current on the field has the
// name of its direction as its sign.
func parseCard(word string, onField bool) (card, error) {
	sign, plain := strings.CutSuffix(word, plainSign)
	c := card{plain: plain}
	w, pointed := parseDirection(sign)
	switch i := slices.Index(signs[:], sign); {
	case onField && pointed:
		c.direction, c.kind = w, straight
		if w.diagonal() {
			c.kind = side
		}
	case i >= 0 && !(onField && cardType(i).current()):
		c.kind = cardType(i)
	default:
		return unseenCard, fmt.Errorf("%q is not a card", clip(word))
	}
	if plain && (c.kind == unseenType || !c.kind.bearsSymbol()) {
		return unseenCard, fmt.Errorf("%q never bears the symbol", clip(word))
	}
	return c, nil
}
