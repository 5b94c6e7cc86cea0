package web

import (
	"fmt"
	"testing"
)

func TestAYearIsToldWithItsBestMatches(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2025-06-10", "2026-02-10", "", "2026-11-10")
	var all struct{ Years []int }
	tell(t, s, "/api/years", &all)
	if fmt.Sprint(all.Years) != "[2026 2025]" {
		t.Errorf("years %v", all.Years)
	}
	var y year
	tell(t, s, "/api/year/2026", &y)
	if y.Year != 2026 || y.Evenings != 2 || y.Matches != 4 || y.MS != 2*(3+4)*60_000 || y.Unsure != 2 || y.Months != [12]int{1: 2, 10: 2} {
		t.Errorf("told as %+v", y)
	}
	if len(y.Games) != 1 || y.Games[0].Title != "Монеты" || y.Games[0].Best == nil || y.Games[0].Best.Match == "" {
		t.Errorf("games %+v", y.Games)
	}
	if y.Longest == nil || y.Longest.MS != 240_000 || y.Longest.Date != "2026-02-10" || len(y.Players) != 2 || y.Together.Matches != 4 || y.Luckiest != nil {
		t.Errorf("told as %+v", y)
	}
}

func TestAYearOfWhichThereIsNothingToTellIsMissing(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-02-10")
	for _, year := range []string{"2025", "x", "-1", "99999999999999999999"} {
		if got := ask(s, request("GET", "/api/year/"+year, "")); got.Code != 404 || errorIn(t, got) != fmt.Sprintf("За %q год рассказать нечего", year) {
			t.Errorf("%s: %d %s", year, got.Code, got.Body)
		}
	}
}

func TestTheCurveOfAMatchHasALineForEachSeat(t *testing.T) {
	s, h, _ := shelf(t)
	evenings(t, h, "2026-11-01")
	var got struct {
		Seqs  []int
		Lines [][]int32
	}
	tell(t, s, "/api/history/"+h.entries[0].ID+"/curve", &got)
	if len(got.Lines) != 2 || len(got.Lines[0]) != len(got.Seqs) || len(got.Seqs) == 0 || got.Seqs[0] != 1 {
		t.Errorf("%+v", got)
	}
	for path, want := range map[string]int{"none/curve": 404, h.entries[0].ID + "/curve?points=1": 400, h.entries[0].ID + "/curve?points=201": 400} {
		if answer := ask(s, request("GET", "/api/history/"+path, "")); answer.Code != want {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
}
