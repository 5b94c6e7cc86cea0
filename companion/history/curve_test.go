package history

import (
	"fmt"
	"strings"
	"testing"
)

func TestACurveGoesFromTheFirstFactToTheLast(t *testing.T) {
	mt := scored(t, []string{"Аня", "Боря"}, []string{"score 1 5", "score 2 3"}, []string{"score 1 -7", "score 2 1"}, []string{"finish"})
	for _, c := range []struct {
		most int
		want string
	}{
		{40, "1:[0 0] 2:[5 0] 3:[5 3] 4:[-2 3] 5:[-2 4] 6:[-2 4]"},
		{3, "1:[0 0] 3:[5 3] 6:[-2 4]"},
		{2, "1:[0 0] 6:[-2 4]"},
	} {
		var got []string
		for _, p := range Curve(mt, c.most) {
			got = append(got, fmt.Sprint(p.Seq, ":", p.Scores))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("in %d points: %s, want %s", c.most, text, c.want)
		}
	}
}

func TestACurveLeavesOutWhatWasTakenBack(t *testing.T) {
	mt := played(t, lostRecord)
	if got := Curve(mt, 40); got != nil {
		t.Errorf("nobody had a point, and the curve is %v", got)
	}
	for _, game := range []string{"mice", "mazaitsy", "score"} {
		mt := played(t, recordOf(t, game))
		line := map[int]bool{}
		for f := range mt.Line() {
			line[f.Seq] = true
		}
		points := Curve(mt, 40)
		if len(points) < 2 || len(points) > 40 {
			t.Fatalf("%s: %d points", game, len(points))
		}
		for _, p := range points {
			if !line[p.Seq] {
				t.Errorf("%s: fact %d was taken back", game, p.Seq)
			}
		}
		if got, want := fmt.Sprint(points[len(points)-1].Scores), fmt.Sprint(mt.State().Standing().Scores); got != want {
			t.Errorf("%s: ends with %s, want %s", game, got, want)
		}
	}
}

// A list asks for the curve of each match in sight: a record is read and folded for it.
func BenchmarkCurve(b *testing.B) {
	for _, game := range []string{"mice", "mazaitsy", "mazaitsy-field", "maze", "fox", "score"} {
		text := recordOf(b, game)
		b.Run(game, func(b *testing.B) {
			for b.Loop() {
				Curve(played(b, text), 40)
			}
		})
	}
}
