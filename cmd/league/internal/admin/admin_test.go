package admin_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/audit"
	"tabletop/companion/club/wire"
)

// Two boxes, and players of theirs.
const (
	boxA, boxB = "aaaaaaaaaaaa", "bbbbbbbbbbbb"
	codeA      = "11112222"
	codeB      = "33334444"
)

var (
	anyaA  = wire.PlayerID(boxA, codeA)
	anyaB  = wire.PlayerID(boxB, codeB)
	borya  = wire.PlayerID(boxA, "55556666")
	merge  = admin.Command{Kind: admin.MergePlayers, Body: admin.Body{Player: anyaA, With: anyaB, Box: boxB, Code: "3333-4444"}}
	league = admin.Command{Kind: admin.OpenLeague, Body: admin.Body{Name: "Зима", Games: []string{"mice"}}}
)

// did is the desk after deeds, all of which can be done.
func did(t *testing.T, deeds ...admin.Command) (d admin.State) {
	t.Helper()
	d = admin.Fold(nil)
	for _, deed := range deeds {
		next, _, err := d.Add(deed)
		if err != nil {
			t.Fatalf("%+v: %v", deed, err)
		}
		d = next
	}
	return d
}

func undo(seq int) admin.Command {
	return admin.Command{Kind: admin.Undo, Body: admin.Body{Undoes: seq}}
}

// match is a result: who came how.
func match(id, day string, ranks map[string]int) admin.Result {
	r := admin.Result{Match: id, Game: "mice", Day: day}
	for _, player := range slices.Sorted(maps.Keys(ranks)) {
		r.Seats = append(r.Seats, audit.Seat{Player: player, Name: "на " + player[:min(2, len(player))], Rank: ranks[player], Won: ranks[player] == 1})
	}
	return r
}

func TestWhoIsMergedIsOnePersonUntilThatIsUndone(t *testing.T) {
	d := did(t, merge)
	if d.Person(anyaA) != min(anyaA, anyaB) || d.Person(anyaB) != d.Person(anyaA) || d.Person(borya) != borya {
		t.Errorf("they are %q and %q", d.Person(anyaA), d.Person(anyaB))
	}
	d = did(t, merge, undo(1))
	if d.Person(anyaA) != anyaA || d.Person(anyaB) != anyaB {
		t.Error("undone, and still one person")
	}
	d = did(t, merge, undo(1), undo(2))
	if d.Person(anyaA) != d.Person(anyaB) || d.InForce(2) || !d.InForce(1) {
		t.Error("the undo is undone, and they are two")
	}
}

func TestNobodyIsMergedWithoutTheCode(t *testing.T) {
	for name, deed := range map[string]admin.Command{
		"another code":         {Kind: admin.MergePlayers, Body: admin.Body{Player: anyaA, With: anyaB, Box: boxB, Code: codeA}},
		"the first one's code": {Kind: admin.MergePlayers, Body: admin.Body{Player: anyaA, With: anyaB, Box: boxA, Code: codeA}},
		"oneself":              {Kind: admin.MergePlayers, Body: admin.Body{Player: anyaB, With: anyaB, Box: boxB, Code: codeB}},
		"nobody":               {Kind: admin.MergePlayers, Body: admin.Body{With: anyaB, Box: boxB, Code: codeB}},
	} {
		if _, _, err := admin.Fold(nil).Add(deed); !errors.As(err, new(admin.Fault)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatCanNotBeIsRefusedWithAKey(t *testing.T) {
	d := did(t, league, admin.Command{Kind: admin.CloseLeague, Body: admin.Body{League: 1}})
	for key, deed := range map[string]admin.Command{
		"kind":         {Kind: "magic"},
		"name":         {Kind: admin.NameClub, Body: admin.Body{Name: "  "}},
		"league.games": {Kind: admin.OpenLeague, Body: admin.Body{Name: "Лига"}},
		"league.none":  {Kind: admin.Season, Body: admin.Body{Name: "Весна", League: 1, From: "2026-03-01", To: "2026-05-31"}},
		"season.days":  {Kind: admin.Season, Body: admin.Body{Name: "Весна", League: 1, From: "2026-03-01", To: "2026-02-31"}},
		"why":          {Kind: admin.StrikeMatch, Body: admin.Body{Match: "m"}},
		"rule.ranks":   {Kind: admin.CorrectRanks, Body: admin.Body{Match: "m", Ranks: []int{0, 1}, Why: "спор"}},
		"undo.nothing": undo(7),
	} {
		_, _, err := d.Add(deed)
		if fault := (admin.Fault{}); !errors.As(err, &fault) || fault.Key != key {
			t.Errorf("%+v: %v, want %s", deed, err, key)
		}
	}
	if len(d.Impossible) != 0 || len(d.Commands()) != 2 {
		t.Errorf("the desk has changed: %+v", d)
	}
}

func TestADeedWhoseGroundIsGoneIsLeftOutAndSaid(t *testing.T) {
	season := admin.Command{Kind: admin.Season, Body: admin.Body{Name: "Зима", League: 1, From: "2026-11-01", To: "2027-02-28"}}
	d := did(t, league, season, undo(1))
	if len(d.Seasons) != 0 || !slices.Equal(d.Impossible, []int{2}) {
		t.Errorf("seasons %v, idle %v", d.Seasons, d.Impossible)
	}
	if d = did(t, league, season, undo(1), undo(3)); len(d.Seasons) != 1 || len(d.Impossible) != 0 {
		t.Errorf("brought back: seasons %v, idle %v", d.Seasons, d.Impossible)
	}
}

func TestATableCountsWhatIsOfItsSeason(t *testing.T) {
	season := admin.Command{Kind: admin.Season, Body: admin.Body{Name: "Зима", League: 1, From: "2026-11-01", To: "2026-11-30"}}
	naming := admin.Command{Kind: admin.NamePerson, Body: admin.Body{Player: anyaB, Name: "Анна К."}}
	d := did(t, league, season, merge, naming, admin.Command{Kind: admin.StrikeMatch, Body: admin.Body{Match: "struck", Why: "не та колода"}})
	other := match("other", "2026-11-03", map[string]int{anyaA: 1, borya: 2})
	other.Game = "fox"
	left := match("left", "2026-11-03", map[string]int{anyaA: 1, borya: 2})
	left.Unrated = audit.Left
	results := []admin.Result{
		match("first", "2026-11-01", map[string]int{anyaA: 1, borya: 2, "": 2}),
		match("second", "2026-11-30", map[string]int{anyaB: 2, borya: 1}),
		match("third", "2026-11-30", map[string]int{anyaB: 1, borya: 1}),
		match("late", "2026-12-01", map[string]int{anyaA: 1, borya: 2}),
		match("struck", "2026-11-02", map[string]int{anyaA: 1, borya: 2}),
		other, left,
	}
	lines := d.Table(d.Seasons[0], admin.Ordered(results), d.Ratings(results))
	if len(lines) != 2 || lines[0].Name != "на "+borya[:2] || lines[1].Name != "Анна К." {
		t.Fatalf("%+v", lines)
	}
	if a, b := lines[1], lines[0]; a.Points != 1.5 || a.Wins != 2 || a.Matches != 3 || b.Points != 1.75 || b.Wins != 2 || b.Matches != 3 {
		t.Errorf("%+v", lines)
	}
	if a := lines[1]; a.RatedOverall != 4 || a.Rating.Mu <= 25 || a.Rating.Sigma >= 25.0/3 {
		t.Errorf("rated %+v", a)
	}
}

func TestARulingChangesRanksAndIsTakenBackByUndo(t *testing.T) {
	ruling := admin.Command{Kind: admin.CorrectRanks, Body: admin.Body{Match: "m", Ranks: []int{1, 2}, Why: "ошибка при счёте"}}
	r := match("m", "2026-11-01", map[string]int{anyaA: 2, borya: 1})
	want := []int{1, 2}
	if got := ranks(did(t, ruling).Seats(r)); !slices.Equal(got, want) {
		t.Errorf("ruled %v", got)
	}
	if got := did(t, ruling, undo(1)).Seats(r); !reflect.DeepEqual(got, r.Seats) {
		t.Errorf("undone %+v", got)
	}
	ruling.Ranks = []int{1, 2, 3}
	if got := did(t, ruling).Seats(r); !reflect.DeepEqual(got, r.Seats) {
		t.Errorf("of another match's seats: %+v", got)
	}
}

func ranks(seats []audit.Seat) (all []int) {
	for _, s := range seats {
		all = append(all, s.Rank)
	}
	return all
}

// Whatever came late or twice removed, the numbers are those of the whole.
func TestRatingsDoNotDependOnTheOrderInWhichRecordsCome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var results []admin.Result
		for i := range rapid.IntRange(1, 12).Draw(t, "matches") {
			players := rapid.Permutation([]string{anyaA, anyaB, borya, ""}).Draw(t, "players")
			ranks := map[string]int{}
			for _, p := range players[:rapid.IntRange(2, 4).Draw(t, "seats")] {
				ranks[p] = rapid.IntRange(1, 3).Draw(t, "rank")
			}
			day := fmt.Sprintf("2026-%02d-%02d", rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"))
			results = append(results, played(fmt.Sprint(i), day, ranks))
		}
		d := admin.Fold([]admin.Command{{Seq: 1, Kind: admin.MergePlayers, Body: merge.Body}})
		want := d.Ratings(results)
		if got := d.Ratings(rapid.Permutation(results).Draw(t, "come")); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// played is match without a prefix of names, so that nobody may have no id.
func played(id, day string, ranks map[string]int) admin.Result {
	r := admin.Result{Match: id, Game: "mice", Day: day}
	for _, player := range slices.Sorted(maps.Keys(ranks)) {
		r.Seats = append(r.Seats, audit.Seat{Player: player, Rank: ranks[player]})
	}
	return r
}

func TestWhatIsNotKnownGetsOlderMonthByMonth(t *testing.T) {
	d := admin.Fold(nil)
	first := played("a", "2026-01-31", map[string]int{anyaA: 1, borya: 2})
	soon := played("b", "2026-01-31", map[string]int{anyaA: 1, borya: 2})
	later := played("b", "2027-01-01", map[string]int{anyaA: 1, borya: 2})
	who := admin.Rated{Person: anyaA, Game: "mice"}
	if a, b := d.Ratings([]admin.Result{first, soon})[who], d.Ratings([]admin.Result{first, later})[who]; a.Rating.Sigma >= b.Rating.Sigma {
		t.Errorf("sigma after a day %f, after a year %f", a.Rating.Sigma, b.Rating.Sigma)
	}
}

func TestADeedReadsBackAsItWasWritten(t *testing.T) {
	for _, deed := range []admin.Command{merge, league, undo(3), {Seq: 4, At: "2026-11-23T18:00:00Z", By: "Вера", Kind: admin.CorrectRanks, Body: admin.Body{Match: "m", Ranks: []int{1, 2}, Why: "спор"}}} {
		line, err := json.Marshal(deed)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := admin.Parse(line); err != nil || !reflect.DeepEqual(got, deed) {
			t.Errorf("%s reads as %+v, %v", line, got, err)
		}
	}
	if _, err := admin.Parse([]byte(`{"seq":"x"}`)); err == nil {
		t.Error("a line that is no deed was read")
	}
}
