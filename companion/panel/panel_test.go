package panel

import (
	"reflect"
	"testing"

	"tabletop/games"
)

func TestTextIsBrokenAtBlanksWhereItCan(t *testing.T) {
	for text, want := range map[string][]string{
		"":                  nil,
		"заяц":              {"заяц"},
		"два зайца":         {"два зайца"},
		"два зайца в лодке": {"два зайца", "в лодке"},
		"три водоворота":    {"три", "водоворота"},
		"а достопримечательно б": {"а", "достоприме", "чательно б"},
	} {
		if got := Wrap(text, 10); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestLinesThatAreCutSaySo(t *testing.T) {
	if got := AtMost(2, []string{"один", "два", "три"}); !reflect.DeepEqual(got, []string{"один", "дв…"}) {
		t.Errorf("%q", got)
	}
	if got := AtMost(2, []string{"один", "два"}); !reflect.DeepEqual(got, []string{"один", "два"}) {
		t.Errorf("%q", got)
	}
}

func TestOnlyWordsGetALargeFirstLetter(t *testing.T) {
	for text, want := range map[string]string{"": "", "бросить": "Бросить", "d6": "d6", "iPhone": "iPhone", "я": "Я"} {
		if got := Capital(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestInitialsTellNamesApart(t *testing.T) {
	names := []string{"Аня", "Боря", "Андрей", "А"}
	for i, want := range []string{"Ая", "Б", "Ай", "А"} {
		if got := Initial(names, i); got != want {
			t.Errorf("%s is %s, want %s", names[i], got, want)
		}
	}
}

func TestInitialsTellTwelveApart(t *testing.T) {
	for _, tt := range []struct{ names, want []string }{
		{[]string{"Игрок 1", "Игрок 2", "Игрок 9"}, []string{"И1", "И2", "И9"}},
		{
			[]string{"Игрок 1", "Игрок 2", "Игрок 9", "Игрок 10", "Игрок 11", "Игрок 12", "Боря"},
			[]string{"1", "2", "9", "10", "11", "12", "Б"},
		},
		{[]string{"Мария", "Майя", "Маня", "Мя"}, []string{"Ма", "Мй", "Мн", "Мя"}},
		{[]string{"Анна", "Алла", "Ада", "Аа", "Ааа"}, []string{"Ан", "Ал", "Ад", "4", "Аа"}},
		{[]string{"Player 1", "Player 11", "Pl1"}, []string{"1", "11", "P1"}},
	} {
		for i, want := range tt.want {
			if got := Initial(tt.names, i); got != want {
				t.Errorf("of %q %s is %s, want %s", tt.names, tt.names[i], got, want)
			}
		}
	}
}

func TestNoBarsAndNoFacesOfMoreThanEightSeats(t *testing.T) {
	var l Lamps
	l.SetBars(games.Standing{Scores: []int32{0, 1, 2, 3, 4, 5, 6, 7, 8}})
	cells := make([]games.Cell, 9)
	for i := range cells {
		cells[i] = games.Cell{Glyph: "turn", Seat: games.Seat(i + 1)}
	}
	l.setFaces(cells)
	if l != (Lamps{}) {
		t.Errorf("got %+v", l)
	}
	cells[0].Seat = games.Nobody
	if l.setFaces(cells); l.Faces[7] != "turn" {
		t.Errorf("of nine dice eight aren't shown: %v", l.Faces)
	}
}

func TestARowIsCutToItsWidth(t *testing.T) {
	for _, tt := range []struct {
		row    Row
		slid   int
		want   Row
		hidden int
	}{
		{Row{Text: "Первый"}, 0, Row{Text: "Первый"}, 0},
		{Row{Text: "Первый игрок"}, 0, Row{Text: "Первый иг…"}, 2},
		{Row{Text: "Первый игрок"}, 1, Row{Text: "ервый игр…"}, 2},
		{Row{Text: "Первый игрок"}, 9, Row{Text: "рвый игрок"}, 2},
		{Row{Text: "Счёт", End: "12"}, 0, Row{Text: "Счёт", End: "12"}, 0},
		{Row{Text: "Победа", End: "жребий"}, 0, Row{Text: "По…", End: "жребий"}, 3},
		{Row{Text: "Победа", End: "по жребию", Mark: Editing}, 0, Row{End: "по жребию", Mark: Editing}, 0},
	} {
		if got := tt.row.Fit(10, tt.slid); got != tt.want {
			t.Errorf("%+v slid by %d is %+v, want %+v", tt.row, tt.slid, got, tt.want)
		}
		if got := tt.row.Hidden(10); got != tt.hidden {
			t.Errorf("%+v hides %d letters, want %d", tt.row, got, tt.hidden)
		}
	}
}

func TestUnderANoticeTheRowOfTheCursorStays(t *testing.T) {
	v := View{Kind: KindMenu, Title: "игры", All: 4}
	for i := range v.Room() {
		v.Rows[i] = Row{Text: string(rune('а' + i))}
	}
	last := v.Room() - 1
	v.Rows[last].Mark = Cursor
	got := v.WithNotice("карта медленная")
	if got.Rows[got.Room()-1] != v.Rows[last] || got.First == 0 || got.Notice == "" {
		t.Errorf("rows %+v from %d", got.Rows, got.First)
	}
}

func TestARaceIsShownOnceScoresDiffer(t *testing.T) {
	var l Lamps
	if l.SetBars(games.Standing{Scores: []int32{3, 3}}); l != (Lamps{}) {
		t.Errorf("of a draw one sees %+v", l.Bars)
	}
	l.SetBars(games.Standing{Scores: []int32{0, 7}})
	if l.Bars[0] != (Bar{High: 1}) || l.Bars[1] != (Bar{High: 8, Leads: true}) {
		t.Errorf("%+v", l.Bars)
	}
	l.SetBars(games.Standing{Scores: []int32{-7, 7}, Lowest: true})
	if l.Bars[0] != (Bar{High: 1, Leads: true}) || l.Bars[1] != (Bar{High: 8}) {
		t.Errorf("%+v", l.Bars)
	}
}

func TestWhoLeadsIsMarkedOnceScoresDiffer(t *testing.T) {
	var v View
	v.SetTotals([]games.Tally{{Glyph: "А", N: 3, Seat: 1}, {Glyph: "Б", N: 3, Seat: 2}})
	if v.Totals[0].Leads || v.Totals[1].Leads || v.Totals[1].N != 3 {
		t.Errorf("of a draw %+v", v.Totals)
	}
	v.SetTotals([]games.Tally{{Glyph: "А", N: 7, Seat: 1}, {Glyph: "Б", N: 7, Seat: 2}, {Glyph: "В", N: 0, Seat: 3}})
	if !v.Totals[0].Leads || !v.Totals[1].Leads || v.Totals[2].Leads {
		t.Errorf("two lead, got %+v", v.Totals)
	}
	before := v
	if v.SetTotals(make([]games.Tally, 5)); v != before {
		t.Errorf("five have no room, got %+v", v.Totals)
	}
}

func TestPicturesThatLookAlikeHaveLetters(t *testing.T) {
	var v View
	v.SetStrip([]games.Tally{{Glyph: "red", N: 1}, {Glyph: "boat", N: 2}})
	v.SetLetters(func(picture string) string { return map[string]string{"red": "К"}[picture] })
	if v.Strip[0].Letter != "К" || v.Strip[1].Letter != "" || v.Strip[2] != (Tally{}) {
		t.Errorf("got %+v", v.Strip)
	}
}

func TestAKeyIsReadByItsName(t *testing.T) {
	for k := Back; k <= OK; k++ {
		var got Key
		if err := got.UnmarshalText([]byte(k.String())); got != k || err != nil {
			t.Errorf("%v is read as %v, %v", k, got, err)
		}
	}
	var k Key
	if err := k.UnmarshalText([]byte("donw")); !reflect.DeepEqual(err, UnknownKey{"donw", "down"}) {
		t.Errorf("%v", err)
	}
}
