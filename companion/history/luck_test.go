package history

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// rolled is a session of dice: cups, each with the faces that came.
func rolled(t testing.TB, by string, cups ...string) match.Match {
	t.Helper()
	text := `{"kind":"started","game":"dice","seats":["Стол"],"seal":"` + luck.Secret{1}.Seal() + `"}`
	for _, cup := range cups {
		notation, faces, _ := strings.Cut(cup, ": ")
		text += "\n" + `{"kind":"decided","says":"roll ` + notation + `"}`
		for face := range strings.SplitSeq(faces, ", ") {
			text += "\n" + `{"kind":"decided","says":"` + face + `","luck":"` + by + `"}`
		}
	}
	return played(t, text)
}

// told is a stream on one line: counts against expectation, and the probabilities.
func told(s Stream) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %d: %d rolls,", s.By, s.Name, s.Seat, s.Rolls)
	for _, f := range s.Faces {
		expected := "?"
		if f.Expected != nil {
			expected = f.Expected.RatString()
		}
		fmt.Fprintf(&b, " %s %d/%s", f.Name, f.Count, expected)
	}
	for _, p := range []struct {
		name string
		p    *big.Rat
	}{{"luckier", s.Luckier}, {"odder", s.Odder}, {fmt.Sprintf("%d×%s", s.Run, s.RunOf), s.RunOdds}} {
		if p.p != nil {
			fmt.Fprintf(&b, ", %s %s", p.name, p.p.RatString())
		}
	}
	return b.String()
}

func TestDiceAreCountedAgainstTheExactExpectation(t *testing.T) {
	r := Luck(rolled(t, match.Device, "2d6: d6 6, d6 6", "d6: d6 1", "coin: coin heads", "dF: dF -1"))
	want := []string{
		"device d6 0: 3 rolls, 1 1/1/2 2 0/1/2 3 0/1/2 4 0/1/2 5 0/1/2 6 2/1/2, luckier 35/216, odder 4/9, 2×6 11/36",
		"device coin 0: 1 rolls, heads 1/1/2 tails 0/1/2, odder 1, 1×heads 1",
		"device dF 0: 1 rolls, -1 1/1/3 0 0/1/3 1 0/1/3, luckier 2/3, odder 1, 1×-1 1",
	}
	if len(r.Streams) != len(want) {
		t.Fatalf("%d streams, want %d", len(r.Streams), len(want))
	}
	for i, s := range r.Streams {
		if got := told(s); got != want[i] {
			t.Errorf("got  %s\nwant %s", got, want[i])
		}
	}
}

func TestTheDeviceAndTheTableAreCountedApartAndWhatWasTakenBackNotAtAll(t *testing.T) {
	mt := rolled(t, match.Table, "d4: d4 4", "d4: d4 3")
	mt, err := mt.BackTo(match.Stamp{}, 3, "")
	if err == nil {
		mt, err = mt.Decide(match.Stamp{}, "roll d4", "")
	}
	if err == nil {
		mt, err = mt.Decide(match.Stamp{}, "d4 1", match.Device)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range Luck(mt).Streams {
		got = append(got, fmt.Sprintf("%s %d", s.By, s.Rolls))
	}
	if strings.Join(got, ", ") != "device 1, table 1" {
		t.Errorf("got %v", got)
	}
}

func TestBothDiceOfTheMiceCountForWhoRolledThem(t *testing.T) {
	mt := played(t, recordOf(t, "mice"))
	rolls, white := map[games.Seat]int{}, 0
	seat := games.Seat(0)
	for f := range mt.Line() {
		switch {
		case f.Kind == match.Decided && f.Seat > 0:
			seat = f.Seat
		case f.Kind == match.Decided && f.Luck == match.Device:
			rolls[seat] += 2
			rolls[0] += 2
			white += strings.Count(f.Says, "white")
		}
	}
	seen := 0
	for _, s := range Luck(mt).Streams {
		if s.By != match.Device {
			continue
		}
		seen++
		if s.Rolls != rolls[s.Seat] || s.Name != "dice" || len(s.Faces) != 6 || s.Luckier == nil {
			t.Errorf("%s, want %d rolls", told(s), rolls[s.Seat])
		}
		if s.Seat == 0 && (s.Faces[5].Name != "white" || s.Faces[5].Count != white || s.Faces[5].Expected.Cmp(big.NewRat(int64(s.Rolls), 6)) != 0) {
			t.Errorf("white came %d times: %+v", white, s.Faces[5])
		}
	}
	if seen != 5 {
		t.Errorf("%d streams of the device, want one for all and one for each seat", seen)
	}
}

// The colours' points are 5 4 3 2 1, white is the best of them.
func TestTheLuckOfTheMiceIsThePointsOfTheColours(t *testing.T) {
	mt := played(t, `{"kind":"started","game":"mice","seats":["Аня","Боря"]}
{"kind":"decided","says":"roll"}
{"kind":"decided","says":"dice red green"}`)
	above7 := 0
	points := []int{5, 4, 3, 2, 1, 5}
	for _, a := range points {
		for _, b := range points {
			if a+b > 7 {
				above7++
			}
		}
	}
	s := Luck(mt).Streams
	if len(s) != 1 || s[0].Luckier.Cmp(big.NewRat(int64(above7), 36)) != 0 {
		t.Errorf("got %v, want %d/36", s[0].Luckier, above7)
	}
}

func TestWhereOneAnswerChangesTheOddsOfTheNextThereAreCountsOnly(t *testing.T) {
	for _, game := range []string{"mazaitsy", "mazaitsy-field", "maze", "fox"} {
		r := Luck(played(t, recordOf(t, game)))
		if len(r.Streams) == 0 {
			t.Errorf("%s: nothing is counted", game)
		}
		for _, s := range r.Streams {
			sum, expected := 0, new(big.Rat)
			for _, f := range s.Faces {
				sum += f.Count
				if f.Expected != nil {
					expected.Add(expected, f.Expected)
				}
			}
			if sum != s.Rolls || s.Fair && expected.Cmp(big.NewRat(int64(sum), 1)) != 0 {
				t.Errorf("%s: %s", game, told(s))
			}
			if !s.Fair && (s.Luckier != nil || s.Odder != nil || s.RunOdds != nil) {
				t.Errorf("%s: %s has probabilities", game, told(s))
			}
		}
	}
}

func TestWhatIsRemarkableIsSaid(t *testing.T) {
	s := Stream{Luckier: big.NewRat(9, 100), Odder: big.NewRat(1, 2), Run: 5, RunOf: "4", RunOdds: big.NewRat(1, 50)}
	var keys []string
	for _, text := range s.Texts(func(face string) string { return "face " + face }) {
		keys = append(keys, fmt.Sprint(text.Key, text.N, text.Args))
	}
	if got := strings.Join(keys, "; "); got != "luck.luckier0 [91]; luck.odder0 [50]; luck.run5 [face 4 2]" {
		t.Errorf("got %s", got)
	}
	if texts := (Stream{Run: 9}).Texts(nil); len(texts) != 0 {
		t.Errorf("of nothing is said %v", texts)
	}
}

// Latin letters are left where Russian has no word of its own: the dice d6, d%, dF.
func TestWhatFellIsSaidInWords(t *testing.T) {
	for _, game := range []string{"mice", "maze", "fox", "dice", "mazaitsy", "mazaitsy-field"} {
		mt := played(t, recordOf(t, game))
		w, err := words.For(words.Russian, words.Companion(words.Russian), mt.Rules())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range Luck(mt).Streams {
			for _, f := range s.Faces {
				if said := w.Name(f.Name); strings.ContainsFunc(said, latin) || strings.HasPrefix(said, ",") {
					t.Errorf("%s: %s is called %q", game, f.Name, said)
				}
			}
			if said := w.Stream(s.Name); strings.ContainsFunc(said, latin) && said[0] != 'd' {
				t.Errorf("%s: the stream %s is called %q", game, s.Name, said)
			}
		}
	}
}

func latin(r rune) bool { return unicode.Is(unicode.Latin, r) }
