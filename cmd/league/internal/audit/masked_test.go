package audit_test

import (
	"strings"
	"testing"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/mask"
	"tabletop/companion/match"
)

// masked leaves the stirrings of a record out, as where one holds a name.
func masked(t *testing.T, lines string) string {
	t.Helper()
	out, err := mask.Lines(strings.ReplaceAll(lines, "кости", "у Бори"), map[string]string{"Боря": "Игрок 2"})
	if err != nil || strings.Contains(out, "opened") {
		t.Fatalf("%v\n%s", err, out)
	}
	return out
}

func maskedOf(t *testing.T, m match.Match) string { return masked(t, m.UpTo(m.Seq())) }

func TestAMaskedRecordIsWorthTheSameButForItsLuck(t *testing.T) {
	m := audittest.Play(t, begun(t, "mice", "Аня", "Боря"), 1)
	rec := box.Record("m1", m)
	want, err := audit.Check(rec, known)
	if err != nil {
		t.Fatal(err)
	}
	rec.Lines = maskedOf(t, m)
	delete(rec.Players, "Боря")
	got, err := audit.Check(rec, known)
	if err != nil || got.Luck != audit.Open {
		t.Fatalf("%q, %v", got.Luck, err)
	}
	for i, s := range got.Seats {
		w := want.Seats[i]
		if w.Name == "Боря" {
			w.Name, w.Player = "Игрок 2", ""
		}
		if s != w {
			t.Errorf("seat %d: %+v, want %+v", i+1, s, w)
		}
	}
}
