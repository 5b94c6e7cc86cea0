package history

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/companion/words"
	"tabletop/companion/words/wordstest"
	"tabletop/games"
)

// sat is a match that took so many minutes; start is "" or a date as in
// "21 19:00", of November 2026.
func sat(id, start string, minutes int) Item {
	s := Summary{Game: "mice", Names: []string{"Аня", "Боря"}, Scores: []int32{1, 2}, MS: int64(minutes) * 60_000}
	if start != "" {
		at, err := time.Parse("2006-01-02 15:04", "2026-11-"+start)
		if err != nil {
			panic(err)
		}
		s.Start = at.Format(time.RFC3339)
		s.End = at.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
	}
	return Item{ID: id, Summary: s}
}

// latestFirst turns matches round, and gives them marks.
func latestFirst(oldestFirst ...Item) []Item {
	items := slices.Clone(oldestFirst)
	for i := range items {
		items[i].Mark = int64(i + 1)
	}
	slices.Reverse(items)
	return items
}

func TestMatchesAreOneEveningUntilALongPause(t *testing.T) {
	week := sat("b", "14 19:00", 60)
	week.Summary.End = "2026-11-20T20:00:00Z" // put away for a week
	dice := func(start string) Item {
		item := sat("dice", start, 60)
		item.Tool = true
		return item
	}
	for _, c := range []struct {
		name  string
		items []Item
		want  string // the latest evening first
	}{
		{"nothing", nil, ""},
		{"two evenings", []Item{sat("a", "20 19:00", 60), sat("b", "20 20:10", 60), sat("c", "21 19:00", 60)}, "21: c | 20: a b"},
		{"past midnight", []Item{sat("a", "20 22:00", 60), sat("b", "21 01:00", 60)}, "20: a b"},
		{"a pause just too short", []Item{sat("a", "20 10:00", 60), sat("b", "20 16:59", 60)}, "20: a b"},
		{"a pause just long enough", []Item{sat("a", "20 10:00", 60), sat("b", "20 17:00", 60)}, "20: b | 20: a"},
		{"a long game first", []Item{sat("a", "20 10:00", 480), sat("b", "20 19:00", 60)}, "20: a b"},
		{"two at once", []Item{sat("a", "20 19:00", 200), sat("b", "20 20:00", 10), sat("c", "21 00:00", 10)}, "20: a b c"},
		{"a match put away", []Item{week, sat("c", "20 19:00", 60)}, "20: c | 14: b"},
		{"all unsure", []Item{sat("a", "", 60), sat("b", "", 60)}, "?: a b"},
		{"unsure in between", []Item{sat("a", "20 19:00", 60), sat("b", "", 60), sat("c", "21 19:00", 60)}, "21: c | 20: a b"},
		{"unsure first", []Item{sat("a", "", 60), sat("b", "20 19:00", 60)}, "20: a b"},
		{"a clock put back", []Item{sat("a", "29 19:00", 60), sat("b", "20 20:00", 60), sat("c", "20 21:00", 60)}, "20: b c | 29: a"},
		{"dice beside a match", []Item{dice("20 18:00"), sat("a", "20 19:00", 60), dice("20 19:30")}, "20: a"},
		{"dice alone", []Item{dice("20 19:00")}, ""},
		{"dice in a long pause", []Item{sat("a", "20 10:00", 60), dice("20 13:00"), sat("b", "20 17:00", 60)}, "20: b | 20: a"},
		{"a clock put back by an hour", []Item{sat("a", "20 19:00", 60), sat("b", "20 18:30", 60)}, "20: a b"},
	} {
		var got []string
		for _, e := range Evenings(latestFirst(c.items...)) {
			date := "?"
			if !e.Start.IsZero() {
				date = e.Start.Format("2")
			}
			for _, item := range e.Items {
				date += map[bool]string{true: ": ", false: " "}[item.ID == e.Items[0].ID] + item.ID
			}
			got = append(got, date)
		}
		if text := strings.Join(got, " | "); text != c.want {
			t.Errorf("%s: got %q, want %q", c.name, text, c.want)
		}
	}
}

func TestNoMatchIsLostAndNoOrderChangedByAnyClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var items []Item
		for i := range rapid.IntRange(0, 12).Draw(t, "matches") {
			item := sat(fmt.Sprint(i), "", 0)
			for _, label := range []*string{&item.Summary.Start, &item.Summary.End} {
				*label = time.Unix(rapid.Int64Range(0, 3_000_000_000).Draw(t, "clock"), 0).UTC().Format(time.RFC3339)
			}
			items = append(items, item)
		}
		evenings := Evenings(latestFirst(items...))
		slices.Reverse(evenings)
		n := 0
		for _, e := range evenings {
			if e.Mark() != int64(n+1) {
				t.Errorf("an evening has mark %d, want %d", e.Mark(), n+1)
			}
			for _, item := range e.Items {
				if item.ID != fmt.Sprint(n) {
					t.Errorf("match %s stands in the place of %d", item.ID, n)
				}
				n++
			}
		}
		if n != len(items) {
			t.Errorf("%d matches of %d are left", n, len(items))
		}
	})
}

// result is a match that was played to its end: "Аня 12*" won with 12 points.
func result(id string, seats ...string) Item {
	s := Summary{Game: "mice", Over: true, First: 1, MS: 60_000}
	for i, seat := range seats {
		name, points, _ := strings.Cut(seat, " ")
		var score int32
		_, _ = fmt.Sscan(strings.TrimSuffix(points, "*"), &score)
		s.Names, s.Scores = append(s.Names, name), append(s.Scores, score)
		if strings.HasSuffix(points, "*") {
			s.Won = append(s.Won, games.Seat(i+1))
		}
	}
	return Item{ID: id, Summary: s}
}

func TestPlayersHaveWinsStreaksAndOpponents(t *testing.T) {
	low := result("d", "Боря 3*", "Аня 9")
	low.Summary.Game, low.Summary.Lowest, low.Summary.First = "golf", true, 2
	left := result("x", "Аня 50", "Вера 1")
	left.Summary.Over = false
	tool := result("t", "Аня 9*", "Боря 1")
	tool.Tool = true
	got := Players(latestFirst(
		tool,
		result("a", "Аня 10*", "Боря 5"),
		result("b", "Аня 12*", "Боря 5", "Вера 5"),
		result("c", "Вера 7*", "Аня 7*", "Боря 1"),
		left,
		result("alone", "Гоша 1*"),
		low,
		result("e", "Боря 8*", "Аня 2"),
	))
	want := []Player{
		{
			Name: "Аня", Matches: 5, Wins: 3, Streak: 0, BestStreak: 3, Began: 4,
			Games:  []Game{{"mice", 4, 3, 12, false}, {"golf", 1, 0, 9, true}},
			Versus: []Versus{{"Боря", 3, 2, 0}, {"Вера", 1, 0, 1}},
		},
		{
			Name: "Боря", Matches: 5, Wins: 2, Streak: 2, BestStreak: 2, Began: 1,
			Games:  []Game{{"mice", 4, 1, 8, false}, {"golf", 1, 1, 3, true}},
			Versus: []Versus{{"Аня", 2, 3, 0}, {"Вера", 0, 1, 0}},
		},
		{
			Name: "Вера", Matches: 2, Wins: 1, Streak: 1, BestStreak: 1, Began: 1,
			Games:  []Game{{"mice", 2, 1, 7, false}},
			Versus: []Versus{{"Аня", 0, 1, 1}, {"Боря", 1, 0, 0}},
		},
	}
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// lost and won in one table say the same about two players.
func TestWhatOneWonTheOtherLost(t *testing.T) {
	names := []string{"Аня", "Боря", "Вера"}
	rapid.Check(t, func(t *rapid.T) {
		var items []Item
		for i := range rapid.IntRange(0, 9).Draw(t, "matches") {
			var seats []string
			for _, name := range rapid.Permutation(names).Draw(t, "names")[:rapid.IntRange(2, 3).Draw(t, "seats")] {
				seats = append(seats, name+rapid.SampledFrom([]string{" 1", " 2*"}).Draw(t, "points"))
			}
			items = append(items, result(fmt.Sprint(i), seats...))
		}
		players := Players(latestFirst(items...))
		for _, p := range players {
			matches := 0
			for _, g := range p.Games {
				matches += g.Matches
			}
			if matches != p.Matches || p.BestStreak < p.Streak || p.Wins > p.Matches {
				t.Errorf("%+v", p)
			}
			for _, v := range p.Versus {
				other := players[slices.IndexFunc(players, func(q Player) bool { return q.Name == v.Name })]
				i := slices.IndexFunc(other.Versus, func(w Versus) bool { return w.Name == p.Name })
				if w := other.Versus[i]; w.Won != v.Lost || w.Lost != v.Won || w.Shared != v.Shared {
					t.Errorf("%s: %+v, %s: %+v", p.Name, v, other.Name, w)
				}
			}
		}
	})
}

func TestAnEveningIsRememberedForWhatWasReal(t *testing.T) {
	lucky := result("l", "Аня 30*", "Боря 5")
	lucky.Summary.Rollers = []Roller{{Seat: 1, Stream: "dice", Rolls: 20, Luckier: 3.2}, {Seat: 2, Stream: "dice", Rolls: 20, Luckier: 97}}
	spite := result("s", "Аня 30*", "Боря 5")
	spite.Summary.Rollers = []Roller{{Seat: 1, Stream: "dice", Rolls: 20, Luckier: 88.8}, {Seat: 2, Stream: "dice", Rolls: 20, Luckier: 40}}
	behind := result("b", "Вера 30*", "Боря 5")
	behind.Summary.Behind = 12
	long := result("long", "Аня 30*", "Боря 5")
	long.Summary.MS = 84*60_000 - 501 // to the nearest second it isn't 84 minutes yet
	low := result("low", "Аня 4*", "Боря 6")
	low.Summary.Lowest = true
	for _, c := range []struct {
		name  string
		items []Item
		want  []string // title and text of each
	}{
		{"nothing", nil, nil},
		{"one clear match", []Item{result("a", "Аня 30*", "Боря 5")}, nil},
		{"not over", []Item{sat("a", "", 600), sat("b", "", 1)}, nil},
		{"alone", []Item{result("a", "Аня 3*"), result("b", "Аня 3*")}, nil},
		{"close", []Item{result("a", "Аня 6*", "Боря 5", "Вера 1")}, []string{"award.close", "award.close.text 1 Аня"}},
		{"close, lowest", []Item{low}, []string{"award.close", "award.close.text 2 Аня"}},
		{"equal points", []Item{result("a", "Аня 5*", "Боря 5")}, []string{"award.close.tie", "award.close.tie.text Аня"}},
		{"shared", []Item{result("a", "Аня 5*", "Боря 5*")}, nil},
		{"a game without points", []Item{result("a", "Аня 0*", "Боря 0")}, nil},
		{"lucky", []Item{lucky}, []string{"award.lucky", "award.lucky.text 3 Аня"}},
		{"in spite", []Item{spite}, []string{"award.spite", "award.spite.text 88 Аня"}},
		{"behind", []Item{behind}, []string{"award.comeback", "award.comeback.text 12 Вера"}},
		{"most and longest", []Item{long, result("a", "Аня 30*", "Боря 5")}, []string{
			"award.most", "award.most.text 2 Аня 2", "award.longest", "award.longest.text 83 'game.mice'",
		}},
		{"everybody", []Item{result("a", "Аня 30*", "Боря 5"), result("b", "Аня 3", "Боря 50*", "Вера 9"), result("c", "Вера 30*", "Боря 5")}, []string{
			"award.everybody", "award.everybody.text Аня, Боря, Вера", "award.longest", "award.longest.text 1 'game.mice'",
		}},
		{"a full evening has four", []Item{lucky, spite, behind, low, long}, []string{
			"award.comeback", "award.comeback.text 12 Вера", "award.spite", "award.spite.text 88 Аня",
			"award.close", "award.close.text 2 Аня", "award.most", "award.most.text 4 Аня 5",
		}},
	} {
		for _, lang := range words.Langs {
			var got, want []string
			for _, a := range Awards(Evening{Items: c.items}) {
				got = append(got, said(t, lang, a)...)
			}
			x := wordstest.TextsOf(lang, games.Of())
			for _, item := range c.want {
				text, err := x.Text(item)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, text)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s:\ngot  %q\nwant %q", lang, c.name, got, want)
			}
		}
	}
}

// said are the title and the text of an award, which must be there.
func said(t *testing.T, lang words.Lang, a Award) []string {
	t.Helper()
	w := words.Companion(lang)
	for _, key := range []string{a.Title.Key, a.Text.Key} {
		if !w.Has(key) {
			t.Errorf("%s lacks %q", lang, key)
		}
	}
	return []string{w.Say(a.Title, nil), w.Say(a.Text, nil)}
}
