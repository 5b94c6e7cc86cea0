package sheet

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/companion/panel"
)

// menu is a sheet with an item for each text, that does what it says.
func menu(texts ...string) *Sheet[string] {
	s := &Sheet[string]{}
	for _, text := range texts {
		s.Item(text, text)
	}
	return s
}

// pressed is the cursor after keys, and what the last of them came to.
func pressed(t *testing.T, s *Sheet[string], from Cursor, keys ...panel.Key) (at Cursor, did Outcome) {
	t.Helper()
	s.Put(from)
	for _, k := range keys {
		at, did = s.Press(k)
		s.Put(at)
	}
	return at, did
}

func TestTheCursorGoesRoundTheItemsAndOkTakesTheOneUnderIt(t *testing.T) {
	for _, tt := range []struct {
		keys []panel.Key
		want int
		did  Outcome
	}{
		{[]panel.Key{panel.Down}, 2, Moved},
		{[]panel.Key{panel.Down, panel.Down}, 0, Moved},
		{[]panel.Key{panel.Up, panel.Up}, 2, Moved},
		{[]panel.Key{panel.Up, panel.OK}, 0, Chosen},
		{[]panel.Key{panel.OK}, 1, Chosen},
		{[]panel.Key{panel.Back}, 1, Left},
	} {
		s := menu("roll", "stop", "undo")
		s.Start = 1
		if at, did := pressed(t, s, Fresh, tt.keys...); at != (Cursor{At: tt.want}) || did != tt.did {
			t.Errorf("%v: %+v, %d, want item %d and %d", tt.keys, at, did, tt.want, tt.did)
		}
	}
}

func TestACursorBehindTheLastItemIsOnIt(t *testing.T) {
	s := menu("roll", "stop")
	s.Put(Cursor{At: 7})
	if it, ok := s.Under(); !ok || it.Do != "stop" {
		t.Errorf("under the cursor is %+v", it)
	}
}

func TestAValueIsTurnedInItsRowAndTakenOrNot(t *testing.T) {
	for _, tt := range []struct {
		keys []panel.Key
		want Cursor
		did  Outcome
		row  string
	}{
		{[]panel.Key{panel.OK}, Cursor{Edit: true, Pick: 1}, Moved, "‹low›"},
		{[]panel.Key{panel.OK, panel.Down}, Cursor{Edit: true, Pick: 2}, Moved, "‹off›"},
		{[]panel.Key{panel.OK, panel.Down, panel.Down}, Cursor{Edit: true}, Moved, "‹full›"},
		{[]panel.Key{panel.OK, panel.Up, panel.Up}, Cursor{Edit: true, Pick: 2}, Moved, "‹off›"},
		{[]panel.Key{panel.OK, panel.OK}, Cursor{}, Moved, "low"},
		{[]panel.Key{panel.OK, panel.Down, panel.Back}, Cursor{}, Moved, "low"},
		{[]panel.Key{panel.OK, panel.Down, panel.OK}, Cursor{Pick: 2}, Set, "low"},
	} {
		s := &Sheet[string]{}
		s.Turn("light", Values[string]{All: []string{"full", "low", "off"}, At: 1, Set: func(i int) string { return "set" }})
		at, did := pressed(t, s, Fresh, tt.keys...)
		if row := s.Draw(0).Rows[0]; at != tt.want || did != tt.did || row.End != tt.row {
			t.Errorf("%v: %+v, %d, row %q, want %+v, %d, %q", tt.keys, at, did, row.End, tt.want, tt.did, tt.row)
		}
	}
}

func TestLinesAreReadFromEndToEnd(t *testing.T) {
	s := &Sheet[string]{View: panel.View{Kind: panel.KindText}, Title: "log"}
	s.Read("1", "2", "3", "4", "5", "6")
	s.Enter("7", "70")
	for _, tt := range []struct {
		keys []panel.Key
		top  string
		did  Outcome
	}{
		{[]panel.Key{panel.Up}, "1", Moved},
		{[]panel.Key{panel.Down}, "3", Moved}, // the last page is whole
		{[]panel.Key{panel.Down, panel.Down}, "3", Moved},
		{[]panel.Key{panel.Down, panel.Up}, "1", Moved},
		{[]panel.Key{panel.OK}, "1", Left},
		{[]panel.Key{panel.Back}, "1", Left},
	} {
		_, did := pressed(t, s, Fresh, tt.keys...)
		if v := s.Draw(0); v.Rows[0].Text != tt.top || did != tt.did || v.All != 7 {
			t.Errorf("%v: the first of %d rows is %q and it came to %d, want %q and %d", tt.keys, v.All, v.Rows[0].Text, did, tt.top, tt.did)
		}
	}
}

func TestTheCursorIsAlwaysInSight(t *testing.T) {
	s := menu("a", "b", "c", "d", "e", "f", "g", "h")
	s.Title = "games"
	for at := range s.Items {
		s.Put(Cursor{At: at})
		v, marked := s.Draw(0), 0
		for i, r := range v.Rows[:v.Room()] {
			if r.Mark == panel.Cursor {
				marked++
				if want := panel.Capital(s.Items[at].Text); r.Text != want || int(v.First)+i != at {
					t.Errorf("the cursor is on %q, row %d from %d, want %q", r.Text, i, v.First, want)
				}
			}
		}
		if marked != 1 || v.All != 8 {
			t.Errorf("item %d: %d cursors in sight of %d rows", at, marked, v.All)
		}
	}
}

func TestALongRowIsCutUntilItSlides(t *testing.T) {
	s := menu("the mouse is lured by two dice", "stop")
	s.Put(Fresh)
	hidden := s.Hidden()
	if want := len("the mouse is lured by two dice") - panel.RowColumns; hidden != want {
		t.Errorf("%d letters are hidden, want %d", hidden, want)
	}
	if got := s.Draw(0).Rows[0].Text; got != "The mouse is lured…" {
		t.Errorf("at first it says %q", got)
	}
	if got := s.Draw(hidden).Rows[0].Text; !strings.HasSuffix(got, "by two dice") {
		t.Errorf("at its end it says %q", got)
	}
	s.Put(Cursor{At: 1})
	if got := s.Draw(hidden).Rows[0].Text; s.Hidden() != 0 || got != "The mouse is lured…" {
		t.Errorf("without the cursor it says %q", got)
	}
}

func TestWhatIsAskedBesideABoardGivesWayToTheClock(t *testing.T) {
	four := []string{"1", "2", "3", "4", "5"}
	for _, tt := range []struct {
		title, aside string
		lines        int
		want         []string
	}{
		{"Аня", "4:59", 2, []string{"Аня", "4:59", "1", "2"}},
		{"Аня", "4:59", 3, []string{"4:59", "", "1", "2", "3"}},
		{"Аня", "4:59", 4, []string{"4:59", "1", "2", "3", "4"}},
		{"Аня", "", 3, []string{"Аня", "", "1", "2", "3"}},
		{"Аня", "", 4, []string{"1", "", "2", "3", "4"}},
		{"Аня", "", 5, []string{"1", "2", "3", "4", "5"}},
	} {
		title, aside, lines := besideBoard(tt.title, tt.aside, four[:tt.lines])
		if got := append([]string{title, aside}, lines...); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q, %q and %d lines: %q, want %q", tt.title, tt.aside, tt.lines, got, tt.want)
		}
	}
}

func TestTheItemOfACellPointsAtIt(t *testing.T) {
	s := menu("13")
	s.View = panel.View{Kind: panel.KindBoard, W: 8, H: 8}
	s.View.Cells[12].Tag = "x"
	s.Items[0].Spot = 13
	s.Put(Fresh)
	if v := s.Draw(0); !v.Cells[12].Cursor || v.Rows[0].End != "x" {
		t.Errorf("the cell is %+v, the row %+v", v.Cells[12], v.Rows[0])
	}
}

func TestRowsThatBeginAlikeShowTheirEnds(t *testing.T) {
	s := menu("Correct the points of Anna", "Correct the points of Boris", "Correct the rules")
	v := s.Draw(0)
	for i, want := range []string{"…the points of Anna", "…he points of Boris", "Correct the rules"} {
		if got := v.Rows[i].Text; got != want {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
}
