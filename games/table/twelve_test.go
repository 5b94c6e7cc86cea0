package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/kit"
	"tabletop/games/table"
)

func TestTwelvePlayAtTheTableAndEightAtTheScoreboard(t *testing.T) {
	for _, tt := range []struct {
		rules games.Rules
		most  int
	}{{table.Rules{}, 12}, {table.Score{}, 8}, {defined(t, table.Def{}), 8}} {
		if _, most := tt.rules.Seats(); most != tt.most {
			t.Errorf("%s seats %d, want %d", tt.rules.Name(), most, tt.most)
		}
		for _, seats := range []int{tt.most + 1, 127, 255, 1 << 20} {
			if _, err := tt.rules.New(games.Setup{Seats: seats}); !errors.Is(err, games.ErrIllegal) {
				t.Errorf("%s with %d seats: %v", tt.rules.Name(), seats, err)
			}
		}
	}
	if _, err := table.New(table.Def{Name: "many", Words: trial(), Most: 13}); err == nil {
		t.Error("a Def has 13 seats")
	}
}

// twelve are Defs for nine to twelve seats: with the positions of a scoreboard, with turns, and with
// sheets.
var twelve = []table.Def{
	{Phases: []table.Phase{{Order: table.Off}}, Points: table.Each, Ends: table.Ends{Rounds: 3}},
	{Phases: []table.Phase{{Order: table.Off}}, Points: table.Each, Sheet: []table.Line{{Name: "k", To: 2}, {Name: "l", To: 3, Factor: -2}}},
	{Phases: []table.Phase{{Order: table.Passing, Left: 1}}, Next: table.PassedOrder, Points: table.Each, Ends: table.Ends{Out: true, Survivor: true}},
	{Phases: []table.Phase{{Order: table.Together}, {Name: "b", Order: table.Claimed}}, Next: table.Ranked, Teams: 6, Points: table.Any, Ends: table.Ends{Call: table.Circle}},
	{Phases: []table.Phase{{Order: table.Snake, Reverse: true}}, First: table.Shuffled, Next: table.Taken, Points: table.Wins, Cup: table.Cup{Dice: "2d6", Hold: true}},
}

func TestNineToTwelveKeepTheContract(t *testing.T) {
	for i, d := range twelve {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			d.Name, d.Least, d.Most, d.Words = "twelve", 9, table.MostSeats, trial("word.b = B", "word.k = K", "word.l = L")
			if len(d.Phases) > 1 {
				d.Phases[0].Name, d.Words = "a", trial("word.a = A", "word.b = B")
			}
			r, err := table.New(d)
			if err != nil {
				t.Fatal(err)
			}
			report := kit.Run(r, kit.Bounds{Games: 2, Positions: 60, Every: 4, Tries: 40})
			for _, f := range report.Findings {
				if !strings.HasPrefix(f.Part, "words") {
					t.Error(f)
				}
			}
			if report.Games < 8 {
				t.Errorf("%d games are played, %v", report.Games, report.Findings)
			}
		})
	}
}

func TestTheSeatsOfTwelveAreNumbersAndNotLetters(t *testing.T) {
	s := gamestest.Begin(t, table.Rules{}, "seats=12 points=round round=closed")
	for range 11 {
		s = gamestest.After(t, s, "done")
	}
	if s.Turn() != 12 || s.String() != "round 1\nturn 12\n" {
		t.Fatalf("after eleven turns it is seat %d\n%s", s.Turn(), s)
	}
	s = gamestest.After(t, s, "close", "score 12 5", "score 1 7", "score 10 -3")
	if st := s.Standing(); len(st.Scores) != 12 || st.Scores[11] != 5 || st.Scores[9] != -3 {
		t.Errorf("%v\n%s", st.Scores, s)
	}
	if _, err := (table.Rules{}).Parse(gamestest.Setup("seats=12 points=round round=closed"), s.String()); err != nil {
		t.Error(err)
	}
}

func TestAPositionWithASeatThatNobodyHasIsRefused(t *testing.T) {
	for _, text := range []string{
		"round 1\nturn 13\n", "round 1\nturn 255\n", "round 1\nturn 1\nhad 13\n", "round 1\nturn 1\nout 255\n", "round 1\nturn 1\nhad 2 2\n",
		"round 1\norder 1 2 3 4 5 6 7 8 9 10 11 12 13\nturn 1\n", "round 1\norder 1 2 3 4 5 6 7 8 9 10 11\nturn 1\n",
		"round 1\nturn 1\nmarker 13\n", "round 1\nturn 1\n" + strings.TrimSuffix(strings.Repeat("1 ", 13), " ") + "\n",
	} {
		if s, err := (table.Rules{}).Parse(games.Setup{Seats: 12}, text); err == nil {
			t.Errorf("%q is read as\n%s", text, s)
		}
	}
}

// FuzzTwelve plays Defs with nine to twelve seats.
func FuzzTwelve(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		keeps(t, seed, func(rnd *rand.Rand) int { return 9 + rnd.IntN(4) })
	})
}

func FuzzPositionOfTwelve(f *testing.F) {
	gamestest.FuzzParse(f, table.Rules{}, gamestest.Setup("seats=12 order=passing begins=taken points=round out=yes teams=6"))
}
