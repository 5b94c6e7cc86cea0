package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
	tablegames "tabletop/games/table"
)

func TestTheMatchIsToldWithWhoCameAndWhoLeft(t *testing.T) {
	all := games.Of(tablegames.Score{})
	mt, err := match.Read(strings.NewReader(`{"kind":"started","game":"score","seats":["Аня","Боря"],"clock":"up"}
{"kind":"decided","says":"score 1 5"}
{"kind":"decided","says":"score 2 3"}
{"kind":"ruled","says":"join 3"}
{"kind":"seated","seat":3,"says":"Вера"}
{"kind":"decided","says":"score 3 9"}
{"kind":"ruled","says":"leave 1"}`), "r", all)
	if err != nil {
		t.Fatal(err)
	}
	w := library(t, all).WordsOf(words.Russian, mt.Rules())
	p := positionOf(mt, w)
	if got := fmt.Sprint(p.Seats, p.Names, p.Scores, p.Left, p.Turn); got != "3 [Аня Боря Вера] [5 3 9] [1] 2" {
		t.Errorf("told as %s", got)
	}
	said := []string{}
	for _, e := range p.Log[3:] {
		said = append(said, e.Text)
	}
	if len(said) != 3 || said[0] != w.Word("log.newcomer", "Вера") || !strings.HasPrefix(said[2], "Аня") {
		t.Errorf("the log says %q", said)
	}
	if line, err := json.Marshal(p); err != nil || !strings.Contains(string(line), `"left":[1]`) {
		t.Errorf("%s, %v", line, err)
	}
	if p.Undo == nil || p.Undo.Label != said[2] {
		t.Errorf("undo %+v", p.Undo)
	}
	curve := curveOf(mt, 40)
	if got := fmt.Sprint(curve.Lines); got != "[[0 5 5 5 5 5 5] [0 0 3 3 3 3 3] [0 0 0 0 0 9 9]]" {
		t.Errorf("the curve is %s", got)
	}
}
