package gamestest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/internal/nim"
	"tabletop/games/kit"
)

func TestAGameThatKeepsTheContractPasses(t *testing.T) {
	first := func(lucky int) games.State { return nim.Heap{Seats: 2, Next: 1, Left: 3, Lucky: lucky} }
	Check(t, nim.Rules{}, Hidden(Twins{Name: "lucky number", One: first(1), Other: first(2), Blind: []games.Seat{games.Nobody, 1}}))
}

func TestTwinsThatCanBeToldApartAreFound(t *testing.T) {
	first := func(left, lucky int) games.State { return nim.Heap{Seats: 2, Next: 1, Left: left, Lucky: lucky} }
	tests := map[string]struct {
		twins Twins
		want  string
	}{
		"a view that shows it":  {Twins{One: first(5, 1), Other: first(5, 2), Blind: []games.Seat{2}}, "sees"},
		"decisions that depend": {Twins{One: first(5, 1), Other: first(2, 1), Blind: []games.Seat{1}}, "may decide"},
		"a standing that tells": {Twins{One: first(5, 1), Other: first(0, 1)}, "standing"},
		"one position twice":    {Twins{One: first(5, 1), Other: first(5, 1)}, "one position"},
		"a secret that is kept": {Twins{One: first(5, 1), Other: first(5, 2), Blind: []games.Seat{1}}, ""},
	}
	for name, tt := range tests {
		v := &deaf{}
		checkTwins(v, []Twins{tt.twins})
		if !strings.Contains(v.said, tt.want) || (v.said == "") != (tt.want == "") {
			t.Errorf("%s: got %q, want it to say %q", name, v.said, tt.want)
		}
	}
}

func TestPerftCountsWhatTheFileSays(t *testing.T) {
	_, err := parsePerft("x.perft", "1 1\n")
	if err == nil || !strings.HasPrefix(err.Error(), "x.perft:1:") {
		t.Errorf("a count without a start: got %v", err)
	}
	if _, err := parsePerft("x.perft", "seats=two\n"); err == nil {
		t.Error("seats=two is read as a set-up")
	}
	counts, err := parsePerft("x.perft", "# by hand\nseats=2 heap=3 : coin heads, take 1 # comment\n1 2\n2 1 # why\n")
	if err != nil || len(counts) != 2 || counts[1].line != "x.perft:4" || counts[1].want != 1 || counts[1].depth != 2 {
		t.Errorf("got %+v, %v", counts, err)
	}
	if want := []games.Decision{"coin heads", "take 1"}; !slices.Equal(counts[0].path, want) {
		t.Errorf("got the path %q, want %q", counts[0].path, want)
	}
}

func TestAPlaythroughTellsTheFirstLineThatDiffers(t *testing.T) {
	if got := firstDifference("a\nb\nc", "a\nB\nC"); got != `2: got "b", want "B"` {
		t.Errorf("got %s", got)
	}
	if got := firstDifference("a", "a\nb"); got != `2: got the end, want "b"` {
		t.Errorf("got %s", got)
	}
	if got := firstDifference("a", "a"); got != "" {
		t.Errorf("got %s", got)
	}
}

func TestAPlaythroughRefusesWhatIsNotPlayed(t *testing.T) {
	for name, text := range map[string]string{
		"no set-up":             "# nothing\n",
		"an unknown option":     "seats=2 colour=red\n> 0 coin heads\n",
		"a move before set-up":  "> 0 coin heads\n",
		"another seat's turn":   "seats=2\n> 1 coin heads\n",
		"an illegal decision":   "seats=2\n> 0 coin edge\n",
		"an illegal ruling":     "seats=2\n> fix turn 3\n",
		"no decision, no fresh": "seats=2\n",
	} {
		if _, err := replay(nim.Rules{}, text, false); err == nil {
			t.Errorf("%s is played", name)
		}
	}
	got, err := replay(nim.Rules{}, "seats=2\n", true)
	if again, _ := replay(nim.Rules{}, got, false); err != nil || again != got || !strings.Contains(got, "won [") {
		t.Errorf("a random game of %q, %v replays as %q", got, err, again)
	}
}

func TestAGameWithoutPerftOrPlaythroughHasNoProof(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "testdata")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(data, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ name, text, want string }{
		{"a.perft", "# nothing\n", "no perft file"},
		{"b.perft", "seats=2\n1 1\n", "no playthrough"},
		{"a.play", "seats=2\n", "no playthrough"},
	} {
		write(step.name, step.text)
		if err := HasProof(dir); err == nil || !strings.Contains(err.Error(), step.want) {
			t.Errorf("with %s: got %v, want %q", step.name, err, step.want)
		}
	}
	write("b.play", "seats=2\n| turn 0\n\n> 0 coin heads\n| turn 1\n")
	if err := HasProof(dir); err != nil {
		t.Errorf("with both: %v", err)
	}
	if HasProof(t.TempDir()) == nil {
		t.Error("an empty folder has proof")
	}
}

func BenchmarkNim(b *testing.B) { Games(b, nim.Rules{}, games.Setup{Seats: 2}) }

func FuzzNimParse(f *testing.F) { FuzzParse(f, nim.Rules{}, games.Setup{Seats: 2}) }

func FuzzNimApply(f *testing.F) {
	FuzzApply(f, nim.Rules{}, games.Setup{Seats: 2}, "take 1", "take 01", "")
}

func TestASlowGameIsPlayedAQuarterAndAtTheEndsAtLeast(t *testing.T) {
	for each, want := range map[int]bool{1: true, 2: true, 4: false, 8: false, 40: false} {
		got := check{Kit: kit.New(nim.Rules{}, kit.Bounds{Games: each})}
		Slow(&got)
		if got.ends != want || got.Bounds.Games != max(1, each/4) {
			t.Errorf("of %d: %d games, ends only: %v", each, got.Bounds.Games, got.ends)
		}
	}
}
