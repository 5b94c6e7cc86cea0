package script_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

// shown are the files that stand in the package comment, by their names.
func shown(t testing.TB) map[string]string {
	t.Helper()
	files, name := map[string]string{}, ""
	for line := range strings.Lines(source(t, "doc.go")) {
		code, isCode := strings.CutPrefix(line, "//\t")
		head, isHead := strings.CutPrefix(strings.TrimSpace(code), "# ")
		switch {
		case isCode && isHead && strings.HasSuffix(head, ".star"):
			name = strings.TrimSuffix(head, ".star")
		case isCode && name != "":
			files[name] += code
		case line == "//\n" && name != "":
			files[name] += "\n"
		default:
			name = ""
		}
	}
	return files
}

func TestTheGamesOfThePackageCommentKeepTheContract(t *testing.T) {
	files := shown(t)
	if len(files) != 2 {
		t.Fatalf("%d files are shown, want darts and greed", len(files))
	}
	for name, text := range files {
		t.Run(name, func(t *testing.T) { kit(t, name, text) })
	}
}

func TestAUsualTrackerHasFewLines(t *testing.T) {
	if n := strings.Count(strings.TrimSpace(shown(t)["darts"]), "\n") + 1; n > 25 {
		t.Errorf("%d lines, want at most 25", n)
	}
}

func TestGreedIsPlayedAsTheCommentSays(t *testing.T) {
	r := compiled(t, "greed", shown(t)["greed"])
	for _, tt := range []struct {
		path games.Decision
		want string
	}{
		{"roll", "[0 0] 0"},
		{"roll, die 5, keep", "[5 0] 2"},
		{"roll, die 5, roll, die 1", "[0 0] 2"},
		{"roll, die 5, roll, die 6, keep, roll, die 2, keep", "[11 2] 1"},
		{"fix score 2 48, roll, die 1, roll, die 2, keep", "[0 50] -1"},
	} {
		if got := outcome(gamestest.After(t, gamestest.Begin(t, r, "seats=2"), tt.path), nil); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.path, got, tt.want)
		}
	}
	lost := games.Moments(gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "roll, die 5, roll, die 1"))
	if len(lost) != 1 || lost[0].Kind != games.Bust || lost[0].Note.N != 5 {
		t.Errorf("got %v", lost)
	}
}
