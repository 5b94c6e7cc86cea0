package mazaitsy

import (
	"errors"
	"slices"
	"strconv"
)

// chores contains the changes on the field that the game, not a player, has made since people last
// decided. People must carry them out by hand.
type chores struct {
	effect   effect  // effect of the card that was laid
	at       cell    // cell of the card with the effect
	gone     uint8   // number of hares that the effect sent to the pool
	tossed   bool    // whether the farthest card of the row was discarded, as it fitted nowhere
	refilled uint8   // number of cards that moved to the row
	opened   bool    // whether the device has drawn a new top card of the pile
	laid     cardSet // cards for which the device has drawn a hare
}

// effect is a kind of change that a card makes to the hares on it or around it.
type effect uint8

const (
	noEffect         effect = iota
	drained                 // effect by which the hares of a swamp go to the pool
	gathered                // effect by which the hares around a swamp move onto it
	swept                   // effect by which a twin removes the hares from all cards of its type
	clockwise               // effect by which the hares around a whirlpool move clockwise
	counterclockwise        // effect by which the hares around a whirlpool move counterclockwise
)

var effectNames = [...]string{drained: "drained", gathered: "gathered", swept: "swept", clockwise: "cw", counterclockwise: "ccw"}

// recordEffect records the effect of a card for the chores, and as an event for the moments. gone
// is the number of hares that went to the pool.
func (f *fieldState) recordEffect(e effect, what happening, at cell, gone int) {
	f.chores.effect, f.chores.at, f.chores.gone = e, at, uint8(min(gone, mostHares))
	f.addEvent(event{what: what, seat: uint8(f.seat()), hares: gone})
}

// append appends the chores to a text: "hands cw c3 2 tossed row 1 top hares a1 2".
func (c *chores) append(b []byte) []byte {
	if *c == (chores{}) {
		return b
	}
	b = append(b, "hands"...)
	if c.effect != noEffect {
		b = append(append(b, ' '), effectNames[c.effect]...)
		b = append(append(b, ' '), c.at.String()...)
		b = strconv.AppendInt(append(b, ' '), int64(c.gone), 10)
	}
	if c.tossed {
		b = append(b, " tossed"...)
	}
	if c.refilled > 0 {
		b = strconv.AppendInt(append(b, " row "...), int64(c.refilled), 10)
	}
	if c.opened {
		b = append(b, " top"...)
	}
	if c.laid != 0 {
		b = c.laid.append(append(b, " hares"...))
	}
	return append(b, '\n')
}

// parse parses the words that append writes after "hands".
func (c *chores) parse(words []string) error {
	for len(words) > 0 {
		n, err := c.parseWord(words)
		if err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

// parseWord parses one of the chores and returns the number of its words.
func (c *chores) parseWord(words []string) (int, error) {
	switch words[0] {
	case "tossed":
		c.tossed = true
		return 1, nil
	case "top":
		c.opened = true
		return 1, nil
	case "hares":
		return len(words), c.laid.parse(words[1:])
	case "row":
		return 2, parseSmall(words[1:], &c.refilled)
	}
	i := slices.Index(effectNames[:], words[0])
	if i < 1 || len(words) < 3 {
		return 0, errLine
	}
	var ok bool
	if c.at, ok = parseCell(words[1]); !ok {
		return 0, errLine
	}
	c.effect = effect(i)
	return 3, parseSmall(words[2:], &c.gone)
}

// parseSmall parses the first word as a number from 0 to 99.
func parseSmall(words []string, to *uint8) error {
	if len(words) == 0 {
		return errLine
	}
	n, ok := parseCount(words[0])
	if !ok {
		return errLine
	}
	*to = uint8(n)
	return nil
}

// validateChores returns an error if the chores are impossible.
func (f *fieldState) validateChores() error {
	c := &f.chores
	if c.effect != noEffect && !f.table.holds(c.at) || int(c.refilled) > int(f.deck.row) || c.opened && f.top.kind == unseenType {
		return errors.New("impossible actions by hand")
	}
	for p := range cell(allCells) {
		if c.laid&cardSet(p.bit()) != 0 && f.fieldHares[p] == (tally{}) {
			return errors.New("a laid hare is missing on its card")
		}
	}
	for i := range f.row {
		if c.laid&inRowAt(i) != 0 && f.row[i].worth == 0 {
			return errors.New("a laid hare is missing in the row")
		}
	}
	return nil
}

// peopleDecide reports whether people make the next decision: the player of a seat or, for chance,
// the people who turn up real cards and hares.
func (f *fieldState) peopleDecide() bool {
	switch f.stage {
	case naming:
		return f.table.realPile()
	case asking:
		return f.table.realMazai
	case drawing:
		return f.table.tableDeals
	}
	return true
}

// realPile reports whether the cards come from a real pile, which people have shuffled.
func (t *table) realPile() bool { return !t.fullField || t.tableDeals || t.realMazai }

// attend prepares a decision. If people make it, attend clears the chores, because people have
// carried them out.
func (f *fieldState) attend() {
	people := f.peopleDecide()
	f.state.attend(people && f.boatToPlace() == 0)
	if people {
		f.chores = chores{}
	}
}
