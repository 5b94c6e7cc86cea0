package maze_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

// inBook is how many problems the book has. Records name them by their numbers.
const inBook = 100

func TestEveryProblemIsAPositionOfItsOwnThatWhiteCanPlay(t *testing.T) {
	book := games.Problems(maze.Rules{})
	if len(book) != inBook {
		t.Fatalf("the book has %d problems, want %d", len(book), inBook)
	}
	seen := map[string]int{}
	for i, p := range book {
		s := gamestest.Begin(t, maze.Rules{}, "seats=2 problem="+p.Options["problem"])
		b, awaits := maze.BoardOf(s)
		_, after, _ := strings.Cut(s.String(), "\nproblem "+strconv.Itoa(i+1)+"\n")
		switch {
		case p.Number != i+1 || p.Options["problem"] != strconv.Itoa(i+1):
			t.Errorf("the %d. is %+v", i+1, p)
		case s.Turn() != 1 || !awaits || b.BlackToMove():
			t.Errorf("problem %d: seat %d is on turn, want white's:\n%s", i+1, s.Turn(), s)
		case b.Dead():
			t.Errorf("problem %d can't be won:\n%s", i+1, s)
		case seen[after] > 0:
			t.Errorf("problems %d and %d are the same:\n%s", seen[after], i+1, s)
		}
		seen[after] = i + 1
		back, err := maze.Rules{}.Parse(gamestest.Setup("seats=2 problem="+p.Options["problem"]), s.String())
		if err != nil || back.String() != s.String() {
			t.Errorf("problem %d, read again: %v\n%s", i+1, err, back)
		}
	}
}

func TestAQuarterOfTheBookHasEachGradeAndLongerSolutions(t *testing.T) {
	longest := 0
	for quarter := range slices.Chunk(games.Problems(maze.Rules{}), inBook/len(gradeNames)) {
		want := gradeNames[(quarter[0].Number-1)*len(gradeNames)/inBook]
		before := longest
		for _, p := range quarter {
			if p.Grade.Key != "word."+want || p.Moves <= before {
				t.Errorf("problem %d is %s and takes %d moves, want %s and more than %d", p.Number, p.Grade.Key, p.Moves, want, before)
			}
			longest = max(longest, p.Moves)
		}
	}
}

// Where the book differs from the house, the book holds: its solutions are for its rules.
func TestAProblemIsPlayedByTheRulesOfTheBook(t *testing.T) {
	const house = " setup=small starts=1 grade=hard shadow=jump tree=jump rabbit=many pawns=upto square1=dark"
	for _, n := range []string{"1", "50", "100"} {
		got, want := begun(t, "seats=2 problem="+n+house), begun(t, "seats=2 problem="+n)
		if got.String() != want.String() || maze.Perft(got, 3) != maze.Perft(want, 3) {
			t.Errorf("problem %s: got\n%s\nwant\n%s", n, got, want)
		}
	}
	settles := func(chosen map[string]string) (names []string) {
		options := maze.Rules{}.Options()
		for _, o := range options {
			if (games.Setup{Options: chosen}).Settles(options, o) {
				names = append(names, o.Name)
			}
		}
		return names
	}
	if got := settles(map[string]string{"problem": "7", "starts": "1"}); strings.Join(got, " ") != "problem start" {
		t.Errorf("with a problem there are %v to be chosen", got)
	}
}

func TestAProblemHasNoStart(t *testing.T) {
	_, err := maze.Rules{}.New(gamestest.Setup("seats=2 problem=3 start=" + crowded))
	if got := gamestest.Refusal(err); got != "rule.problem.start" {
		t.Errorf("got %s", got)
	}
	for _, n := range []string{"0", "101", "03", "x", ""} {
		_, err := maze.Rules{}.New(gamestest.Setup("seats=2 problem=" + n))
		if got := gamestest.Refusal(err); got != "rule.setup.range 1 100" {
			t.Errorf("problem %q: got %s", n, got)
		}
	}
}

func TestAViewTellsTheProblemAndItsBook(t *testing.T) {
	p := games.Problems(maze.Rules{})[16]
	s := begun(t, "seats=2 problem=17")
	v := s.View(1)
	if want := games.Count("title.problem", 0, "17"); !same(v.Title, want) {
		t.Errorf("the title is %+v, want %+v", v.Title, want)
	}
	want := games.Count("line.problem", p.Moves, "17", "#"+p.Grade.Key)
	if got := v.Lines[len(v.Lines)-1]; !same(got, want) {
		t.Errorf("the last line is %+v, want %+v", got, want)
	}
	moved := gamestest.After(t, s, s.Legal()[0].Says)
	if want := games.Count("title.problem", 1, "17"); !same(moved.View(1).Title, want) {
		t.Errorf("after a move the title is %+v", moved.View(1).Title)
	}
}

func same(a, b games.Text) bool { return a.Key == b.Key && a.N == b.N && slices.Equal(a.Args, b.Args) }

func TestASolutionIsHeldAgainstTheBook(t *testing.T) {
	const line = "seats=2 problem=17"
	book := games.Problems(maze.Rules{})[16].Moves
	for moves, want := range map[int]string{
		book + 1: "why.problem", 3 * book: "why.problem", book: "why.problem.same", book - 1: "why.problem.shorter", 1: "why.problem.shorter",
	} {
		text := strings.Replace(atHome(t, begun(t, line)).String(), " moves 0 ", " moves "+strconv.Itoa(moves)+" ", 1)
		s := gamestest.Position(t, maze.Rules{}, line, text)
		st := s.Standing()
		if why := games.Count(want, moves, strconv.Itoa(book)); !same(st.Why, why) || len(st.Won) != 2 {
			t.Errorf("%d moves where the book has %d: %+v, won by %v", moves, book, st.Why, st.Won)
		}
	}
}

// atHome brings all Mates home by rulings.
func atHome(t *testing.T, s games.State) games.State {
	t.Helper()
	for mate, homes := range map[string][]string{"wM": {"47", "48"}, "bM": {"1", "2"}} {
		for _, home := range homes {
			if glyphAt(s, home) == mate {
				continue
			}
			away := slices.IndexFunc(s.View(1).Cells, func(c games.Cell) bool {
				return strings.TrimSuffix(c.Glyph, "×") == mate && !slices.Contains(homes, c.Name)
			})
			next, err := s.Fix(games.Decision("swap " + s.View(1).Cells[away].Name + " " + home))
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
	}
	return s
}

// Hands lay each piece out once, those that stay for good are named.
func TestStepsLayAProblemOut(t *testing.T) {
	stays := 0
	for n := 1; n <= inBook; n++ {
		s := begun(t, "seats=2 problem="+strconv.Itoa(n))
		var laid, fixed []string
		for _, step := range games.Steps(s) {
			if step.Text.Key == "step.stay" {
				fixed = step.Squares
				continue
			}
			laid = append(laid, step.Squares...)
			if len(step.Squares) > 0 && step.Text.N != len(step.Squares) {
				t.Errorf("problem %d: %v has %d pieces", n, step, len(step.Squares))
			}
		}
		b, _ := maze.BoardOf(s)
		if got, want := squareSet(laid), b.Occupied(); got != want {
			t.Errorf("problem %d: %v are laid out:\n%s", n, laid, s)
		}
		if got, want := squareSet(fixed), b.Fixed(); got != want {
			t.Errorf("problem %d: %v stay for good:\n%s", n, fixed, s)
		}
		stays += len(fixed)
		if moved := gamestest.After(t, s, s.Legal()[0].Says); games.Steps(moved) != nil {
			t.Errorf("problem %d is laid out while it is played", n)
		}
	}
	if stays == 0 {
		t.Error("no problem has a piece that stays")
	}
}

// glyphAt is the piece on a square, whether or not it stays.
func glyphAt(s games.State, square string) string {
	for _, c := range s.View(1).Cells {
		if c.Name == square {
			return strings.TrimSuffix(c.Glyph, "×")
		}
	}
	return ""
}

// squareSet is squares as the bits of a set.
func squareSet(squares []string) (set uint64) {
	for _, square := range squares {
		n, _ := strconv.Atoi(square)
		set |= 1 << (n - 1)
	}
	return set
}

// loose is a piece that may move, between two squares.
var loose = regexp.MustCompile(` [wb][MSLRTB123]  `)

func TestOnlyPositionsOfTheProblemAreRead(t *testing.T) {
	s := begun(t, "seats=2 problem=1")
	for name, tt := range map[string]struct{ line, text, want string }{
		"of another problem":   {"seats=2 problem=2", s.String(), "want "},
		"without a problem":    {"seats=2", s.String(), "not a line of a position"},
		"named otherwise":      {"seats=2 problem=1", strings.Replace(s.String(), "problem 1", "problem 01", 1), "not in the form of a position"},
		"with a start":         {"seats=2 problem=1", strings.Replace(s.String(), "problem 1", "start "+crowded, 1), "the start is "},
		"with an empty start":  {"seats=2 problem=1", strings.Replace(s.String(), "problem 1", "start "+nobody, 1), "not in the form of a position"},
		"with pieces left out": {"seats=2 problem=1", loose.ReplaceAllString(s.String(), " .   "), " of "},
	} {
		_, err := maze.Rules{}.Parse(gamestest.Setup(tt.line), tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
}

func TestADamagedBookIsRefused(t *testing.T) {
	line := maze.BookText[:strings.Index(maze.BookText, "\n")+1]
	if err := maze.ReadBook(line + line); err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string]string{
		"a square too few": strings.Replace(line, " . ", " ", 1), "a length": strings.Replace(line, " ", " x", 1),
		"a piece": strings.Replace(line, "wM", "wQ", 1), "a line": "\n",
	} {
		if err := maze.ReadBook(line + damaged); err == nil || !strings.Contains(err.Error(), "problem 2: ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestAViewTellsTheNumberOfAStartOfAList(t *testing.T) {
	const line = "seats=2 starts=1 setup=small grade=hard"
	s := gamestest.After(t, begun(t, line), "start 17")
	back := gamestest.Position(t, maze.Rules{}, line, s.String())
	for _, s := range []games.State{s, back, gamestest.After(t, s, s.Legal()[0].Says)} {
		want := games.Say("line.listed", "17", "1", "#option.grade.hard")
		if !slices.ContainsFunc(s.View(1).Lines, func(l games.Text) bool { return same(l, want) }) {
			t.Errorf("the lines are %+v, want %+v among them", s.View(1).Lines, want)
		}
	}
}
