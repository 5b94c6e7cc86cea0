package history

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// on is a match of that game that began at that time and took so many minutes.
func on(id, start string, minutes int, game string, seats ...string) Item {
	item := result(id, seats...)
	item.Summary.Start, item.Summary.Game, item.Summary.MS = start, game, int64(minutes)*60_000
	return item
}

// yearly are the matches of the tests, the oldest first: three evenings of 2026, one
// of them through midnight of new year, and what doesn't count.
func yearly() []Item {
	lucky := on("b", "2026-02-01T19:00:00Z", 90, "mice", "Аня 20", "Боря 31*")
	lucky.Summary.Rollers = []Roller{{1, "d6", 20, 61.5}, {2, "d6", 21, 3.25}}
	unfinished := on("x", "2026-02-01T21:00:00Z", 500, "mice", "Аня 99", "Боря 1")
	unfinished.Summary.Over = false
	tool := on("t", "2026-02-01T21:10:00Z", 500, "dice", "Аня 99")
	tool.Tool = true
	low := on("d", "2026-02-01T22:10:00Z", 20, "golf", "Вера 3*", "Аня 5", "Боря 9")
	low.Summary.Lowest = true
	alone := on("e", "2026-12-31T20:00:00Z", 10, "fish", "Вера 0")
	return []Item{
		on("z", "2025-12-30T19:00:00Z", 30, "mice", "Аня 40*", "Боря 2"),
		on("a", "2026-02-01T18:00:00Z", 30, "mice", "Аня 12*", "Боря 5"),
		lucky, unfinished, tool,
		on("c", "", 40, "mice", "Вера 77*", "Боря 9"),
		low, alone,
		on("f", "2026-12-31T23:00:00Z", 60, "mice", "Боря 8", "Аня 31*"),
		on("g", "2027-01-01T00:30:00Z", 30, "maze", "Аня 0*", "Боря 0"),
		on("h", "2027-01-05T19:00:00Z", 30, "maze", "Аня 0", "Боря 0*"),
	}
}

func TestAYearAddsUpWhatWasPlayedToItsEndAndHasADate(t *testing.T) {
	items := latestFirst(yearly()...)
	y := InYear(2026, items, time.UTC)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"evenings, matches, unsure", []int{y.Evenings, y.Matches, y.Unsure}, []int{2, 6, 1}},
		{"minutes", y.MS / 60_000, int64(30 + 90 + 20 + 10 + 60 + 30)},
		{"months", y.Months, [12]int{1: 3, 11: 3}},
		{"games", y.Games, []YearGame{
			{"mice", 3, 180 * 60_000, true, false, 31, "Боря", "b"},
			{"maze", 1, 30 * 60_000, false, false, 0, "", ""},
			{"golf", 1, 20 * 60_000, true, true, 3, "Вера", "d"},
			{"fish", 1, 10 * 60_000, false, false, 0, "", ""},
		}},
		{"players", y.Players, []YearPlayer{{"Аня", 5, 3}, {"Вера", 1, 1}, {"Боря", 5, 1}}},
		{"longest", y.Longest.ID, "b"},
		{"luckiest", fmt.Sprint(y.Luckiest.ID, " ", y.Luckiest.Summary.Names[y.Luckiest.Seat-1], " ", y.Luckiest.Luckier, " of ", y.Luckiest.Of), "b Боря 3.25 of 2"},
		{"streak", y.Streak, Streak{"Аня", 2}},
		{"together", y.Together, Pair{[2]string{"Аня", "Боря"}, 5}},
	} {
		if fmt.Sprint(c.got) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestAnEveningBelongsToTheYearItBeganInWhereTheTableIs(t *testing.T) {
	items := latestFirst(yearly()...)
	if got := Years(items, time.UTC); !slices.Equal(got, []int{2027, 2026, 2025}) {
		t.Errorf("years %v", got)
	}
	east := time.FixedZone("east", 5*60*60) // where the last evening of the year begins after midnight
	if got := InYear(2026, items, east).Matches; got != 3 {
		t.Errorf("in the east %d matches, want 3", got)
	}
	if got := Years(items, east); !slices.Equal(got, []int{2027, 2026, 2025}) {
		t.Errorf("years in the east %v", got)
	}
}

func TestAYearOfNothingHasNoMatches(t *testing.T) {
	for _, items := range [][]Item{nil, latestFirst(on("c", "", 40, "mice", "Вера 7*", "Боря 9")), latestFirst(yearly()[3:5]...)} {
		if y := InYear(2026, items, time.UTC); y.Matches != 0 || y.Evenings != 0 || y.Longest.ID != "" || y.Luckiest.Of != 0 || len(Years(items, time.UTC)) != 0 {
			t.Errorf("of %v: %+v", items, y)
		}
	}
}
