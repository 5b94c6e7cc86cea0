package mazaitsy

import (
	"strconv"
	"strings"
)

// Limits of a boat and of a hare. With adv3 each hare must fit into a boat.
const (
	mostWorth  = 9 // points of a hare
	mostAboard = 4 // hares in a boat
	mostPoints = 9 // points in a boat, with adv3 instead
)

// tally counts hares by their points; there are none of 0.
type tally [mostWorth + 1]uint8

// parseDigit parses a number from 1 to 9: the points of a hare, or a seat.
func parseDigit(word string) (n int, ok bool) {
	if len(word) != 1 || word < "1" || word > "9" {
		return 0, false
	}
	return int(word[0] - '0'), true
}

func (t *tally) count() int {
	n := 0
	for _, k := range t {
		n += int(k)
	}
	return n
}

func (t *tally) points() int {
	sum := 0
	for v, k := range t {
		sum += v * int(k)
	}
	return sum
}

// list lists the hares one by one: "1 1 3".
func (t *tally) list() string {
	var words []string
	for v, k := range t {
		for range k {
			words = append(words, strconv.Itoa(v))
		}
	}
	return strings.Join(words, " ")
}

// tag lists the hares in three characters: "113". Of more than three it lists the two best,
// "35+".
func (t *tally) tag() string {
	all := string(t.appendSigns(nil))
	if len(all) > 3 {
		return all[len(all)-2:] + "+"
	}
	return all
}

// String prints the hares in the form of the option "hares", or "-" for none.
func (t tally) String() string {
	var words []string
	for v, k := range t {
		if k > 0 {
			words = append(words, strconv.Itoa(v)+":"+strconv.Itoa(int(k)))
		}
	}
	if words == nil {
		return "-"
	}
	return strings.Join(words, ",")
}

// seatHares are the hares that a seat has saved.
type seatHares struct {
	boat, ashore  tally
	points, count int32 // points and number written down, their tokens back in the pool
}

func (c *seatHares) score() int32 {
	return c.points + int32(c.boat.points()+c.ashore.points())
}

func (c *seatHares) tokens() int32 {
	return c.count + int32(c.boat.count()+c.ashore.count())
}

// hares counts the tokens of the box. Tokens of no seat are outside: on the field or in the
// pool.
type hares struct {
	of   [mostSeats + 1]seatHares // by seat
	lost int32                    // number of hares that drowned
}

// writeDown turns the hares ashore into points; their tokens go back to the pool.
func (h *hares) writeDown() {
	for k := range h.of {
		c := &h.of[k]
		c.points += int32(c.ashore.points())
		c.count += int32(c.ashore.count())
		c.ashore = tally{}
	}
}

// unsaved returns the number of hares of v points on the field or in the pool.
func (s *state) unsaved(v int) int {
	n := int(s.table.hares[v])
	for k := range s.hares.of {
		n -= int(s.hares.of[k].boat[v]) + int(s.hares.of[k].ashore[v])
	}
	return n
}

// allUnsaved returns the number of hares on the field or in the pool.
func (s *state) allUnsaved() int {
	n := 0
	for v := range s.table.hares {
		n += s.unsaved(v)
	}
	return n
}

// fits reports whether seat k's boat has room for a hare of v points.
func (s *state) fits(k, v int) bool {
	boat := &s.hares.of[k].boat
	if s.table.adv[3] {
		return boat.points()+v <= mostPoints
	}
	return boat.count() < mostAboard
}
