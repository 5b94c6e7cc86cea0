package maze_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

// seen draws the cells of a view, marks behind the picture: last, stuck.
func seen(s games.State) string {
	v := s.View(games.Nobody)
	text := "\n"
	for i, c := range v.Cells {
		name := strings.NewReplacer("light", "o", "dark", "_", "off", ".", "-desert", "~", "-home", "^").Replace(c.Glyph)
		for mark, sign := range map[uint8]string{games.MarkLast: "'", games.MarkStuck: ""} {
			if c.Mark&mark != 0 {
				name += sign
			}
		}
		if stuck := strings.HasSuffix(c.Glyph, "×"); stuck != (c.Mark&games.MarkStuck != 0) {
			name += "?"
		}
		text += fmt.Sprintf("%-6s", name)
		if i%v.W == v.W-1 {
			text = strings.TrimRight(text, " ") + "\n"
		}
	}
	return text
}

func TestABoardIsSeenWhole(t *testing.T) {
	s := drawn(t, "white", `
a        wL  .   .   .   .   .
b     .  .   wT× .   .   .   .   .
c  wM .  .   .   .   .   .   .   .   bM
d  wM .  .   .   .   .   b3  .   .   .
e     .  .   .   .   .   .   .   bM
f        .   .   .   .   .   .`)
	tests := []struct{ says, want string }{
		{"", `
white .     wL    _~    o     _     o~    _     .     .
.     o     _     wT×   _     o     _~    o     _     .
wM    _     o     _~    o     _     o~    _     o     bM
wM    o     _     o~    _     o     b3    o     _     o^
.     _     o     _~    o     _     o~    _     bM    .
white .     _     o~    _     o     _~    o     .     .
`},
		{"1-18×", `
.     .     wL    _~    o     _     o~    _     .     black
.     o     _     wT×   _     o     _~    o     _     .
o^'   _     o     _~    o     _     o~    _     o     bM
wM    o     _     o~    _     o     b3    o     _     o^
.     _     o     _~    o     _     o~    _     bM    .
.     .     _     wM×'  _     o     _~    o     .     black
`},
	}
	for _, tt := range tests {
		if tt.says != "" {
			s = gamestest.After(t, s, games.Decision(tt.says))
		}
		if got := seen(s); got != tt.want {
			t.Errorf("after %q: got%swant%s", tt.says, got, tt.want)
		}
	}
}

func TestTheColoursOfSquaresFollowSquare1(t *testing.T) {
	light := seen(begun(t, "seats=2 start="+nobody))
	dark := seen(begun(t, "seats=2 square1=dark start="+nobody))
	swapped := strings.NewReplacer("o", "_", "_", "o").Replace(dark)
	if light != swapped || light == dark {
		t.Errorf("got%swant the other colours of%s", dark, light)
	}
}

func TestLinesAreWhatTheTableWantsToRead(t *testing.T) {
	const near = `
a        .   .   .   .   .   .
b     .  .   .   .   .   .   .   wM
c  wM .  .   w1× .   .   .   .   .   .
d  .  .  wS  .   w2  .   b3  .   .   bM
e     .  .   .   .   bM  .   .   .
f        .   .   .   .   .   .`
	tests := []struct {
		turn, says string
		want       string
	}{
		{"white", "", "line.home how.half.white how.mate how.shadow how.pawn how.desert how.home line.start(1S2.............3...............)"},
		{"white shadow=jump pawns=upto", "", "line.home how.half.white how.mate how.shadow.jump how.pawn.upto how.desert how.home line.start(1S2.............3...............)"},
		{"black", "43-47", "line.last(#piece.wM,43-47◯,b9-c10) line.home/1 how.half.white how.mate how.shadow how.pawn how.desert how.home line.start(1S2.............3...............)"},
		{"white", "1-18", "doom.stuck(#piece.wM,18,f4) line.last(#piece.wM,1-18×,c1-f4) line.home how.half.black how.mate how.pawn how.desert how.home line.start(1S2.............3...............)"},
		{"white", "10-2", "line.last(#piece.wS,10-2,d3-d1) line.home how.half.black how.mate how.pawn how.desert how.home line.start(1S2.............3...............)"},
	}
	for _, tt := range tests {
		s := drawn(t, tt.turn, near)
		if tt.says != "" {
			s = gamestest.After(t, s, games.Decision(tt.says))
		}
		var got []string
		for _, line := range s.View(1).Lines {
			word := line.Key
			if line.N > 0 {
				word += fmt.Sprintf("/%d", line.N)
			}
			if len(line.Args) > 0 {
				word += "(" + strings.Join(line.Args, ",") + ")"
			}
			got = append(got, word)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s, %s: got %s\nwant %s", tt.turn, tt.says, got, tt.want)
		}
	}
}

func TestChanceIsAskedForAPieceOfAColourOnASquare(t *testing.T) {
	s := begun(t, "seats=1")
	for range 16 {
		s = gamestest.After(t, s, s.Legal()[0].Says)
	}
	if p := s.View(1).Prompt; p.Key != "ask.set.black" || !reflect.DeepEqual(p.Args, []string{"31", "a7"}) {
		t.Errorf("got %+v, want a black piece on square 31, which is a7", p)
	}
	v := gamestest.After(t, begun(t, "seats=1"), "set 3 L").View(1)
	if v.Prompt.Key != "ask.set.white" || !reflect.DeepEqual(v.Prompt.Args, []string{"4", "c2"}) {
		t.Errorf("got %+v, want a white piece on square 4, which is c2", v)
	}
	for _, c := range v.Cells {
		if c.Name != "" {
			t.Errorf("a Time Pawn 3 would be taken for square %s", c.Name)
		}
	}
}

func TestABoardIsSeenWhileItFills(t *testing.T) {
	const want = `
.     .     o     _~    o     _     o~    _     .     .
.     wL    _     o~    _     o     _~    o     _     .
wM    _'    o     _~    o     _     o~    _     o     bM
wM    o     _     o~    _     o     _~    o     _     bM
.     _     o     _~    o     _     o~    _     o     .
.     .     _     o~    _     o     _~    o     .     .
`
	if got := seen(gamestest.After(t, begun(t, "seats=1"), "set 3 L")); got != want {
		t.Errorf("got%swant%s", got, want)
	}
}

func TestAllWinTogetherOrNobodyDoes(t *testing.T) {
	const nearly = `
a        .   .   .   .   .   .
b     .  .   .   .   .   .   .   wM
c  bM× . .   .   .   .   .   .   .   .
d  bM× . .   .   .   .   .   .   .   wM×
e     .  .   .   .   .   .   .   .
f        .   .   .   .   .   .`
	won := func(seats ...games.Seat) games.Standing {
		return games.Standing{Over: true, Scores: []int32{4, 4}[:len(seats)], Won: seats, Why: games.Count("why.won", 1)}
	}
	two := drawn(t, "black", nearly)
	alone, err := maze.Rules{}.Parse(gamestest.Setup("seats=1 start="+nobody), two.String())
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		s    games.State
		says string
		want games.Standing
	}{
		{"two win", two, "43-47", won(1, 2)},
		{"one wins", alone, "43-47", won(1)},
		{"one has moved too far", alone, "43-37", games.Standing{Over: true, Scores: []int32{3}, Why: games.Say("why.blocked.white")}},
		{"nothing is won yet", drawn(t, "black", strings.Replace(nearly, "f        .", "f        wL", 1)), "43-37", games.Standing{Scores: []int32{3, 3}}},
	}
	for _, tt := range tests {
		if got := gamestest.After(t, tt.s, games.Decision(tt.says)).Standing(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// drawings are the rows of each picture of an asset by its name.
func drawings(asset string) map[string][]string {
	all := map[string][]string{}
	for block := range strings.SplitSeq(strings.TrimSpace(maze.Rules{}.Assets()[asset]), "\n\n") {
		lines := strings.Split(block, "\n")
		all[strings.Fields(lines[0])[1]] = lines[1:]
	}
	return all
}

// invert turns lit and dark around.
func invert(row string) string { return strings.NewReplacer(".", "#", "#", ".").Replace(row) }

func TestABlackPieceIsAWhiteOneCutOutOfATile(t *testing.T) {
	all := drawings("glyphs")
	for _, kind := range "MSLRTB123" {
		white, black := all["w"+string(kind)], all["b"+string(kind)]
		for i, row := range white {
			want := invert(row)
			if i == 0 || i == len(white)-1 {
				want = "." + want[1:len(want)-1] + "." // round corners
			}
			if black[i] != want {
				t.Errorf("%c: row %d is %s, want %s", kind, i, black[i], want)
			}
		}
	}
}

func TestAPieceThatStaysHasASignBesideIt(t *testing.T) {
	all := drawings("glyphs")
	for _, kind := range "MSLRTB123" {
		for _, name := range []string{"w" + string(kind), "b" + string(kind)} {
			free, stuck := all[name], all[name+"×"]
			for i, want := range []string{"#.#", ".#.", "#.#"} {
				if got := stuck[i][8:]; got != want {
					t.Errorf("%s×: row %d ends with %s, want %s", name, i, got, want)
				}
			}
			from := map[byte]int{'w': 0, 'b': 1}[name[0]] // a tile stays where it is
			for i := range 5 {
				if got, want := stuck[from+i][:7], free[1+i][2:9]; got != want {
					t.Errorf("%s×: row %d is %s, want %s", name, from+i, got, want)
				}
			}
		}
	}
}

func TestNoTwoPicturesLookAlikeAndAllFitTheirPlace(t *testing.T) {
	ofTopics := map[string]bool{}
	for _, setup := range []string{"standard", "small"} {
		for _, topic := range games.Topics(maze.Rules{}, games.Setup{Seats: 2, Options: map[string]string{"setup": setup}}) {
			ofTopics[topic.Picture] = true
		}
	}
	for asset, most := range map[string][2]int{"glyphs": {11, 7}, "pictures": {14, 14}} {
		names := map[string]string{}
		for name, rows := range drawings(asset) {
			most := most
			if ofTopics[name] {
				most = [2]int{44, 48}
			}
			picture := strings.Join(rows, "\n")
			if other, twice := names[picture]; twice {
				t.Errorf("%s: %s looks like %s", asset, name, other)
			}
			names[picture] = name
			if len(rows[0]) > most[0] || len(rows) > most[1] {
				t.Errorf("%s: %s is %d×%d px, want at most %v", asset, name, len(rows[0]), len(rows), most)
			}
		}
	}
}

// lit reports whether a px of a picture is; those beside it are dark.
func lit(rows []string, x, y int) bool {
	return y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && rows[y][x] == '#'
}

func TestAWhitePieceIsTheOutlineOfAFilledBlackOne(t *testing.T) {
	all := drawings("pictures")
	for _, kind := range "MSLRTB123" {
		white, black := all["w"+string(kind)], all["b"+string(kind)]
		piece := func(x, y int) bool { return lit(white, x, y) || lit(black, x, y) }
		for y := range 14 {
			for x := range 14 {
				inside := piece(x-1, y) && piece(x+1, y) && piece(x, y-1) && piece(x, y+1)
				rim, line := piece(x, y) && !inside, piece(x, y) && !lit(black, x, y)
				if got, want := lit(white, x, y), rim || line; got != want {
					t.Errorf("%c: px %d, %d of white is %v, want %v", kind, x, y, got, want)
				}
			}
		}
	}
}

func TestWhatIsShownSmallIsShownLarge(t *testing.T) {
	large := drawings("pictures")
	for name := range drawings("glyphs") {
		name = strings.TrimSuffix(name, "×")
		if corner := name == "off" || name == "white" || name == "black"; large[name] == nil && !corner {
			t.Errorf("%s is drawn small only", name)
		}
	}
}

func TestASquareIsNamedByItsNumberAndTaggedByRowAndColumn(t *testing.T) {
	for _, s := range []games.State{begun(t, "seats=2"), begun(t, "seats=2 start="+crowded)} {
		for i, c := range s.View(games.Nobody).Cells {
			number, place := itoa(numbers[i/10][i%10]), string(rune('a'+i/10))+itoa(i%10+1)
			want := []string{number, place}
			switch {
			case number == "0":
				want = []string{"", ""}
			case s.Turn() == games.Chance: // decisions name pieces
				want = []string{"", number}
			}
			if got := []string{c.Name, c.Tag}; !reflect.DeepEqual(got, want) {
				t.Errorf("square %s: got name and tag %q, want %q", number, got, want)
			}
		}
	}
}

func TestTheStripCountsWhatIsHomeWhatIsStuckAndTheTrees(t *testing.T) {
	const near = `
a        .   .   .   .   .   .
b     .  .   .   wT× .   wT  .   wM
c  wM .  .   w1× .   .   bT  .   .   .
d  bM× .  wS  .   wL  .   b3  .   .   .
e     .  .   .   .   .   .   .   .
f        .   .   .   .   .   bM`
	tests := []struct{ turn, says, want string }{
		{"white", "", "wM 0, bM 1, stuck 2, wT 1, bT 1"},
		{"white", "22-29", "wM 0, bM 1, stuck 2, wT 1, bT 1"},
		{"white", "22-17", "wM 0, bM 1, stuck 3', wT 1, bT 1"},
		{"black", "43-47", "wM 1', bM 1, stuck 2, wT 1, bT 1"},
		{"black", "32-28", "wM 0, bM 1, stuck 3', wT 0', bT 1"},
		{"black", "33-29", "wM 0, bM 1, stuck 3', wT 1, bT 0'"},
		{"black", "33-29, 22-27", "wM 0, bM 1, stuck 3, wT 1, bT 0"},
	}
	for _, tt := range tests {
		s := drawn(t, tt.turn, near)
		if tt.says != "" {
			s = gamestest.After(t, s, games.Decision(tt.says))
		}
		var got []string
		for _, tally := range s.View(games.Nobody).Strip {
			sign := map[uint8]string{games.MarkLast: "'"}[tally.Mark]
			got = append(got, tally.Glyph+" "+itoa(tally.N)+sign)
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.says, got, tt.want)
		}
	}
	if strip := begun(t, "seats=2").View(1).Strip; strip != nil {
		t.Errorf("got %v while the pieces are set up", strip)
	}
}
