package screen

import (
	"image"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"rsc.io/qr"
	"tabletop/companion"
	"tabletop/companion/pixel"
)

// anyText draws texts as they come, and as they should not.
var anyText = rapid.OneOf(
	rapid.SampledFrom([]string{"", "", "Аня", "Александра", "12", "-7", "100", "12:45", "красный и зелёный, ещё", "日本", "\xff", "x̂", "red", "hare", "boat"}),
	rapid.StringN(0, 40, -1),
)

// anyView draws views that hold anything at all.
func anyView(t *rapid.T) (v companion.View) {
	v.Kind = companion.Kind(rapid.IntRange(0, int(companion.Kinds)-1).Draw(t, "kind"))
	v.Game = rapid.SampledFrom([]string{"", "test", "other"}).Draw(t, "game")
	for _, s := range []*string{&v.Title, &v.Aside, &v.Prompt[0], &v.Prompt[1], &v.Big, &v.Entry, &v.Seal, &v.Code, &v.Foot} {
		*s = anyText.Draw(t, "text")
	}
	for i := range v.Rows {
		v.Rows[i] = companion.Row{Text: anyText.Draw(t, "row"), End: anyText.Draw(t, "end"), Mark: companion.Mark(rapid.IntRange(0, 3).Draw(t, "mark"))}
	}
	for i := range v.Wheel {
		v.Wheel[i] = anyText.Draw(t, "wheel")
	}
	v.W, v.H = rapid.Byte().Draw(t, "w"), rapid.Byte().Draw(t, "h")
	if rapid.Bool().Draw(t, "board") {
		v.W, v.H = v.W%12, v.H%12
	}
	for i := range v.Cells[:5] {
		v.Cells[i] = companion.Cell{Glyph: anyText.Draw(t, "cell"), Seat: rapid.Int8().Draw(t, "seat"), Mark: rapid.Byte().Draw(t, "mark"), Cursor: rapid.Bool().Draw(t, "cursor")}
	}
	for i := range v.Cells {
		v.Cells[i] = v.Cells[i%5]
	}
	v.QR, v.Above, v.Below, v.Unsaved = rapid.Bool().Draw(t, "qr"), rapid.Bool().Draw(t, "above"), rapid.Bool().Draw(t, "below"), rapid.Bool().Draw(t, "unsaved")
	v.Far, v.Drift = rapid.Bool().Draw(t, "far"), rapid.Byte().Draw(t, "drift")
	v.Lamps = anyLamps(t)
	return v
}

func anyLamps(t *rapid.T) (l companion.Lamps) {
	l.Seat, l.Seats = rapid.Byte().Draw(t, "seat"), rapid.Byte().Draw(t, "seats")
	for i := range l.Faces {
		l.Faces[i] = anyText.Draw(t, "face")
	}
	if rapid.Bool().Draw(t, "moving") {
		l.Rolling, l.Alarm = rapid.Byte().Draw(t, "rolling"), anyText.Draw(t, "alarm")
		l.Count, l.Of = rapid.Uint16().Draw(t, "count"), rapid.Uint16().Draw(t, "of")
	}
	l.Blink = rapid.Bool().Draw(t, "blink")
	return l
}

// outside returns a px that is lit beyond what a picture may fill.
func outside(b *pixel.Bitmap) (at image.Point, found bool) {
	for y := range pixel.Height {
		for x := range pixel.Width {
			if (x >= width || y >= height) && b.At(x, y) {
				return image.Pt(x, y), true
			}
		}
	}
	return at, false
}

func TestNothingIsDrawnWhereAShiftWouldCutIt(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.ShiftX, v.ShiftY, v.Blink = 0, 0, false
		f := a.Draw(v)
		if at, found := outside(&f.OLED); found {
			t.Errorf("%s: px %v is lit in\n%s", r.name, at, f)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := a.Draw(anyView(t))
		if at, found := outside(&f.OLED); found {
			t.Fatalf("px %v is lit in\n%s", at, f)
		}
	})
}

func TestAShiftMovesTheWholePicture(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.ShiftX, v.ShiftY, v.Blink = 0, 0, false
		for i := range uint8(9) {
			v.ShiftX, v.ShiftY = 0, 0
			want := a.Draw(v)
			want.OLED.Shift(int(i%3), int(i/3))
			v.ShiftX, v.ShiftY = i%3, i/3
			if got := a.Draw(v); got != want {
				t.Errorf("%s shifted by %d, %d: got\n%s\nwant\n%s", r.name, v.ShiftX, v.ShiftY, got, want)
			}
		}
	}
}

// litPixels counts the px that are lit.
func litPixels(b *pixel.Bitmap) (n int) {
	for _, column := range b {
		n += bits.OnesCount8(column)
	}
	return n
}

func TestADriftLosesNoPixel(t *testing.T) {
	a := artist()
	for _, r := range append(turnRows(), listRows()[3:5]...) {
		v := r.view
		if !v.Large() {
			v.Title = "" // the dots behind it are as many as fit
		}
		first := a.Draw(v)
		for v.Drift = range 12 {
			f := a.Draw(v)
			if got, want := litPixels(&f.OLED), litPixels(&first.OLED); got != want {
				t.Errorf("%s drifted by %d has %d lit px, want %d:\n%s", r.name, v.Drift, got, want, f)
			}
		}
	}
}

// A screen that never changes and never sleeps: on an evening both come on top.
func TestAScreenThatStandsAllEveningDoesNotBurnIn(t *testing.T) {
	a := artist()
	standing := turn()
	standing.Title = "Игрок 1"
	for _, v := range []companion.View{standing, listRows()[1].view} {
		lit, n := [pixel.Height][pixel.Width]int{}, 0
		for v.Drift = range 12 {
			for i := range uint8(9) {
				v.ShiftX, v.ShiftY = i%3, i/3
				f := a.Draw(v)
				n++
				for y := range lit {
					for x := range lit[y] {
						if f.OLED.At(x, y) {
							lit[y][x]++
						}
					}
				}
			}
		}
		for y := range lit {
			for x := range lit[y] {
				if 9*lit[y][x] > 5*n {
					t.Errorf("%s: px (%d, %d) is lit in %d of %d places", v.Title, x, y, lit[y][x], n)
				}
			}
		}
	}
}

func TestABlinkInvertsOneFrame(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.Blink = false
		want := a.Draw(v)
		if want.Light != companion.Off {
			want.OLED.Invert(image.Rect(0, 0, pixel.Width, pixel.Height))
		}
		v.Blink = true
		if got := a.Draw(v); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", r.name, got, want)
		}
	}
}

func TestASleepingPanelIsDark(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		for _, asleep := range []func(*companion.View){
			func(v *companion.View) { v.Kind = companion.KindDark },
			func(v *companion.View) { v.Light = companion.Off },
		} {
			v := unsaved(blinked(r.view))
			asleep(&v)
			if got := a.Draw(v); got != (Frame{Light: companion.Off}) {
				t.Errorf("%s asleep shows\n%s", r.name, got)
			}
		}
	}
}

func TestEqualViewsGiveEqualFrames(t *testing.T) {
	a, b := artist(), artist()
	rapid.Check(t, func(t *rapid.T) {
		v, other := anyView(t), anyView(t)
		first := a.Draw(v)
		a.Draw(other)
		if again := a.Draw(v); again != first {
			t.Fatalf("drawn again:\n%s\nat first:\n%s", again, first)
		}
		if elsewhere := b.Draw(v); elsewhere != first {
			t.Fatalf("drawn by another artist:\n%s\nat first:\n%s", elsewhere, first)
		}
	})
}

func TestEveryScreenSaysThatNothingIsSaved(t *testing.T) {
	a := artist()
	badge := a.own["unsaved"]
	for _, r := range galleryRows() {
		v := unsaved(r.view)
		v.ShiftX, v.ShiftY, v.Blink = 0, 0, false
		f := a.Draw(v)
		if f.Light == companion.Off {
			continue
		}
		for y := range badge.H {
			for x := range badge.W {
				if f.OLED.At(width-badge.W+x, y) != badge.At(x, y) {
					t.Fatalf("%s: no badge in the upper right corner of\n%s", r.name, f)
				}
			}
		}
	}
}

func TestEveryScreenSaysWhatTheKeysDo(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.ShiftX, v.ShiftY, v.Blink = 0, 0, false
		v.Foot = "ok"
		ok := a.Draw(v)
		v.Foot = "да"
		yes := a.Draw(v)
		if ok.Light == companion.Off {
			continue
		}
		ok.OLED.Fill(image.Rect(0, 0, pixel.Width, ruleY), false)
		yes.OLED.Fill(image.Rect(0, 0, pixel.Width, ruleY), false)
		if ok.OLED == yes.OLED {
			t.Errorf("%s has no foot:\n%s", r.name, ok)
		}
	}
}

// kinds are views with everything that a screen of each kind can hold.
func kinds() (views []companion.View) {
	for k := range companion.Kinds {
		v := companion.View{Kind: k, Big: "12", Entry: "Аня", Seal: strings.Repeat("0123456789abcdef", 4), Wheel: [5]string{"а", "б", "в", "г", "д"}, W: 6, H: 6}
		for i := range uint8(16) {
			if i&1 != 0 {
				v.Title = "Аня"
			}
			if i&2 != 0 {
				v.Prompt[0] = "Бросайте!"
			}
			if i&4 != 0 {
				v.Prompt[1] = "Или нет"
			}
			if i&8 != 0 {
				v.Foot = "ok"
			}
			views = append(views, v)
		}
	}
	return views
}

func TestThereIsRoomForAsManyRowsAsTheViewSays(t *testing.T) {
	a := artist()
	for _, v := range kinds() {
		room := v.Room()
		for i := range v.Rows {
			v.Rows[i].Text = "ряд"
		}
		before := a.Draw(v)
		for i := range v.Rows {
			changed := v
			changed.Rows[i].Text = "рис"
			if drawn := a.Draw(changed).OLED != before.OLED; drawn != (i < room) {
				t.Errorf("kind %d, title %q, %d lines of head: row %d of %d is drawn: %v\n%s", v.Kind, v.Title, v.Head(), i, room, drawn, before)
			}
		}
	}
}

func TestNoTwoLinesOverlap(t *testing.T) {
	a := artist()
	for _, v := range kinds() {
		for i := range v.Room() {
			v.Rows[i].Text = "Щур"
		}
		if v.Kind != companion.KindMenu && v.Kind != companion.KindText && v.Kind != companion.KindConfirm {
			continue
		}
		f := a.Draw(v)
		for line := 1; line < companion.MostRows-1; line++ {
			for x := range pixel.Width {
				if y := lineY(line) + 1; f.OLED.At(x, y-1) && f.OLED.At(x, y+1) && f.OLED.At(x, y) {
					t.Fatalf("lines %d and %d touch in column %d of\n%s", line-1, line, x, f)
				}
			}
		}
	}
}

func TestWhatCantBeReadIsAFlaw(t *testing.T) {
	full := list("1", "2", "3", "4", "5", "6")
	for _, c := range []struct {
		name string
		view companion.View
		want []string
	}{
		{"a long title", companion.View{Title: "Очень длинный заголовок"}, []string{"cut off: Очень длинный заголовок"}},
		{"21 letters", companion.View{Title: "Длинный заголовок все", Foot: "Что делают клавиши и?"}, nil},
		{"a long row", companion.View{Rows: list("двадцать букв в ряду!")}, []string{"cut off: двадцать букв в ряду!"}},
		{"19 letters in a row", companion.View{Rows: table("ровно девятнадцать!", ""), Above: true, Below: true}, nil},
		{"21 letters to read", companion.View{Rows: quiet("ровно двадцать одна б")}, nil},
		{"21 letters beside an arrow", companion.View{Rows: quiet("ровно двадцать одна б"), Below: true}, []string{"cut off: ровно двадцать одна б"}},
		{"a row too many", companion.View{Title: "Меню", Rows: full}, []string{"not drawn: 6"}},
		{"two prompts of an entry", companion.View{Kind: companion.KindEntry, Prompt: [2]string{"раз", "два"}}, []string{"not drawn: два"}},
		{"prompts of a seal", companion.View{Kind: companion.KindSeal, Prompt: [2]string{"раз", "два"}}, []string{"not drawn: раз", "not drawn: два"}},
		{"text at a wide board", companion.View{Kind: companion.KindBoard, W: 3, H: 1, Title: "Доска", Foot: "ok"}, []string{"not drawn: Доска"}},
		{"a panel that sleeps", companion.View{Kind: companion.KindDark, Title: "Очень длинный заголовок"}, nil},
		{"a name no font has", companion.View{Title: "日本"}, []string{"letters without a picture: 日本"}},
		{"long prompts beside a code", companion.View{Kind: companion.KindSeal, QR: true, Seal: "00", Title: "Аня", Foot: "●дальше ◄назад", Prompt: [2]string{"раз два три четыре", "пять шесть семь"}}, []string{"not drawn: семь"}},
		{"a long word on the wheel", companion.View{Kind: companion.KindEntry, Wheel: [5]string{2: "готово и записано"}}, []string{"cut off: готово и записано"}},
		{"a seal that is no seal", companion.View{Kind: companion.KindSeal, QR: true, Seal: strings.Repeat("A", 100)}, []string{"too long for a code: " + strings.Repeat("A", 100)}},
		{"a long word", companion.View{Kind: companion.KindBig, Big: "слово из многих букв, и ещё"}, []string{"cut off: слово из многих букв, и ещё"}},
	} {
		if got := artist().Flaws(c.view); !slices.Equal(got, c.want) {
			t.Errorf("%s: flaws %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNamesOfTenLettersAreNeverCut(t *testing.T) {
	const name = "Щепкина-Ёж"
	for _, v := range []companion.View{
		{Kind: companion.KindTurn, Title: name, Aside: "3/12"},
		{Kind: companion.KindMenu, Title: name, Rows: table(name, "1 000"), Above: true, Below: true},
		{Kind: companion.KindEntry, Title: "Имя", Entry: name},
		{Kind: companion.KindBoard, W: 6, H: 6, Title: name, Rows: table(name, "")},
		{Kind: companion.KindSeal, QR: true, Seal: "00", Title: name},
		{Kind: companion.KindBig, Big: name},
		{Kind: companion.KindMessage, Title: name + "!"},
	} {
		if flaws := artist().Flaws(v); flaws != nil {
			t.Errorf("kind %d: %q", v.Kind, flaws)
		}
	}
}

func TestNumbersAreAtLeast24PixelsHigh(t *testing.T) {
	a := artist()
	for _, big := range []string{"7", "42", "-12", "100", "1000", "12:45", "+100", "99999"} {
		for _, v := range kinds() {
			if v.Kind != companion.KindBig || v.Prompt[1] != "" {
				continue
			}
			v.Big = big
			before := v
			before.Big = ""
			f, without := a.Draw(v), a.Draw(before)
			top, bottom := pixel.Height, 0
			for y := range pixel.Height {
				for x := range pixel.Width {
					if f.OLED.At(x, y) && !without.OLED.At(x, y) {
						top, bottom = min(top, y), max(bottom, y+1)
					}
				}
			}
			if bottom-top < 24 {
				t.Errorf("%q is %d px high in\n%s", big, bottom-top, f)
			}
		}
	}
}

func TestTheCodeHoldsTheSealInCapitals(t *testing.T) {
	const seal = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
	f := artist().Draw(companion.View{Kind: companion.KindSeal, Seal: seal, QR: true})
	code, err := qr.Encode(strings.ToUpper(seal), qr.L)
	if err != nil {
		t.Fatal(err)
	}
	if code.Size != 29 {
		t.Fatalf("the code has %d modules, want 29: version 3", code.Size)
	}
	for y := range height {
		for x := range height {
			// The light edge around the code is one module wide.
			if dark := code.Black(x/2-1, y/2-1); f.OLED.At(x, y) == dark {
				t.Fatalf("px (%d, %d) is lit: %v in\n%s", x, y, !dark, f)
			}
		}
	}
}

func TestPicturesAreMostlyDark(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		if r.view.Blink || r.view.QR || r.view.Kind == companion.KindCode {
			continue
		}
		f := a.Draw(r.view)
		if n := litPixels(&f.OLED); n > pixel.Width*pixel.Height/4 {
			t.Errorf("%s: %d px are lit, more than a quarter", r.name, n)
		}
	}
}

func TestDrawingAllocatesNothing(t *testing.T) {
	a := artist()
	for _, v := range []companion.View{turn(), boardRows()[0].view, bigRows()[0].view, entryRows()[0].view} {
		if n := testing.AllocsPerRun(10, func() { a.Draw(v) }); n != 0 {
			t.Errorf("kind %d: %v allocations, want none", v.Kind, n)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	a := artist()
	for _, r := range []row{{"turn", turn()}, listRows()[0], bigRows()[0], entryRows()[0], sealRows()[1], boardRows()[0]} {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				a.Draw(r.view)
			}
		})
	}
}
