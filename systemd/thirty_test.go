package systemd_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/kit"
	"tabletop/games/script"
)

// plays fails unless a program compiles, and random games of it keep the contract: short
// ones, which reach every phase and most ends of a tracker.
func plays(t *testing.T, name, program string) games.Rules {
	t.Helper()
	r, err := script.Compile(name, program)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	short := gamestest.Much()
	short.Positions, short.Tries = 120, 4
	report := kit.Run(r, short)
	for _, f := range report.Findings {
		t.Errorf("%s: %s", name, f)
	}
	if report.Games == 0 {
		t.Errorf("%s: no game was played", name)
	}
	return r
}

// thirty are the programs of the well-known games that the manual speaks of, by name.
func thirty(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/thirty/*.star")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, file := range files {
		all[strings.TrimSuffix(filepath.Base(file), ".star")] = read(t, file)
	}
	return all
}

func TestThirtyWellKnownGamesArePlayedFromFiles(t *testing.T) {
	for name, program := range thirty(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r := plays(t, name, program); !games.IsTracker(r) {
				t.Errorf("%s is more than a tracker", name)
			}
		})
	}
}

// ages are the three ages of 7 Wonders.
var ages = strings.Repeat(strings.Repeat("ready 1, ready 2, ready 3, ", 6)+"done, ", 3)

// evenings are moments of those games as a table would come to them: what is decided, the
// position that must be, and whose turn it is or who has won, with the points.
var evenings = []struct {
	name, setup string
	path        string
	want, told  string
}{
	{"carcassonne", "seats=2", "add 1 8, done, call, add 1 9, add 2 3, finish", "over 1 / called 2 / last 1 / 8 - / 9 3", "won 1, points 17 3"},
	{"catan", "seats=3", "done, done, done, done, done, done, roll, die 3, die 4, add 1 2, done", "round 1 / phase 2 / turn 2 / had 1 / dice 3 4 / 2 . .", "turn 2, points 4 2 2"},
	{"catan", "seats=3", "add 1 8", "over 1 / 8 - -", "won 1, points 10 2 2"},
	{"ticket", "seats=3", "add 1 15, done, call, done, done, done, add 1 -7, finish", "over 1 / called 2 / last 1 / 15 - - / -7 - -", "won 1, points 8 0 0"},
	{"wonders", "seats=3", "ready 2, ready 1, ready 3", "round 1 / circle 2", "turn 1, points 0 0 0"},
	{"wonders", "seats=3", "ready 1, ready 2, ready 3, ready 1, ready 2, ready 3, ready 1, ready 2, ready 3, ready 1, ready 2, ready 3, ready 1, ready 2, ready 3, ready 1, ready 2, ready 3, done, ready 1", "round 2 / ready 1", "turn 2, points 0 0 0"},
	{"wonders", "seats=3", ages + "score war 3, score war 0, score war -1, score coins 2, score coins 1, score coins 0, score wonder 3, score wonder 3, score wonder 3, score civil 0, score civil 5, score civil 0, score trade 0, score trade 0, score trade 2, score guilds 1, score guilds 0, score guilds 0, score tablets 2, score tablets 0, score tablets 1, score wheels 1, score wheels 0, score wheels 1, score compasses 1, score compasses 4, score compasses 0", "over 3 / 3,2,3,0,0,1,2,1,1 0,1,3,5,0,0,0,0,4 -1,0,3,0,2,0,1,1,0", "won 2, points 22 25 6"},
	{"agricola", "seats=2", "done, pass, done, pass, claim 2", "round 2 / order 2 1 / turn 2", "turn 2, points 0 0"},
	{"pandemic", "seats=2", "level outbreaks 7, done, level outbreaks 8", "over 1 / count outbreaks 8 / won", "won nobody, points 0 0"},
	{"pandemic", "seats=2", "level cures 3, done, level cures 4", "over 1 / count cures 4 / won 1 2", "won 1 2, points 0 0"},
	{"munchkin", "seats=3", "add 1 9", "over 1 / 9 - -", "won 1, points 10 1 1"},
	{"uno", "seats=3", "done, reverse, done, close, score 1 0, score 2 40, score 3 12", "round 2 / order 2 3 1 / turn 2 / 0 40 12", "turn 2, points 0 40 12"},
	{"durak", "seats=3", "win 2, win 3, tie, win 2, finish", "over 5 / 0 1 0 / 0 0 1 / 0 0 0 / 0 1 0 / - - -", "won 1, points 0 2 1"},
	{"king", "seats=4", "done, score 1 -2, score 2 -4, score 3 -10, score 4 0", "round 2 / phase 2 / order 2 3 4 1 / -2 -4 -10 0", "turn 2, points -2 -4 -10 0"},
	{"preferans", "seats=3", "done, score pool 2, score pool 0, score pool 0, score dump 0, score dump 0, score dump 1, score whists 0, score whists 12, score whists 4", "round 2 / order 2 3 1 / 2,0,0 0,0,12 0,1,4", "turn 2, points 20 12 -6"},
	{"yahtzee", "seats=1", "roll, die 3, die 3, die 3, die 1, die 2, hold 1, hold 2, hold 3, roll, die 3, die 6, score threes 4", "round 2 / turn 1 / dice 3 3 3 3 6 / .,.,4,.,.,.,.,.,.,.,.,.,.", "turn 1, points 12"},
	{"scrabble", "seats=2", "score 1 12, score 2 20, call, score 1 -3, score 2 3", "over 2 / called 1 / last 2 / 12 20 / - - / -3 3", "won 2, points 9 23"},
	{"alias", "seats=4", "score 1 12, score 2 20", "round 2 / order 2 3 4 1 / turns 4 3 / turn 4 / 12 20 - -", "turn 4, points 12 20 12 20"},
	{"alias", "seats=4", "score 1 30, score 2 20, score 4 20, score 3 20", "over 2 / order 2 3 4 1 / 30 20 - - / - - 20 20", "won 1 3, points 50 40 50 40"},
	{"alias", "seats=4", "score 1 30, score 2 30, score 4 20, score 3 20", "round 3 / order 3 4 1 2 / turns 1 2 / turn 1 / 30 30 - - / - - 20 20", "turn 1, points 50 50 50 50"},
	{"codenames", "seats=4", "set 1 found 3, done, set 2 found 2, done", "round 1 / turn 1 / circle 2 / count found 3 2", "turn 1, points 3 2 3 2"},
	{"codenames", "seats=4", "set 1 found 8, done, set 2 found 8", "over 1 / count found 8 8 / won 2 4", "won 2 4, points 8 8 8 8"},
	{"codenames", "seats=4", "win 2", "over 1 / won 2 4 / why why.said", "won 2 4, points 0 0 0 0"},
	{"dixit", "seats=3", "done, ready 1, ready 2, ready 3, ready 1, ready 2, ready 3, score 1 3, score 2 3, score 3 1", "round 2 / order 2 3 1 / 3 3 1", "turn 2, points 3 3 1"},
	{"dominion", "seats=2", "done, done, call, score 1 30, score 2 24", "over 2 / called 1 / last 2 / 30 24", "won 1, points 30 24"},
	{"splendor", "seats=2", "add 1 points 15, add 1 cards 9, done, add 2 points 15, add 2 cards 8, done", "over 1 / 15,9 15,8", "won 2, points 15 15"},
	{"azul", "seats=2", "done, done, close, claim 2, score 1 8, score 2 4", "round 2 / order 2 1 / turn 2 / 8 4", "turn 2, points 8 4"},
	{"azul", "seats=2", "done, call, done, close, claim 2, set 2 rows 1, score 1 8, score 2 4, score 1 6, score 2 10", "over 1 / called 2 / last 1 / count rows 0 1 / 8 4 / 6 10", "won 2, points 14 14"},
	{"azul", "seats=2", "done, call, done, close, claim 2, score 1 8, score 2 4, score 1 9, score 2 10", "over 1 / called 2 / last 1 / 8 4 / 9 10", "won 1, points 17 14"},
	{"cyclades", "seats=2", "done, done, done, close, claim 2, claim 1, close, next 2, done, done, add 1 2, close, close", "over 2 / order 2 1 / - - / 2 -", "won 1, points 2 0"},
	{"cyclades", "seats=2", "done, close, claim 1, add 1 2, claim 2, add 2 2, set 1 gold 3, close", "over 1 / count gold 3 5 / 2 2", "won 2, points 2 2"},
	{"terra", "seats=2", "done, done, pass, pass, done", "round 2 / order 2 1 / - -", "turn 2, points 20 20"},
	{"terra", "seats=2", "done, add 1 5, done, pass, done, pass, done", "round 2 / order 2 1 / 5 -", "turn 2, points 25 20"},
	{"puertorico", "seats=3", "done, done, done", "round 2 / order 2 3 1 / turn 2", "turn 2, points 0 0 0"},
	{"puertorico", "seats=3", "done, call, done, done, score 1 40, score 2 50, score 3 45", "over 1 / called 2 / last 1 / 40 50 45", "won 2, points 40 50 45"},
	{"chess", "seats=2", "done, done, tie", "over 2 / won 1 2 / why why.said", "won 1 2, points 0 0"},
	{"go", "seats=2", "done, pass, done, pass, pass, score 1 180, score 2 181", "over 1 / 180 181", "won 2, points 180 181"},
	{"darts", "seats=2", "score 1 180", "round 1 / turn 2 / had 1 / 180 .", "turn 2, points 321 501"},
	{"bowling", "seats=1", "score 1 30, score 1 9", "round 3 / turn 1 / 30 / 9", "turn 1, points 39"},
	{"dominoes", "seats=2", "done, close, score 1 30, score 2 0", "round 2 / order 2 1 / turn 2 / past 1; 1 2; 0; / 30 0", "turn 2, points 30 0"},
	{"dominoes", "seats=2", "close, score 1 12, score 2 0, close, score 1 13, score 2 12, close, score 2 0, score 1 5", "round 4 / order 2 1 / turn 2 / past 1; 1 2; 0; / past 1; 1 2; 0; / past 2; 2 1; 0; / 12 0 / 13 12 / 5 0", "turn 2, points 18 0"},
	{"dominoes", "seats=2", "close, score 1 101, score 2 0", "over 1 / past 1; 1 2; 0; / 101 0", "won 2, points 101 0"},
	{"rummy", "seats=3", "close, score 1 0, score 2 101, score 3 30", "round 2 / order 3 1 2 / turn 3 / out 2 / 0 101 30", "turn 3, points 0 101 30"},
	{"hearts", "seats=4", "ready 1, ready 2, ready 3, ready 4, done, score taken 0, score taken 26, score taken 0, score taken 0", "round 2 / past 1; 1 2 3 4; 0; / 0 26 0 0", "turn 1, points 26 0 26 26"},
	{"hearts", "seats=4", "ready 1, ready 2, ready 3, ready 4, done, score taken 10, score taken 5, score taken 1", "round 1 / phase 3 / 10 5 1 .", "turn 4, points 10 5 1 0"},
	{"hearts", "seats=4", "ready 1, ready 2, ready 3, ready 4, done, score taken 10, score taken 5, score taken 1, score taken 10", "round 2 / past 1; 1 2 3 4; 0; / 10 5 1 10", "turn 1, points 10 5 1 10"},
	{"mafia", "seats=5", "done, done, done, done, done, done, ready 1, ready 2, ready 3, ready 4, out 3, ready 5", "round 2 / order 2 3 4 5 1 / out 3", "turn 2, points 0 0 0 0 0"},
}

func TestEachOfTheThirtyGoesAsAtATable(t *testing.T) {
	all, told := thirty(t), map[string]bool{}
	for _, e := range evenings {
		t.Run(e.name, func(t *testing.T) {
			r, err := script.Compile(e.name, all[e.name])
			if err != nil {
				t.Fatal(err)
			}
			s := gamestest.After(t, gamestest.Begin(t, r, e.setup+" file-edition=3"), games.Decision(e.path))
			if got := strings.ReplaceAll(strings.TrimSpace(s.String()), "\n", " / "); got != e.want {
				t.Errorf("%s leads to\n%s, want\n%s", e.path, got, e.want)
			}
			if got := toldOf(s); got != e.told {
				t.Errorf("%s: %s, want %s", e.path, got, e.told)
			}
		})
		told[e.name] = true
	}
	for name := range all {
		if !told[name] {
			t.Errorf("nobody has played %s", name)
		}
	}
}

// toldOf is whose turn it is, or who has won, and the points.
func toldOf(s games.State) string {
	at := s.Standing()
	who := fmt.Sprintf("turn %d", s.Turn())
	if at.Over {
		who = "won " + cmp.Or(strings.Trim(fmt.Sprint(at.Won), "[]"), "nobody")
	}
	return who + ", points " + strings.Trim(fmt.Sprint(at.Scores), "[]")
}
