package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/games/dice"
)

// statistics holds the statistics of rolled totals. Expected holds the exact expectation, or nil if
// it cannot be computed; Unknown says so then.
type statistics struct {
	Notation  string   `json:"notation"`
	Rolls     int      `json:"rolls"`
	Mean      float64  `json:"mean"`
	Spread    float64  `json:"spread"` // standard deviation
	Expected  *moments `json:"expected,omitempty"`
	Unknown   string   `json:"unknown,omitempty"` // why there is no expectation
	Histogram []bar    `json:"histogram"`         // bars in ascending order, without gaps
}

type moments struct {
	Mean   float64 `json:"mean"`
	Spread float64 `json:"spread"`
}

// bar is one line of the histogram. It counts the rolls whose total is at least From and at most
// To.
type bar struct {
	From     int      `json:"from"`
	To       int      `json:"to"`
	Count    int      `json:"count"`
	Expected *float64 `json:"expected,omitempty"` // expected count; nil if unknown
}

// mostBars is the maximum number of bars in a histogram.
const mostBars = 21

// stats rolls n times and prints the statistics.
func (c *call) stats(cup dice.Cup, n int, next func(uint64) uint64, asJSON bool) error {
	if !cup.Numeric() {
		return fmt.Errorf("%s shows no numbers to count", cup)
	}
	counts := map[int]int{}
	for range n {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		counts[cup.Roll(next).Total]++
	}
	s := summary(cup, n, counts)
	if asJSON {
		return json.NewEncoder(c.out).Encode(s)
	}
	_, err := fmt.Fprint(c.out, s)
	return err
}

// summary returns the statistics of n rolls. counts maps each total to the number of rolls with
// that total.
func summary(cup dice.Cup, n int, counts map[int]int) statistics {
	totals := slices.Sorted(maps.Keys(counts))
	s := statistics{Notation: cup.String(), Rolls: n, Unknown: "no exact expectation is computed for this cup"}
	s.Mean, s.Spread = spreadOf(counts, n)
	odds, exact := cup.Odds()
	from, to := totals[0], totals[len(totals)-1]
	if exact {
		s.Expected, s.Unknown = &moments{odds.Mean(), spread(odds)}, ""
		from, to = likely(odds, n, from, to)
	}
	s.Histogram = bars(from, to, counts)
	for i := range s.Histogram {
		if b := &s.Histogram[i]; exact {
			b.expect(odds, n)
		}
	}
	return s
}

// spreadOf returns the mean and the standard deviation of the totals of n rolls.
func spreadOf(counts map[int]int, n int) (mean, spread float64) {
	for total, count := range counts {
		mean += float64(total) * float64(count) / float64(n)
	}
	for total, count := range counts {
		d := float64(total) - mean
		spread += d * d * float64(count) / float64(n)
	}
	return mean, math.Sqrt(spread)
}

// spread returns the standard deviation of a distribution.
func spread(o dice.Odds) float64 {
	mean, sum := o.Mean(), 0.0
	for i, p := range o.Of {
		d := float64(o.Least+i) - mean
		sum += p * d * d
	}
	return math.Sqrt(sum)
}

// likely widens the range of totals from…to. The new range includes every total whose expected
// count in that many rolls is at least 0.5.
func likely(o dice.Odds, rolls, from, to int) (int, int) {
	for i, p := range o.Of {
		if p*float64(rolls) >= 0.5 {
			from, to = min(from, o.Least+i), max(to, o.Least+i)
		}
	}
	return from, to
}

// bars divides the totals from…to into at most mostBars bars of equal width and counts the rolls in
// each. The last bar may be narrower.
func bars(from, to int, counts map[int]int) []bar {
	width := (to - from + mostBars) / mostBars
	var all []bar
	for low := from; low <= to; low += width {
		all = append(all, bar{From: low, To: min(low+width-1, to)})
	}
	for total, count := range counts {
		all[(total-from)/width].Count += count
	}
	return all
}

func (b *bar) expect(o dice.Odds, rolls int) {
	sum := 0.0
	for total := b.From; total <= b.To; total++ {
		sum += o.At(total) * float64(rolls)
	}
	b.Expected = &sum
}

// String returns the statistics as text with a histogram. The longest bar has 40 blocks.
func (s statistics) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, rolls %d\n", s.Notation, s.Rolls)
	fmt.Fprintf(&text, "mean %.3f%s\n", s.Mean, s.against(func(m moments) float64 { return m.Mean }))
	fmt.Fprintf(&text, "spread %.3f%s\n", s.Spread, s.against(func(m moments) float64 { return m.Spread }))
	if s.Unknown != "" {
		fmt.Fprintln(&text, s.Unknown)
	}
	most, wide := 0, 0
	for _, b := range s.Histogram {
		most, wide = max(most, b.Count), max(wide, len(b.label()))
	}
	for _, b := range s.Histogram {
		line := fmt.Sprintf("%*s %7d", wide, b.label(), b.Count)
		if b.Expected != nil {
			line += fmt.Sprintf(", expected %9.1f", *b.Expected)
		}
		text.WriteString(strings.TrimRight(line+"  "+strings.Repeat("█", b.Count*40/most), " ") + "\n")
	}
	return text.String()
}

func (s statistics) against(of func(moments) float64) string {
	if s.Expected == nil {
		return ""
	}
	return fmt.Sprintf(", expected %.3f", of(*s.Expected))
}

func (b bar) label() string {
	if b.From == b.To {
		return strconv.Itoa(b.From)
	}
	return fmt.Sprintf("%d..%d", b.From, b.To)
}
