package sheet

import (
	"strings"
	"testing"

	"tabletop/companion/panel"
)

// sign is the sign that ok would take.
func sign(l Letters) string { return l.View("", "", "").Wheel[2] }

// typed takes signs, one by one, and returns what the last came to.
func typed(t *testing.T, l Letters, signs string) (Letters, Outcome) {
	t.Helper()
	did := Moved
	for want := range strings.FieldsSeq(signs) {
		for range len(l.wheel()) {
			if sign(l) != want {
				l, _ = l.Press(panel.Down)
			}
		}
		if sign(l) != want {
			t.Fatalf("the wheel has no %s", want)
		}
		l, did = l.Press(panel.OK)
	}
	return l, did
}

func TestLettersArePutTogether(t *testing.T) {
	for _, tt := range []struct {
		script, most int
		signs, want  string
		did          Outcome
	}{
		{Cyrillic, 10, "А н я ✓", "Аня", Chosen},
		{Cyrillic, 10, "А я ␣ Б о ✓", "Ая Бо", Chosen},
		{Cyrillic, 10, "А ␣ ✓", "А", Chosen},
		{Cyrillic, 10, "А ␣ ␣", "А", Dropped},
		{Cyrillic, 10, "␣", "", Dropped},
		{Cyrillic, 10, "✓", "", Dropped},
		{Cyrillic, 10, "Ы » a", "Ыa", Moved},
		{Latin, 10, "B o » - 7 » б", "Bo-7б", Moved},
		{Latin, 4, "A n n a", "Anna", Moved},
		{Latin, 4, "A n n a b", "Anna", Dropped},
	} {
		l, did := typed(t, NewLetters("name", tt.most, tt.script), tt.signs)
		if l.Text() != tt.want || did != tt.did {
			t.Errorf("%s: %q and %d, want %q and %d", tt.signs, l.Text(), did, tt.want, tt.did)
		}
	}
}

func TestBackErasesALetterAndThenLeaves(t *testing.T) {
	l, _ := typed(t, NewLetters("name", 10, Latin), "B o")
	for _, want := range []string{"B", ""} {
		if tab := l.View("back", "erase", "take").Tabs[0]; tab != "erase" {
			t.Errorf("over %q back is called %s", l.Text(), tab)
		}
		var did Outcome
		if l, did = l.Press(panel.Back); l.Text() != want || did != Moved {
			t.Errorf("erased to %q and %d, want %q", l.Text(), did, want)
		}
	}
	if tab := l.View("back", "erase", "take").Tabs[0]; tab != "back" {
		t.Errorf("with no letter back is called %s", tab)
	}
	if _, did := l.Press(panel.Back); did != Left {
		t.Errorf("with no letter back comes to %d", did)
	}
}

func TestTheWheelTurnsRound(t *testing.T) {
	l := NewLetters("name", 10, Latin)
	before := sign(l)
	for range l.wheel() {
		l, _ = l.Press(panel.Up)
	}
	if sign(l) != before {
		t.Errorf("round the wheel from %s one is at %s", before, sign(l))
	}
}
