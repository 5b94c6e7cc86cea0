package maze_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

var (
	setupNames = []string{"standard", "balanced", "small"}
	gradeNames = []string{"easy", "medium", "hard", "master"}
)

// What the lists of starts=1 are: how many starts each has at least, and the SHA-256 of
// all one behind another, as eachList goes through them.
const (
	leastListed = 1000
	listed1     = "734e9ec4facfbb40936c97d28cb74661d4e888c1b731762e4ff3a0a52332a352"
)

// eachList looks at every list.
func eachList(t *testing.T, look func(t *testing.T, setup, grade string)) {
	t.Helper()
	for _, setup := range setupNames {
		for _, grade := range gradeNames {
			t.Run(setup+" "+grade, func(t *testing.T) { look(t, setup, grade) })
		}
	}
}

func TestEveryListHasStartsOfItsSetUpEachOnce(t *testing.T) {
	seen := map[string]bool{}
	eachList(t, func(t *testing.T, setup, grade string) {
		starts := maze.Listed("1", setup, grade)
		packed := maze.ListBytes("1", setup, grade)
		if len(packed) != len(starts)*maze.PackedBytes {
			t.Errorf("%d bytes, want whole starts", len(packed))
		}
		for i, start := range starts {
			again, err := maze.Pack(setup, start)
			if err != nil || string(again[:]) != string(packed[i*maze.PackedBytes:][:maze.PackedBytes]) {
				t.Fatalf("start %d, %s: got %x, %v", i+1, start, again, err)
			}
			if seen[setup+start] {
				t.Errorf("start %d, %s, is there twice", i+1, start)
			}
			seen[setup+start] = true
		}
	})
}

func TestChanceDrawsAStartOfTheListByItsNumber(t *testing.T) {
	eachList(t, func(t *testing.T, setup, grade string) {
		starts := maze.Listed("1", setup, grade)
		s := begun(t, "seats=2 starts=1 setup="+setup+" grade="+grade)
		want := games.Choice{Says: "start", From: 1, To: int32(len(starts)), Weight: 1}
		if legal := s.Legal(); s.Turn() != games.Chance || len(legal) != 1 || legal[0] != want {
			t.Fatalf("seat %d is asked for %v, want chance for %v", s.Turn(), legal, want)
		}
		if line, _, _ := strings.Cut(s.String(), "\n"); line != "list 1 "+grade {
			t.Errorf("the first line is %q", line)
		}
		for _, n := range []int{1, 2, len(starts)} {
			drawn := gamestest.After(t, s, games.Decision("start "+itoa(n)))
			if fixed := begun(t, "seats=2 start="+starts[n-1]); drawn.String() != fixed.String() {
				t.Errorf("start %d: got\n%s\nwant\n%s", n, drawn, fixed)
			}
			if got := len(games.Steps(drawn)); got != 3 {
				t.Errorf("start %d: %d steps to lay it out", n, got)
			}
		}
	})
}

// The Trees of a dark square 1 go where those of a light one don't: upside down they do.
func TestAListedStartLiesUpsideDownWhereSquare1IsDark(t *testing.T) {
	light := gamestest.After(t, begun(t, "seats=2 starts=1 setup=balanced"), "start 2")
	dark := gamestest.After(t, begun(t, "seats=2 starts=1 setup=balanced square1=dark"), "start 2")
	if got, want := oracleOf(dark, nil), mirrored(oracleOf(light, nil)); got.men != want.men {
		t.Errorf("got\n%s\nwant upside down\n%s", dark, light)
	}
	if got, want := maze.Perft(dark, 3), maze.Perft(light, 3); got != want {
		t.Errorf("got %d games of three moves, want %d", got, want)
	}
	back, err := maze.Rules{}.Parse(gamestest.Setup("seats=2 starts=1 setup=balanced square1=dark"), dark.String())
	if err != nil || back.String() != dark.String() {
		t.Errorf("read again: %v\n%s", err, dark)
	}
}

func TestWithoutAListChanceDrawsPieces(t *testing.T) {
	for _, line := range []string{"", "starts=off", "grade=master", "starts=off grade=easy"} {
		if got := begun(t, "seats=2 "+line).Legal()[0].Says; got != "set 3 1" {
			t.Errorf("%q: chance is asked for %s", line, got)
		}
	}
	own := begun(t, "seats=2 starts=1 start="+crowded)
	if want := begun(t, "seats=2 start="+crowded); own.String() != want.String() {
		t.Errorf("a start of one's own: got\n%s", own)
	}
}

func TestWhatIsNoStartOfTheListNamesItsRule(t *testing.T) {
	s := begun(t, "seats=2 starts=1")
	last := itoa(int(s.Legal()[0].To))
	for _, says := range []games.Decision{"start", "start 0", "start 01", "start -1", "start x", "start " + games.Decision(last) + "0", "set 3 L", "13-20", ""} {
		if _, err := s.Apply(says); gamestest.Refusal(err) != "rule.list.number "+last {
			t.Errorf("%q: got %s", says, gamestest.Refusal(err))
		}
	}
	if _, err := s.Fix("stop"); gamestest.Refusal(err) != "rule.list" {
		t.Errorf("a ruling: got %s", gamestest.Refusal(err))
	}
	if _, err := gamestest.After(t, s, "start 1").Apply("start 2"); gamestest.Refusal(err) != "rule.set.done" {
		t.Errorf("another start: got %s", gamestest.Refusal(err))
	}
	if _, err := begun(t, "seats=2").Apply("start 1"); gamestest.Refusal(err) != "rule.notation.set 3" {
		t.Errorf("without a list: got %s", gamestest.Refusal(err))
	}
	for line, want := range map[string]string{
		"seats=2 starts=2":             "rule.setup.value off 1",
		"seats=2 starts=1 grade=heavy": "rule.setup.value easy medium hard master",
	} {
		if _, err := (maze.Rules{}).New(gamestest.Setup(line)); gamestest.Refusal(err) != want {
			t.Errorf("%s: got %s, want %s", line, gamestest.Refusal(err), want)
		}
	}
}

func TestOnlyPositionsOfTheListAreRead(t *testing.T) {
	const line = "seats=2 starts=1 setup=small grade=hard"
	asked := begun(t, line)
	drawn := gamestest.After(t, asked, "start 1")
	moved := gamestest.After(t, drawn, drawn.Legal()[0].Says)
	for _, s := range []games.State{asked, drawn, moved} {
		if back, err := (maze.Rules{}).Parse(gamestest.Setup(line), s.String()); err != nil || back.String() != s.String() {
			t.Errorf("%v\n%s", err, s)
		}
	}
	foreign := begun(t, "seats=2 start="+crowded).String()
	tests := []struct{ name, line, text, want string }{
		{"a start that isn't in the list", line, foreign, "not in the list"},
		{"of another list", "seats=2 starts=1 setup=small grade=easy", drawn.String(), "not in the list"},
		{"asked for another list", "seats=2 starts=1 setup=small grade=easy", asked.String(), "not in the form of a position"},
		{"asked for without a list", "seats=2 setup=small", asked.String(), "not a line of a position"},
		{"asked for in a fixed game", "seats=2 start=" + crowded, asked.String(), "not a line of a position"},
		{"set up square by square", line, begun(t, "seats=2 setup=small").String(), "the phase is set, want list"},
		{"a piece before it was drawn", line, strings.Replace(asked.String(), "b       .", "b       wL", 1), "pieces on the board"},
		{"a start before it was drawn", line, strings.Replace(asked.String(), "start .", "start L", 1), "the start is L"},
	}
	for _, tt := range tests {
		_, err := maze.Rules{}.Parse(gamestest.Setup(tt.line), tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// Records name starts by their numbers. Whoever has other starts makes list 2.
func TestAPublishedListNeverChanges(t *testing.T) {
	all := sha256.New()
	eachList(t, func(t *testing.T, setup, grade string) {
		packed := maze.ListBytes("1", setup, grade)
		if n := len(packed) / maze.PackedBytes; n < leastListed {
			t.Errorf("%d starts, want %d", n, leastListed)
		}
		all.Write(packed)
	})
	if got := hex.EncodeToString(all.Sum(nil)); got != listed1 {
		t.Errorf("the lists of starts=1 are %s, want %s", got, listed1)
	}
}
