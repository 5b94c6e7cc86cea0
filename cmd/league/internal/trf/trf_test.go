package trf_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"tabletop/cmd/league/internal/trf"
)

// evening is a tournament of four players after two of three rounds.
func evening() trf.Tournament {
	game := func(opponent int, side trf.Side, result trf.Result) trf.Game {
		return trf.Game{Opponent: opponent, Side: side, Result: result}
	}
	alone := func(result trf.Result) trf.Game { return trf.Game{Side: trf.NoSide, Result: result} }
	return trf.Tournament{
		Name: "Осенний турнир", City: "Дом", From: "2026/11/27", To: "2026/11/28", Rounds: 3, Days: []string{"26/11/27", "26/11/28"},
		Players: []trf.Player{
			{Number: 1, Sex: "w", Name: "Аня", Rating: 1800, Federation: "RUS", Halves: 4, Place: 1, Games: []trf.Game{game(2, trf.White, trf.Won), game(3, trf.Black, trf.Won)}},
			{Number: 2, Name: "Борис", Halves: 1, Place: 3, Games: []trf.Game{game(1, trf.Black, trf.Lost), alone(trf.HalfBye)}},
			{Number: 3, Title: "FM", Name: "Вера, мл.", ID: "12345678", Born: "1990/02/28", Halves: 2, Place: 2, Games: []trf.Game{alone(trf.Bye), game(1, trf.White, trf.Lost)}},
			{Number: 10, Name: "Глеб", Place: 4, Games: []trf.Game{alone(trf.Absent), alone(trf.Absent)}},
		},
	}
}

// The columns were counted by hand, by the table of the handbook.
func TestTheLinesHaveFidesColumns(t *testing.T) {
	var b strings.Builder
	if err := trf.Write(&b, evening()); err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(`012 Осенний турнир
022 Дом
042 2026/11/27
052 2026/11/28
062 4
092 Individual: Swiss-System
XXR 3
132                                                                                        26/11/27  26/11/28
001    1 w    Аня                               1800 RUS                         2.0    1     2 w 1     3 b 1
001    2      Борис                                                              0.5    3     1 b 0  0000 - H
001    3  FM  Вера, мл.                                  12345678    1990/02/28  1.0    2  0000 - U     1 w 0
001   10      Глеб                                                               0.0    4  0000 - Z  0000 - Z
`, "\n", "\r\n")
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	var b bytes.Buffer
	if err := trf.Write(&b, evening()); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	ansi, err := charmap.Windows1251.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for what, file := range map[string]string{
		"as written": text, "with a BOM": "\ufeff" + text, "in Windows-1251": ansi,
		"with LF": strings.ReplaceAll(text, "\r", ""), "with other lines": "013 team\n999\n\nXXC white1\n" + text,
		"with small letters":  strings.NewReplacer("- H", "- h", "- U", "- u").Replace(text),
		"cut before absences": strings.ReplaceAll(text, "  0000 - Z  0000 - Z", ""),
		"as older programs":   strings.ReplaceAll(text, "0000 - Z", "0000 - -"),
	} {
		got, err := trf.Read(strings.NewReader(file))
		if err != nil || !reflect.DeepEqual(got, evening()) {
			t.Errorf("%s: got %+v (%v)", what, got, err)
		}
	}
}

func TestWhatContradictsItselfIsRefused(t *testing.T) {
	var b strings.Builder
	if err := trf.Write(&b, evening()); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	for _, x := range []struct{ old, new, want string }{
		{"  2 w 1 ", "  2 w = ", `trf: player 1, round 1: opponent 2 has "0" against 1`},
		{"  2 w 1 ", "  2 b 1 ", `trf: player 1, round 1: opponent 2 has "0" against 1`},
		{"  2 w 1 ", "  7 w 1 ", "trf: player 1, round 1: no opponent 7"},
		{"  2 w 1 ", "  1 w 1 ", "trf: player 1, round 1: no opponent 1"},
		{"  2 w 1 ", "  3 w 1 ", `trf: player 1, round 1: opponent 3 has "U" against 0`},
		{"  2 w 1 ", "  2 w ? ", `trf: line 9: round 1: "2 w ?" is no result`},
		{"  2 w 1 ", "  2 - 1 ", `trf: line 9: round 1: "2 - 1" is no result`},
		{"  2 w 1 ", "    w 1 ", `trf: line 9: round 1: "w" is no number from 0 to 9999`},
		{"001   10", "001    3", "trf: the starting rank 3 is there twice"},
		{"001   10", "001     ", "trf: line 12: no starting rank"},
		{"001   10", "001   1x", `trf: line 12: "1x" is no number from 0 to 9999`},
		{" 0.5 ", " 0.7 ", `trf: line 10: "0.7" are no points`},
		{"XXR 3", "XXR 65", `trf: line 7: "65" is no number from 0 to 64`},
		{"\n001", "\n002", "trf: no player"},
	} {
		_, err := trf.Read(strings.NewReader(strings.ReplaceAll(good, x.old, x.new)))
		var line *trf.LineError
		if !errors.As(err, &line) || err.Error() != x.want {
			t.Errorf("%q for %q: got %v, want %s", x.new, x.old, err, x.want)
		}
	}
	for _, long := range []string{
		strings.Repeat("012 x\n", trf.MostBytes/6+1),
		strings.Repeat("001    1      A\n", trf.MostPlayers+1),
		"001    1      A" + strings.Repeat(" ", 77) + strings.Repeat("0000 - Z  ", trf.MostRounds+1),
	} {
		if _, err := trf.Read(strings.NewReader(long)); !errors.Is(err, trf.ErrLong) {
			t.Errorf("%d bytes: %v", len(long), err)
		}
	}
	twice := evening()
	twice.Players[1].Number = 1
	if err := trf.Write(&b, twice); err == nil {
		t.Error("two players of one number were written")
	}
}

// random is a tournament of random results.
func random(rng *rand.Rand) (t trf.Tournament) {
	n := 2 + rng.IntN(30)
	for i := range n {
		t.Players = append(t.Players, trf.Player{Number: 2*i + 1, Name: strings.Repeat("я", 1+rng.IntN(30)), Rating: rng.IntN(3000), Place: 1 + rng.IntN(n)})
	}
	t.Name, t.Rounds = "X", 1+rng.IntN(12)
	for range t.Rounds {
		order := rng.Perm(n)
		for len(order) >= 2 {
			a, b := &t.Players[order[0]], &t.Players[order[1]]
			results := [][2]trf.Result{{trf.Won, trf.Lost}, {trf.Lost, trf.Won}, {trf.Drawn, trf.Drawn}, {trf.ForfeitWon, trf.ForfeitLost}, {trf.ForfeitLost, trf.ForfeitLost}, {trf.Open, trf.Open}}[rng.IntN(6)]
			a.Games = append(a.Games, trf.Game{Opponent: b.Number, Side: trf.White, Result: results[0]})
			b.Games = append(b.Games, trf.Game{Opponent: a.Number, Side: trf.Black, Result: results[1]})
			order = order[2:]
		}
		for _, i := range order {
			result := []trf.Result{trf.Bye, trf.FullBye, trf.HalfBye, trf.Absent}[rng.IntN(4)]
			t.Players[i].Games = append(t.Players[i].Games, trf.Game{Side: trf.NoSide, Result: result})
		}
	}
	for i, p := range t.Players {
		for _, g := range p.Games {
			t.Players[i].Halves += g.Result.Halves()
		}
	}
	return t
}

func TestRandomTournamentsSurviveTheFile(t *testing.T) {
	for seed := range uint64(200) {
		want := random(rand.New(rand.NewPCG(seed, 16)))
		var b bytes.Buffer
		if err := trf.Write(&b, want); err != nil {
			t.Fatal(seed, err)
		}
		got, err := trf.Read(&b)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%d: got %+v (%v), want %+v", seed, got, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if err := trf.Write(&b, evening()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("001    1      A\n"))
	f.Add([]byte("132 \xff\n001    1 \u0085    A" + strings.Repeat(" ", 77) + "0000 - F"))
	f.Fuzz(func(t *testing.T, file []byte) {
		read, err := trf.Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := trf.Write(&b, read); err != nil {
			t.Fatalf("%+v was read, and isn't written: %v", read, err)
		}
		again, err := trf.Read(&b)
		if err != nil || !slices.EqualFunc(again.Players, read.Players, func(a, b trf.Player) bool { return a.Number == b.Number && reflect.DeepEqual(a.Games, b.Games) }) {
			t.Fatalf("read again: %+v (%v), want %+v", again, err, read)
		}
	})
}
