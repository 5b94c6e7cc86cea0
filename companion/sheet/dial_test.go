package sheet

import (
	"testing"

	"tabletop/companion/panel"
)

func TestADialTurnsByOneAndFasterWhileAKeyIsHeld(t *testing.T) {
	d := NewDial("points", -1000, 1000, 0)
	for _, tt := range []struct {
		what    string
		key     panel.Key
		presses int // the first of them isn't repeated
		want    string
	}{
		{"it begins where it is told", panel.Up, 0, "0"},
		{"a press", panel.Up, 1, "1"},
		{"down", panel.Down, 1, "0"},
		{"held a little", panel.Up, 8, "8"},
		{"then by fives", panel.Up, 10, "25"}, // 9 … 16, 20, 25
		{"released it turns by one", panel.Up, 1, "26"},
		{"then by tens", panel.Up, 23, "120"},
		{"down as fast, through nought", panel.Down, 33, "−200"},
		{"no further than it goes", panel.Down, 100, "−1000"},
	} {
		for i := range tt.presses {
			d, _ = d.Press(tt.key, uint8(i))
		}
		if got := d.View("").Big; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.what, got, tt.want)
		}
	}
}

func TestADialBeginsWithinItsBounds(t *testing.T) {
	for start, want := range map[int32]int32{-5: 1, 3: 3, 99: 6} {
		if d := NewDial("d6", 1, 6, start); d.Value != want {
			t.Errorf("from %d it begins with %d, want %d", start, d.Value, want)
		}
	}
}

func TestADialIsTakenByOkAndLeftByBack(t *testing.T) {
	d := NewDial("d6", 1, 6, 3)
	for key, want := range map[panel.Key]Outcome{panel.OK: Chosen, panel.Back: Left, panel.Up: Moved} {
		if _, did := d.Press(key, 0); did != want {
			t.Errorf("%v comes to %d, want %d", key, did, want)
		}
	}
}

func TestTheTitleOfADialLeavesRoomForAClock(t *testing.T) {
	d := NewDial("points of the round for Anna", 0, 9, 0)
	for clock, want := range map[string][]string{
		"":     {"Points of the round", "for Anna"},
		"4:59": {"Points of the", "round for Anna"},
	} {
		if v := d.View(clock); v.Title != want[0] || v.Prompt[0] != want[1] || v.Aside != clock {
			t.Errorf("beside %q: %q, %q and %q", clock, v.Title, v.Prompt, v.Aside)
		}
	}
	d.Who = "anna" // a name stays as its owner writes it
	if got := d.View("").Title; got != "points of the round" {
		t.Errorf("somebody's number is called %q", got)
	}
}
