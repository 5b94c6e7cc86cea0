package audit_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/mask"
	"tabletop/companion/match"
	"tabletop/games"
)

// evening is a match played at random, as tables do.
type evening struct {
	m       match.Match
	secrets byte
}

// step does one thing, or leaves the match as it is where that is refused.
func (e *evening) step(t *rapid.T, does string) {
	s := match.Stamp{MS: e.m.MS() + 1}
	key := audittest.Secret(e.secrets).Key(e.m.Stirrings())
	next, err := e.m, error(nil)
	switch does {
	case "stir":
		next, err = e.m.Stir(s, rapid.SampledFrom([]string{"кости", "у Ани", "ВЕРА", "7"}).Draw(t, "line"))
	case "draw":
		next, err = e.m.DrawFirst(s, &key, "")
	case "answer":
		next, err = e.m.Answer(s, key)
	case "decide":
		if legal := e.m.State().Legal(); len(legal) > 0 {
			next, err = e.m.Decide(s, string(rapid.SampledFrom(legal).Draw(t, "choice").At(0)), "")
		}
	case "seat":
		next, err = e.m.Seat(s, games.Seat(rapid.IntRange(1, 2).Draw(t, "seat")), rapid.SampledFrom([]string{"Вера", "Гена", "Аня"}).Draw(t, "name"))
	case "back":
		next, err = e.m.BackTo(s, rapid.IntRange(1, e.m.Seq()).Draw(t, "seq"), "")
	case "open":
		next, err = e.m.Open(s, audittest.Secret(e.secrets))
	case "seal":
		if next, err = e.m.BackTo(s, e.m.Seq(), audittest.Secret(e.secrets+1).Seal()); err == nil {
			e.secrets++
		}
	case "lose":
		if next, err = e.m.LoseSecret(s, audittest.Secret(e.secrets+1).Seal()); err == nil {
			e.secrets++
		}
	case "end":
		next, err = e.m.End(s)
	}
	if err == nil {
		e.m = next
	}
}

// told is the record up to a fact as a box tells it, with those named who agree.
func told(t *rapid.T, m match.Match, seq int, label string) string {
	agree := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"Аня", "Боря", "Вера", "Гена"}), rapid.ID).Draw(t, label)
	names, err := mask.Names(m.UpTo(seq), func(name string) bool { return slices.Contains(agree, name) }, "Игрок")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := mask.Lines(m.UpTo(seq), names)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestARecordGoesOnFromEachOfItsParts(t *testing.T) {
	often := strings.Fields("answer answer back decide decide draw end lose open open seal seal seat stir stir")
	start := begun(t, "mice", "Аня", "Боря")
	rapid.Check(t, func(t *rapid.T) {
		e := evening{m: start}
		for range rapid.IntRange(1, 40).Draw(t, "length") {
			e.step(t, rapid.SampledFrom(often).Draw(t, "does"))
		}
		seq := rapid.IntRange(1, e.m.Seq()).Draw(t, "part")
		part, all := told(t, e.m, seq, "agree then"), told(t, e.m, e.m.Seq(), "agree now")
		forth, back := audit.Compare(part, all), audit.Compare(all, part)
		if forth == audit.Other || back == audit.Other || (forth == audit.Same) != (back == audit.Same) || forth == back && forth != audit.Same {
			t.Fatalf("%d and %d:\n%s\nof\n%s", forth, back, part, all)
		}
		if full := e.m.UpTo(e.m.Seq()); seq < e.m.Seq() && audit.Compare(e.m.UpTo(seq), full) != audit.More {
			t.Fatalf("no more than %d facts:\n%s", seq, full)
		}
	})
}
