package admin_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"tabletop/cmd/league/internal/admin"
)

// evening is an event of so many players, p01 …, on a day.
func evening(t *testing.T, system admin.System, size, players int) admin.State {
	t.Helper()
	deeds := []admin.Command{{Kind: admin.BeginEvent, Body: admin.Body{Name: "Вечер", Games: []string{"mice"}, System: system, Size: size, Rounds: 9}}}
	for i := range players {
		deeds = append(deeds, admin.Command{Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: fmt.Sprintf("p%02d", i)}})
	}
	return did(t, deeds...)
}

// event is the first.
func event(t *testing.T, d admin.State) admin.Event {
	t.Helper()
	e, ok := d.EventOf(1)
	if !ok {
		t.Fatal("there is no event")
	}
	return e
}

// paired is the desk after the next round was paired.
func paired(t *testing.T, d admin.State, results []admin.Result) admin.State {
	t.Helper()
	r, err := d.Next(event(t, d), 2, 5, results)
	if err != nil {
		t.Fatal(err)
	}
	return added(t, d, admin.Command{At: "2026-11-23T18:00:00Z", Kind: admin.PairRound, Body: admin.Body{Event: 1, Tables: r.Tables, Byes: r.Byes, Half: r.Half}})
}

func added(t *testing.T, d admin.State, deed admin.Command) admin.State {
	t.Helper()
	next, _, err := d.Add(deed)
	if err != nil {
		t.Fatalf("%+v: %v", deed, err)
	}
	return next
}

// told is a match that the league was told of in that hour of the evening.
func told(r admin.Result, hour string) admin.Result {
	r.Received = "2026-11-23T" + hour + ":00:00Z"
	return r
}

// The first of each table wins: by a record at even tables, else as it is entered.
func playRound(t *testing.T, d admin.State, results []admin.Result) (admin.State, []admin.Result) {
	t.Helper()
	e := event(t, d)
	for i, table := range e.Rounds[len(e.Rounds)-1].Tables {
		ranks := map[string]int{}
		for k, p := range table {
			ranks[p] = k + 1
		}
		if i%2 == 0 {
			results = append(results, told(match(fmt.Sprintf("m%d-%d", len(e.Rounds), i), "2026-11-23", ranks), "19"))
			continue
		}
		var places []int
		for k := range table {
			places = append(places, k+1)
		}
		d = added(t, d, admin.Command{Kind: admin.EnterResult, Body: admin.Body{Event: 1, Round: len(e.Rounds), Table: i + 1, Ranks: places}})
	}
	return d, results
}

func TestAnEveningBySwissFromTheFirstRoundToTheLast(t *testing.T) {
	d, results := evening(t, admin.Swiss, 2, 7), []admin.Result(nil)
	met := map[string]bool{}
	for round := range 5 {
		d = paired(t, d, results)
		if _, err := d.Next(event(t, d), 2, 2, results); fault(err) != "event.open" {
			t.Fatalf("round %d isn't over, and the next is paired: %v", round+1, err)
		}
		for _, table := range event(t, d).Rounds[round].Tables {
			pair := fmt.Sprint(slices.Sorted(slices.Values(table)))
			if met[pair] {
				t.Errorf("%s meet again in round %d", pair, round+1)
			}
			met[pair] = true
		}
		d, results = playRound(t, d, results)
	}
	lines, err := d.Standings(event(t, d), results)
	if err != nil || len(lines) != 7 || lines[0].Points.Wins() < 3 {
		t.Errorf("%+v, %v", lines, err)
	}
	if outcomes := d.Outcomes(event(t, d), results); outcomes[0][0].Match == "" || outcomes[0][1].Match != "" {
		t.Errorf("%+v", outcomes)
	}
}

func fault(err error) string {
	f := admin.Fault{}
	errors.As(err, &f)
	return f.Key
}

func TestEverybodyMeetsEverybody(t *testing.T) {
	d, results := evening(t, admin.Robin, 2, 5), []admin.Result(nil)
	met := map[string]int{}
	for range 5 {
		d = paired(t, d, results)
		e := event(t, d)
		for _, table := range e.Rounds[len(e.Rounds)-1].Tables {
			met[fmt.Sprint(slices.Sorted(slices.Values(table)))]++
		}
		d, results = playRound(t, d, results)
	}
	if _, err := d.Next(event(t, d), 2, 2, results); fault(err) != "event.over" || len(met) != 10 {
		t.Errorf("%d pairs, and then %v", len(met), err)
	}
	if _, _, err := d.Add(admin.Command{Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: "late"}}); fault(err) != "event.begun" {
		t.Errorf("somebody enters late: %v", err)
	}
}

func TestWhoComesLateOrLeavesIsPairedWhileHeIsHere(t *testing.T) {
	d, results := evening(t, admin.Tables, 4, 8), []admin.Result(nil)
	d = paired(t, d, results)
	d, results = playRound(t, d, results)
	d = added(t, d, admin.Command{Kind: admin.RemovePlayer, Body: admin.Body{Event: 1, Player: "p00"}})
	d = added(t, d, admin.Command{Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: "late"}})
	d = paired(t, d, results)
	e := event(t, d)
	here := slices.Concat(e.Rounds[1].Tables...)
	if len(here) != 8 || slices.Contains(here, "p00") || !slices.Contains(here, "late") || len(e.Players()) != 9 {
		t.Errorf("in round 2 play %v, in all %v", here, e.Players())
	}
}

func TestOfAnEventOnlyWhatCanBeIsTaken(t *testing.T) {
	d := paired(t, evening(t, admin.Swiss, 2, 4), nil)
	for key, deed := range map[string]admin.Command{
		"event.size":   {Kind: admin.BeginEvent, Body: admin.Body{Name: "Вечер", Games: []string{"mice"}, System: admin.Swiss, Size: 3}},
		"league.games": {Kind: admin.BeginEvent, Body: admin.Body{Name: "Вечер", System: admin.Swiss, Size: 2}},
		"event.none":   {Kind: admin.EnterPlayer, Body: admin.Body{Event: 9, Player: "p"}},
		"event.player": {Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: "p00"}},
		"event.round":  {Kind: admin.PairRound, Body: admin.Body{Event: 1, Tables: [][]string{{"p00", "p01"}}}},
		"rule.ranks":   {Kind: admin.EnterResult, Body: admin.Body{Event: 1, Round: 1, Table: 1, Ranks: []int{1}}},
	} {
		if _, _, err := d.Add(deed); fault(err) != key {
			t.Errorf("%+v: %v, want %s", deed, err, key)
		}
	}
}

func TestTablesOfEventsStayAtEight(t *testing.T) {
	for size, want := range map[int]string{8: "", 9: "event.size", 12: "event.size"} {
		d := did(t)
		_, _, err := d.Add(admin.Command{Kind: admin.BeginEvent, Body: admin.Body{Name: "Вечер", Games: []string{"table"}, System: admin.Tables, Size: size}})
		if (err != nil || want != "") && fault(err) != want {
			t.Errorf("tables of %d: %v, want %q", size, err, want)
		}
	}
	d := evening(t, admin.Tables, 8, 12)
	r, err := d.Next(event(t, d), 1, 12, nil) // the game would seat all of them
	if err != nil || len(r.Tables) != 2 || len(r.Tables[0]) > 8 || len(r.Tables[0])+len(r.Tables[1]) != 12 {
		t.Errorf("%v, %v", r, err)
	}
}

func TestAMatchIsOfTheTableThatPlayedItAndOnlyOnce(t *testing.T) {
	d := paired(t, evening(t, admin.Swiss, 2, 2), nil)
	a, b := "p00", "p01"
	before := told(match("before", "2026-11-23", map[string]int{a: 1, b: 2}), "17")
	three := told(match("three", "2026-11-23", map[string]int{a: 1, b: 2, "p02": 3}), "19")
	other := told(match("other", "2026-11-23", map[string]int{a: 1, b: 2}), "19")
	other.Game = "fox"
	for _, r := range []admin.Result{before, three, other} {
		if o := d.Outcomes(event(t, d), []admin.Result{r})[0][0]; o.Ranks != nil {
			t.Errorf("%s was taken for the table's: %+v", r.Match, o)
		}
	}
	right := told(match("right", "2026-11-23", map[string]int{a: 2, b: 1}), "19")
	d = paired(t, d, []admin.Result{right})
	all := d.Outcomes(event(t, d), []admin.Result{right})
	if all[0][0].Match != "right" || all[1][0].Ranks != nil {
		t.Errorf("%+v", all)
	}
}
