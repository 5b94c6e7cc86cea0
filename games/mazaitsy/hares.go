package mazaitsy

import (
	"strconv"
	"strings"
)

// Limits of a boat and of a hare. With adv3 the points of all hares in a boat are limited.
// mostWorth must not exceed mostPoints, so that each hare fits into an empty boat.
const (
	mostWorth  = 9 // greatest number of points of a hare
	mostAboard = 4 // greatest number of hares in a boat
	mostPoints = 9 // greatest number of points in a boat, with adv3 instead of mostAboard
)

// tally contains the number of hares by their points. No hare has 0 points.
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

// list returns the points of the hares, one by one: "1 1 3".
func (t *tally) list() string {
	var words []string
	for v, k := range t {
		for range k {
			words = append(words, strconv.Itoa(v))
		}
	}
	return strings.Join(words, " ")
}

// tag returns the points of the hares in up to three characters: "113". For more than three hares
// it returns the two best, as "35+".
func (t *tally) tag() string {
	all := string(t.appendSigns(nil))
	if len(all) > 3 {
		return all[len(all)-2:] + "+"
	}
	return all
}

// String returns the hares in the form of the option hares, or "-" for none.
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

// seatHares contains the hares that a seat has saved.
type seatHares struct {
	boat, ashore tally
	// points and count are the points and the number of hares written down. The tokens of these
	// hares are back in the pool.
	points, count int32
}

func (c *seatHares) score() int32 {
	return c.points + int32(c.boat.points()+c.ashore.points())
}

func (c *seatHares) tokens() int32 {
	return c.count + int32(c.boat.count()+c.ashore.count())
}

// hares contains the hares of all seats. All other hares of the box are outside: on the field or
// in the pool.
type hares struct {
	of   [mostSeats + 1]seatHares // hares of each seat
	lost int32                    // number of hares that have drowned
}

// writeDown turns the hares ashore into written points. Their tokens go back to the pool.
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

// fits reports whether the boat of seat k has room for a hare of v points.
func (s *state) fits(k, v int) bool {
	boat := &s.hares.of[k].boat
	if s.table.adv[3] {
		return boat.points()+v <= mostPoints
	}
	return boat.count() < mostAboard
}
