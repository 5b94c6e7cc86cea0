package history

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Evening is a series of matches at one table without a long pause.
type Evening struct {
	Start time.Time // start of the first match with a date; zero if there is none
	Items []Item    // matches of the evening, in the order in which they began
}

// Mark returns the mark of the evening's first match. The next page of a list begins with
// matches before that mark.
func (e Evening) Mark() int64 { return e.Items[0].Mark }

const (
	longPause    = 6 * time.Hour  // a pause this long separates two evenings
	longestMatch = 12 * time.Hour // a match at least this long was surely resumed on another day
)

// Evenings groups matches into evenings and returns the latest evening first. The matches in
// latestFirst are in the order of lists, the latest first. A match without a date belongs to the
// evening of the match before it. Tools belong to no evening. The last evening of a page may
// continue on the next page of the list.
func Evenings(latestFirst []Item) []Evening {
	var all []Evening
	var last time.Time // latest known start or end of a match in the current evening
	for _, item := range slices.Backward(latestFirst) {
		if item.Tool {
			continue
		}
		start, dated := item.Summary.start()
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
		if end, ok := item.Summary.end(); ok && end.Sub(start) < longestMatch {
			last = later(last, end)
		}
	}
	slices.Reverse(all)
	return all
}

// Tonight returns the last evening of the matches in latestFirst, if now belongs to it. A zero now is
// unknown and belongs to any evening.
func Tonight(latestFirst []Item, now time.Time) Evening {
	evenings := Evenings(latestFirst)
	if len(evenings) == 0 {
		return Evening{}
	}
	var last time.Time
	for _, item := range evenings[0].Items {
		end, _ := item.Summary.end()
		last = later(last, end)
	}
	if !now.IsZero() && !last.IsZero() && !sameEvening(last, now) {
		return Evening{}
	}
	return evenings[0]
}

// Wins returns the number of finished matches that each player has won, by name, and the names with
// wins, the most first. Names with equal numbers are sorted.
func (e Evening) Wins() (wins map[string]int, order []string) {
	wins = map[string]int{}
	for _, item := range e.Items {
		for _, seat := range item.Summary.Won {
			wins[item.Summary.Names[seat-1]]++
		}
	}
	order = slices.SortedFunc(maps.Keys(wins), func(a, b string) int {
		return cmp.Or(cmp.Compare(wins[b], wins[a]), strings.Compare(a, b))
	})
	return wins, order
}

// Longest returns the item with the longest match time. ok is false if the evening has none.
func (e Evening) Longest() (item Item, ok bool) {
	for _, i := range e.Items {
		if !ok || i.Summary.MS > item.Summary.MS {
			item, ok = i, true
		}
	}
	return item, ok
}

// sameEvening reports whether the pause between last and start is too short to separate two
// evenings. If the clock was set back in between, start is before last; only a difference of
// longestMatch or more then separates evenings.
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
