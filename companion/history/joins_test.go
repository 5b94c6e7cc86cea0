package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/companion/match"
	"tabletop/games"
	tablegames "tabletop/games/table"
)

// lateAndEarly is a match that Глеб joins after a round, and that Боря leaves in the last one. The
// newcomer wins in the end.
const lateAndEarly = `{"at":"2026-11-21T19:00:00Z","kind":"started","game":"score","seats":["Аня","Боря","Вера"],"options":{"rounds":"3","wins":"lowest"}}
{"kind":"decided","says":"score 1 9"}
{"kind":"decided","says":"score 2 5"}
{"kind":"decided","says":"score 3 7"}
{"kind":"ruled","says":"join 4"}
{"kind":"seated","seat":4,"says":"Глеб"}
{"kind":"decided","says":"score 1 9"}
{"kind":"decided","says":"score 2 1"}
{"kind":"decided","says":"score 3 7"}
{"kind":"decided","says":"score 4 8"}
{"kind":"ruled","says":"leave 2"}
{"kind":"decided","says":"score 1 1"}
{"kind":"decided","says":"score 3 2"}
{"at":"2026-11-21T20:00:00Z","kind":"decided","says":"score 4 3"}`

func TestSomebodyCameLateAndSomebodyLeftEarly(t *testing.T) {
	mt, err := match.Read(strings.NewReader(lateAndEarly), "r", games.Of(tablegames.Score{}))
	if err != nil {
		t.Fatal(err)
	}
	s := Summarize(mt)
	if got := fmt.Sprint(s.Names, s.Scores, s.Won, s.Partly); got != "[Аня Боря Вера Глеб] [19 6 16 11] [4] [2 4]" {
		t.Errorf("summary %s", got)
	}
	if back, err := Parse(s.String()); err != nil || fmt.Sprint(back) != fmt.Sprint(s) {
		t.Errorf("%v, %v", back, err)
	}
	if _, err := Parse(strings.Replace(s.String(), `"partly":[2,4]`, `"partly":[2,5]`, 1)); err == nil {
		t.Error("a seat that isn't there came late")
	}
	year := InYear(2026, []Item{{ID: "r", Summary: s}}, time.UTC)
	if g := year.Games[0]; g.Best != 16 || g.Name != "Вера" {
		t.Errorf("the record is %s's with %d", g.Name, g.Best)
	}
	if points := Curve(mt, 40); len(points[0].Scores) != 3 || len(points[len(points)-1].Scores) != 4 {
		t.Errorf("the curve is %v", points)
	}
}
