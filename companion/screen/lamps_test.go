package screen

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/pixel"
	"tabletop/games"
)

// onMatrix draws what the lamps show.
func onMatrix(l panel.Lamps) pixel.Lamps {
	return artist().Draw(panel.View{Game: "test", Lamps: l}).Lamps
}

// lit is what a matrix of one colour shows.
func lit(l pixel.Lamps) (on [64]bool) {
	for i, c := range l {
		on[i] = c.Lit()
	}
	return on
}

// count returns how many lamps are lit.
func count(l pixel.Lamps) (n int) {
	for _, c := range l {
		if c.Lit() {
			n++
		}
	}
	return n
}

// lean returns on which side of the middle the lit edge lamps lie: -1, 0, 1 for
// left, middle, right and for up, middle, down.
func lean(l pixel.Lamps) (x, y int) {
	for i, c := range l {
		if c.Lit() {
			x += 2*(i%8) - 7
			y += 2*(i/8) - 7
		}
	}
	sign := func(n int) int { return max(min(n, 1), -1) }
	return sign(x), sign(y)
}

func TestSeatsSitEvenlyAndClockwise(t *testing.T) {
	const bottom, left, top, right = "bottom", "left", "top", "right"
	names := map[[2]int]string{
		{0, 1}: bottom, {-1, 1}: "bottom left", {-1, 0}: left, {-1, -1}: "top left",
		{0, -1}: top, {1, -1}: "top right", {1, 0}: right, {1, 1}: "bottom right",
	}
	for n, want := range map[uint8][]string{
		1: {bottom},
		2: {bottom, top},
		3: {bottom, "top left", "top right"},
		4: {bottom, left, top, right},
		5: {bottom, left, "top left", "top right", right},
		6: {bottom, "bottom left", "top left", top, "top right", "bottom right"},
		7: {bottom, "bottom left", left, "top left", "top right", right, "bottom right"},
		8: {bottom, "bottom left", left, "top left", top, "top right", right, "bottom right"},
	} {
		for s := uint8(1); s <= n; s++ {
			x, y := lean(onMatrix(seat(s, n)))
			if got := names[[2]int{x, y}]; got != want[s-1] {
				t.Errorf("seat %d of %d is at the %s, want %s", s, n, got, want[s-1])
			}
		}
	}
}

func TestWithoutASeatTheMatrixIsDark(t *testing.T) {
	for _, l := range []panel.Lamps{{}, {Seats: 4}, {Seat: 5, Seats: 4}, {Seat: 1}} {
		if got := onMatrix(l); got != (pixel.Lamps{}) {
			t.Errorf("seat %d of %d shows\n%s", l.Seat, l.Seats, got.String())
		}
	}
}

func TestTheFirstThatHoldsIsShown(t *testing.T) {
	a := artist()
	v := panel.View{Kind: panel.KindBoard, Game: "test", W: 3, H: 3, Cells: cells(panel.Cell{Glyph: "hare"})}
	v.Lamps = panel.Lamps{Rolling: 2, Moment: games.Catch, Frame: 3, Alarm: "hare", Count: 5, Of: 9, Seat: 1, Seats: 2}
	v.Lamps.Faces[0] = "6"
	for _, c := range []struct {
		name  string
		alone panel.View
		drop  func(*panel.View)
	}{
		{"rolling", panel.View{Lamps: panel.Lamps{Rolling: 2}}, func(v *panel.View) { v.Lamps.Rolling = 0 }},
		{"a moment", panel.View{Lamps: panel.Lamps{Moment: games.Catch, Frame: 3, Seat: 1, Seats: 2}}, func(v *panel.View) { v.Lamps.Moment = "" }},
		{"an alarm", panel.View{Game: "test", Lamps: panel.Lamps{Alarm: "hare"}}, func(v *panel.View) { v.Lamps.Alarm = "" }},
		{"a countdown", panel.View{Lamps: panel.Lamps{Count: 5, Of: 9}}, func(v *panel.View) { v.Lamps.Of = 0 }},
		{"faces", panel.View{Lamps: faces("6")}, func(v *panel.View) { v.Lamps.Faces[0] = "" }},
		{"the board", panel.View{Kind: panel.KindBoard, Game: "test", W: 3, H: 3, Cells: v.Cells, Lamps: seat(1, 2)}, func(v *panel.View) { v.W = 0 }},
		{"the seat", panel.View{Lamps: seat(1, 2)}, nil},
	} {
		got, want := a.Draw(v).Lamps, a.Draw(c.alone).Lamps
		if got != want {
			t.Errorf("got\n%swant %s\n%s", got.String(), c.name, want.String())
		}
		if c.drop != nil {
			c.drop(&v)
		}
	}
}

func TestRollingTellsNothingOfTheOutcome(t *testing.T) {
	a := artist()
	for n := uint8(1); n < 20; n++ {
		var first Frame
		for i, face := range []string{"1", "6", "20", "red", "Орёл"} {
			v := panel.View{Kind: panel.KindBig, Game: "test", Big: face, Lamps: faces(face, face)}
			v.Lamps.Rolling = n
			f := a.Draw(v)
			if i == 0 {
				first = f
			}
			if f != first {
				t.Fatalf("step %d with a %s shows\n%s\nand with a 1\n%s", n, face, f, first)
			}
		}
	}
}

func TestARollMoves(t *testing.T) {
	for n := uint8(1); n < 20; n++ {
		if lit(onMatrix(panel.Lamps{Rolling: n})) == lit(onMatrix(panel.Lamps{Rolling: n + 1})) {
			t.Errorf("steps %d and %d look the same", n, n+1)
		}
	}
}

func TestPipsAreAsManyAsTheNumber(t *testing.T) {
	for n := 1; n <= 6; n++ {
		face := fmt.Sprint(n)
		for _, c := range []struct {
			faces []string
			each  int // lamps of a pip
		}{
			{[]string{face}, 4}, {[]string{face, face}, 2}, {[]string{face, face, face}, 1}, {[]string{face, face, face, face}, 1},
		} {
			if got, want := count(onMatrix(faces(c.faces...))), n*c.each*len(c.faces); got != want {
				t.Errorf("%q light %d lamps, want %d", c.faces, got, want)
			}
		}
	}
}

func TestColumnsAreAsHighAsTheNumbers(t *testing.T) {
	got := onMatrix(faces("1", "2", "3", "4", "5", "6", "8", "12"))
	for x, want := range []int{1, 2, 3, 4, 5, 6, 8, 8} {
		n := 0
		for y := range 8 {
			if got.At(x, y).Lit() {
				n++
			}
		}
		if n != want || !got.At(x, 7).Lit() {
			t.Errorf("column %d is %d high, want %d, in\n%s", x, n, want, got.String())
		}
	}
}

func TestWhatIsLitTellsEverything(t *testing.T) {
	// Within a set no two may look alike on a matrix of one colour.
	for name, set := range map[string][]panel.Lamps{
		"one die":   numbers(0, 100),
		"countdown": countdowns(99),
		"two dice":  pairs(9),
		"seats":     {seat(1, 8), seat(2, 8), seat(3, 8), seat(4, 8), seat(5, 8), seat(6, 8), seat(7, 8), seat(8, 8)},
		"numbers":   {seat(1, 12), seat(2, 12), seat(3, 12), seat(4, 12), seat(5, 12), seat(6, 12), seat(7, 12), seat(8, 12), seat(9, 12), seat(10, 12), seat(11, 12), seat(12, 12)},
		"colours":   {faces("red"), faces("green"), faces("mouse"), faces("hare"), faces("boat")},
		"fudge":     {faces("+", "+", "-", "0"), faces("+", "-", "-", "0"), faces("0", "0", "0", "0"), faces("+", "+", "+", "+")},
	} {
		seen := map[[64]bool]panel.Lamps{}
		for _, l := range set {
			on := lit(onMatrix(l))
			if other, twice := seen[on]; twice {
				t.Errorf("%s: %v looks like %v", name, l, other)
			}
			seen[on] = l
		}
	}
}

func numbers(from, to int) (set []panel.Lamps) {
	for n := from; n <= to; n++ {
		set = append(set, faces(fmt.Sprint(n)))
	}
	return set
}

func countdowns(of uint16) (set []panel.Lamps) {
	for n := range of + 1 {
		set = append(set, panel.Lamps{Count: n, Of: of})
	}
	return set
}

func pairs(most int) (set []panel.Lamps) {
	for a := range most + 1 {
		for b := range most + 1 {
			set = append(set, faces(fmt.Sprint(a), fmt.Sprint(b)))
		}
	}
	return set
}

func TestACountdownShrinks(t *testing.T) {
	for _, of := range []uint16{9, 300} {
		last := 64
		for n := of; ; n-- {
			l := onMatrix(panel.Lamps{Count: n, Of: of})
			ring := 0
			for _, c := range l {
				if c.Lit() && c[0] != c[2] { // amber, not the white of a digit
					ring++
				}
			}
			if n <= 9 || n > 99 {
				if ring > last {
					t.Errorf("%d of %d lights %d lamps, after %d", n, of, ring, last)
				}
				last = ring
			}
			if n == 0 {
				break
			}
		}
		if last != 0 {
			t.Errorf("nothing of %d left lights %d lamps", of, last)
		}
	}
}

func TestAnAlarmFlashes(t *testing.T) {
	for _, alarm := range []string{"hare", "bell", "nothing known"} {
		bright, dark := onMatrix(panel.Lamps{Alarm: alarm}), onMatrix(panel.Lamps{Alarm: alarm, Blink: true})
		if count(bright) < 16 || count(dark) != 0 {
			t.Errorf("%s lights %d lamps, then %d", alarm, count(bright), count(dark))
		}
	}
}

// momentKinds are all kinds of moments.
var momentKinds = []games.Kind{
	games.Bust, games.Catch, games.Steal, games.Appear, games.Gain, games.Land, games.Carry, games.Pull, games.Whirl, games.Sink, games.Last, games.Trick,
	games.Revoke, games.Round, games.Lead, games.Target, games.Home, games.Stuck, games.Blocked, games.High, games.Low, games.First, games.Win, games.Defeat,
}

func TestEveryMomentMovesOnTheMatrix(t *testing.T) {
	for _, kind := range momentKinds {
		for _, s := range []uint8{0, 2} {
			seen, lamps := map[[64]bool]bool{}, 0
			for frame := range uint8(8) {
				l := onMatrix(panel.Lamps{Moment: kind, Frame: frame, Seat: s, Seats: 4})
				seen[lit(l)] = true
				lamps = max(lamps, count(l))
			}
			if len(seen) < 2 || lamps < 4 {
				t.Errorf("%s of seat %d shows %d pictures, the most of %d lamps", kind, s, len(seen), lamps)
			}
		}
	}
}

func TestAMomentLetsThePictureOfItsGameGrow(t *testing.T) {
	const row = "........\n"
	whole := onMatrix(faces("hare"))
	v := panel.View{Kind: panel.KindMoment, Game: "test", Picture: "hare", Moment: games.Gain, Lamps: panel.Lamps{Moment: games.Gain, Seat: 1, Seats: 2}}
	for frame := range uint8(20) {
		v.Lamps.Frame = frame
		got := artist().Draw(v).Lamps
		dark := strings.Repeat(row, 2-min(int(frame)/2, 2)) // over the picture
		if text := got.String(); !strings.HasPrefix(text, dark) || strings.HasPrefix(text, dark+row) && frame < 2 {
			t.Errorf("frame %d shows\n%s", frame, text)
		}
		if frame >= 4 && got != whole {
			t.Errorf("frame %d shows\n%swant the hare\n%s", frame, got.String(), whole.String())
		}
	}
}

func TestAHatIsLiftedTwice(t *testing.T) {
	v := panel.View{Kind: panel.KindMoment, Game: "test", Picture: "hare", Moment: games.Appear, Lamps: panel.Lamps{Moment: games.Appear}}
	lifted, times := false, 0
	for frame := range uint8(20) {
		v.Lamps.Frame = frame
		l := artist().Draw(v).Lamps
		is := frame >= 4 && l != onMatrix(faces("hare"))
		if is && !lifted {
			times++
		}
		lifted = is
	}
	if times != 2 || lifted {
		t.Errorf("lifted %d times, in the end still: %v", times, lifted)
	}
}

func TestAWinStandsStillAtItsHighest(t *testing.T) {
	const still = 200 // frames until nothing moves any more
	won := moment(games.Win, "Победа!", "Аня", "")
	won.Frame, won.Lamps.Frame = still, still
	top, burst := won, won
	top.Frame, burst.Lamps.Frame = 6, 5
	if f, want := artist().Draw(won), artist().Draw(top); f.OLED != want.OLED {
		t.Errorf("it stands still as\n%s", f)
	}
	if f, want := artist().Draw(won), artist().Draw(burst); f.Lamps != want.Lamps {
		t.Errorf("it stands still as\n%s", f)
	}
}

func TestARoundLetsAColumnOfEachSeatRise(t *testing.T) {
	got := onMatrix(panel.Lamps{Moment: games.Round, Frame: 9, Seat: 2, Seats: 4})
	for seat, want := range []int{5, 8, 5, 5} {
		high := 0
		for y := range pixel.Side {
			if got.At(2*seat, y).Lit() {
				high++
			}
		}
		if high != want {
			t.Errorf("the column of seat %d is %d high, want %d, in\n%s", seat+1, high, want, got.String())
		}
	}
}

func TestABoardIsALampACell(t *testing.T) {
	v := panel.View{Kind: panel.KindBoard, Game: "test", W: 6, H: 6, Lamps: seat(3, 4), Cells: cells(
		panel.Cell{Glyph: "green"}, panel.Cell{}, panel.Cell{Glyph: "boat", Seat: 2}, panel.Cell{Cursor: true}, panel.Cell{Glyph: "7"},
	)}
	// Seat 3 of 4 sits at the top, seat 2 is blue, the cursor white.
	want := "..gggg..\n.g.bwo..\n" + strings.Repeat("........\n", 6)
	if got := artist().Draw(v).Lamps; got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestTheMatrixDrawsALimitedCurrent(t *testing.T) {
	a := artist()
	rapid.Check(t, func(t *rapid.T) {
		l := a.Draw(anyView(t)).Lamps
		if sum, most := current(l); sum > budget || most > brightest {
			t.Fatalf("all colours of all lamps sum up to %d, the brightest is %d, in\n%s", sum, most, l.String())
		}
	})
}

func current(l pixel.Lamps) (sum, most int) {
	for _, c := range l {
		for _, part := range c {
			sum += int(part)
			most = max(most, int(part))
		}
	}
	return sum, most
}

func TestALimitedLampNeverGoesDark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l pixel.Lamps
		bytes := rapid.SliceOfN(rapid.Byte(), 192, 192).Draw(t, "lamps")
		for i := range l {
			l[i] = pixel.RGB(bytes[3*i:])
		}
		before := lit(l)
		limit(&l)
		if sum, most := current(l); sum > budget || most > brightest || lit(l) != before {
			t.Fatalf("sum %d, brightest %d, lit\n%v, before\n%v", sum, most, lit(l), before)
		}
	})
}

func TestASeatHasTheColourThatItsPlayerHasChosen(t *testing.T) {
	seen := map[pixel.RGB]int{}
	for seat := 1; seat <= panel.MostColours; seat++ {
		if other := seen[usualColour(seat)]; other > 0 {
			t.Errorf("seats %d and %d have the same colour", other, seat)
		}
		seen[usualColour(seat)] = seat
	}
	w := panel.Lamps{Seat: 2, Seats: 2, Colours: [panel.MostColours]uint8{9, 12}}
	if got := seatColour(&w, 2); got != people.Colours[11].RGB {
		t.Errorf("seat 2 has %v", got)
	}
	w.Colours[1] = 99
	if got := seatColour(&w, 2); got != usualColour(2) {
		t.Errorf("with a colour that there isn't, seat 2 has %v", got)
	}
}

func TestARoundOfTwelveShowsTheNumberOfTheSeat(t *testing.T) {
	var number pixel.Lamps
	a, w := artist(), seat(12, 12)
	a.seatNumber(&number, &w)
	for _, tt := range []struct {
		seat, seats uint8
		frame       int
		number      bool
	}{{12, 12, 3, false}, {12, 12, 8, true}, {12, 12, 200, true}, {0, 12, 200, false}, {13, 12, 8, false}, {255, 255, 8, false}} {
		var l pixel.Lamps
		w := seat(tt.seat, tt.seats)
		a.roundLamps(&l, tt.frame, &w)
		if got := l == number; got != tt.number || number == (pixel.Lamps{}) {
			t.Errorf("seat %d of %d at frame %d:\n%s", tt.seat, tt.seats, tt.frame, l.String())
		}
	}
}
