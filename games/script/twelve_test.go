package script_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	gameskit "tabletop/games/kit"
	"tabletop/games/script"
)

// twelveFiles are files for nine to twelve players: one of a table, and one of rules whose view
// names every seat.
var twelveFiles = map[string]string{
	"table": "table(seats = (9, 12)," + head + `rounds = 2, points = "round", next = "drawn", out = True, teams = 6)`,
	"rules": strings.NewReplacer(
		"seats = (2, 4)", "seats = (9, 12)", "(4, 99)", "(12, 99)",
		"def show(state, turn):\n    return view(title = count(\"title.heap\", state[\"heap\"]))",
		"def show(state, turn, seats):\n    return view(title = count(\"title.heap\", state[\"heap\"]), lines = [say(\"line.seat\", seat(s)) for s in range(1, seats + 1)])",
		"why.last = П", "line.seat = {0}\n            why.last = П", "why.last = T", "line.seat = {0}\n            why.last = T",
	).Replace(script.Sample("rules")),
}

func TestFilesForNineToTwelveKeepTheContract(t *testing.T) {
	for name, text := range twelveFiles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := compiled(t, name, text)
			report := gameskit.Run(r, gameskit.Bounds{Games: 1, Positions: 40, Every: 4, Tries: 20})
			for _, f := range report.Findings {
				t.Error(f)
			}
			if report.Games < 4 {
				t.Errorf("%d games are played", report.Games)
			}
			s := gamestest.Begin(t, r, "seats=12")
			if got := len(s.Standing().Scores); got != 12 {
				t.Errorf("%d scores", got)
			}
			if _, err := r.New(games.Setup{Seats: 13}); err == nil {
				t.Error("thirteen play")
			}
		})
	}
}

func TestAFileThatNamesNoSeatsIsForTwoToEight(t *testing.T) {
	if least, most := compiled(t, "plain", "table("+head+")").Seats(); least != 2 || most != 8 {
		t.Errorf("%d to %d", least, most)
	}
	for _, seats := range []string{"13", "(2, 13)", "(12, 255)", "0", "-1", "1 << 60"} {
		if _, err := script.Compile("plain", "table(seats = "+seats+","+head+")"); err == nil {
			t.Errorf("seats = %s is taken", seats)
		}
	}
	if r := compiled(t, "fixed", "table(seats = 12,"+head+")"); r.Name() != "file/fixed" {
		t.Errorf("got %s", r.Name())
	}
}
