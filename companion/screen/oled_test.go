package screen

import (
	"image"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/pixel"
	"tabletop/companion/qr"
	"tabletop/games"
)

// anyText draws texts as they come, and as they should not.
var anyText = rapid.OneOf(
	rapid.SampledFrom([]string{"", "", "Аня", "Александра", "12", "-7", "100", "12:45", "красный и зелёный, ещё", "日本", "\xff", "x̂", "red", "hare", "boat"}),
	rapid.StringN(0, 40, -1),
)

// anyView draws views that hold anything at all.
func anyView(t *rapid.T) (v panel.View) {
	v.Kind = panel.Kind(rapid.IntRange(0, int(panel.Kinds)-1).Draw(t, "kind"))
	v.Game = rapid.SampledFrom([]string{"", "test", "other"}).Draw(t, "game")
	for _, s := range []*string{&v.Title, &v.Aside, &v.Prompt[0], &v.Prompt[1], &v.Prompt[2], &v.Big, &v.Who, &v.What, &v.Entry, &v.Seal, &v.Code, &v.Notice, &v.Tabs[0], &v.Tabs[1], &v.Picture} {
		*s = anyText.Draw(t, "text")
	}
	for i := range v.Rows {
		v.Rows[i] = panel.Row{Text: anyText.Draw(t, "row"), End: anyText.Draw(t, "end"), Icon: anyText.Draw(t, "icon"), Mark: panel.Mark(rapid.IntRange(0, 3).Draw(t, "mark"))}
	}
	for i := range v.Wheel {
		v.Wheel[i] = anyText.Draw(t, "wheel")
	}
	for i := range rapid.IntRange(0, len(v.Strip)).Draw(t, "tallies") {
		v.Strip[i] = panel.Tally{Glyph: anyText.Draw(t, "tally"), N: rapid.Int16().Draw(t, "n"), Mark: rapid.Byte().Draw(t, "mark")}
	}
	v.W, v.H = rapid.Byte().Draw(t, "w"), rapid.Byte().Draw(t, "h")
	if rapid.Bool().Draw(t, "board") {
		v.W, v.H = v.W%12, v.H%12
	}
	for i := range v.Cells[:5] {
		v.Cells[i] = panel.Cell{Glyph: anyText.Draw(t, "cell"), Seat: rapid.Int8().Draw(t, "seat"), Mark: rapid.Byte().Draw(t, "mark"), Tag: anyText.Draw(t, "tag"), Name: anyText.Draw(t, "name"), Cursor: rapid.Bool().Draw(t, "cursor")}
	}
	for i := range v.Cells {
		v.Cells[i] = v.Cells[i%5]
	}
	v.QR, v.Turns, v.Unsaved = rapid.Bool().Draw(t, "qr"), rapid.Bool().Draw(t, "turns"), rapid.Bool().Draw(t, "unsaved")
	v.First, v.All = rapid.Uint16().Draw(t, "first"), rapid.Uint16().Draw(t, "all")
	v.Moment, v.Frame = anyKind.Draw(t, "moment"), rapid.Byte().Draw(t, "frame")
	v.Light = panel.Light(rapid.IntRange(0, 1).Draw(t, "light"))
	v.Far, v.Drift = rapid.Bool().Draw(t, "far"), rapid.Byte().Draw(t, "drift")
	v.Lamps = anyLamps(t)
	return v
}

func anyLamps(t *rapid.T) (l panel.Lamps) {
	l.Seat, l.Seats = rapid.Byte().Draw(t, "seat"), rapid.Byte().Draw(t, "seats")
	for i := range l.Faces {
		l.Faces[i] = anyText.Draw(t, "face")
	}
	if rapid.Bool().Draw(t, "moving") {
		l.Rolling, l.Alarm = rapid.Byte().Draw(t, "rolling"), anyText.Draw(t, "alarm")
		l.Count, l.Of = rapid.Uint16().Draw(t, "count"), rapid.Uint16().Draw(t, "of")
	}
	l.Moment, l.Frame = anyKind.Draw(t, "moment"), rapid.Byte().Draw(t, "frame")
	l.Blink = rapid.Bool().Draw(t, "blink")
	return l
}

// anyKind draws kinds of moments, and what is none.
var anyKind = rapid.SampledFrom(append([]games.Kind{"", "", "other"}, momentKinds...))

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

// groundOf is where the QR code of a view is lit. It is empty if there is none.
func groundOf(v panel.View) image.Rectangle {
	p := painter{view: &v}
	if !v.HasCode() || v.Code == "" && v.Seal == "" {
		return image.Rectangle{}
	}
	if from, _ := p.besideCode(); from == 0 {
		return image.Rect(pixel.Width-ground, 0, pixel.Width, ground)
	}
	return image.Rect(0, 0, ground, ground)
}

// withoutGround darkens the QR code of v, which doesn't move.
func withoutGround(v panel.View, b *pixel.Bitmap) { b.Fill(groundOf(v), false) }

// addGround adds the QR code of v in the picture from.
func addGround(v panel.View, to, from *pixel.Bitmap) {
	at := groundOf(v)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			to.Set(x, y, from.At(x, y))
		}
	}
}

// crowded is a word in large letters under so much that hardly any room is left for it.
var crowded = panel.View{
	Kind: panel.KindBig, Prompt: [3]string{"Аня", "Аня", "Аня"}, Big: "Александра",
	Strip: [panel.MostTallies]panel.Tally{{N: 1, Mark: 1}}, Drift: 1,
}

func TestNothingIsDrawnWhereAShiftWouldCutIt(t *testing.T) {
	a := artist()
	for _, r := range append(galleryRows(), row{name: "crowded", view: crowded}) {
		v := r.view
		v.ShiftX, v.ShiftY, v.Blink = 0, 0, false
		f := a.Draw(v)
		withoutGround(v, &f.OLED)
		if at, found := outside(&f.OLED); found {
			t.Errorf("%s: px %v is lit in\n%s", r.name, at, f)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		f := a.Draw(v)
		withoutGround(v, &f.OLED)
		if at, found := outside(&f.OLED); found {
			t.Fatalf("px %v is lit in\n%s", at, f)
		}
	})
}

// A code on its ground doesn't move, so that its margin is as wide as the panel allows.
func TestAShiftMovesTheWholePictureButACode(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.ShiftX, v.ShiftY, v.Blink = 0, 0, false
		for i := range uint8(9) {
			v.ShiftX, v.ShiftY = 0, 0
			want := a.Draw(v)
			code := want.OLED
			withoutGround(v, &want.OLED)
			want.OLED.Shift(int(i%3), int(i/3))
			addGround(v, &want.OLED, &code)
			v.ShiftX, v.ShiftY = i%3, i/3
			if got := a.Draw(v); got != want {
				t.Errorf("%s shifted by %d, %d: got\n%s\nwant\n%s", r.name, v.ShiftX, v.ShiftY, got, want)
			}
		}
	}
}

// A panel that doesn't show two of its columns lacks a side of the frame, and nothing else.
func TestAFrameAroundAllHasASideInTheColumnsThatAPanelMayNotShow(t *testing.T) {
	const side, inside = 2, 4
	a := artist()
	for _, r := range listRows() {
		v := r.view
		v.Edge, v.Blink = true, false
		f := a.Draw(v)
		for y := range pixel.Height {
			for x := range pixel.Width {
				edge := min(x, y, pixel.Width-1-x, pixel.Height-1-y)
				if lit := f.OLED.At(x, y); edge < side && !lit || edge >= side && x < inside && lit {
					t.Fatalf("%s: px %d, %d is lit: %t\n%s", r.name, x, y, lit, f)
				}
			}
		}
		v.ShiftX, v.ShiftY = 1, 2
		if got := a.Draw(v); got != f {
			t.Errorf("%s: a frame is shifted:\n%s", r.name, got)
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
	for _, r := range append(turnRows(), listRows()[5:8]...) {
		v := r.view
		if !v.Large() {
			v.Title, v.Aside = "", "" // the dots between them are as many as fit
		}
		for first := range uint8(2) { // a bar, then a frame
			v.Drift = first
			at := a.Draw(v)
			for v.Drift = first; v.Drift < 12; v.Drift += 2 {
				f := a.Draw(v)
				if got, want := litPixels(&f.OLED), litPixels(&at.OLED); got != want {
					t.Errorf("%s drifted by %d has %d lit px, want %d:\n%s", r.name, v.Drift, got, want, f)
				}
			}
		}
	}
}

func TestABarIsAFrameHalfOfTheTime(t *testing.T) {
	a := artist()
	for _, r := range []row{{"turn", turn()}, listRows()[0], homeRows()[0], boardRows()[0], bigRows()[12]} {
		v := r.view
		bar := a.Draw(v)
		v.Drift = 1
		if f := a.Draw(v); litPixels(&f.OLED)+250 > litPixels(&bar.OLED) {
			t.Errorf("%s has a bar all evening:\n%s", r.name, f)
		}
	}
}

// A screen that never changes, with a key every twelve minutes: it is bright for two, dim for
// eight and dark for two.
func TestAScreenThatStandsAllEveningDoesNotBurnIn(t *testing.T) {
	const bright, dim, dark = 2, 8, 2
	a := artist()
	standing := turn()
	standing.Title, standing.Strip, standing.Prompt = "Игрок 1", strip(), prompts("Бросьте кубики или", "остановитесь")
	standing.Rows = under(0, list("Бросить ещё"))
	for _, r := range []row{{"a turn", standing}, listRows()[0], listRows()[1], listRows()[5], listRows()[7], bigRows()[1]} {
		lit, n := [pixel.Height][pixel.Width]int{}, 0
		add := func(v panel.View, times int) {
			f := a.Draw(v)
			n += times
			for y := range lit {
				for x := range lit[y] {
					if f.OLED.At(x, y) {
						lit[y][x] += times
					}
				}
			}
		}
		for drift := range uint8(12) {
			for i := range uint8(9) {
				v := r.view
				v.Drift, v.ShiftX, v.ShiftY = drift, i%3, i/3
				add(v, bright)
				add(dimmed(v), dim)
				n += dark
			}
		}
		worst := image.Point{}
		for y := range lit {
			for x := range lit[y] {
				if lit[y][x] > lit[worst.Y][worst.X] {
					worst = image.Pt(x, y)
				}
			}
		}
		if most := lit[worst.Y][worst.X]; 2*most > n {
			t.Errorf("%s: px %v is lit in %d of %d minutes", r.name, worst, most, n)
		}
	}
}

func TestABlinkInvertsOneFrame(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.Blink = false
		want := a.Draw(v)
		if want.Light != panel.Off {
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
		for _, asleep := range []func(*panel.View){
			func(v *panel.View) { v.Kind = panel.KindDark },
			func(v *panel.View) { v.Light = panel.Off },
		} {
			v := unsaved(blinked(r.view))
			asleep(&v)
			if got := a.Draw(v); got != (Frame{Light: panel.Off, LampLight: panel.Off}) {
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
		if f.Light == panel.Off {
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

func TestANoticeLeavesACodeWhole(t *testing.T) {
	a := artist()
	far := codeRows()[0].view
	far.Far = true
	for _, v := range []panel.View{codeRows()[0].view, far, sealRows()[1].view} {
		from, to := (&painter{view: &v}).besideCode()
		bare, noted := a.Draw(v), a.Draw(noticed(v))
		if bare == noted {
			t.Errorf("no notice is seen in\n%s", noted)
		}
		bare.OLED.Fill(image.Rect(from, 0, to, height), false)
		noted.OLED.Fill(image.Rect(from, 0, to, height), false)
		if bare != noted {
			t.Errorf("the code is not whole:\n%s", noted)
		}
	}
}

// lastLine is b without what stands above its last line: above the last two beside a code.
func lastLine(b pixel.Bitmap, isCode bool) pixel.Bitmap {
	top := height - panel.TabHigh
	if isCode {
		top -= panel.TabHigh
	}
	b.Fill(image.Rect(0, 0, pixel.Width, top), false)
	return b
}

func TestEveryScreenHasALineForTabsAndForANotice(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.ShiftX, v.ShiftY, v.Blink = 0, 0, false
		for name, say := range map[string]func(v *panel.View, text string){
			"back":   func(v *panel.View, text string) { v.Tabs[0], v.Notice = text, "" },
			"ok":     func(v *panel.View, text string) { v.Tabs[1], v.Notice = text, "" },
			"notice": func(v *panel.View, text string) { v.Notice = text },
		} {
			one, other := v, v
			say(&one, "нет")
			say(&other, "да")
			before, after := a.Draw(one), a.Draw(other)
			if before.Light == panel.Off {
				continue
			}
			if code := !groundOf(v).Empty(); lastLine(before.OLED, code) == lastLine(after.OLED, code) {
				t.Errorf("%s doesn't show %s in its last line:\n%s", r.name, name, after)
			}
		}
	}
}

func TestOnlyWhatOKActsOnIsABar(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		v := r.view
		v.ShiftX, v.ShiftY, v.Blink, v.Light = 0, 0, false, panel.Bright
		if v.QR || v.Kind == panel.KindCode {
			continue
		}
		v.Tabs[1] = ""
		for i := range v.Rows {
			v.Rows[i].Mark = panel.Plain
		}
		for i := range v.Cells {
			v.Cells[i].Cursor = false
		}
		f := a.Draw(v)
		for y := range height {
			run := 0
			for x := range width {
				if run++; !f.OLED.At(x, y) || !f.OLED.At(x, y+1) || !f.OLED.At(x, y+2) {
					run = 0
				}
				if run > momentSide { // no picture is so wide
					t.Fatalf("%s: lit ground at (%d, %d) in\n%s", r.name, x, y, f)
				}
			}
		}
	}
}

// kinds are views with everything that a screen of each kind can hold.
func kinds() (views []panel.View) {
	for k := range panel.Kinds {
		v := panel.View{Kind: k, Game: "test", Seal: strings.Repeat("0123456789abcdef", 4), W: 6, H: 6, All: 99}
		if k == panel.KindBig {
			v.W = 0
		}
		for i := range uint8(64) {
			if withTabs := i&16 != 0; k != panel.KindBoard || !withTabs { // a board has its row
				views = append(views, filled(v, i))
			}
		}
	}
	return views
}

// filled is v with those of six parts that a number says.
func filled(v panel.View, parts uint8) panel.View {
	for i, add := range []func(){
		func() { v.Title = "Аня" },
		func() { v.Prompt[0] = "Бросайте!" },
		func() { v.Prompt[1] = "Или нет" },
		func() { v.Strip[0] = panel.Tally{Glyph: "red", N: 7} },
		func() { v.Tabs = [2]string{"нет", "да"} },
		func() { v.Notice = "карта медлит" },
	} {
		if parts>>i&1 == 1 {
			add()
		}
	}
	return v
}

func TestThereIsRoomForAsManyRowsAsTheViewSays(t *testing.T) {
	a := artist()
	for _, v := range kinds() {
		room := v.Room()
		if room < 0 {
			t.Fatalf("kind %d has room for %d rows", v.Kind, room)
		}
		for i := range v.Rows {
			v.Rows[i].Text = "ряд"
		}
		before := a.Draw(v)
		for i := range v.Rows {
			changed := v
			changed.Rows[i].Text = "рис"
			if drawn := a.Draw(changed).OLED != before.OLED; drawn != (i < room) {
				t.Errorf("kind %d, title %q, %d px of head, %d of foot: row %d of %d is drawn: %v\n%s", v.Kind, v.Title, v.Head(), v.Foot(), i, room, drawn, before)
			}
		}
	}
}

// full is v with a text in all places that its kind has.
func full(v panel.View) panel.View {
	v.Aside, v.Big = "8:42", "Щур и Ёж"
	switch v.Kind {
	case panel.KindCode:
		v.Aside = "" // it has none
	case panel.KindEntry:
		v.Entry, v.Wheel, v.Prompt[1] = "Ёж", [5]string{"Щ", "Р", "У", "Ё", "Д"}, ""
	case panel.KindStep:
		v.Big, v.Picture = "Тринадцать ЁЁ Тринадцать ЁЁ Тринадцать ЁЁ Тринадцать ЁЁ Щур", "card"
	case panel.KindMoment:
		v.Big = "Тринадцать ЁЁ Щур"
	}
	for i := range v.Room() {
		v.Rows[i] = panel.Row{Text: "Ёщур", End: "Щ"}
	}
	return v
}

// texts are those of v that aren't empty, and whether each lies on a bar.
func texts(v *panel.View) (all []*string) {
	places := []*string{
		&v.Title, &v.Aside, &v.Prompt[0], &v.Prompt[1], &v.Big, &v.Entry, &v.Wheel[1], &v.Wheel[2], &v.Wheel[3], &v.Tabs[0], &v.Tabs[1], &v.Notice,
	}
	for i := range v.Rows {
		places = append(places, &v.Rows[i].Text, &v.Rows[i].End)
	}
	for _, s := range places {
		if *s != "" {
			all = append(all, s)
		}
	}
	return all
}

// textInk are the px that the n-th text of v draws, and the view without any of its texts.
func textInk(a *Artist, v panel.View, n int) (ink, bare pixel.Bitmap) {
	blank, one := v, v
	all, others := texts(&blank), texts(&one)
	for i := range all {
		*all[i] = strings.Repeat(" ", len([]rune(*all[i])))
		if i != n {
			*others[i] = *all[i]
		}
	}
	ink, bare = a.Draw(one).OLED, a.Draw(blank).OLED
	for i := range ink {
		ink[i] ^= bare[i]
	}
	return ink, bare
}

func TestNoTwoTextsOverlap(t *testing.T) {
	a := artist()
	for _, v := range kinds() {
		v = full(v)
		var taken pixel.Bitmap
		for n, s := range texts(&v) {
			ink, bare := textInk(a, v, n)
			onBar := *s == v.Tabs[1] || *s == v.Notice
			for i := range ink {
				if ink[i]&taken[i] != 0 {
					t.Fatalf("kind %d: %q overlaps another text in\n%s", v.Kind, *s, a.Draw(v))
				}
				taken[i] |= ink[i]
			}
			if at, found := litWithin(&ink, &bare); found && !onBar {
				t.Fatalf("kind %d: %q is drawn over a lit px at %v in\n%s", v.Kind, *s, at, a.Draw(v))
			}
		}
	}
}

// litWithin returns a px that is lit within the bounds of ink.
func litWithin(ink, bare *pixel.Bitmap) (at image.Point, found bool) {
	var bounds image.Rectangle
	for y := range pixel.Height {
		for x := range pixel.Width {
			if ink.At(x, y) {
				bounds = bounds.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if bare.At(x, y) {
				return image.Pt(x, y), true
			}
		}
	}
	return at, false
}

func TestWhatCantBeReadIsAFlaw(t *testing.T) {
	tabs := [2]string{"назад", "дальше"}
	for _, c := range []struct {
		name string
		view panel.View
		want []string
	}{
		{"a long title", panel.View{Title: "Очень длинный заголовок"}, []string{"cut off: Очень длинный заголовок"}},
		{"21 letters", panel.View{Title: "Длинный заголовок все", Tabs: [2]string{"восемь б", "семь бу"}}, nil},
		{"a long row", panel.View{Rows: list("двадцать букв в ряду")}, []string{"cut off: двадцать букв в ряду"}},
		{"19 letters in a row", panel.View{Rows: list("Ровно девятнадцать!"), All: 9}, nil},
		{"a text and its end in a row", panel.View{Rows: table("Двенадцать б", "шесть!"), All: 9}, nil},
		{"a text too long for its end", panel.View{Rows: table("Тринадцать бу", "шесть!")}, []string{"cut off: Тринадцать бу"}},
		{"20 letters to read", panel.View{Kind: panel.KindText, Rows: quiet("ровно двадцать букв!"), All: 9}, nil},
		{"21 letters to read", panel.View{Kind: panel.KindText, Rows: quiet("ровно двадцать одна б")}, []string{"cut off: ровно двадцать одна б"}},
		{"16 letters behind a picture", panel.View{Kind: panel.KindHome, Rows: icons(0, "more", "шестнадцать букв"), All: 9}, nil},
		{"17 letters behind a picture", panel.View{Kind: panel.KindHome, Rows: icons(0, "more", "семнадцать букв!!")}, []string{"cut off: семнадцать букв!!"}},
		{"a row too many", panel.View{Title: "Меню", Rows: list("1", "2", "3", "4", "5")}, []string{"not drawn: 5"}},
		{"a row under a notice", panel.View{Title: "Меню", Rows: list("1", "2", "3", "4"), Notice: "ждём"}, []string{"not drawn: 4"}},
		{"a long notice", panel.View{Notice: "двадцать одна буква а"}, []string{"cut off: двадцать одна буква а"}},
		{"two prompts of an entry", panel.View{Kind: panel.KindEntry, Prompt: prompts("раз", "два")}, []string{"not drawn: два"}},
		{"prompts of a seal", panel.View{Kind: panel.KindSeal, Prompt: prompts("раз", "два")}, []string{"not drawn: раз", "not drawn: два"}},
		{"a panel that sleeps", panel.View{Kind: panel.KindDark, Title: "Очень длинный заголовок"}, nil},
		{"a name no font has", panel.View{Title: "日本"}, []string{"letters without a picture: 日本"}},
		{"long prompts beside a code", panel.View{Kind: panel.KindSeal, QR: true, Seal: "00", Title: "Аня", Prompt: prompts("раз два три четыре пять", "шесть семь восемь девять")}, []string{"not drawn: девять"}},
		{"a long word on the wheel", panel.View{Kind: panel.KindEntry, Wheel: [5]string{2: "готово и записано"}}, []string{"cut off: готово и записано"}},
		{"a seal that is no seal", panel.View{Kind: panel.KindSeal, QR: true, Seal: strings.Repeat("A", 100)}, []string{"too long for a code: " + strings.Repeat("A", 100)}},
		{"a long word", panel.View{Kind: panel.KindBig, Big: "слово из многих букв, и ещё"}, []string{"cut off: слово из многих букв, и ещё"}},
		{"a moment in two lines of 13 letters", panel.View{Kind: panel.KindMoment, Big: "Тринадцать бб тринадцать бб", Title: "Щепкина-Ёж", Prompt: prompts("ровно двадцать одна б")}, nil},
		{"a moment of a long word", panel.View{Kind: panel.KindMoment, Big: "Четырнадцатьбб"}, []string{"cut off: Четырнадцатьбб"}},
		{"a step of five lines beside a picture", panel.View{Kind: panel.KindStep, Game: "test", Picture: "card", Big: strings.Repeat("тринадцать бб ", 4) + "тринадцать бб", Tabs: tabs, Aside: "12/25"}, nil},
		{"a step of six lines", panel.View{Kind: panel.KindStep, Game: "test", Picture: "card", Big: strings.Repeat("тринадцать бб ", 5) + "и ещё"}, []string{"not drawn: и ещё"}},
	} {
		if got := artist().Flaws(c.view); !slices.Equal(got, c.want) {
			t.Errorf("%s: flaws %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNamesOfTenLettersAreNeverCut(t *testing.T) {
	const name = "Щепкина-Ёж"
	for _, v := range []panel.View{
		{Kind: panel.KindTurn, Title: name, Aside: "8:42"},
		{Kind: panel.KindTurn, Title: name, Aside: "■ 10:05"},
		{Kind: panel.KindMenu, Title: name, Rows: table(name, "1 000"), All: 9},
		{Kind: panel.KindHome, Rows: icons(0, "go", name), All: 9},
		{Kind: panel.KindEntry, Title: "Имя", Entry: name},
		{Kind: panel.KindBoard, W: 6, H: 6, Title: name, Rows: list(name)},
		{Kind: panel.KindSeal, QR: true, Seal: "00", Title: name},
		{Kind: panel.KindBig, Big: name},
		{Kind: panel.KindMessage, Title: name + "!"},
		{Kind: panel.KindMoment, Big: "Победа!", Title: name},
	} {
		if flaws := artist().Flaws(v); flaws != nil {
			t.Errorf("kind %d: %q", v.Kind, flaws)
		}
	}
}

func TestNumbersAreAtLeast24PixelsHigh(t *testing.T) {
	a := artist()
	for _, big := range []string{"7", "42", "-12", "−120", "100", "1000", "12:45", "+100", "99999"} {
		for _, v := range kinds() {
			if v.Kind != panel.KindBig || v.Prompt[1] != "" || v.Foot() > 0 && v.Strip[0] != (panel.Tally{}) {
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

// The margin on all sides is half of what the panel's height leaves: 3 px of 64 around 29 modules of
// 2 px. Neither the text beside the code nor a shift takes from it.
func TestACodeStandsInTheMiddleOfItsHalfOfThePanel(t *testing.T) {
	rows := codeRows()[:len(codeRows())-1]
	for _, r := range sealRows() {
		if r.view.QR {
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		text := r.view.Code
		if r.view.QR {
			text = strings.ToUpper(r.view.Seal)
		}
		code, err := qr.New(text, qr.L)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 12 {
			v := r.view
			v.Drift, v.ShiftX, v.ShiftY, v.Far = uint8(i), uint8(i%3), uint8(i/4), i%2 == 1
			f, at := artist().Draw(v), groundOf(v)
			margin := (pixel.Height - 2*code.Size()) / 2
			for y := range pixel.Height {
				for x := range pixel.Height {
					// An arithmetic shift rounds down, so that px beside the code are in no module.
					if dark := code.Black((x-margin)>>1, (y-margin)>>1); f.OLED.At(at.Min.X+x, y) == dark {
						t.Fatalf("%s: px (%d, %d) of the code is lit: %v in\n%s", r.name, x, y, !dark, f)
					}
				}
			}
			for y := range pixel.Height {
				for x := at.Min.X - 2; x < at.Max.X+2; x++ {
					if x >= 0 && x < pixel.Width && !image.Pt(x, y).In(at) && f.OLED.At(x, y) {
						t.Fatalf("%s: px (%d, %d) beside the code is lit in\n%s", r.name, x, y, f)
					}
				}
			}
		}
	}
}

func TestPicturesAreMostlyDark(t *testing.T) {
	a := artist()
	for _, r := range galleryRows() {
		if r.view.Blink || r.view.QR || r.view.Kind == panel.KindCode {
			continue
		}
		const all = pixel.Width * pixel.Height
		for light, most := range map[panel.Light]int{panel.Bright: all / 2, panel.Dim: all / 4} {
			v := r.view
			v.Light = light
			f := a.Draw(v)
			if n := litPixels(&f.OLED); n > most {
				t.Errorf("%s, light %d: %d px are lit, want at most %d", r.name, light, n, most)
			}
		}
	}
}

func TestDrawingAllocatesNothing(t *testing.T) {
	a := artist()
	for _, v := range []panel.View{
		turn(), settings(), homeRows()[0].view, boardRows()[0].view, bigRows()[1].view, diceRows()[4].view, entryRows()[0].view,
		stepRows()[1].view, momentRows()[0].view,
	} {
		if n := testing.AllocsPerRun(10, func() { a.Draw(v) }); n != 0 {
			t.Errorf("kind %d: %v allocations, want none", v.Kind, n)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	a := artist()
	for _, r := range []row{{"turn", turn()}, listRows()[0], homeRows()[0], bigRows()[0], diceRows()[4], entryRows()[0], sealRows()[1], boardRows()[0], momentRows()[0]} {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				a.Draw(r.view)
			}
		})
	}
}

func TestAPlayersPictureStandsBesideTheNameWhereThereIsRoom(t *testing.T) {
	for _, tt := range []struct {
		title, aside string
		want         bool
	}{
		{"Аня", "", true},
		{"Аня", "12:34", true},
		{"Александра", "", true},
		{"Александра", "12:34", false},
		{"Магомедрасулович", "", true}, // the small one
		{"Магомедрасулович", "12:34", false},
	} {
		v := panel.View{Kind: panel.KindTurn, Title: tt.title, Aside: tt.aside}
		without := artist().Draw(v)
		v.Emblem = "fox"
		if with := artist().Draw(v); (with != without) != tt.want {
			t.Errorf("%s %s: a picture %t, want %t", tt.title, tt.aside, with != without, tt.want)
		}
		if flaws := artist().Flaws(v); flaws != nil {
			t.Errorf("%s %s: %q", tt.title, tt.aside, flaws)
		}
	}
	for _, name := range people.Pictures {
		if g, ok := Emblems()[name]; !ok || g.W != 16 || g.H != 16 {
			t.Errorf("the picture %s is %d×%d px", name, g.W, g.H)
		}
	}
}
