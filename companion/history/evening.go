package history

import (
	"slices"
	"time"
)

// Evening is the matches that one table played without a long pause.
type Evening struct {
	Start time.Time // of the first match that has a date; zero: unsure
	Items []Item    // in the order in which they were begun
}

// Mark is that of the evening's first match: the next page of a list begins before it.
func (e Evening) Mark() int64 { return e.Items[0].Mark }

const (
	longPause    = 6 * time.Hour  // parts two evenings
	longestMatch = 12 * time.Hour // a match that took longer was put away for another day
)

// Evenings parts matches, given as lists have them, the latest first, into evenings,
// the latest first. A match without a date belongs to the evening of the one before
// it, for what would part them isn't known. What was done with a tool belongs to none.
// Of a page of a list the last evening may go on with the next page.
func Evenings(latestFirst []Item) []Evening {
	var all []Evening
	var last time.Time // when the evening was last seen at play
	for _, item := range slices.Backward(latestFirst) {
		if item.Tool {
			continue
		}
		start, dated := parseLabel(item.Summary.Start)
		n := len(all)
		if n == 0 || dated && !last.IsZero() && !sameEvening(last, start) {
			all, last = append(all, Evening{}), time.Time{}
			n++
		}
		e := &all[n-1]
		e.Items = append(e.Items, item)
		if !dated {
			continue
		}
		if e.Start.IsZero() {
			e.Start = start
		}
		last = later(last, start)
		if end, ok := parseLabel(item.Summary.End); ok && end.Sub(start) < longestMatch {
			last = later(last, end)
		}
	}
	slices.Reverse(all)
	return all
}

// near reports whether less than a long pause lies between. A clock that was put
// right in between parts nothing but days.
func sameEvening(last, start time.Time) bool {
	pause := start.Sub(last)
	return pause < longPause && pause > -longestMatch
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
