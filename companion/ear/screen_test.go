package ear

import (
	"testing"

	"tabletop/companion/words"
)

// menu is a screen with a list.
func menu() Screen {
	return Screen{Lang: words.English, Title: "Games", Prompt: "Which one?", Row: "Mice", At: 3, Of: 7, Rows: "Fox\nDice\nMice"}
}

func changed(s Screen, how func(*Screen)) Screen {
	s.Presses++
	how(&s)
	return s
}

func TestNextSaysWhatHasChanged(t *testing.T) {
	list := menu()
	dial := Screen{Lang: words.English, Title: "Points", Big: "5"}
	entry := Screen{Lang: words.English, Title: "Name", Sign: "A"}
	for _, c := range []struct {
		what    string
		was, is Screen
		all     string
		some    string
		earcon  Earcon
	}{
		{"a screen opens", Screen{}, list, "Games. Which one? Mice, three of seven", "", Silence},
		{"the bar moves", list, changed(list, func(s *Screen) { s.At, s.Row = 4, "Maze" }), "Maze, four of seven", "", Silence},
		{"the bar comes round", changed(list, func(s *Screen) { s.At, s.Row = 7, "Maze" }), changed(list, func(s *Screen) { s.Presses = 9; s.At, s.Row = 1, "Fox" }), "Fox, one of seven", "", Edge},
		{"nothing happens", list, changed(list, func(*Screen) {}), "", "", Silence},
		{"an edge", list, changed(list, func(s *Screen) { s.Edges++ }), "", "", Edge},
		{"a refusal", list, changed(list, func(s *Screen) { s.Drops++ }), "", "", Refusal},
		{"a value is being chosen", list, changed(list, func(s *Screen) { s.Value = "2" }), "two", "", Silence},
		{"a value is set", changed(list, func(s *Screen) { s.Value = "2" }), changed(list, func(s *Screen) { s.Presses, s.Seq, s.End = 3, 1, "2" }), "Mice, two, three of seven", "", Done},
		{"a number is turned", dial, changed(dial, func(s *Screen) { s.Big = "−6" }), "minus six", "", Silence},
		{"the wheel turns", entry, changed(entry, func(s *Screen) { s.Sign = "✓" }), "done", "", Silence},
		{"a letter is taken", entry, changed(entry, func(s *Screen) { s.Entry = "An" }), "An", "", Silence},
		{"the last letter is erased", changed(entry, func(s *Screen) { s.Entry = "A" }), changed(entry, func(s *Screen) { s.Presses = 5 }), "empty", "", Silence},
		{"a clock ticks", list, changed(list, func(s *Screen) { s.Presses, s.Aside = 0, "4:59" }), "", "", Silence},
		{"a moment", list, changed(list, func(s *Screen) { s.Moment, s.Event, s.Turn = "Caught! +3", 1, "Ben. Roll!" }), "Caught! plus three", "Caught! plus three. Ben. Roll!", Silence},
		{"the turn passes", list, changed(list, func(s *Screen) { s.Title, s.Turn = "Ben", "Ben. Roll!" }), "Ben. Which one? Mice, three of seven", "Ben. Roll!", Silence},
		{"dice fall", list, changed(list, func(s *Screen) { s.Result, s.Outcome = "Dice: red, green", 7 }), "Dice, red, green", "Dice, red, green", Silence},
		{"the screen is read", list, changed(list, func(s *Screen) { s.Reads++ }), "Games. Which one? Fox. Dice. Mice. Mice, three of seven", "", Silence},
		{"an announcement", list, changed(list, func(s *Screen) { s.Says, s.Say = 1, "Speech is off" }), "Speech is off", "Speech is off", Silence},
	} {
		text, cut, earcon := Next(c.was, c.is, All)
		if text != c.all || earcon != c.earcon || cut != (c.is.Presses != c.was.Presses || text != "") {
			t.Errorf("%s: said %q, cut %v, earcon %d, want %q and %d", c.what, text, cut, earcon, c.all, c.earcon)
		}
		if text, _, earcon = Next(c.was, c.is, Some); text != c.some || earcon != Silence {
			t.Errorf("%s: at level some %q and earcon %d, want %q", c.what, text, earcon, c.some)
		}
		if text, _, earcon = Next(c.was, c.is, None); text != "" && c.is.Says == 0 || earcon != Silence {
			t.Errorf("%s: without speech %q and earcon %d", c.what, text, earcon)
		}
	}
}

// The turn waits until the moment before it is spoken, but no key waits.
func TestATurnFollowsTheMomentBeforeIt(t *testing.T) {
	moment, turn := menu(), menu()
	moment.Moment, moment.Event = "Caught!", 1
	if text, cut, _ := Next(moment, turn, All); text == "" || cut {
		t.Errorf("a moment that ends by itself: %q, cut %v", text, cut)
	}
	turn.Presses++
	if text, cut, _ := Next(moment, turn, All); text == "" || !cut {
		t.Errorf("a moment that a key ends: %q, cut %v", text, cut)
	}
}
