package mice_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestTheViewShowsTheDiceThatAreToBeAnswered(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=3", "turn 1 lure red white"+begun)
	v := s.View(games.Nobody)
	want := []games.Cell{{Glyph: "red", Seat: games.Nobody}, {Glyph: "white", Seat: games.Nobody}}
	if v.W != 2 || v.H != 1 || !slices.Equal(v.Cells, want) {
		t.Errorf("got %d×%d %v, want %v", v.W, v.H, v.Cells, want)
	}
	if v.Prompt.Key != "ask.lure" || v.Title.N != 17 {
		t.Errorf("got prompt %v and title %v, want ask.lure and 17 mice", v.Prompt, v.Title)
	}
}

func TestTheViewShowsAHuntThatFailedUntilTheNextRoll(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=3", "turn 2 roll\nfled 1 blue blue"+begun)
	v := s.View(2)
	if len(v.Cells) != 2 || v.Lines[0].Key != "line.fled" || !slices.Equal(v.Lines[0].Args, []string{"@1"}) {
		t.Errorf("got %v with %d dice, want seat 1's failed hunt and its dice", v.Lines[0], len(v.Cells))
	}
	next, err := s.Apply("roll")
	if err != nil {
		t.Fatal(err)
	}
	if v := next.View(2); len(v.Cells) != 0 || v.Lines[0].Key == "line.fled" {
		t.Errorf("after the next roll: got %v with %d dice", v.Lines[0], len(v.Cells))
	}
}

func TestTheLinesCountWhatLiesThere(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=3", `
turn 1 more
         R O Y G B
centre   4 6 2 3 0
lured    0 0 0 2 0
seat 1   1 0 0 0 3
seat 2   1 0 4 0 3
seat 3   0 0 0 1 0
`)
	want := []games.Text{
		games.Say("line.mice.1", "#whose.lured", "#many.green", "2"),
		games.Say("line.mice.4", "#whose.centre", "#many.red", "4", "#many.orange", "6", "#many.yellow", "2", "#many.green", "3"),
		games.Say("line.mice.2", "@1", "#one.red", "1", "#many.blue", "3"),
		games.Say("line.mice.3", "@2", "#one.red", "1", "#many.yellow", "4", "#many.blue", "3"),
		games.Say("line.mice.1", "@3", "#one.green", "1"),
	}
	if got := s.View(games.Nobody).Lines; !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v, want\n%v", got, want)
	}
}

func TestACardWithoutMiceSaysSo(t *testing.T) {
	s := gamestest.Begin(t, mice.Rules{}, "seats=2")
	want := games.Say("line.mice.0", "@2")
	if lines := s.View(games.Nobody).Lines; len(lines) != 3 || !reflect.DeepEqual(lines[2], want) {
		t.Errorf("got %v, the last is to be %v", lines, want)
	}
}

func TestEachFaceOfADieHasItsOwnShapeAndColour(t *testing.T) {
	shapes, tints := map[string]string{}, map[string]string{}
	for block := range strings.SplitSeq(strings.TrimSpace(mice.Rules{}.Assets()["glyphs"]), "\n\n") {
		head, shape, _ := strings.Cut(block, "\n")
		name := strings.Fields(head)[1]
		rows := strings.Split(shape, "\n")
		if len(rows) != 8 || slices.ContainsFunc(rows, func(r string) bool { return len(r) != 4 }) {
			t.Errorf("%s: want 8 rows of 4 lamps, got\n%s", name, shape)
		}
		tint := strings.Fields(head)[2]
		if shapes[shape] != "" || tints[tint] != "" {
			t.Errorf("%s looks like %s%s", name, shapes[shape], tints[tint])
		}
		shapes[shape], tints[tint] = name, name
	}
	if len(shapes) != 6 {
		t.Errorf("got %d faces, want 6", len(shapes))
	}
}

func TestTheStripIsWhatTheHuntRisks(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=2", `
turn 1 more
         R O Y G B
centre   4 6 0 5 1
lured    2 0 0 1 0
seat 1   0 0 6 0 3
seat 2   0 0 0 0 2
`)
	want := []games.Tally{{Glyph: "red", N: 2, Seat: games.Nobody, Mark: games.MarkLast}, {Glyph: "green", N: 1, Seat: games.Nobody, Mark: games.MarkLast}}
	for _, head := range []string{"more", "dice", "lure orange green"} {
		text := strings.Replace(s.String(), "turn 1 more", "turn 1 "+head, 1)
		at, err := mice.Rules{}.Parse(games.Setup{Seats: 2}, text)
		if err != nil {
			t.Fatal(err)
		}
		if v := at.View(games.Nobody); v.Ask || !slices.Equal(v.Strip, want) {
			t.Errorf("%s: asks %v, %+v, want %+v", head, v.Ask, v.Strip, want)
		}
	}
	next := gamestest.After(t, s, "stop")
	if got := next.View(games.Nobody).Strip; !slices.Equal(got, []games.Tally{{Glyph: "mice", N: 16, Seat: games.Nobody}}) {
		t.Errorf("before the first roll %+v, want 16 mice in the centre", got)
	}
}

func TestPilesAreTheMiceThatLieElsewhere(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=2", `
turn 1 more
         R O Y G B
centre   4 6 0 5 1
lured    2 0 0 1 0
seat 1   0 0 0 0 0
seat 2   0 0 6 0 5
`)
	want := []games.Pile{
		{What: games.Say("whose.centre"), Seat: games.Nobody, Of: []games.Tally{{Glyph: "red", N: 4, Seat: games.Nobody}, {Glyph: "orange", N: 6, Seat: games.Nobody}, {Glyph: "green", N: 5, Seat: games.Nobody}, {Glyph: "blue", N: 1, Seat: games.Nobody}}},
		{What: games.Say("pile.caught"), Seat: 2, Of: []games.Tally{{Glyph: "yellow-caught", N: 6, Seat: games.Nobody}, {Glyph: "blue-caught", N: 5, Seat: games.Nobody}}},
	}
	if got := s.View(games.Nobody).Piles; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// The panel has one colour: a mouse is known by its pattern alone.
func TestPicturesDifferWithoutColour(t *testing.T) {
	const side, apart = 14, 30 // px of a picture, and how many of them must differ
	pictures := drawn(mice.Rules{}.Assets()["pictures"])
	for _, face := range faces {
		rows := strings.Split(pictures[face], "\n")
		if len(rows) != side || slices.ContainsFunc(rows, func(r string) bool { return len(r) != side }) {
			t.Errorf("%s: want %d rows of %d px, got\n%s", face, side, side, pictures[face])
		}
		for _, other := range faces {
			if n := differing(pictures[face], pictures[other]); face < other && n < apart {
				t.Errorf("%s and %s differ in %d px, want at least %d", face, other, n, apart)
			}
		}
	}
}

// drawn returns the pictures of an asset, as they are drawn, by their names.
func drawn(asset string) map[string]string {
	pictures := map[string]string{}
	for block := range strings.SplitSeq(strings.TrimSpace(asset), "\n\n") {
		head, picture, _ := strings.Cut(block, "\n")
		pictures[strings.Fields(head)[1]] = picture
	}
	return pictures
}

func differing(a, b string) int {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

func TestWhatMenusOfferFitsInARow(t *testing.T) {
	const row = 19 // columns under the bar of a list
	for _, lang := range []string{"ru", "en"} {
		for line := range strings.Lines(mice.Rules{}.Assets()[lang]) {
			key, text, _ := strings.Cut(strings.TrimSpace(line), " = ")
			whole := strings.HasPrefix(key, "say.lure ") || key == "say.roll" || key == "say.stop" || strings.HasPrefix(key, "option.")
			if n := utf8.RuneCountInString(text); whole && n > row {
				t.Errorf("%s %s: %q has %d columns, want at most %d", lang, key, text, n, row)
			}
		}
	}
}
