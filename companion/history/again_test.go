package history

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"tabletop/games"
)

// This file computes every figure of the pages a second time, from rows as a spreadsheet has them, with
// one plain loop a figure and none of the package's functions but MatchRows.

// generated are n matches, the oldest first: of one to eight players, with points and without, the
// fewest winning or the most, won by one, by several, by all or by nobody, finished or not, at any
// hour, without a date, with a clock that was set back, with players who came late, and past plays.
func generated(rng *rand.Rand, n int) (all []Item) {
	names := []string{"Аня", "Боря", "Вера", "Галя", "Дима", "Ева", "Жора", "Зоя"}
	at := time.Date(2023, 9, 3, 12, 0, 0, 0, time.UTC)
	for i := range n {
		at = at.Add(time.Duration(rng.IntN(200)) * time.Minute)
		switch rng.IntN(12) {
		case 0, 1:
			at = at.Add(time.Duration(rng.IntN(60*24*9)) * time.Minute)
		case 2:
			at = at.Add(-time.Duration(rng.IntN(60*20)) * time.Minute)
		}
		s := randomSummary(rng, names, []string{"mice", "golf", "maze", "chess", "file/darts", "dice"}[rng.IntN(6)])
		if rng.IntN(9) > 0 {
			s.Start = at.Format(time.RFC3339)
			s.Past = rng.IntN(5) == 0
			s.Day = s.Past && rng.IntN(2) == 0
		} else if rng.IntN(2) > 0 {
			s.Start = "1970-01-01T00:04:00Z" // the clock of the box was not set
		}
		if s.Start != "" && rng.IntN(3) > 0 {
			s.End = at.Add(time.Duration(s.MS) * time.Millisecond).Format(time.RFC3339)
		}
		all = append(all, Item{ID: fmt.Sprint("m", i), Tool: s.Game == "dice", Summary: s})
	}
	return all
}

// randomSummary is a match of that game.
func randomSummary(rng *rand.Rand, names []string, game string) Summary {
	seats := 1 + rng.IntN(len(names))
	s := Summary{Game: game, Over: rng.IntN(10) > 0, Lowest: game == "golf" || game == "file/darts" && rng.IntN(3) == 0}
	for _, i := range rng.Perm(len(names))[:seats] {
		s.Names, s.Scores = append(s.Names, names[i]), append(s.Scores, int32(rng.IntN(31)-5))
	}
	if rng.IntN(8) > 0 {
		s.MS, s.First = int64(rng.IntN(15_000_000)), 1+rng.IntN(seats)
	}
	if rng.IntN(6) == 0 {
		s.Partly = []games.Seat{games.Seat(1 + rng.IntN(seats))}
	}
	together := game == "maze" && rng.IntN(2) > 0
	for seat := range s.Scores {
		if game == "chess" || rng.IntN(20) == 0 {
			s.Scores[seat] = 0
		}
		if game == "maze" {
			s.Scores[seat] = s.Scores[0]
		}
		if s.Over && (together || game != "maze" && rng.IntN(3) == 0) {
			s.Won = append(s.Won, games.Seat(seat+1))
		}
	}
	return s
}

// line is a row of the table of matches, with what the table hasn't.
type line struct {
	match, start, game, name    string
	over, won, began            bool
	seat, score, players, which int
	winners                     int
	lowest, easy, scored, tool  bool
	past, day                   bool
	ms                          int64
}

// linesOf are the rows of the matches, the oldest first.
func linesOf(t *testing.T, oldestFirst []Item) (all []line) {
	t.Helper()
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, item := range oldestFirst {
		rows := MatchRows(item)
		winners, scored := 0, false
		for _, r := range rows {
			winners += number(r[10])
			scored = scored || r[8] != "0"
		}
		for _, r := range rows {
			l := line{
				match: r[0], start: r[1], game: r[2], name: r[7], over: r[5] == "1", won: r[10] == "1", began: r[11] == "1",
				seat: number(r[6]), score: number(r[8]), players: len(rows), which: i, winners: winners, scored: scored,
				lowest: item.Summary.Lowest, ms: item.Summary.MS, tool: item.Tool, past: r[12] == "1", day: item.Summary.Day,
			}
			if l.start < "2024" && !l.past { // no clock that was set shows such a year
				l.start = ""
			}
			for _, seat := range item.Summary.Partly {
				l.easy = l.easy || l.lowest && int(seat) == l.seat
			}
			all = append(all, l)
		}
	}
	return all
}

// some are the lines for which it holds.
func some(lines []line, holds func(line) bool) (found []line) {
	for _, l := range lines {
		if holds(l) {
			found = append(found, l)
		}
	}
	return found
}

// matches counts different matches.
func matches(lines []line) int {
	seen := map[string]bool{}
	for _, l := range lines {
		seen[l.match] = true
	}
	return len(seen)
}

// plain are the figures of numbers, rounded: count, mean, median, spread, least, most.
func plain(all []float64) string {
	if len(all) == 0 {
		return "0"
	}
	sort.Float64s(all)
	sum, squares := 0.0, 0.0
	for _, x := range all {
		sum += x
	}
	mean := sum / float64(len(all))
	for _, x := range all {
		squares += math.Pow(x-mean, 2)
	}
	median := all[len(all)/2]
	if len(all)%2 == 0 {
		median = (all[len(all)/2-1] + median) / 2
	}
	spread := 0.0
	if len(all) > 1 {
		spread = math.Sqrt(squares / float64(len(all)-1))
	}
	return fmt.Sprintf("%d %.4f %.4f %.4f %.0f %.0f", len(all), mean+1e-9, median, spread, all[0], all[len(all)-1])
}

func (f Figures) text() string {
	if f.Count == 0 {
		return "0"
	}
	return fmt.Sprintf("%d %.4f %.4f %.4f %.0f %.0f", f.Count, f.Mean+1e-9, f.Median, f.Spread, f.Least, f.Most)
}

func scores(lines []line) (all []float64) {
	for _, l := range lines {
		if !l.easy {
			all = append(all, float64(l.score))
		}
	}
	return all
}

func times(lines []line) (all []float64) {
	for _, l := range lines {
		if l.seat == 1 && l.ms > 0 {
			all = append(all, float64(l.ms))
		}
	}
	return all
}

func starts(lines []line) (first, last string) {
	for _, l := range lines {
		if l.start != "" && (first == "" || l.start < first) {
			first = l.start
		}
		last = max(last, l.start)
	}
	return first, last
}

// same compares two ways to say a thing.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Errorf("%s: got %s, want %s", what, a, b)
	}
}

const generations = 1000 // of matches

// seeds of histories; the figures of each are computed twice.
var seeds = []uint64{1, 2, 3}

func TestEveryFigureOfAGameIsComputedTwice(t *testing.T) {
	for _, seed := range seeds {
		items := generated(rand.New(rand.NewPCG(seed, 36)), generations)
		lines := linesOf(t, items)
		for _, game := range []string{"mice", "golf", "maze", "chess", "file/darts", "dice", "none"} {
			gameTwice(t, fmt.Sprint(seed, " ", game), PlaysOf(game, latestFirst(items...)), some(lines, func(l line) bool { return l.game == game && !l.tool }))
		}
	}
}

func gameTwice(t *testing.T, what string, p Plays, all []line) {
	t.Helper()
	over := some(all, func(l line) bool { return l.over })
	several := some(over, func(l line) bool { return l.players > 1 })
	decided := some(over, func(l line) bool { return l.winners > 0 && l.winners < l.players })
	alone := some(over, func(l line) bool { return l.players == 1 })
	first, last := starts(over)
	same(t, what+" matches", []any{p.Matches, p.Left, p.Unsure}, []any{matches(over), matches(all) - matches(over), matches(some(over, func(l line) bool { return l.start == "" }))})
	same(t, what+" dates", []string{p.First, p.Last}, []string{first, last})
	same(t, what+" outcomes", []int{p.Decided, p.AllWon, p.NoneWon, p.Alone, p.AloneWon}, []int{
		matches(decided), matches(some(several, func(l line) bool { return l.winners == l.players })),
		matches(some(several, func(l line) bool { return l.winners == 0 })), len(alone), len(some(alone, func(l line) bool { return l.won })),
	})
	same(t, what+" length", p.Length.text(), plain(times(over)))
	scored := some(over, func(l line) bool { return l.scored })
	lowest := len(scored) > 0 && scored[len(scored)-1].lowest
	covered := some(scored, func(l line) bool { return l.lowest == lowest })
	same(t, what+" points", p.Points.text(), plain(scores(covered)))
	same(t, what+" points of", []any{p.Points.Lowest, p.Points.Matches, p.Points.Otherwise}, []any{lowest, matches(covered), matches(scored) - matches(covered)})
	same(t, what+" best", p.Points.Best, bestOf(covered, lowest))
	trendTwice(t, what, p, covered)
	placesTwice(t, what, p, over, covered, decided)
	for _, one := range p.Players {
		own := some(over, func(l line) bool { return l.name == one.Name })
		mine := some(covered, func(l line) bool { return l.name == one.Name })
		_, latest := starts(own)
		same(t, what+" "+one.Name, []any{one.Matches, one.Wins, one.Points.text(), one.Best, one.Last},
			[]any{matches(own), len(some(own, func(l line) bool { return l.won })), plain(scores(mine)), bestOf(mine, lowest), latest})
	}
	names := map[string]bool{}
	for _, l := range over {
		names[l.name] = true
	}
	same(t, what+" players", len(p.Players), len(names))
}

func bestOf(lines []line, lowest bool) (best float64) {
	for i, x := range scores(lines) {
		if i == 0 || lowest && x < best || !lowest && x > best {
			best = x
		}
	}
	return best
}

func trendTwice(t *testing.T, what string, p Plays, covered []line) {
	t.Helper()
	var ids []string
	for _, l := range covered {
		if l.seat == 1 {
			ids = append(ids, l.match)
		}
	}
	if len(ids) < 10 {
		same(t, what+" trend", p.Points.Trend, false)
		return
	}
	recent := some(covered, func(l line) bool { return slices.Contains(ids[len(ids)-5:], l.match) })
	before := some(covered, func(l line) bool { return !slices.Contains(ids[len(ids)-5:], l.match) })
	mean := func(lines []line) string { return strings.Fields(plain(scores(lines)) + " 0.0000")[1] }
	same(t, what+" trend", fmt.Sprintf("%.4f %.4f", p.Points.Recent+1e-9, p.Points.Before+1e-9), mean(recent)+" "+mean(before))
}

func placesTwice(t *testing.T, what string, p Plays, over, covered, decided []line) {
	t.Helper()
	n := 0
	for players := 1; players <= 8; players++ {
		of := some(over, func(l line) bool { return l.players == players })
		if len(of) == 0 {
			continue
		}
		size := p.Sizes[n]
		n++
		same(t, fmt.Sprint(what, " of ", players), []any{size.Players, size.Matches, size.Won, size.Length.text(), size.Points.text()},
			[]any{
				players, matches(of), matches(some(of, func(l line) bool { return l.winners > 0 })), plain(times(of)),
				plain(scores(some(covered, func(l line) bool { return l.players == players }))),
			})
	}
	same(t, what+" sizes", len(p.Sizes), n)
	place := func(lines []line) string {
		fair, wins := 0.0, 0
		for _, l := range lines {
			fair += float64(l.winners) / float64(l.players)
			if l.won {
				wins++
			}
		}
		return fmt.Sprintf("%d %d %.6f", len(lines), wins, fair)
	}
	for seat := 1; seat <= 8; seat++ {
		want, got := place(some(decided, func(l line) bool { return l.seat == seat })), "0 0 0.000000"
		if seat <= len(p.Seats) {
			got = fmt.Sprintf("%d %d %.6f", p.Seats[seat-1].Matches, p.Seats[seat-1].Wins, p.Seats[seat-1].Fair)
		}
		same(t, fmt.Sprint(what, " seat ", seat), got, want)
	}
	same(t, what+" began", fmt.Sprintf("%d %d %.6f", p.Beginners.Matches, p.Beginners.Wins, p.Beginners.Fair), place(some(decided, func(l line) bool { return l.began })))
}

func TestEveryFigureOfTwoPlayersIsComputedTwice(t *testing.T) {
	for _, seed := range seeds {
		items := generated(rand.New(rand.NewPCG(seed, 36)), generations)
		lines := some(linesOf(t, items), func(l line) bool { return l.over && !l.tool })
		for _, names := range [][2]string{{"Аня", "Боря"}, {"Боря", "Аня"}, {"Зоя", "Вера"}, {"Аня", "Нет"}, {"Аня", "Аня"}} {
			pairTwice(t, fmt.Sprint(seed, " ", names), DuelOf(names[0], names[1], latestFirst(items...)), names, lines)
		}
	}
}

func pairTwice(t *testing.T, what string, d Duel, names [2]string, lines []line) {
	t.Helper()
	var mine, theirs []line // of the same matches
	for _, a := range lines {
		for _, b := range lines {
			if a.match == b.match && a.name == names[0] && b.name == names[1] && a.seat != b.seat {
				mine, theirs = append(mine, a), append(theirs, b)
			}
		}
	}
	count := func(game string) (n, won, lost, both, neither int) {
		for i := range mine {
			if game != "" && mine[i].game != game {
				continue
			}
			n++
			switch fmt.Sprint(mine[i].won, theirs[i].won) {
			case "true true":
				both++
			case "true false":
				won++
			case "false true":
				lost++
			default:
				neither++
			}
		}
		return n, won, lost, both, neither
	}
	n, won, lost, both, neither := count("")
	same(t, what, []int{d.Matches, d.Won[0], d.Won[1], d.Both, d.Neither}, []int{n, won, lost, both, neither})
	seen := 0
	for _, game := range []string{"mice", "golf", "maze", "chess", "file/darts", "dice"} {
		n, won, lost, both, neither := count(game)
		for _, c := range d.Games {
			if c.Game == game {
				seen++
				same(t, what+" "+game, []int{c.Matches, c.Won[0], c.Won[1], c.Both, c.Neither}, []int{n, won, lost, both, neither})
				n = 0
			}
		}
		if n > 0 {
			t.Errorf("%s: %s is missing", what, game)
		}
	}
	same(t, what+" games", seen, len(d.Games))
	first, last := starts(mine)
	same(t, what+" dates", []any{d.First, d.Last, d.Unsure}, []any{first, last, len(some(mine, func(l line) bool { return l.start == "" }))})
	more, less, level, letters := 0, 0, 0, ""
	for i := range mine {
		switch {
		case !mine[i].scored || mine[i].easy || theirs[i].easy:
		case mine[i].score == theirs[i].score:
			level++
		case mine[i].score > theirs[i].score && !mine[i].lowest, mine[i].score < theirs[i].score && mine[i].lowest:
			more++
		default:
			less++
		}
		letters += map[string]string{"true false": "a", "false true": "b"}[fmt.Sprint(mine[i].won, theirs[i].won)]
		if mine[i].won == theirs[i].won {
			letters += "-"
		}
	}
	same(t, what+" ahead", []int{d.Ahead[0], d.Ahead[1], d.Level}, []int{more, less, level})
	longest := func(of string) (n int) {
		for strings.Contains(letters, strings.Repeat(of, n+1)) {
			n++
		}
		return n
	}
	same(t, what+" streaks", []int{d.Streak[0], d.Streak[1]}, []int{longest("a"), longest("b")})
	same(t, what+" now", []int{d.Now[0], d.Now[1]}, []int{len(letters) - len(strings.TrimRight(letters, "a")), len(letters) - len(strings.TrimRight(letters, "b"))})
}

func TestEveryFigureOfWhenItIsPlayedIsComputedTwice(t *testing.T) {
	zones := []*time.Location{time.UTC, time.FixedZone("", -9*60*60-30*60)}
	for _, name := range []string{"Asia/Novosibirsk", "Europe/Lisbon", "America/Los_Angeles"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		zones = append(zones, zone)
	}
	for i, seed := range seeds {
		items := generated(rand.New(rand.NewPCG(seed, 36)), generations)
		lines := some(linesOf(t, items), func(l line) bool { return !l.tool })
		last := time.Date(2023, 9, 3, 0, 0, 0, 0, time.UTC)
		for _, item := range items {
			if at, err := time.Parse(time.RFC3339, item.Summary.Start); err == nil && at.After(last) {
				last = at
			}
		}
		for _, zone := range zones {
			for _, later := range []int{0, 6, 13, 400} {
				today := last.In(zone).AddDate(0, 0, later).Format(time.DateOnly)
				timesTwice(t, fmt.Sprint(seed, " ", zone, " ", today), items, lines, zone, today)
			}
		}
		got := TimesOf(latestFirst(items...), zones[i], 0)
		if got.WeeksNow != 0 || slices.ContainsFunc(got.Games, func(g Idle) bool { return g.Days != -1 }) {
			t.Errorf("where today is unknown %d weeks and %+v", got.WeeksNow, got.Games)
		}
	}
}

// eveningsAgain are the dates of the evenings by match, "" where the match has no date, and the
// numbers of the evenings.
func eveningsAgain(t *testing.T, items []Item, lines []line, zone *time.Location) (dates map[string]string, numbers map[string]int) {
	t.Helper()
	dates, numbers = map[string]string{}, map[string]int{}
	evening, n := "", 0
	var known time.Time
	for _, l := range lines {
		if l.seat != 1 || l.start == "" {
			continue
		}
		start, err := time.Parse(time.RFC3339, l.start)
		if err != nil {
			t.Fatal(err)
		}
		if gap := start.Sub(known).Hours(); known.IsZero() || gap >= 6 || gap <= -12 {
			evening, known, n = start.In(zone).Format(time.DateOnly), start, n+1
		}
		dates[l.match], numbers[l.match] = evening, n
		if start.After(known) {
			known = start
		}
		if end, err := time.Parse(time.RFC3339, items[l.which].Summary.End); err == nil && end.Sub(start).Hours() < 12 && end.After(known) {
			known = end
		}
	}
	return dates, numbers
}

// gone is how many days lie between two dates.
func gone(from, to string) int {
	a, _ := time.Parse(time.DateOnly, from)
	b, _ := time.Parse(time.DateOnly, to)
	return int(math.Round(b.Sub(a).Hours() / 24))
}

func timesTwice(t *testing.T, what string, items []Item, lines []line, zone *time.Location, today string) {
	t.Helper()
	got := TimesOf(latestFirst(items...), zone, gone("1970-01-01", today))
	evening, numbers := eveningsAgain(t, items, lines, zone)
	over := some(lines, func(l line) bool { return l.over && l.seat == 1 })
	var days, nights [7]int
	var hours [24]int
	mondays := map[string]bool{}
	for _, l := range over {
		if l.start == "" {
			continue
		}
		start, _ := time.Parse(time.RFC3339, l.start)
		if !l.day {
			hours[start.In(zone).Hour()]++
		}
		date, _ := time.Parse(time.DateOnly, evening[l.match])
		monday := (int(date.Weekday()) + 6) % 7
		days[monday]++
		mondays[date.AddDate(0, 0, -monday).Format(time.DateOnly)] = true
	}
	dated := some(over, func(l line) bool { return l.start != "" })
	same(t, what+" matches", []int{got.Matches, got.Unsure}, []int{len(dated), len(over) - len(dated)})
	same(t, what+" days", got.Days, days)
	same(t, what+" hours", got.Hours, hours)
	nightly := map[int]bool{}
	for _, l := range dated {
		if !nightly[numbers[l.match]] {
			nightly[numbers[l.match]] = true
			date, _ := time.Parse(time.DateOnly, evening[l.match])
			nights[(int(date.Weekday())+6)%7]++
		}
	}
	same(t, what+" evenings", []any{got.Evenings, got.Nights}, []any{len(nightly), nights})
	most, run := 0, 0
	for day, _ := time.Parse(time.DateOnly, "2022-12-26"); day.Year() < 2099 && most <= len(mondays); day = day.AddDate(0, 0, 7) {
		if run++; !mondays[day.Format(time.DateOnly)] {
			run = 0
		}
		most = max(most, run)
	}
	now := 0
	this, _ := time.Parse(time.DateOnly, today)
	this = this.AddDate(0, 0, -(int(this.Weekday())+6)%7)
	if !mondays[this.Format(time.DateOnly)] {
		this = this.AddDate(0, 0, -7)
	}
	for ; mondays[this.Format(time.DateOnly)]; this = this.AddDate(0, 0, -7) {
		now++
	}
	same(t, what+" weeks", []int{got.Weeks, got.WeeksNow}, []int{most, now})
	idleTwice(t, what, got, over, evening, today)
	same(t, what+" streak", got.Best, streakAgain(lines))
}

func idleTwice(t *testing.T, what string, got Times, over []line, evening map[string]string, today string) {
	t.Helper()
	counts := map[string]int{}
	for _, l := range over {
		counts[l.game]++
	}
	same(t, what+" games", len(got.Games), len(counts))
	before := ""
	for i, g := range got.Games {
		own := some(over, func(l line) bool { return l.game == g.Game })
		_, last := starts(own)
		same(t, what+" "+g.Game, []any{g.Matches, g.Unsure, g.Last.Summary.Start}, []any{len(own), len(some(own, func(l line) bool { return l.start == "" })), last})
		for _, l := range own {
			if l.start == last && last != "" {
				want := gone(evening[l.match], today)
				if want < 0 {
					want = -1
				}
				same(t, what+" days since "+g.Game, g.Days, want)
				break
			}
		}
		if last < before && last != "" || before == "" && last != "" && i > 0 {
			t.Errorf("%s: %s stands behind one of %s", what, last, before)
		}
		before = last
	}
}

// streakAgain is the longest series of wins of any player.
func streakAgain(lines []line) (best Streak) {
	letters := map[string]string{}
	for _, l := range lines {
		if l.over && l.players > 1 {
			letters[l.name] += map[bool]string{true: "w", false: "-"}[l.won]
		}
	}
	for name, all := range letters {
		for n := 1; strings.Contains(all, strings.Repeat("w", n)); n++ {
			if n > best.Wins || n == best.Wins && name < best.Name {
				best = Streak{name, n}
			}
		}
	}
	return best
}
