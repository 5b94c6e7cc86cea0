package sheet

import (
	"strings"
	"testing"
	"unicode"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
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
				l, _ = l.Press(panel.Down, 0)
			}
		}
		if sign(l) != want {
			t.Fatalf("the wheel has no %s", want)
		}
		l, did = l.Press(panel.OK, 0)
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
		{Latin, 16, "O » ' » » N e i l ✓", "O'Neil", Chosen},
		{Latin, 16, "A n n a » . ␣ » » K ✓", "Anna. K", Chosen},
		{Cyrillic, 10, "… Ә … с е л ✓", "Әсел", Chosen},
		{Latin, 10, "N g u y … … ễ … … n ✓", "Nguyễn", Chosen},
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
		if l, did = l.Press(panel.Back, 0); l.Text() != want || did != Moved {
			t.Errorf("erased to %q and %d, want %q", l.Text(), did, want)
		}
	}
	if tab := l.View("back", "erase", "take").Tabs[0]; tab != "back" {
		t.Errorf("with no letter back is called %s", tab)
	}
	if _, did := l.Press(panel.Back, 0); did != Left {
		t.Errorf("with no letter back comes to %d", did)
	}
}

func TestTheWheelTurnsRound(t *testing.T) {
	l := NewLetters("name", 10, Latin)
	before := sign(l)
	for range l.wheel() {
		l, _ = l.Press(panel.Up, 0)
	}
	if sign(l) != before {
		t.Errorf("round the wheel from %s one is at %s", before, sign(l))
	}
}

// Every letter that the fonts draw can be entered, at the beginning of a name or within it.
func TestTheWheelsHaveEveryLetterThatIsDrawn(t *testing.T) {
	on := map[string]bool{}
	for script := range wheels {
		for more := range wheels[script] {
			for _, begun := range []string{"", "a"} {
				l := NewLetters("name", 10, script).Begun(begun)
				l.more = more
				for _, s := range l.wheel() {
					on[s] = true
					if r := []rune(s)[0]; !pixel.Large.Has(r) || !pixel.Body.Has(r) {
						t.Errorf("%q is on the wheel, and isn't drawn", s)
					}
				}
			}
		}
	}
	for r := range rune(0x2000) {
		if unicode.In(r, unicode.Letter, unicode.Digit) && pixel.Body.Has(r) && !on[string(r)] {
			t.Errorf("no wheel has %c", r)
		}
	}
}

func TestAHeldKeyTurnsTheWheelFaster(t *testing.T) {
	turned := func(repeats uint8) int {
		l, _ := NewLetters("name", 10, Latin).Press(panel.Down, repeats)
		return l.at - 1
	}
	if slow, fast := turned(fastAfter-1), turned(fastAfter); slow != 1 || fast != fastBy {
		t.Errorf("the wheel turns by %d, and by %d once the key is held", slow, fast)
	}
}
